//! Has cargo notice new migrations, which are embedded when the service is compiled.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}

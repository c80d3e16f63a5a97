//! Processor time of processes, as Linux counts it.

use std::fs;

/// Ticks a second: the same on every Linux that Kifu runs on.
const TICKS_PER_SECOND: f64 = 100.0;

/// Seconds of processor time: of the instances, of PostgreSQL, of the proxy.
#[derive(Clone, Copy)]
pub struct CpuSeconds(pub [f64; 3]);

impl CpuSeconds {
    /// The time taken since then.
    pub fn since(self, before: Self) -> [f64; 3] {
        std::array::from_fn(|part| self.0[part] - before.0[part])
    }
}

/// Of a process, of its children, and of those that have ended.
pub fn of_family(pid: u32) -> f64 {
    let children = fs::read_dir("/proc").into_iter().flatten().filter_map(|entry| {
        let child: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let stat = Stat::of(child)?;
        (stat.parent == pid).then_some(stat.own)
    });
    let children: f64 = children.sum();
    Stat::of(pid).map_or(0.0, |stat| stat.own + stat.ended_children) + children
}

struct Stat {
    parent: u32,
    own: f64,
    ended_children: f64,
}

impl Stat {
    fn of(pid: u32) -> Option<Self> {
        let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name of the program, in parentheses, may hold anything.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let seconds = |field: usize| Some(fields.get(field)?.parse::<f64>().ok()? / TICKS_PER_SECOND);
        Some(Self {
            parent: fields.get(1)?.parse().ok()?,
            own: seconds(11)? + seconds(12)?,
            ended_children: seconds(13)? + seconds(14)?,
        })
    }
}

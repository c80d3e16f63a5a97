//! A proxy of TCP connections that can fall silent (connections stay open and are still taken, and nothing goes through),
//! and that can lead elsewhere.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{sleep, spawn};
use std::time::Duration;

/// A proxy in front of a port of this machine.
#[derive(Debug)]
pub struct Proxy {
    port: u16,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    target: AtomicU16,
    silent: AtomicBool,
    open: Mutex<Vec<TcpStream>>,
}

impl Proxy {
    /// A proxy that lets everything through.
    ///
    /// # Panics
    ///
    /// If there is no port to be had.
    pub fn to(target: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared {
            target: AtomicU16::new(target),
            silent: AtomicBool::new(false),
            open: Mutex::default(),
        });
        let accepting = Arc::clone(&shared);
        spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let shared = Arc::clone(&accepting);
                spawn(move || connect(client, &shared));
            }
        });
        Self { port, shared }
    }

    /// The port of 127.0.0.1 that it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Holds all data back, or lets it through again with all that was held back.
    pub fn set_silent(&self, silent: bool) {
        self.shared.silent.store(silent, Ordering::SeqCst);
    }

    /// Cuts all connections; those to come lead to another port.
    pub fn lead_to(&self, target: u16) {
        self.shared.target.store(target, Ordering::SeqCst);
        for open in self.shared.open.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            // The other side may have closed it already.
            let _ = open.shutdown(Shutdown::Both);
        }
    }
}

fn connect(client: TcpStream, shared: &Arc<Shared>) {
    let Ok(server) = TcpStream::connect(("127.0.0.1", shared.target.load(Ordering::SeqCst))) else { return };
    let copies = [&client, &server].map(|stream| stream.try_clone().unwrap());
    shared.open.lock().unwrap_or_else(PoisonError::into_inner).extend(copies);
    let (client_copy, server_copy) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    let answers = Arc::clone(shared);
    spawn(move || copy(server_copy, client_copy, &answers.silent));
    copy(client, server, &shared.silent);
}

fn copy(mut from: TcpStream, mut to: TcpStream, silent: &AtomicBool) {
    let mut buffer = [0; 16 << 10];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        while silent.load(Ordering::SeqCst) {
            sleep(Duration::from_millis(5));
        }
        if to.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

//! The way to a service, which can be shut: then nothing gets through, as in a cellar.

use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// A TCP proxy before one service.
pub struct Gate {
    address: SocketAddr,
    inside: Arc<Inside>,
}

#[derive(Default)]
struct Inside {
    shut: AtomicBool,
    connections: Mutex<Vec<TcpStream>>,
}

impl Gate {
    /// An open gate to the service at this base address.
    pub fn to(base: &str) -> Self {
        let service = base.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let gate = Self { address: listener.local_addr().unwrap(), inside: Arc::default() };
        let inside = Arc::clone(&gate.inside);
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                // A connection that comes to a shut gate is dropped.
                if !inside.shut.load(Ordering::SeqCst) {
                    inside.lead(client, &service);
                }
            }
        });
        gate
    }

    /// The address for browsers.
    pub fn base(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Ends every connection and lets none through.
    pub fn shut(&self) {
        self.inside.shut.store(true, Ordering::SeqCst);
        for connection in self.inside.connections.lock().unwrap().drain(..) {
            let _ = connection.shutdown(Shutdown::Both);
        }
    }

    /// Lets connections through again.
    pub fn open(&self) {
        self.inside.shut.store(false, Ordering::SeqCst);
    }
}

impl Inside {
    fn lead(&self, client: TcpStream, service: &str) {
        let Ok(server) = TcpStream::connect(service) else { return };
        let mut connections = self.connections.lock().unwrap();
        // Shut meanwhile: the thread that shuts it has looked at the connections, or looks after this.
        if self.shut.load(Ordering::SeqCst) {
            return;
        }
        connections.extend([client.try_clone().unwrap(), server.try_clone().unwrap()]);
        pass(client.try_clone().unwrap(), server.try_clone().unwrap());
        pass(server, client);
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream) {
    thread::spawn(move || {
        let _ = io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Both);
        let _ = from.shutdown(Shutdown::Both);
    });
}

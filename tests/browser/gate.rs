//! The way to a service. It can be shut, as in a cellar; it can also swallow, as behind a proxy that has lost its way:
//! then connections stay and nothing gets through.

use std::io::{Read, Write};
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
    swallows: AtomicBool,
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
        self.inside.end_connections();
    }

    /// Takes connections and bytes, and lets nothing through.
    pub fn swallow(&self) {
        self.inside.swallows.store(true, Ordering::SeqCst);
    }

    /// Lets connections through again. Those that lost bytes end.
    pub fn open(&self) {
        if self.inside.swallows.swap(false, Ordering::SeqCst) {
            self.inside.end_connections();
        }
        self.inside.shut.store(false, Ordering::SeqCst);
    }
}

impl Inside {
    fn end_connections(&self) {
        for connection in self.connections.lock().unwrap().drain(..) {
            let _ = connection.shutdown(Shutdown::Both);
        }
    }

    fn lead(self: &Arc<Self>, client: TcpStream, service: &str) {
        let Ok(server) = TcpStream::connect(service) else { return };
        let mut connections = self.connections.lock().unwrap();
        // Shut meanwhile: the thread that shuts it has looked at the connections, or looks after this.
        if self.shut.load(Ordering::SeqCst) {
            return;
        }
        connections.extend([client.try_clone().unwrap(), server.try_clone().unwrap()]);
        self.pass(client.try_clone().unwrap(), server.try_clone().unwrap());
        self.pass(server, client);
    }

    fn pass(self: &Arc<Self>, mut from: TcpStream, mut to: TcpStream) {
        let inside = Arc::clone(self);
        thread::spawn(move || {
            let mut bytes = [0; 16 * 1024];
            while let Ok(read @ 1..) = from.read(&mut bytes) {
                if !inside.swallows.load(Ordering::SeqCst) && to.write_all(&bytes[..read]).is_err() {
                    break;
                }
            }
            let _ = to.shutdown(Shutdown::Both);
            let _ = from.shutdown(Shutdown::Both);
        });
    }
}

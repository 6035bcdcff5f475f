//! The listener: connections, their limits and their end.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, RwLock};
use std::thread;
use std::time::{Duration, SystemTime};

use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use crate::files::is_http_date;
use crate::guard::Guard;
use crate::limits::{Limits, Settings};
use crate::places::Places;
use crate::requests::Requests;
use crate::routes::{routes, routes_of_the_crowded};
use crate::service;

/// A server that listens but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: std::net::TcpListener,
    address: SocketAddr,
    settings: Settings,
    stop: Arc<watch::Sender<bool>>,
}

/// Stops a server, from any thread.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<watch::Sender<bool>>);

impl Stopper {
    /// Makes the server accept no more connections. It ends after running requests are answered, or
    /// after [`Limits::farewell`].
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// The maximum number of connections beyond the limit that are still answered, so that `/healthz`
/// works. Further connections are closed.
const CROWDED: usize = 64;

/// The pause after a connection could not be accepted, for example because too many files are open.
const PAUSE: Duration = Duration::from_millis(100);

impl Server {
    /// Returns a server that listens at an address. With port 0 the system chooses one.
    ///
    /// # Errors
    /// When the server cannot listen at the address, or the clock shows a time without a date in
    /// HTTP (`Unsupported`).
    pub fn bind(address: SocketAddr, settings: Settings) -> io::Result<Server> {
        if !is_http_date(SystemTime::now()) {
            let message = "the clock of this machine is not set: HTTP has no date before 1970";
            return Err(io::Error::new(io::ErrorKind::Unsupported, message));
        }
        let listener = std::net::TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Server {
            address: listener.local_addr()?,
            listener,
            settings,
            stop: Arc::new(watch::Sender::new(false)),
        })
    }

    /// Returns the address that the server listens at.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns a handle that stops the server.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
    }

    /// Answers until the server is stopped.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn run(self) -> io::Result<()> {
        let runtime = runtime(&self.settings)?;
        let farewell = self.settings.limits.farewell;
        let listened = runtime.block_on(self.listen());
        // Ends without waiting longer for a question that is still being answered.
        runtime.shutdown_timeout(farewell.min(Duration::from_secs(1)));
        listened
    }

    async fn listen(self) -> io::Result<()> {
        let listener = TcpListener::from_std(self.listener)?;
        let service = Arc::new(service::Service::new(&self.settings));
        let (own, guard) = (routes(&service), Guard::new(&self.settings, self.address));
        let all = Arc::new(Requests { service, own, guard });
        let few = TowerToHyperService::new(routes_of_the_crowded());
        let limits = self.settings.limits.clone();
        let is_behind_another = self.settings.is_public && self.address.ip().is_loopback();
        let of_address =
            if is_behind_another { limits.connections } else { limits.connections_of_address };
        let places = Places::new(limits.connections, of_address);
        let crowded = Arc::new(Semaphore::new(CROWDED));
        let mut stopped = self.stop.subscribe();
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = stopped.wait_for(|&stopped| stopped) => break,
            };
            let Ok((stream, client)) = accepted else {
                sleep(PAUSE).await;
                continue;
            };
            // Hyper would panic when it writes the date of the answer.
            if !is_http_date(SystemTime::now()) {
                continue;
            }
            let (limits, stopped) = (limits.clone(), stopped.clone());
            if let Some(place) = places.take(client.ip()).map(Arc::new) {
                let service = all.on(&place);
                tokio::spawn(async move {
                    tokio::select! {
                        () = serve(stream, service, &limits, stopped) => {}
                        () = place.is_lost() => {}
                    }
                });
            } else if let Ok(place) = Arc::clone(&crowded).try_acquire_owned() {
                let (routes, limits) = (few.clone(), limits.of_the_crowded());
                tokio::spawn(async move {
                    let _place = place;
                    serve(stream, routes, &limits, stopped).await;
                });
            }
        }
        drop(listener);
        let _ = timeout(limits.farewell, places.all_free()).await;
        Ok(())
    }
}

/// Returns the threads of a server: those for connections, and at most one more for each answer that
/// is worked on, that waits for a check, and for the figures.
pub(crate) fn runtime(settings: &Settings) -> io::Result<runtime::Runtime> {
    let workers = settings.threads.clamp(1, 4);
    try_threads(workers + 1)?;
    runtime::Builder::new_multi_thread()
        .worker_threads(workers)
        .max_blocking_threads(settings.threads + settings.estimates() + service::MOST_CHECKS + 1)
        .enable_all()
        .build()
}

/// Starts threads together and ends them. This finds a failure to start threads that would make the
/// runtime panic.
fn try_threads(count: usize) -> io::Result<()> {
    let gate = RwLock::new(());
    thread::scope(|scope| {
        let closed = gate.write();
        let start = |_| thread::Builder::new().spawn_scoped(scope, || drop(gate.read()));
        let started: io::Result<Vec<_>> = (0..count).map(start).collect();
        drop(closed);
        // The system counts a thread until it is joined.
        started?.into_iter().for_each(|thread| drop(thread.join()));
        Ok(())
    })
}

/// Answers the requests of a connection, until the connection or the server ends.
async fn serve<S>(
    stream: TcpStream,
    service: S,
    limits: &Limits,
    mut stopped: watch::Receiver<bool>,
) where
    S: Service<Request<Incoming>, Response = Response, Error = Infallible>,
{
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.stall));
    let stream = Box::pin(stream);
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.arrival)
            .max_buf_size(limits.head_bytes)
            .serve_connection(TokioIo::new(stream), service)
    );
    tokio::select! {
        // A client that has gone, or does not speak HTTP, is not a failure of the server.
        _ = connection.as_mut() => return,
        () = sleep(limits.connection) => {}
        _ = stopped.wait_for(|&stopped| stopped) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(limits.farewell, connection).await;
}

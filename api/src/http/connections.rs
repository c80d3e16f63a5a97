//! Connections, and how long one may be open without a request.
//!
//! actix bounds how long the head of a connection's first request may take, and how long a connection may be silent
//! between two requests. A later head that has begun and never ends falls under neither. So we read through
//! [`Patient`], which counts from the end of the last answer, whatever came since.
//!
//! HTTP/2 with prior knowledge (RFC 9113, 3.3) is spoken with trusted proxies only. actix bounds neither the requests
//! of one connection nor the size of their heads, so that the proxy must.

use std::cell::Cell;
use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use actix_http::{HttpService, KeepAlive, Protocol, Request, Response};
use actix_server::ServerBuilder;
use actix_service::{IntoServiceFactory, Service, ServiceFactory, ServiceFactoryExt, fn_service, map_config};
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{AppConfig, Server, ServerHandle, ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::rt::net::TcpStream;
use actix_web::web::Bytes;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, LocalBoxFuture};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::task::JoinSet;
use tokio::time::{Instant, Sleep, sleep, sleep_until, timeout};

use crate::http::boundary::client::TrustedProxies;
use crate::http::unparsed_heads;

/// How long the head of a request may take to arrive.
pub const HEAD_DEADLINE: Duration = Duration::from_secs(10);
/// How long a connection is kept on which nothing comes.
const KEEP_ALIVE_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the other side may take to close a connection that we have ended.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// How long a peer may take nothing, in milliseconds.
const MAX_SILENCE_MS: u32 = 30_000;
/// How every connection of HTTP/2 begins (RFC 9113, 3.4). No request of HTTP/1.1 does.
const HTTP_2_PREFACE: &[u8; 14] = b"PRI * HTTP/2.0";

/// Tells if a request is being answered on a connection, and since when none is.
pub struct Activity {
    requests: Cell<usize>,
    idle_since: Cell<Instant>,
}

impl Activity {
    fn new() -> Self {
        Self { requests: Cell::new(0), idle_since: Cell::new(Instant::now()) }
    }

    /// Until when the next request must have come; none while one is being answered.
    fn deadline(&self) -> Option<Instant> {
        (self.requests.get() == 0).then(|| self.idle_since.get() + KEEP_ALIVE_TIMEOUT + HEAD_DEADLINE)
    }

    fn begin(self: &Rc<Self>) -> Answering {
        self.requests.set(self.requests.get() + 1);
        Answering(Rc::clone(self))
    }
}

/// A request is being answered as long as this exists.
struct Answering(Rc<Activity>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.requests.set(self.0.requests.get().saturating_sub(1));
        self.0.idle_since.set(Instant::now());
    }
}

/// A connection that fails when the next request has not come in time.
struct Patient<T> {
    connection: T,
    activity: Rc<Activity>,
    timer: Pin<Box<Sleep>>,
    /// The rest of an answer in the place of a bare one of actix ([`unparsed_heads`]).
    replacement: VecDeque<u8>,
}

impl<T> Patient<T> {
    fn new(connection: T) -> Self {
        let timer = Box::pin(sleep_until(Instant::now() + KEEP_ALIVE_TIMEOUT + HEAD_DEADLINE));
        Self { connection, activity: Rc::new(Activity::new()), timer, replacement: VecDeque::new() }
    }

    fn is_too_late(&mut self, context: &mut Context<'_>) -> bool {
        let Some(deadline) = self.activity.deadline() else { return false };
        if self.timer.deadline() != deadline {
            self.timer.as_mut().reset(deadline);
        }
        self.timer.as_mut().poll(context).is_ready()
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Patient<T> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        match Pin::new(&mut this.connection).poll_read(context, buffer) {
            Poll::Pending if this.is_too_late(context) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            read => read,
        }
    }
}

impl<T: AsyncWrite + Unpin> Patient<T> {
    /// Writes answers, and another one in the place of a bare one at their end.
    fn poll_write_answers(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.replacement.is_empty() {
            match unparsed_heads::bare_answer(bytes) {
                None => return Pin::new(&mut self.connection).poll_write(context, bytes),
                Some((0, problem)) => self.replacement = unparsed_heads::answer(problem).into(),
                Some((begin, _)) => {
                    return Pin::new(&mut self.connection).poll_write(context, &bytes[..begin]);
                }
            }
        }
        while !self.replacement.is_empty() {
            let rest = self.replacement.make_contiguous();
            let written = ready!(Pin::new(&mut self.connection).poll_write(context, rest))?;
            if written == 0 {
                return Poll::Ready(Ok(0));
            }
            self.replacement.drain(..written);
        }
        Poll::Ready(Ok(bytes.len()))
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Patient<T> {
    /// The time that the client takes to read the rest of an answer counts as the answer's time.
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = ready!(this.poll_write_answers(context, bytes));
        this.activity.idle_since.set(Instant::now());
        Poll::Ready(written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_shutdown(context)
    }
}

/// Notes on the connection that a request is being answered, until all of the answer was handed over.
pub async fn note_request(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let answering = request.conn_data::<Rc<Activity>>().map(Activity::begin);
    let response = next.call(request).await?.map_into_boxed_body();
    Ok(response.map_body(|_, body| BoxBody::new(TrackedBody { body, _answering: answering })))
}

/// The body of an answer.
struct TrackedBody {
    body: BoxBody,
    _answering: Option<Answering>,
}

impl MessageBody for TrackedBody {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(context)
    }
}

/// The time for which connections are still taken after the server was told to take none. Those taken before have then
/// found a thread, and its own listener is closed.
const SETTLING_TIME: Duration = Duration::from_millis(250);

/// How long a connection that came last may take to send its request. It is closed then; one on which a request is answered
/// has the time that this needs.
const LAST_REQUEST_TIME: Duration = Duration::from_secs(1);

/// Resolves when a connection should begin no further request.
type EndOfRequests = Arc<dyn Fn() -> BoxFuture<'static, ()> + Send + Sync>;

type Answered = LocalBoxFuture<'static, ()>;
type AnswerOne = Rc<dyn Fn(TcpStream) -> Answered>;

/// The connections that clients made while the server was being stopped. It would reset those that it has not taken, and drop
/// those that no thread of it has taken; so they are answered here, and only then the address is closed.
pub struct LastConnections {
    listener: TcpListener,
    start: Box<dyn FnOnce() -> LocalBoxFuture<'static, Option<AnswerOne>>>,
}

impl LastConnections {
    /// Stops a server once nothing is lost by it. Answers that have begun get so long.
    pub async fn stop(self, server: ServerHandle, grace: Duration) {
        server.pause().await;
        let listener = tokio::net::TcpListener::from_std(self.listener);
        let (Some(answer), Ok(listener)) = ((self.start)().await, listener) else {
            tracing::warn!("connections that come just now are not answered any more");
            return server.stop(true).await;
        };
        let mut answers = JoinSet::new();
        accept_for(SETTLING_TIME, &listener, &answer, &mut answers).await;
        let last = async {
            accept_for(SETTLING_TIME, &listener, &answer, &mut answers).await;
            while let Some(Ok((connection, _))) = listener.accept().now_or_never() {
                answers.spawn_local(answer(connection));
            }
            drop(listener);
            let _ = timeout(grace, async { while answers.join_next().await.is_some() {} }).await;
        };
        tokio::join!(server.stop(true), last);
    }
}

async fn accept_for(
    time: Duration,
    listener: &tokio::net::TcpListener,
    answer: &AnswerOne,
    answers: &mut JoinSet<()>,
) {
    let accept = async {
        loop {
            if let Ok((connection, _)) = listener.accept().await {
                answers.spawn_local(answer(connection));
            }
        }
    };
    let _: Result<(), _> = timeout(time, accept).await;
}

/// A server that reads every connection patiently, and no longer. What [`actix_web::HttpServer`] makes, but for that.
pub fn serve<F, I, S, B>(
    listener: TcpListener,
    proxies: TrustedProxies,
    app: F,
    configure: impl FnOnce(ServerBuilder) -> ServerBuilder,
) -> io::Result<(Server, LastConnections)>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<actix_web::Error> + 'static,
    S::InitError: fmt::Debug,
    S::Response: Into<Response<B>> + 'static,
    <S::Service as Service<Request>>::Future: 'static,
    S::Service: 'static,
    B: MessageBody + 'static,
{
    let builder = configure(Server::build().disable_signals());
    let stopping = builder.graceful_shutdown_signal();
    let last = listener.try_clone()?;
    let make = move |end: EndOfRequests| {
        let proxies = proxies.clone();
        let app = app().into_factory().map_err(|error| error.into().error_response());
        let http = HttpService::build()
            .graceful_shutdown_signal(move || end())
            .keep_alive(KeepAlive::Timeout(KEEP_ALIVE_TIMEOUT))
            .client_request_timeout(HEAD_DEADLINE)
            .client_disconnect_timeout(DISCONNECT_TIMEOUT)
            .on_connect_ext(|connection: &Patient<TcpStream>, data| {
                data.insert(Rc::clone(&connection.activity));
            })
            .finish(map_config(app, |()| AppConfig::default()));
        let accept = fn_service(move |connection: TcpStream| {
            let proxies = proxies.clone();
            async move {
                let peer = connection.peer_addr().ok();
                give_up_on_the_silent(&connection);
                let protocol = protocol(&connection, peer, &proxies).await?;
                Ok((Patient::new(connection), protocol, peer))
            }
        });
        accept.and_then(http)
    };
    let stopping: EndOfRequests = Arc::new(move || {
        let stopping = stopping.clone();
        async move { stopping.notified().await }.boxed()
    });
    let served = make.clone();
    let builder = builder.listen("kifu", listener, move || served(Arc::clone(&stopping)))?;
    // The server is being stopped while they come: to them that says nothing.
    let last_request: EndOfRequests = Arc::new(|| sleep(LAST_REQUEST_TIME).boxed());
    let start = move || {
        let making = async move {
            let service = Rc::new(make(last_request).new_service(()).await.ok()?);
            let answer: AnswerOne = Rc::new(move |connection: TcpStream| {
                let service = Rc::clone(&service);
                async move {
                    if poll_fn(|context| service.poll_ready(context)).await.is_ok() {
                        // Whatever became of the connection, its answer was given or nobody waits for it.
                        let _ = service.call(connection).await;
                    }
                }
                .boxed_local()
            });
            Some(answer)
        };
        making.boxed_local()
    };
    Ok((builder.run(), LastConnections { listener: last, start: Box::new(start) }))
}

/// A peer that takes nothing for this long, though there is something for it, is cut off: a stream to it would
/// otherwise wait for ever.
fn give_up_on_the_silent(connection: &TcpStream) {
    if let Err(error) = rustix::net::sockopt::set_tcp_user_timeout(connection, MAX_SILENCE_MS) {
        tracing::debug!(%error, "a silent peer will be kept");
    }
}

/// The protocol of a connection.
///
/// # Errors
///
/// If a proxy says nothing for as long as a head may take, or has gone.
async fn protocol(
    connection: &TcpStream,
    peer: Option<SocketAddr>,
    proxies: &TrustedProxies,
) -> io::Result<Protocol> {
    if !peer.is_some_and(|peer| proxies.are_trusted(peer.ip())) {
        return Ok(Protocol::Http1);
    }
    let mut beginning = [0; HTTP_2_PREFACE.len()];
    timeout(HEAD_DEADLINE, connection.peek(&mut beginning)).await??;
    Ok(if beginning == *HTTP_2_PREFACE { Protocol::Http2 } else { Protocol::Http1 })
}

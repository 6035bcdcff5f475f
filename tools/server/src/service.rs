//! The library behind the API, and the threads on which it answers.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use loa_api::{Failure, Kind, Library, Reply, Status, Stop, Task, questions_at};
use loa_tablebase::Tablebases;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::{self, JoinHandle};
use tokio::time::timeout;

use crate::limits::{Limits, Settings};
use crate::metrics::Metrics;
use crate::reply::{self, Refused};

/// The service as handlers receive it.
pub(crate) type Here = State<Arc<Service>>;

/// The library behind the API. All requests share it.
pub(crate) struct Service {
    pub(crate) library: Library,
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    /// A permit for each question that may be answered at the same time.
    threads: Arc<Semaphore>,
    /// A permit for each position that may be estimated at the same time.
    estimates: Arc<Semaphore>,
    /// A permit for each answer that may wait for the check of a certificate.
    checks: Arc<Semaphore>,
}

/// The maximum number of answers that wait for the check of a certificate, each with a thread. The
/// others end without it.
pub(crate) const MOST_CHECKS: usize = 64;

/// Stops the engine when dropped, because no client waits for its answer then.
struct Waiting(Stop);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.set();
    }
}

impl Service {
    pub(crate) fn new(settings: &Settings) -> Service {
        let tables = Tablebases::options()
            .cache_bytes(settings.cache_bytes)
            .folder(&settings.tables)
            .tablebases();
        let limits = settings.limits.clone();
        let mut library = Library::new(&settings.tables, tables, limits.question.clone())
            .with_certificates(settings.certificates.clone())
            .with_suites(&settings.suites);
        library.is_public = settings.is_public;
        Service {
            library,
            limits,
            metrics: Metrics::new(),
            threads: Arc::new(Semaphore::new(settings.threads.max(1))),
            estimates: Arc::new(Semaphore::new(settings.estimates())),
            checks: Arc::new(Semaphore::new(MOST_CHECKS)),
        }
    }

    /// Answers a question for the library, or refuses it.
    pub(crate) async fn answer(self: &Arc<Service>, request: Request<Bytes>) -> Response {
        let (head, body) = request.into_parts();
        let address = head.uri.clone();
        let mut response = self.try_answer(head, body).await.into_response();
        if response.status() == StatusCode::METHOD_NOT_ALLOWED {
            let methods = questions_at(address.path()).map(|about| match about.method {
                "GET" => "GET,HEAD",
                other => other,
            });
            let methods = HeaderValue::try_from(methods.collect::<Vec<_>>().join(","));
            response.headers_mut().extend(methods.map(|methods| (header::ALLOW, methods)));
        }
        response
    }

    /// Answers the question at an address. If the values in memory are enough and the client does
    /// not read gzip, the answer is made here. Otherwise a separate thread makes it. Such threads
    /// also read bodies, so a slow client delays no other client. No answer from tables waits for an
    /// estimate.
    async fn try_answer(
        self: &Arc<Service>,
        head: Parts,
        body: Bytes,
    ) -> Result<Response, Refused> {
        let Parts { method, uri, mut headers, .. } = head;
        let at = uri.path_and_query().map_or("", PathAndQuery::as_str).to_owned();
        let task = match method {
            Method::GET | Method::HEAD => self.library.task("GET", &at, &body)?,
            _ => {
                // Only answers to GET can be in the client's cache.
                headers.remove(header::IF_NONE_MATCH);
                let service = Arc::clone(self);
                let read = move || service.library.task(method.as_str(), &at, &body);
                self.work(read).await??
            }
        };
        if !reply::reads_gzip(&headers)
            && let Some(reply) = task.at_once(&self.library)?
        {
            return Ok(reply::sent(&headers, reply));
        }
        let stop = Stop::default();
        let answer = move |reply| reply::sent(&headers, reply);
        if task.kind() == Kind::Tables {
            let service = Arc::clone(self);
            let run =
                move || task.run(&service.library, &stop, &mut |_| {}, &mut || {}).map(answer);
            return Ok(self.work(run).await??);
        }
        let permit = self.permit().await?;
        let waiting = Waiting(stop.clone());
        if task.kind() == Kind::Events {
            return Ok(reply::events(self.events(task, permit, waiting)));
        }
        self.run(task, permit, stop, |_| {}, answer).await.map_err(failed)?
    }

    /// Does work on a thread, once a thread is free.
    ///
    /// # Errors
    /// When the work panics.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let permit = Arc::clone(&self.threads).acquire_owned().await.map_err(failed)?;
        let done = task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.map_err(failed)
    }

    /// Returns the body of a reply. The task adds to it as it finds more, until the client stops
    /// reading.
    fn events(
        self: &Arc<Service>,
        task: Box<dyn Task>,
        permit: OwnedSemaphorePermit,
        waiting: Waiting,
    ) -> Body {
        let (sender, receiver) = mpsc::unbounded_channel();
        let stop = waiting.0.clone();
        // If the client stops reading, dropping `waiting` stops the engine.
        let send = move |bytes: &[u8]| drop(sender.send(Bytes::copy_from_slice(bytes)));
        drop(self.run(task, permit, stop, send, drop));
        let events = stream::unfold((receiver, waiting), async |(mut receiver, waiting)| {
            let bytes = receiver.recv().await?;
            Some((Ok::<Bytes, Infallible>(bytes), (receiver, waiting)))
        });
        Body::from_stream(events)
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit, Refused> {
        let permit = Arc::clone(&self.estimates).acquire_owned();
        match timeout(self.limits.question.estimate, permit).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(Refused::busy("other positions are being estimated")),
        }
    }

    /// Runs a task on a thread, and makes `answer` of its reply there. If the client abandons the
    /// request, the task still runs to its end and keeps its permit. While it only waits for the check of
    /// a certificate, another position may be estimated.
    fn run<T: Send + 'static>(
        self: &Arc<Service>,
        task: Box<dyn Task>,
        permit: OwnedSemaphorePermit,
        stop: Stop,
        mut send: impl FnMut(&[u8]) + Send + 'static,
        answer: impl FnOnce(Reply) -> T + Send + 'static,
    ) -> JoinHandle<Result<T, Refused>> {
        let service = Arc::clone(self);
        task::spawn_blocking(move || {
            let mut permit = Some(permit);
            let mut rest = || {
                permit = Arc::clone(&service.checks).try_acquire_owned().ok();
                if permit.is_none() {
                    stop.set();
                }
            };
            Ok(answer(task.run(&service.library, &stop, &mut send, &mut rest)?))
        })
    }
}

/// Returns the refusal of a request whose work failed.
pub(crate) fn failed(error: impl std::fmt::Display) -> Refused {
    Failure::new(Status::Failed, error).into()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::server::runtime;

    /// An answer that waits for a check, which does not end before the task is stopped.
    struct Unchecked;

    impl Task for Unchecked {
        fn kind(&self) -> Kind {
            Kind::Events
        }

        fn run(
            &self,
            _: &Library,
            stop: &Stop,
            _: &mut dyn FnMut(&[u8]),
            rest: &mut dyn FnMut(),
        ) -> Result<Reply, Failure> {
            rest();
            while !stop.is_set() {
                std::thread::sleep(Duration::from_millis(5));
            }
            Err(Failure::new(Status::Failed, "stopped"))
        }

        fn at_once(&self, _: &Library) -> Result<Option<Reply>, Failure> {
            Ok(None)
        }
    }

    #[test]
    fn answers_that_wait_for_a_check_hold_up_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = Settings::new(folder.path());
        settings.threads = 1;
        let service = Arc::new(Service::new(&settings));
        let soon = Duration::from_secs(10);
        runtime(&settings).unwrap().block_on(async {
            let mut waiting = Vec::new();
            for _ in 0..MOST_CHECKS {
                let stop = Stop::default();
                // The only place of the engine is free again as soon as an answer only waits.
                let permit = service.permit().await.unwrap();
                let task = service.run(Box::new(Unchecked), permit, stop.clone(), |_| {}, drop);
                waiting.push((Waiting(stop), task));
            }
            assert_eq!(timeout(soon, service.work(|| 7)).await.unwrap().unwrap(), 7);
            // One more ends without the check.
            let permit = service.permit().await.unwrap();
            let last = service.run(Box::new(Unchecked), permit, Stop::default(), |_| {}, drop);
            assert!(timeout(soon, last).await.unwrap().unwrap().is_err());
            for (stop, task) in waiting {
                drop(stop);
                assert!(task.await.unwrap().is_err());
            }
        });
    }
}

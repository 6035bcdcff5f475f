//! The tables behind the API, and the threads that look into them.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use futures_util::stream;
use loa_engine::alpha_beta::StopSign;
use loa_report::{Failure, Status};
use loa_tablebase::{Layout, Tablebases};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task;
use tokio::time::timeout;

use crate::limits::{Limits, Settings};
use crate::metrics::Metrics;
use crate::proofs::Proofs;
use crate::reply::Refused;
use crate::suites::{self, NamedSuite};

/// The tables behind the API, shared by all requests.
pub(crate) struct Service {
    pub(crate) tables: Tablebases,
    pub(crate) layout: Layout,
    pub(crate) proofs: Proofs,
    pub(crate) suites: Vec<NamedSuite>,
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    is_public: bool,
    /// A permit for each question that is answered at the same time.
    threads: Arc<Semaphore>,
    /// A permit for each position that is estimated at the same time.
    estimates: Arc<Semaphore>,
}

/// A sign that stops the engine once nobody waits for its answer.
struct Waiting(Arc<StopSign>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.set();
    }
}

impl Service {
    pub(crate) fn new(settings: &Settings) -> Service {
        Service {
            tables: Tablebases::options()
                .cache_bytes(settings.cache_bytes)
                .folder(&settings.tables)
                .tablebases(),
            layout: Layout::new(&settings.tables),
            proofs: Proofs::new(&settings.proofs),
            suites: suites::all(&settings.suites),
            limits: settings.limits.clone(),
            metrics: Metrics::new(),
            is_public: settings.is_public,
            threads: Arc::new(Semaphore::new(settings.threads.max(1))),
            estimates: Arc::new(Semaphore::new(settings.estimates())),
        }
    }

    /// Returns a failure as those who ask may read it.
    pub(crate) fn shown(&self, failure: Failure) -> Failure {
        if self.is_public { failure.for_visitors(self.layout.root()) } else { failure }
    }

    /// Returns the JSON of the answer that `work` finds. Tables are read on a thread for
    /// that, so that nobody who sends or receives slowly waits for another's answer.
    ///
    /// A request that is given up goes on there to its end, and its permit with it.
    pub(crate) async fn answer<T: Serialize, E: Into<Refused>>(
        self: &Arc<Service>,
        work: impl FnOnce(&Service) -> Result<T, E> + Send + 'static,
    ) -> Result<Vec<u8>, Refused> {
        let permit = Arc::clone(&self.threads)
            .acquire_owned()
            .await
            .map_err(|closed| Failure::new(Status::Failed, closed))?;
        self.work(permit, work).await
    }

    /// Returns the JSON of the estimate that `work` finds, on a thread that no answer from
    /// tables waits for.
    ///
    /// # Errors
    /// When no place has become free in the time of an estimate, or `work` fails.
    pub(crate) async fn estimate<T: Serialize>(
        self: &Arc<Service>,
        work: impl FnOnce(&Service, &StopSign) -> Result<T, Failure> + Send + 'static,
    ) -> Result<Vec<u8>, Refused> {
        let permit = self.permit().await?;
        let stop = Arc::new(StopSign::default());
        let _waiting = Waiting(Arc::clone(&stop));
        let work = move |service: &Service| work(service, &stop);
        self.work(permit, work).await
    }

    /// Returns the body of a reply to which `work` adds as it finds more, on a thread as for an
    /// estimate. The sign stops it once nobody reads any more.
    pub(crate) async fn estimates(
        self: &Arc<Service>,
        work: impl FnOnce(&Service, Arc<StopSign>, &mut dyn FnMut(Bytes)) + Send + 'static,
    ) -> Result<Body, Refused> {
        let permit = self.permit().await?;
        let stop = Arc::new(StopSign::default());
        let waiting = Waiting(Arc::clone(&stop));
        let (sender, receiver) = mpsc::unbounded_channel();
        let service = Arc::clone(self);
        task::spawn_blocking(move || {
            let _permit = permit;
            // Who does not read any more has set the sign.
            work(&service, stop, &mut |bytes| drop(sender.send(bytes)));
        });
        let events = stream::unfold((receiver, waiting), async |(mut receiver, waiting)| {
            let bytes = receiver.recv().await?;
            Some((Ok::<Bytes, Infallible>(bytes), (receiver, waiting)))
        });
        Ok(Body::from_stream(events))
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit, Refused> {
        let permit = Arc::clone(&self.estimates).acquire_owned();
        match timeout(self.limits.estimate, permit).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(Refused::busy("other positions are being estimated")),
        }
    }

    async fn work<T: Serialize, E: Into<Refused>>(
        self: &Arc<Service>,
        permit: OwnedSemaphorePermit,
        work: impl FnOnce(&Service) -> Result<T, E> + Send + 'static,
    ) -> Result<Vec<u8>, Refused> {
        let service = Arc::clone(self);
        let failed = |error: &dyn std::fmt::Display| Failure::new(Status::Failed, error);
        let worker = task::spawn_blocking(move || {
            let _permit = permit;
            let answer = work(&service).map_err(|error| {
                let Refused { status, failure } = error.into();
                Refused { status, failure: service.shown(failure) }
            })?;
            Ok(serde_json::to_vec(&answer).map_err(|error| failed(&error))?)
        });
        worker.await.unwrap_or_else(|error| Err(failed(&error).into()))
    }
}

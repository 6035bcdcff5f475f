//! The tables behind the API, and the threads that look into them.

use std::sync::Arc;

use loa_reply::{Failure, Status};
use loa_tablebase::{Layout, Tablebases};
use serde::Serialize;
use tokio::sync::Semaphore;
use tokio::task;

use crate::limits::{Limits, Settings};
use crate::metrics::Metrics;

/// The tables behind the API, shared by all requests.
pub(crate) struct Service {
    pub(crate) tables: Tablebases,
    pub(crate) layout: Layout,
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    /// A permit for each question that is answered at the same time.
    threads: Arc<Semaphore>,
}

impl Service {
    pub(crate) fn new(settings: &Settings) -> Service {
        Service {
            tables: Tablebases::options()
                .cache_bytes(settings.cache_bytes)
                .folder(&settings.tables)
                .tablebases(),
            layout: Layout::new(&settings.tables),
            limits: settings.limits.clone(),
            metrics: Metrics::default(),
            threads: Arc::new(Semaphore::new(settings.threads.max(1))),
        }
    }

    /// Returns the JSON of the answer that `work` finds. Tables are read on a thread for
    /// that, so that nobody who sends or receives slowly waits for another's answer.
    ///
    /// A request that is given up goes on there to its end, and its permit with it.
    pub(crate) async fn answer<T: Serialize>(
        self: &Arc<Service>,
        work: impl FnOnce(&Service) -> Result<T, Failure> + Send + 'static,
    ) -> Result<Vec<u8>, Failure> {
        let service = Arc::clone(self);
        let permit = Arc::clone(&self.threads).acquire_owned().await;
        let permit = permit.map_err(|closed| Failure::new(Status::Failed, closed))?;
        let worker = task::spawn_blocking(move || {
            let _permit = permit;
            let answer = work(&service)?;
            serde_json::to_vec(&answer).map_err(|error| Failure::new(Status::Failed, error))
        });
        let answer = worker.await;
        answer.unwrap_or_else(|error| Err(Failure::new(Status::Failed, error)))
    }
}

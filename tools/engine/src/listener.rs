//! Listeners for the reports of a searching engine.

use std::fmt;
use std::sync::Arc;

use crate::protocol::reply::Info;

type Hear = dyn Fn(&Info) + Send + Sync;

/// A function that receives the findings of an engine during its search.
#[derive(Clone, Default)]
pub struct Listener(Option<Arc<Hear>>);

impl Listener {
    /// Returns a listener that is called for each depth searched, and for every other report of the
    /// engine.
    pub fn new(hear: impl Fn(&Info) + Send + Sync + 'static) -> Listener {
        Listener(Some(Arc::new(hear)))
    }

    /// Passes on a report.
    pub fn hear(&self, info: &Info) {
        if let Some(hear) = &self.0 {
            hear(info);
        }
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Listener").field(&self.0.is_some()).finish()
    }
}

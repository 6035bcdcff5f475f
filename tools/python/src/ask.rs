//! Any question of the API.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use loa_api::{Library, Limits, default_folder};
use loa_tablebase::Tablebase;
use pyo3::prelude::*;
use serde_json::json;

use crate::errors::error_with;
use crate::work::{Link, watched_and_stopped};

/// Returns the library of a folder. The last one is kept: it has opened tables and checked
/// certificates.
fn library(folder: PathBuf) -> Arc<Library> {
    static LAST: Mutex<Option<(PathBuf, Arc<Library>)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, library)) = last.as_ref().filter(|(known, _)| *known == folder) {
        return Arc::clone(library);
    }
    let options = Tablebase::options();
    let named = Some(&folder).filter(|folder| !folder.as_os_str().is_empty());
    let options = named.into_iter().fold(options, |options, folder| options.folder(folder));
    let library = Arc::new(Library::new(&folder, options.tablebases(), Limits::none()));
    *last = Some((folder, Arc::clone(&library)));
    library
}

/// Returns the content type and the text of the answer to a question, and its events.
#[pyfunction]
#[pyo3(signature = (method, address, body, folder))]
pub(crate) fn ask(
    py: Python<'_>,
    method: &str,
    address: &str,
    body: &[u8],
    folder: Option<PathBuf>,
) -> PyResult<(&'static str, String, Vec<String>)> {
    let library = library(folder.or_else(default_folder).unwrap_or_default());
    let mut events = Vec::new();
    let work = |link: &Link<String>| {
        let mut send = |event: &[u8]| link.send(String::from_utf8_lossy(event).into_owned());
        library.reply(method, address, body, &link.stop, &mut send)
    };
    let receive = |event| {
        events.push(event);
        Ok(())
    };
    let reply = watched_and_stopped(py, work, receive, &|| {})?;
    match reply {
        Ok(reply) => {
            let text = String::from_utf8_lossy(&reply.body).into_owned();
            Ok((reply.content_type, text, events))
        }
        Err(failure) => {
            Err(error_with("QuestionError", failure.text(), &json!({ "kind": failure.status })))
        }
    }
}

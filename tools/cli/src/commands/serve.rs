//! `loa serve`: answers over HTTP.

use std::net::SocketAddr;

use clap::Args;
use loa_server::{Server, Settings};
use serde_json::json;

use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::output;

/// Answer over HTTP: the JSON of probe, line, moves, census and review
///
/// The page at /api lists what can be asked, and /api/openapi.json describes it to
/// programs. Tables that are solved meanwhile are found without a restart; 4x4 is built
/// in. Interrupted, the server answers what is under way and ends.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Listen at this address and port; port 0 lets the system choose one
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
}

pub(crate) fn run(common: &Common, args: &ServeArgs) -> Result<(), Failure> {
    let mut settings = Settings::new(common.layout()?.root());
    settings.cache_bytes = common.cache_bytes();
    if let Some(threads) = common.threads {
        settings.threads = threads.into();
    }
    let server = Server::bind(args.listen, settings).map_err(|error| {
        let message = format!(
            "cannot listen at {}: {error}; choose another with --listen ADDR:PORT",
            args.listen
        );
        Failure::new(Status::Failed, message)
    })?;
    let stopper = server.stopper();
    let handler = ctrlc::set_handler(move || stopper.stop());
    handler.map_err(|error| Failure::new(Status::Failed, error))?;
    let address = format!("http://{}", server.address());
    match common.json {
        true => output::json(&json!({ "listening": address }))?,
        false => output::line(format!("listening at {address}"))?,
    }
    server.run()?;
    Ok(())
}

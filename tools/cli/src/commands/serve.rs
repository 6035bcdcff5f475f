//! `loa serve`: answers over HTTP.

use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{io, thread};

use clap::Args;
use loa_api::{Certificates, Listening, NamedProof};
use loa_server::{NamedSuite, Server, Settings};

use crate::common::Common;
use crate::failure::{Failure, Status, failure};
use crate::interruption::on_signal;
use crate::output;
use crate::paths::named_path;

/// Open a page for the browser: play, explore tables and proofs, solve problems
///
/// The page asks the same server for JSON, and other programs can do the same: the page at /api
/// lists all questions, and /api/openapi.json describes them to programs. The server finds new
/// tables without a restart; 4x4 is built in. An interrupted server finishes its current answers
/// and exits.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Listen at this address or name and port, such as localhost:8080. A port alone is reachable
    /// from this machine only; port 0 lets the system choose a free port
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:8080", value_parser = addresses)]
    listen: Addresses,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Serve strangers: accept any host name, and hide file paths and advice on commands. This is
    /// the default if --listen is not a loopback address; set it behind another server
    #[arg(long)]
    public: bool,
    // The help would print angle brackets.
    #[allow(rustdoc::bare_urls)]
    /// Let pages of this origin ask questions, such as https://example.org, or * for all; repeatable
    #[arg(long, value_name = "URL", value_parser = origin)]
    allow_origin: Vec<String>,
    /// Also answer from this certificate, made by loa prove and checked by loa proof check;
    /// repeatable. Certificates in the folder proofs of the tables folder and small built-in ones
    /// are always included
    #[arg(long, value_name = "FILE", value_parser = named_path())]
    proof: Vec<PathBuf>,
    /// Also offer the problems of this suite, made by loa suite make; repeatable
    #[arg(long, value_name = "FILE", value_parser = named_path())]
    suite: Vec<PathBuf>,
}

pub(crate) fn run(common: &Common, args: &ServeArgs) -> Result<(), Failure> {
    let mut settings = Settings::new(common.layout()?.root());
    settings.is_public = args.public || !args.listen.are_of_this_machine();
    settings.origins.clone_from(&args.allow_origin);
    settings.cache_bytes = common.cache_bytes();
    if let Some(empty) = common.named_without_tables()? {
        output::error_line(&empty.to_string());
    }
    settings.threads = common.threads.map_or(settings.threads, Into::into);
    let proofs = certificates(&settings.tables, &args.proof)?;
    settings.certificates = proofs.clone();
    for file in &args.suite {
        settings.suites.push(NamedSuite::read(file)?);
    }
    let server = args.listen.bind(&settings)?;
    let stopper = server.stopper();
    on_signal(move || stopper.stop())?;
    let address = format!("http://{}", server.address());
    common.show(&Listening { listening: address.clone() })?;
    thread::Builder::new().spawn(move || check(&proofs))?;
    if args.open {
        open_in_browser(&address);
    }
    server.run()?;
    Ok(())
}

/// The addresses of a name. The server listens at one of them.
#[derive(Clone, Debug)]
struct Addresses {
    name: String,
    all: Vec<SocketAddr>,
}

impl Addresses {
    /// `true` if only this machine can reach the addresses.
    fn are_of_this_machine(&self) -> bool {
        self.all.iter().all(|address| address.ip().is_loopback())
    }

    /// Returns a server that listens at the first available address.
    fn bind(&self, settings: &Settings) -> Result<Server, Failure> {
        let none = Err(io::Error::from(io::ErrorKind::AddrNotAvailable));
        let bound = self.all.iter().fold(none, |bound, address| {
            bound.or_else(|_| Server::bind(*address, settings.clone()))
        });
        bound.map_err(|error| match error.kind() {
            io::ErrorKind::Unsupported => Failure::new(Status::Failed, error),
            _ => failure!(
                Failed,
                "cannot listen at {}: {error}; choose another with --listen ADDR:PORT",
                self.name
            ),
        })
    }
}

/// Parses an address or a name with a port, or a port of this machine.
fn addresses(text: &str) -> Result<Addresses, String> {
    let here = text.parse().map(|port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    if let Ok(address) = here {
        return Ok(Addresses { name: address.to_string(), all: vec![address] });
    }
    let all: Vec<SocketAddr> = text.to_socket_addrs().map(Iterator::collect).unwrap_or_default();
    if all.is_empty() {
        let expected = "expected a port, or an address or a known name with a port, such \
                        as 0.0.0.0:8080 or localhost:8080";
        return Err(expected.to_owned());
    }
    Ok(Addresses { name: text.to_owned(), all })
}

/// Parses an origin as browsers send it: a scheme, a name and perhaps a port.
fn origin(text: &str) -> Result<String, String> {
    let origin = text.strip_suffix('/').unwrap_or(text);
    let name = origin.split_once("://").map_or("", |(_, name)| name);
    let is_name = !name.is_empty() && !name.contains(['/', '?', '#', '@', ' ', '*']);
    match origin == "*" || origin.is_ascii() && is_name {
        true => Ok(origin.to_ascii_lowercase()),
        false => Err("expected an origin such as https://example.org, or *".to_owned()),
    }
}

/// Opens an address in the browser of the user who runs the server. If that fails, the server still
/// answers.
fn open_in_browser(address: &str) {
    let opener: &[&str] = match std::env::consts::OS {
        "macos" => &["open"],
        "windows" => &["rundll32", "url.dll,FileProtocolHandler"],
        _ => &["xdg-open"],
    };
    let mut command = Command::new(opener[0]);
    command.args(&opener[1..]).arg(address);
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = quiet.spawn() {
        output::note(&format!("{} cannot open a browser: {error}", opener[0]));
    }
}

/// Returns the named certificates, those of the folder `proofs`, and the built-in ones. Files of the
/// folder that are not certificates are left out.
pub(super) fn certificates(tables: &Path, named: &[PathBuf]) -> Result<Certificates, Failure> {
    let named: Result<Vec<_>, _> = named.iter().map(|file| NamedProof::open(file)).collect();
    let certificates = Certificates::beside(tables).with(named?);
    certificates.left_out().iter().for_each(leave_out);
    Ok(certificates)
}

/// Checks certificates one by one. The server never answers from one that proves nothing.
fn check(certificates: &Certificates) {
    let failures = certificates.added().filter_map(|proof| proof.checked().err());
    failures.for_each(|failure| leave_out(&failure));
}

/// Prints that a certificate is left out, with the reason.
pub(super) fn leave_out(failure: &Failure) {
    output::note(&format!("left out: {}", failure.text()));
}

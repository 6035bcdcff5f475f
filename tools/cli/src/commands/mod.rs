//! The commands, a file each.

mod about;
pub(crate) mod census;
mod census_comparison;
pub(crate) mod check;
#[cfg(feature = "completions")]
pub(crate) mod completions;
pub(crate) mod engine;
mod fit;
pub(crate) mod info;
pub(crate) mod judge;
pub(crate) mod line;
#[cfg(feature = "man")]
pub(crate) mod manual;
pub(crate) mod match_play;
mod metric;
pub(crate) mod moves;
pub(crate) mod pack;
pub(crate) mod perft;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod probe;
pub(crate) mod proof;
pub(crate) mod prove;
mod questions;
mod recorded;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod search;
mod selected;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod suite;
mod table_files;
pub(crate) mod verify;

pub(crate) use census::CensusArgs;
#[cfg(feature = "completions")]
pub(crate) use completions::CompletionsArgs;
pub(crate) use engine::EngineArgs;
pub(crate) use info::InfoArgs;
pub(crate) use judge::JudgeArgs;
pub(crate) use line::LineArgs;
#[cfg(feature = "man")]
pub(crate) use manual::ManualArgs;
pub(crate) use match_play::MatchArgs;
pub(crate) use pack::PackArgs;
pub(crate) use perft::PerftArgs;
pub(crate) use plan::PlanArgs;
pub(crate) use play::PlayArgs;
pub(crate) use probe::ProbeArgs;
pub(crate) use proof::ProofArgs;
pub(crate) use prove::ProveArgs;
pub(crate) use questions::QuestionArgs;
pub(crate) use review::ReviewArgs;
pub(crate) use rules::RulesArgs;
pub(crate) use search::SearchArgs;
#[cfg(feature = "serve")]
pub(crate) use serve::ServeArgs;
pub(crate) use solve::SolveArgs;
pub(crate) use suite::SuiteArgs;
pub(crate) use table_files::FilesArgs;
pub(crate) use verify::VerifyArgs;

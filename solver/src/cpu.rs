//! Faster instructions of newer processors, chosen at run time.
//!
//! A build for any x86-64 processor counts bits in a dozen instructions and deposits bits in a
//! loop. Most processors do either in one instruction. So a release compiles the hot loops twice, and
//! the program chooses between them by the processor it runs on. Functions that a hot loop calls must
//! be inlined into it to be compiled with it: they say `#[inline(always)]`.
//!
//! The second version takes time to compile. Builds for a processor with the features, as by
//! `cargo first`, have one version with them.

#![allow(unsafe_code)]

/// Evaluates an expression, compiled for the features of this processor if the program contains
/// such a version. A `return` or `?` inside ends only the expression.
///
/// ```
/// use loa_solver::internal::dispatch;
///
/// let set = 0x5a_u64;
/// assert_eq!(dispatch!(set.count_ones()), 4);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! dispatch {
    ($work:expr) => {
        $crate::internal::dispatch_closure(
            #[inline(always)]
            || $work,
        )
    };
}

/// The work of [`dispatch!`]. A closure without `#[inline(always)]` would not be compiled twice, only
/// its call.
#[inline(always)]
pub fn dispatch_closure<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "x86_64")]
    if !cfg!(target_feature = "bmi2") && is_x86_64_v3() {
        // SAFETY: the processor has the features that the function is compiled for.
        return unsafe { for_x86_64_v3(work) };
    }
    work()
}

/// Starts to load an entry into the cache, if the entry exists and the processor has an instruction
/// for it.
#[cfg(any(feature = "proof", feature = "retrograde"))]
#[inline(always)]
pub(crate) fn prefetch<T>(entries: &[T], at: usize) {
    #[cfg(target_feature = "sse")]
    if let Some(entry) = entries.get(at) {
        safe_arch::prefetch_t0(entry);
    }
    #[cfg(not(target_feature = "sse"))]
    let _ = (entries, at);
}

/// `true` if the processor has the features that [`for_x86_64_v3`] is compiled for. Intel's have
/// had them since 2013, AMD's since 2015.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn is_x86_64_v3() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn for_x86_64_v3<T>(work: impl FnOnce() -> T) -> T {
    work()
}

//! The program: the command line and its exit status.

use std::process::ExitCode;

/// The hub makes and drops many small texts on a few threads; in a profile the system's allocator took a third of the
/// writer's time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // What a panic says may hold what somebody typed; where it happened cannot.
    std::panic::set_hook(Box::new(|panic| {
        use std::io::Write;
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(std::io::stderr().lock(), "dialog-hub: this is a bug: it panicked at {place}");
    }));
    // Pages of two megabytes would make a thousand idle connections as heavy as ten thousand. Where the system knows
    // no such pages there are none.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
    dialog_hub::cli::main().into()
}

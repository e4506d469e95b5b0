import Glibc

/// The report that is written should this run of the program crash.
///
/// It is named before the process is split, so that both halves know the name.
struct CrashReport {
  /// The name of its file.
  let name = "\(time(nil))-\(getpid()).txt"
}

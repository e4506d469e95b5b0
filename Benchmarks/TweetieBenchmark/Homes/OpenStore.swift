internal import FeedDomain
internal import TerminalRig

/// The cache of a program that lives in that home.
///
/// There is none to fill before the storage module has one; until then what needs posts is shown
/// as not measured.
func openStore(in home: TemporaryHome) async throws -> any FeedStore {
  throw BenchmarkError("no store to put posts into")
}

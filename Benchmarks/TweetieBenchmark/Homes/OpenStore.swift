internal import FeedStorage
internal import Glibc
internal import TerminalRig

/// The cache of a program that lives in that home, where it will look for it.
func openStore(in home: TemporaryHome) async throws -> SQLiteFeedStore {
  let directory = home.path + "/cache/tweetie"
  mkdir(directory, 0o700)
  return try await SQLiteFeedStore(.file(directory + "/cache.db"))
}

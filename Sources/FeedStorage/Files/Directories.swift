package import FeedDomain
internal import Glibc
internal import Groundwork

/// Where Tweetie keeps its files, as the XDG base directories say.
package struct Directories: Hashable, Sendable {
  /// Settings, which hold no secrets.
  package let config: String
  /// What must not be lost: outbox, accounts, logs, crash reports.
  package let state: String
  /// What can be fetched again.
  package let cache: String
  /// Locks and sockets of the running program; the same as `state` where the system has no place.
  package let runtime: String

  /// The directories for an environment; a relative or empty value counts as none.
  ///
  /// Throws `noPlace` where not even a home is known.
  package init(environment: [String: String]) throws(StoreError) {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = absolute("HOME")
    func directory(_ name: String, _ fallback: String) throws(StoreError) -> String {
      if let base = absolute(name) { return "\(base)/tweetie" }
      guard let home else { throw .noPlace(folder: nil) }
      return "\(home)/\(fallback)/tweetie"
    }
    config = try directory("XDG_CONFIG_HOME", ".config")
    state = try directory("XDG_STATE_HOME", ".local/state")
    cache = try directory("XDG_CACHE_HOME", ".cache")
    runtime = absolute("XDG_RUNTIME_DIR").map { "\($0)/tweetie" } ?? state
  }

  package var settingsFile: String { "\(config)/config.ini" }
  /// The accounts and their tokens.
  package var accountsFile: String { "\(state)/accounts" }
  /// What the reader does not want to read about.
  package var mutesFile: String { "\(state)/mutes" }
  /// Changes waiting to be sent, and drafts.
  package var outboxDatabase: String { "\(state)/outbox.db" }
  /// What was fetched and seen.
  package var cacheDatabase: String { "\(cache)/cache.db" }
  /// Photos that were fetched.
  package var photoDirectory: String { "\(cache)/photos" }
  package var logFile: String { "\(state)/log" }
  package var crashDirectory: String { "\(state)/crashes" }
  /// What was found out about terminals.
  package var terminalsFile: String { "\(state)/terminals" }
  /// Which commands were chosen from the list last.
  package var commandsFile: String { "\(state)/commands" }

  /// Makes the directory for state, for its owner alone.
  ///
  /// Throws `readOnly` where it cannot be made, so that the program can go on in memory.
  package func prepareState() throws(StoreError) { try prepare(state) }

  /// Makes the directory for the cache, for its owner alone.
  package func prepareCache() throws(StoreError) { try prepare(cache) }

  private func prepare(_ path: String) throws(StoreError) {
    try StoreError.of { () throws(SystemError) in try PrivateDirectory(path: path).prepare() }
  }
}

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
  package var accountsFile: String { "\(state)/accounts" }
  /// What the reader does not want to read about.
  package var mutesFile: String { "\(state)/mutes" }
  /// Changes waiting to be sent, and drafts.
  package var outboxDatabase: String { "\(state)/outbox.db" }
  /// What was fetched and seen.
  package var cacheDatabase: String { "\(cache)/cache.db" }
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

/// Where a person keeps their pictures.
package enum PictureDirectory {
  /// The directory: what the setting says, else what the desktop calls its picture directory, else
  /// the first of `~/Pictures` and `~/Downloads` that is there; nil where not even a home is known.
  package static func path(setting: String, environment: [String: String]) -> String? {
    func absolute(_ text: String?) -> String? {
      text.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = absolute(environment["HOME"])
    if let wanted = expanded(setting, home: home) { return wanted }
    if let named = absolute(environment["XDG_PICTURES_DIR"]) { return named }
    guard let home else { return nil }
    let config = absolute(environment["XDG_CONFIG_HOME"]) ?? "\(home)/.config"
    if let named = desktopDirectory(in: "\(config)/user-dirs.dirs", home: home) { return named }
    let usual = ["\(home)/Pictures", "\(home)/Downloads"]
    return usual.first { access($0, W_OK) == 0 } ?? usual[0]
  }

  /// A path as a person writes it; nil for one that begins nowhere in particular.
  private static func expanded(_ text: String, home: String?) -> String? {
    if text.hasPrefix("/") { return text }
    guard let home, text == "~" || text.hasPrefix("~/") else { return nil }
    return home + text.dropFirst()
  }

  /// The line `XDG_PICTURES_DIR="$HOME/Pictures"` of the desktop's file.
  private static func desktopDirectory(in file: String, home: String) -> String? {
    let name = "XDG_PICTURES_DIR=\""
    guard let text = text(of: file),
      let line = text.split(separator: "\n").last(where: { $0.hasPrefix(name) })
    else { return nil }
    let value = line.dropFirst(name.count).prefix { $0 != "\"" }
    if value.hasPrefix("$HOME/") { return home + value.dropFirst("$HOME".count) }
    // The home itself means that there is no such directory.
    return value.hasPrefix("/") && value != home ? String(value) : nil
  }

  /// The beginning of a small file.
  private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}

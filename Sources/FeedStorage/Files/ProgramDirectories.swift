package import FeedDomain
internal import Glibc
internal import Groundwork

/// A set of the paths of Tweetie's directories, according to the XDG base directory specification.
package struct ProgramDirectories: Equatable, Sendable {
  /// The path of the directory for Tweetie's settings, which contain no secrets.
  package let config: String
  /// The path of the directory for Tweetie's data that must not be lost: outbox, accounts, logs,
  /// crash reports.
  package let state: String
  /// The path of the directory for Tweetie's data that can be fetched again.
  package let cache: String

  /// Creates the paths of Tweetie's directories from environment variables, of which relative and
  /// empty ones are ignored. Throws `noPlace` without a home directory.
  package init(environment: [String: String]) throws(StoreError) {
    func absolutePathInVariable(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = absolutePathInVariable("HOME")
    func directoryPathFromVariable(_ name: String, _ fallback: String) throws(StoreError) -> String
    {
      if let base = absolutePathInVariable(name) { return "\(base)/tweetie" }
      guard let home else { throw .noPlace(folder: nil) }
      return "\(home)/\(fallback)/tweetie"
    }
    config = try directoryPathFromVariable("XDG_CONFIG_HOME", ".config")
    state = try directoryPathFromVariable("XDG_STATE_HOME", ".local/state")
    cache = try directoryPathFromVariable("XDG_CACHE_HOME", ".cache")
  }

  package var settingsFile: String { "\(config)/config.ini" }
  package var accountsFile: String { "\(state)/accounts" }
  package var mutesFile: String { "\(state)/mutes" }
  /// The path of the database of drafts, changes waiting to be sent, and read states.
  package var outboxDatabase: String { "\(state)/outbox.db" }
  /// The path of the directory for those pictures of drafts that had no file, such as pasted ones.
  package var draftPictureDirectory: String { "\(state)/draft-pictures" }
  /// The path of the database of fetched posts and reading positions.
  package var cacheDatabase: String { "\(cache)/cache.db" }
  package var photoDirectory: String { "\(cache)/photos" }
  package var logFile: String { "\(state)/log" }
  package var crashDirectory: String { "\(state)/crashes" }
  /// The path of the file that stores the detected abilities of terminals.
  package var terminalsFile: String { "\(state)/terminals" }
  /// The path of the empty file that exists once the hints of the first start were shown.
  package var welcomeFile: String { "\(state)/welcomed" }
  /// The path of the file with the commands that were last chosen from the list of commands.
  package var commandsFile: String { "\(state)/commands" }

  /// Creates the state directory, readable for its owner alone. Throws `readOnly` on failure, so
  /// that the program can continue without files.
  package func prepareStateDirectory() throws(StoreError) { try prepareDirectory(at: state) }

  package func prepareCacheDirectory() throws(StoreError) { try prepareDirectory(at: cache) }

  private func prepareDirectory(at path: String) throws(StoreError) {
    try StoreError.convertingFileErrors { () throws(FileOperationError) in
      try PrivateDirectory(path: path).prepareDirectory()
    }
  }
}

package enum SavedPictureDirectory {
  /// Returns the path of the directory for saved pictures: that of the setting, else the desktop's
  /// picture directory, else the first existing of `~/Pictures` and `~/Downloads`; nil if there is
  /// no home directory.
  package static func pictureDirectoryPath(setting: String, environment: [String: String])
    -> String?
  {
    func pathIfAbsolute(_ text: String?) -> String? {
      text.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = pathIfAbsolute(environment["HOME"])
    if let wanted = expandedPath(setting, home: home) { return wanted }
    if let named = pathIfAbsolute(environment["XDG_PICTURES_DIR"]) { return named }
    guard let home else { return nil }
    let config = pathIfAbsolute(environment["XDG_CONFIG_HOME"]) ?? "\(home)/.config"
    if let named = desktopPictureDirectory(in: "\(config)/user-dirs.dirs", home: home) {
      return named
    }
    let usual = ["\(home)/Pictures", "\(home)/Downloads"]
    return usual.first { access($0, W_OK) == 0 } ?? usual[0]
  }

  /// Returns a path with "~" at its beginning replaced by the home directory; nil for a relative
  /// path.
  private static func expandedPath(_ text: String, home: String?) -> String? {
    if text.hasPrefix("/") { return text }
    guard let home, text == "~" || text.hasPrefix("~/") else { return nil }
    return home + text.dropFirst()
  }

  /// Returns the picture directory in the desktop's configuration file, from the line
  /// `XDG_PICTURES_DIR="$HOME/Pictures"`; nil if the file names none.
  private static func desktopPictureDirectory(in file: String, home: String) -> String? {
    let name = "XDG_PICTURES_DIR=\""
    guard let text = configurationFileText(of: file),
      let line = text.split(separator: "\n").last(where: { $0.hasPrefix(name) })
    else { return nil }
    let value = line.dropFirst(name.count).prefix { $0 != "\"" }
    if value.hasPrefix("$HOME/") { return home + value.dropFirst("$HOME".count) }
    // The home directory as value means that there is no picture directory.
    return value.hasPrefix("/") && value != home ? String(value) : nil
  }

  /// Returns the text at the beginning of a configuration file; nil if the file cannot be read.
  private static func configurationFileText(of path: String) -> String? {
    // A file that cannot be read names no directory.
    let bytes = try? OpenFile(path, O_RDONLY | O_NONBLOCK, followsLink: true).readBytes(16_384)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}

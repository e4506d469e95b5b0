internal import FeedDomain
internal import FeedServices
internal import FeedStorage
internal import Glibc
internal import UseCases

/// The stores of a soak run: the program's databases and files in a folder.
@MainActor final class SoakStores {
  let shelf: AccountSession.SessionStores
  private let directories: ProgramDirectories
  private let feeds: SQLiteFeedStore
  private let outbox: SQLiteOutbox
  private let certificateFile: String

  /// Opens the stores; the certificate authority is trusted instead of the system's.
  init(in folder: String, authority: String) async throws {
    directories = try ProgramDirectories(environment: ["HOME": folder])
    try directories.prepareStateDirectory()
    try directories.prepareCacheDirectory()
    certificateFile = "\(folder)/authority.pem"
    guard let file = fopen(certificateFile, "w") else {
      throw SoakFailure("no file for the authority")
    }
    fputs(authority, file)
    fclose(file)
    outbox = SQLiteOutbox(opening: .file(directories.outboxDatabase)) { _ in false }
    try await outbox.openDatabase()
    let readStates = SQLiteReadStateStore(outbox)
    feeds = try await SQLiteFeedStore(.file(directories.cacheDatabase), readStates: readStates)
    shelf = AccountSession.SessionStores(
      feeds: feeds, outbox: outbox, drafts: SQLiteDraftStore(outbox),
      credentials: FileCredentialStore(path: directories.accountsFile), tabs: feeds.tabStore,
      notifications: feeds.notificationStore, searches: feeds.searchHistory,
      mutes: FileMuteStore(path: directories.mutesFile), readStates: readStates,
      rules: SettingsFilterRuleStore(path: ""))
  }

  func services(in world: any World) -> AllServices {
    AllServices(
      builtIn: DemoServiceDirectory(world: world),
      network: NetworkEnvironment(version: "1.0") { [certificateFile] in
        $0 == "SSL_CERT_FILE" ? certificateFile : nil
      },
      world: world, log: SilentSoakLog(),
      accounts: AccountTokenStorage(
        store: shelf.credentials, lockFile: "\(directories.state)/renewal.lock", world: world),
      stateFolder: directories.state)
  }

  func close() async {
    await feeds.closeDatabase()
    await outbox.closeDatabase()
  }
}

/// A folder for a soak run, which is removed with everything in it.
package final class SoakFolder {
  package let path: String

  package init() throws {
    var template = Array("/tmp/tweetie-soak-XXXXXX".utf8CString)
    let path = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let path else { throw SoakFailure("no folder in /tmp: \(errno)") }
    self.path = path
  }

  deinit { Self.removeTree(at: path) }

  private static func removeTree(at path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { removeTree(at: "\(path)/\(name)") }
      }
      closedir(directory)
    }
    remove(path)
  }
}

private struct SilentSoakLog: Log {
  func writeLogLine(_ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String) {}
  func maskSecretInLog(_ secret: Secret) {}
  func eraseLog() {}
}

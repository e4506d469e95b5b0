internal import Glibc
internal import Synchronization

/// A home directory for one test: created empty, deleted when nobody refers to it any more.
///
/// Handing the same home to two sessions, one after the other, is a restart.
public final class TemporaryHome: Sendable {
  /// The path of the temporary home directory.
  public let path: String

  private let variables = Mutex<[String: String]>([:])

  public init() throws(SystemFailure) {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((root + "/tweetie-rig-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemFailure("create a temporary home") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    for name in ["config", "state", "cache", "data", "runtime"] {
      mkdir(path + "/" + name, 0o700)
    }
  }

  deinit { removeTree(path) }

  /// The path of the folder with the demo's people, posts and pictures, in this repository.
  private static let demoFolder =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Demo"

  /// The whole environment of a program: this home, a colour terminal, UTF-8, and nothing
  /// inherited.
  public var environment: [String: String] {
    let fixed = [
      "HOME": path,
      "XDG_CONFIG_HOME": path + "/config",
      "XDG_STATE_HOME": path + "/state",
      "XDG_CACHE_HOME": path + "/cache",
      "XDG_DATA_HOME": path + "/data",
      "XDG_RUNTIME_DIR": path + "/runtime",
      "PATH": "/usr/local/bin:/usr/bin:/bin",
      "TERM": "xterm-256color",
      "LANG": "C.UTF-8",
      "TWEETIE_DEMO": Self.demoFolder,
    ]
    return fixed.merging(variables.withLock { $0 }) { $1 }
  }

  /// Sets a variable for every program that is started in this home from now on; an empty value
  /// removes the variable.
  public func set(_ variable: String, to value: String) {
    variables.withLock { $0[variable] = value }
  }

  /// The paths of all files in the temporary home directory, sorted.
  public var files: [String] { files(below: path).sorted() }

  /// Returns the text of a file in the home directory; nil if the file cannot be read.
  public func text(of file: String) -> String? { contents(of: file) }

  private func files(below directory: String) -> [String] {
    entries(of: directory).flatMap { name in
      let entry = directory + "/" + name
      var facts = stat()
      guard lstat(entry, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { return [entry] }
      return files(below: entry)
    }
  }
}

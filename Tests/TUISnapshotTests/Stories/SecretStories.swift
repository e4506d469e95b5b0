import Glibc
import TerminalRig
import Testing

/// Where the token is, and where it never is.
struct SecretStories {
  @Test(arguments: ["000", "022", "077", "777"])
  func `stored files are readable by their owner only, whatever the umask`(mask: String)
    async throws
  {
    let home = try TemporaryHome.furnished()

    let login = try await home.run(
      """
      umask \(mask)
      echo tweetie123 | tweetie login tweetie --user tweetieuser --password-stdin
      tweetie feed -n 1
      tweetie post "For a few eyes"
      """)

    #expect(login.output.contains("Signed in as @tweetieuser."), "\(login.errors)")
    let open = try await home.run(
      "find \"$HOME/state\" \"$HOME/cache\" \"$HOME/data\" -mindepth 1 -perm /077")
    #expect(open.output == "")
    let accounts = try await home.run("stat -c %a \"$HOME/state/tweetie/accounts\"")
    #expect(accounts.output == "600\n")
  }

  @Test(arguments: ["truncated", "open", "gone", "a link", "large"])
  func `a running session survives damage to the accounts file`(editKind: String) async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    let file = "\"$HOME/state/tweetie/accounts\""
    let lines = [
      "truncated": ": > \(file)", "open": "chmod 644 \(file)", "gone": "rm \(file)",
      "a link": "ln -sf /dev/zero \(file)", "large": "truncate -s 1G \(file)",
    ]

    #expect(try await home.run(try #require(lines[editKind])).code == 0)
    try await session.type("l", untilContains: "♥ 4")
    try await session.waitForDelivery()
    try await session.type("r", untilContains: "up to date")

    try await session.quitCleanly()
    let next = try await home.run("tweetie feed -n 1")
    // What is not safely ours says how to mend it; what holds nobody, that nobody is signed in.
    #expect(["truncated", "gone"].contains(editKind) ? next.code == 3 : next.code != 0)
    if editKind == "open" { #expect(next.errors.contains("chmod 600")) }
  }

  /// Nothing is asked of a keyring, which may be locked or hang: a bus that never answers is not
  /// even spoken to.
  @Test func `the program does not contact the keyring`() async throws {
    let home = try TemporaryHome.furnished()
    let bus = try SilentSocket(path: home.path + "/bus")
    let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(bus.path)"]

    let session = try await TerminalSession.signedIn(in: home, environment: environment)
    try await session.type("l", untilContains: "♥ 4")
    try await session.waitForDelivery()
    #expect(try await session.quit() == .exited(0))
    for line in ["tweetie accounts", "tweetie doctor", "setsid -w tweetie logout"] {
      #expect(try await home.run(line, environment: environment).code == 0, "\(line)")
    }

    #expect(!bus.wasSpokenTo)
  }
}

/// A socket at which somebody listens and never answers.
private final class SilentSocket {
  let path: String
  private let descriptor: CInt

  init(path: String) throws {
    self.path = path
    descriptor = socket(
      AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    guard isBound, listen(descriptor, 8) == 0 else { throw NoSocket() }
  }

  deinit { close(descriptor) }

  struct NoSocket: Error {}

  /// Whether anybody has connected.
  var wasSpokenTo: Bool {
    let other = accept(descriptor, nil, nil)
    if other >= 0 { close(other) }
    return other >= 0
  }
}

import CSystem
import FeedDomain
import Glibc
import Synchronization
import TerminalRig
import Testing
import Threads

@testable import TweetieTUI

/// Commands that give secrets, and those that do not.
struct SecretCommandsTests {
  /// Long enough for everything that ends by itself.
  private static let patient = Duration.seconds(60)

  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  /// Without a terminal, so that nobody's own is lent.
  private func commands(
    limit: Duration = Self.patient, isRestricted: Bool = false
  ) -> SecretCommands {
    SecretCommands(isRestricted: isRestricted, limit: limit, terminal: "/nonexistent")
  }

  private func answer(
    of command: String, limit: Duration = Self.patient
  ) -> Result<String, SecretFailure.SecretFailureReason> {
    do throws(SecretFailure) {
      return .success(try commands(limit: limit).secret(from: command).revealed)
    } catch {
      #expect(error.command == command)
      return .failure(error.reason)
    }
  }

  @Test
  func
    `the Secret Service is asked once, also in restricted mode, and its secret masked in the log`()
    throws
  {
    let store = FakeSecretStore()
    let ada = Account.ID("mastodon:ada")
    try store.storeSecret(Secret("canary"), of: ada)
    let concealed = Mutex<[Secret]>([])
    let commands = SecretCommands(isRestricted: true, store: store) { secret in
      concealed.withLock { $0.append(secret) }
    }
    let source = SecretSource(inStoreFor: ada, record: Secret("record")).command

    let answers = try [commands.secret(from: source), commands.secret(from: source)]

    #expect(answers == [Secret("canary"), Secret("canary")])
    #expect(concealed.withLock { $0 } == [Secret("canary")])
    #expect(throws: SecretFailure("secret-service:bob", .empty)) {
      try commands.secret(from: "secret-service:bob")
    }
  }

  @Test(arguments: [
    ("printf secret", "secret"), ("printf 'secret\\n'", "secret"),
    ("printf 'secret\\r\\nuser: ada\\r\\n'", "secret"),
    ("printf 'secret\\nlogin: ada\\n'", "secret"), ("printf ' two words \\n'", " two words "),
    ("sh -c 'echo secret; echo noise >&2'", "secret"),
    // What it leaves running holds its output; nobody waits for that.
    ("sh -c 'echo secret; sleep 3 &'", "secret"),
    // It stands in front of no terminal, and reads nothing.
    ("sh -c 'cat; echo secret'", "secret"), ("sh -c 'test -t 0 || echo secret'", "secret"),
    // Of our own descriptors it has none.
    ("sh -c 'test ! -e /proc/self/fd/9 && echo secret'", "secret"),
  ])
  func `the first line of a secret command's output is the secret`(command: String, secret: String)
  {
    #expect(answer(of: command) == .success(secret))
  }

  @Test(
    arguments: [
      ("sh -c 'echo secret; exit 3'", .failed(code: 3)),
      ("sh -c 'echo secret; kill -9 $$'", .killed(signal: 9)),
      ("sh -c 'echo canary >&2; exit 1'", .failed(code: 1)),
      ("true", .empty), ("printf '\\nsecret'", .empty), ("printf ' \\t \\nsecret'", .empty),
      ("printf '\\377\\n'", .unreadable), ("/nonexistent/program", .notFound),
      ("no-such-program-anywhere x", .notFound), ("''", .notFound),
      ("/", .notStarted("Permission denied")),
      ("sh -c 'yes canary | head -c 10000000'", .tooMuch), ("yes canary", .tooMuch),
    ] as [(String, SecretFailure.SecretFailureReason)])
  func `each failure of a secret command has its own reason`(
    command: String, reason: SecretFailure.SecretFailureReason
  ) {
    #expect(answer(of: command) == .failure(reason))
  }

  @Test(arguments: [
    "exec sleep 600", "trap '' TERM; while :; do sleep 600; done",
    "sleep 600 & echo $! >>\"$1\"; wait", "kill -STOP $$",
    "echo secret; exec sleep 600",
  ])
  func `a secret command that takes too long is killed with its child processes`(script: String)
    throws
  {
    home.write("echo $$ >\"$1\"\n\(script)\n", to: home.path + "/script")

    let answer = answer(
      of: "sh \(home.path)/script \(home.path)/pids", limit: .milliseconds(400))

    #expect(answer == .failure(.tooSlow))
    let pids = try #require(home.text(of: home.path + "/pids")).split(separator: "\n")
    #expect(!pids.isEmpty)
    for pid in pids { #expect(Self.ends(try #require(pid_t(pid))), "\(pid)") }
  }

  @Test func `an ended secret command is reaped`() {
    home.write("echo $$ >\"$1\"\necho secret\n", to: home.path + "/script")

    _ = answer(of: "sh \(home.path)/script \(home.path)/pid")

    let pid = home.text(of: home.path + "/pid")?.split(separator: "\n").first.flatMap { pid_t($0) }
    #expect(waitpid(pid ?? 0, nil, WNOHANG) == -1)
    #expect(errno == ECHILD)
  }

  @Test func `each secret command runs once, whether it succeeds or fails`() throws {
    home.write("echo >>\"$1\"\nexit $2\n", to: home.path + "/script")
    let commands = commands()
    func runs(_ name: String) -> Int { home.text(of: "\(home.path)/\(name)")?.count ?? 0 }

    for _ in 0..<3 {
      for code in 0...1 {
        _ = try? commands.secret(from: "sh \(home.path)/script \(home.path)/runs\(code) \(code)")
      }
    }

    #expect(runs("runs0") == 1)
    #expect(runs("runs1") == 1)
  }

  @Test func `in restricted mode no secret command runs`() throws {
    let command = "sh -c 'echo >\(home.path)/run'"

    #expect(throws: SecretFailure(command, .forbidden)) {
      try commands(isRestricted: true).secret(from: command)
    }
    #expect(home.files == [])
  }

  @Test func `the secret of a command is masked in the log`() throws {
    let concealed = LockedValue<[Secret]>([])
    let commands = SecretCommands(isRestricted: false, terminal: "/nonexistent") { secret in
      concealed.withLock { $0.append(secret) }
    }

    let secret = try commands.secret(from: "echo canary")

    #expect(concealed.withLock { $0 } == [secret])
    #expect("\(secret)" == "•••")
  }

  /// Whether a process ends, which takes the system a moment after it was killed; whoever
  /// inherited it may not have taken note yet.
  private static func ends(_ process: pid_t) -> Bool {
    let watch = csystem_watch(process)
    guard watch >= 0 else { return errno == ESRCH }
    defer { close(watch) }
    var watched = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 60_000) == 1
  }
}

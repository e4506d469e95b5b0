import ServiceRig
import TerminalRig
import Testing

/// The real program with accounts whose secret a command gives.
struct SecretCommandStories {
  /// The person's own store of secrets, which is no part of the program's home.
  private let vault: TemporaryHome
  private let home: TemporaryHome

  init() throws {
    vault = try TemporaryHome()
    home = try .furnished(more: "[log]\nnetwork = debug\nstorage = debug")
  }

  /// Has the command run this script of the shell.
  private func keep(_ script: String) { vault.write(script + "\n", to: vault.path + "/script") }

  /// Has the command tell that secret, and count how often it was asked.
  private func tell(_ secret: String) {
    keep("echo >>\(vault.path)/runs; printf '%s\\r\\nuser: sol\\r\\n' \(secret)")
  }

  private var command: String { "sh \(vault.path)/script" }

  /// How often the command has told the secret.
  private var runs: Int { vault.text(of: vault.path + "/runs")?.count ?? 0 }

  private func signIn(at server: PretendMastodon) async throws {
    server.makeToken()
    tell(PretendMastodon.token)
    let login = try await home.run(
      "tweetie login mastodon --server \(server.origin) --token-command '\(command)'")
    #expect(login.code == 0, "\(login.errors)")
    #expect(login.output == "Signed in as @sol.\n")
  }

  /// The files of the program's home in which one of the words is.
  private func files(with words: String...) async throws -> String {
    let words = words.map { "-e \($0)" }.joined(separator: " ")
    return try await home.run("grep -rlaF \(words) \"$HOME\"").output
  }

  @Test func `a token from a command is used, reported, and never stored on disk`() async throws {
    let server = try PretendMastodon()
    try await signIn(at: server)
    #expect(runs == 1)

    let feed = try await home.run("tweetie feed home -n 2 --json")
    #expect(feed.output.contains("Post 1499"), "\(feed.errors)")
    #expect(runs == 2)

    // Telling of it asks nobody, and neither does what is stored here, nor leaving.
    let accounts = try await home.run("tweetie accounts --json")
    #expect(accounts.output.contains("\"secret\":\"command\",\"command\":\"\(command)\""))
    #expect(try await home.run("tweetie accounts").output.contains("secret from \"\(command)\""))
    let doctor = try await home.run("tweetie doctor --json").output
    #expect(doctor.contains("{\"name\":\"secrets from command\",\"value\":1}"))
    // The decoder lies beside the program, and says itself how it is confined.
    #expect(
      doctor.contains("\"sandbox\",\"value\":\"full")
        || doctor.contains("\"sandbox\",\"value\":\"reduced"))
    let stored = try await home.run("tweetie feed home -n 2 --offline --json")
    #expect(stored.output.contains("Post 1499"))
    #expect(try await files(with: PretendMastodon.token) == "")
    #expect(try await home.run("find \"$HOME\" -type f -perm /077").output == "")
    #expect(try await home.run("setsid -w tweetie logout").code == 0)
    #expect(runs == 2)
    #expect(try await home.run("tweetie feed").code == 3)
  }

  @Test func `a failed secret command is named, and no request is sent`() async throws {
    let server = try PretendMastodon()
    try await signIn(at: server)
    _ = try await home.run("tweetie feed home -n 2")
    let asked = server.requests.count
    keep("echo canary >&2; exit 3")

    let feed = try await home.run("tweetie feed")
    let post = try await home.run("tweetie post hello")
    let restricted = try await home.run("tweetie feed", environment: ["TWEETIE_RESTRICTED": "1"])

    #expect(feed.code == 3)
    #expect(
      feed.errors == "tweetie: \"\(command)\" gave no secret (code 3). Try it in a shell.\n")
    #expect(post.code == 3)
    #expect(try await home.run("tweetie outbox").output == "Nothing is waiting to be sent.\n")
    #expect(restricted.errors == "tweetie: \"\(command)\" is not run in restricted mode.\n")
    #expect(server.requests.count == asked)
    #expect(try await home.run("tweetie feed --offline").output.contains("Post 1499"))
    #expect(try await home.run("tweetie accounts").output.contains("@sol"))
    #expect(try await files(with: "canary") == "")
  }

  @Test func `a secret command may prompt on the terminal before the full screen opens`()
    async throws
  {
    let server = try PretendMastodon()
    try await signIn(at: server)
    keep(
      """
      printf 'Passphrase: ' >/dev/tty
      stty -echo; read -r word; stty echo
      test "$word" = open && echo \(PretendMastodon.token)
      """)
    let session = try await TerminalSession.start(home: home)
    try await session.waitUntil(contains: "Passphrase:")
    #expect(await !session.screenText.contains("Home"))

    try await session.type("open\r", untilContains: "up to date")
    #expect(await session.screenText.contains("Post 1499"))
    #expect(await !session.screenText.contains("Passphrase:"))
    try await session.quitCleanly()
    #expect(try await files(with: PretendMastodon.token) == "")
  }

  @Test func `keys typed for a failed secret command do not reach the program`() async throws {
    let server = try PretendMastodon()
    try await signIn(at: server)
    _ = try await home.run("mkfifo \(vault.path)/gate; tweetie feed")
    keep("printf 'Passphrase: ' >/dev/tty; read -r end <\(vault.path)/gate; exit 1")
    let session = try await TerminalSession.start(home: home)
    try await session.waitUntil(contains: "Passphrase:")
    try await session.type("Q", untilContains: "Passphrase: Q")

    _ = try await home.run("echo end >\(vault.path)/gate")

    try await session.waitUntil(says: "gave no secret (code 1)")
    try await session.waitUntil(contains: "Post 1499")
    try await session.quitCleanly()
  }

  @Test
  func `after a failed secret command stored posts are shown, and a typed token serves one run`()
    async throws
  {
    let server = try PretendMastodon()
    try await signIn(at: server)
    let first = try await TerminalSession.reopened(in: home)
    try await first.waitUntil(contains: "up to date")
    #expect(try await first.quit() == .exited(0))
    keep("stty raw -echo; kill -9 $$")

    let session = try await TerminalSession.start(home: home)
    try await session.waitUntil(says: "gave no secret: it was stopped (Killed)")
    try await session.waitUntil(contains: "Post 1499")
    try await session.type("r", until: "why one has to sign in") { screen in
      screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains("gave no secret. What you type here is used until you quit.")
    }
    await session.type(PretendMastodon.token)
    try await session.press(.enter, untilContains: "Post 1499")
    await session.type("l")
    try await session.waitForDelivery()
    #expect(server.likes == ["1499"])
    try await session.quitCleanly()

    #expect(try await files(with: PretendMastodon.token) == "")
    #expect(try await home.run("tweetie feed").code == 3)
    tell(PretendMastodon.token)
    #expect(try await home.run("tweetie feed").output.contains("Post 1499"))
  }

  @Test func `the terminal is restored after a secret command that changed its modes`() async throws
  {
    let server = try PretendMastodon()
    try await signIn(at: server)
    for end in ["kill -9 $$", "exit 1", "echo \(PretendMastodon.token)"] {
      keep("stty raw -echo </dev/tty; \(end)")

      let run = try await home.run(
        """
        stty -a </dev/tty >"$HOME/before"
        tweetie feed >"$HOME/feed" 2>&1
        stty -a </dev/tty >"$HOME/after"
        cmp "$HOME/before" "$HOME/after" && ps -o pgid=,tpgid= -p $$
        """)

      #expect(run.code == 0, "\(run.output)\(run.errors)")
      // The shell is in front again.
      #expect(Set(run.output.split { $0 == " " || $0 == "\n" }).count == 1, "\(run.output)")
    }
  }

  @Test
  func `at Bluesky a password from a command opens a new session in each run, and none is stored`()
    async throws
  {
    let server = try PretendBluesky()
    tell(PretendBluesky.password)
    let login = try await home.run(
      "tweetie login bluesky --server \(server.origin) --user \(PretendBluesky.handle)"
        + " --token-command '\(command)'")
    #expect(login.code == 0, "\(login.errors)")

    let session = try await TerminalSession.reopened(in: home)
    try await session.waitUntil(contains: "up to date")
    server.endSession()
    server.post(1)
    await session.type("r")
    // Neither token is good any more: the password is.
    try await session.waitUntil(contains: "1 new")
    #expect(try await session.quit() == .exited(0))

    let paths = server.requests.map(\.path)
    #expect(paths.count { $0.hasSuffix("createSession") } == 3)
    #expect(runs == 2)
    #expect(try await files(with: PretendBluesky.password, "access-", "refresh-") == "")
  }
}

import Glibc
import TerminalRig
import Testing

/// The real program in restricted mode, as somebody uses it who looks for a way out: into other files,
/// to other programs, and into the host's network.
struct RestrictedStories {
  private static let canary = "canary-of-a-file-outside"
  /// What a program that is started leaves behind.
  private static let trace = "was-started"

  /// The host's other files, which are no part of the program's home.
  private let outside: TemporaryHome
  private let home: TemporaryHome

  init() throws {
    outside = try TemporaryHome()
    let plant = outside.path + "/plant"
    home = try .furnished(
      more: """
        [programs]
        editor = \(plant)
        opener = \(plant)
        player = \(plant)
        pipe = \(plant)
        bookmark = \(plant)
        """)
    outside.write("#!/bin/sh\n: >\(outside.path)/\(Self.trace)\n", to: plant)
    chmod(plant, 0o700)
    outside.write(Self.canary + "\n", to: outside.path + "/secret")
    // A link of the person's own leads out, too.
    symlink(outside.path + "/secret", home.path + "/link.txt")
    symlink(outside.path + "/secret", home.path + "/link.png")
  }

  private var environment: [String: String] {
    let plant = outside.path + "/plant"
    return [
      "TWEETIE_RESTRICTED": "1", "EDITOR": plant, "VISUAL": plant, "PAGER": plant, "BROWSER": plant,
      "DISPLAY": ":0",
    ]
  }

  private var wasStarted: Bool { outside.files.contains { $0.hasSuffix(Self.trace) } }

  /// The person's files outside of the program's own folders.
  private var otherFiles: [String] {
    home.files.filter { file in
      !["/config/tweetie/", "/state/tweetie/", "/cache/tweetie/", "/runtime/tweetie/"].contains {
        file.hasPrefix(home.path + $0)
      }
    }
  }

  @Test func `in restricted mode no command reads, writes or starts a named file`() async throws {
    _ = try await TerminalSession.signedIn(in: home).quit()
    let before = otherFiles
    let secret = outside.path + "/secret"
    let climbing = "../\(outside.path.split(separator: "/").last ?? "")/secret"
    var lines: [String] = []
    for file in [secret, "~/link.txt", climbing, "/proc/self/cwd/link.txt", "/proc/self/environ"] {
      lines += [
        "tweetie feeds import \(file)", "tweetie feeds add \(file)",
        "tweetie feeds add file://\(file)",
        "tweetie login rss --server \(file)", "tweetie post --thread \(file) --dry-run",
        "tweetie post Hi --media \(file) --alt A", "tweetie config --import \(file) --trusted",
        "tweetie act edit-profile --with portrait=\(file)", "tweetie fetch --log \(file)",
      ]
    }
    for file in ["~/new", outside.path + "/new", "../new", "/dev/stdout", "-- -new"] {
      lines += [
        "tweetie export \(file)", "tweetie export \(file) --pictures",
        "tweetie feeds export \(file)",
        "tweetie config --export \(file)", "tweetie doctor --bundle \(file)",
        "tweetie save \(file)",
      ]
    }
    lines += [
      "tweetie open https://home.example/", "tweetie link https://home.example/",
      "tweetie login mastodon --server 127.0.0.1 --token-command \(outside.path)/plant",
      "echo token | tweetie login mastodon --server 127.0.0.1 --token-stdin --secret-service",
      "tweetie config --set programs.editor=\(outside.path)/plant",
      "TWEETIE_RESTRICTED=1 tweetie --editor \(outside.path)/plant feed",
    ]

    // A program that crashes is ended by a signal, which the shell tells by a code above 128.
    let script = lines.map { "{ \($0)\n}; [ $? -lt 126 ] || echo 'ended: \($0)'" }
    outside.write(script.joined(separator: "\n"), to: outside.path + "/script")
    // Without a terminal nobody is asked anything.
    let run = try await home.run(
      "cd \"$HOME\"; setsid --wait sh \(outside.path)/script", environment: environment)

    #expect(!(run.output + run.errors).contains(Self.canary))
    #expect(!run.output.contains("ended: "), "\(run.output)")
    #expect(run.errors.contains("Restricted mode does not read or write files"))
    #expect(!wasStarted)
    #expect(otherFiles == before)
    #expect(!outside.files.contains { $0.hasSuffix("/new") })
  }

  @Test func `in restricted mode no key reads or writes a file or starts a program`() async throws {
    _ = try await TerminalSession.signedIn(in: home).quit()
    let before = otherFiles
    let session = try await TerminalSession.start(environment: environment, home: home)
    try await session.waitUntil(contains: "up to date")
    // Links, videos, photos, the clipboard, and the editor while writing. After Escape, a key
    // waits for the screen: both at once are one key with Alt.
    for command in [":export-article", ":save-photo"] {
      try await session.type(command, untilContains: "No matching command works here")
      await session.press(.enter)
      try await session.press(.escape, untilLacks: "No matching command works here")
    }
    for key in ["o", "O", "m", "d", "y", "\\", "_"] { await session.type(key) }
    try await session.type("c", untilContains: "New post")
    await session.type(outside.path + "/secret")
    await session.press(.control("e"))
    await session.press(.control("a"))
    await session.press(.escape)
    _ = try await session.quitBySignal()

    #expect(await session.screenText.contains(Self.canary) == false)
    #expect(await session.damage == [])
    #expect(!wasStarted)
    #expect(otherFiles == before)
  }

  @Test func `restricted mode refuses addresses in the host's own network`() async throws {
    for address in ["http://127.0.0.1:9/feed", "http://localhost:9/feed", "https://10.0.0.1/feed"] {
      let run = try await home.run("tweetie feeds add \(address)", environment: environment)
      #expect(run.code != 0 && run.output == "")
      #expect(run.errors.contains("Restricted mode reaches servers on the internet only."))
    }
    let login = try await home.run(
      "echo token | tweetie login mastodon --server http://127.0.0.1:9 --token-stdin",
      environment: environment)
    #expect(login.errors.contains("Restricted mode reaches servers on the internet only."))
  }
}

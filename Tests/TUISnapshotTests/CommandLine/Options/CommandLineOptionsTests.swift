import FeedDomain
import Testing

@testable import Console
@testable import Preferences
@testable import TweetieTUI
@testable import Words

struct CommandLineOptionsTests {
  private func parse(_ arguments: [String]) throws -> ProgramInvocation {
    try LaunchOptions.parsedCommandLine(from: arguments, environment: [:]).invocation
  }

  private func post(_ arguments: String...) throws -> PostCommandOptions {
    try PostCommandOptions(ScannedArguments(arguments))
  }

  @Test func `without arguments the full screen opens`() throws {
    #expect(try parse([]) == .fullScreen(FullScreenOptions()))
  }

  @Test func `full-screen options are parsed`() throws {
    let options = FullScreenOptions(isDemo: true, hidesPictures: true, theme: .light)

    #expect(try parse(["--demo", "--no-pictures", "--theme=light"]) == .fullScreen(options))
  }

  @Test func `the account option is accepted before and after the command`() throws {
    let before = try LaunchOptions.parsedCommandLine(
      from: ["--account", "ada", "feed"], environment: [:])
    let after = try LaunchOptions.parsedCommandLine(
      from: ["feed", "--account=ada"], environment: [:])

    #expect(before == after)
    #expect(before.account == "ada")
  }

  @Test(arguments: [["-n", "5"], ["-n5"], ["--count", "5"], ["--count=5"]])
  func `an option's value is accepted as the next argument or attached`(_ count: [String]) throws {
    let options = try FeedCommandOptions(
      ScannedArguments(["feed", "photos", "--json", "--offline"] + count))

    #expect(options.stream == .feed(.photos))
    #expect(options.count == 5)
    #expect(options.json && options.offline)
  }

  @Test(arguments: [
    ("0", 0), ("1001", 1001), ("5000000", 5_000_000), ("99999999999999999999999", Int.max),
  ])
  func `commands with a count accept any number from zero`(_ typed: String, _ count: Int) throws {
    for words in [
      ["feed"], ["notifications"], ["search", "x"], ["messages"], ["list", "people"],
    ] {
      #expect(try ScannedArguments(words + ["-n", typed]).countOption() == count)
      #expect(throws: Never.self) { try parse(words + ["-n", typed]) }
    }
  }

  @Test func `every command has quiet and debug options`() throws {
    for spec in CommandSpec.commands {
      #expect(spec.allOptions.map(\.name).suffix(2) == ["--quiet", "--debug"])
    }
    for arguments in [["--quiet", "--debug", "feed"], ["feed", "--debug", "--quiet"]] {
      let options = try LaunchOptions.parsedCommandLine(from: arguments, environment: [:])
      #expect(options.isQuiet && options.isDebugging)
    }
    #expect(throws: UsageError.unknownOption("--quiet", nearest: nil)) { try parse(["--quiet"]) }
  }

  @Test func `stream names, tags and handles are parsed, and unknown words refused`() throws {
    #expect(StreamName("likes") == .feed(.likes))
    #expect(StreamName("#boats") == .feed(.tag("boats")))
    #expect(StreamName("@ada") == .handle("ada"))
    #expect(StreamName("#") == nil)
    #expect(StreamName("nearby") == .nearby)
    #expect(StreamName("hom") == nil)
  }

  @Test func `each media file takes the description that follows it`() throws {
    let options = try post(
      "post", "look", "--media", "a.jpg", "--alt", "a boat", "--media", "b.jpg", "--alt", "")

    #expect(options.text == .argument("look"))
    #expect(
      options.attachments == [
        Draft.DraftAttachment(path: "a.jpg", altText: "a boat"),
        Draft.DraftAttachment(path: "b.jpg", altText: ""),
      ])
  }

  @Test func `each poll option is one choice`() throws {
    let options = try post(
      "post", "Rye?", "--poll", "Yes", "--poll=No", "--poll-several", "--poll-for", "3d")
    #expect(options.choices == ["Yes", "No"])
    #expect(options.allowsSeveral)
    #expect(options.pollLength == .seconds(259_200))
  }

  @Test func `post parses warning, language, quote policy and time`() throws {
    let options = try post(
      "post", "Hallo", "--warning", "tea", "--language", "DE", "--quotable-by", "followers", "--at",
      "2h")
    #expect(options.warning == "tea")
    #expect(options.language == "de")
    #expect(options.quotePolicy == .followers)
    #expect(options.moment == "2h")
  }

  @Test func `post parses the id of the post to edit`() throws {
    let options = try post("post", "better", "--edit", "7")
    #expect(options.editing == Post.ID("7"))
  }

  @Test func `arguments after two hyphens are not options`() throws {
    let options = try post("post", "--", "--help")
    #expect(options.text == .argument("--help"))
  }

  @Test func `every command of one account has the account option`() {
    // These are about all accounts or about none, or name theirs otherwise.
    let others: [CommandName] = [.login, .accounts, .use, .config, .doctor, .qr, .rules]

    for spec in CommandSpec.commands {
      let takesAccount = spec.options.contains { $0.name == OptionSpec.account.name }
      #expect(takesAccount != spec.name.map(others.contains), "\(spec.usageWords)")
    }
  }

  @Test func `every command has one row in the table`() {
    #expect(CommandSpec.commands.compactMap(\.name) == CommandName.allCases)
    #expect(CommandSpec.commands.allSatisfy { $0.read != nil })
  }

  @Test func `the help option wins over a mistake behind it`() throws {
    #expect(try parse(["feed", "--help", "--nonsense"]) == .help(.feed))
    #expect(try parse(["-h"]) == .help(nil))
    #expect(try parse(["--version"]) == .version)
  }

  @Test(arguments: [["-h", "feed"], ["feed", "-h"], ["help", "feed"], ["--help", "feed", "-n"]])
  func `help for a command is accepted before and after the command`(_ arguments: [String]) throws {
    #expect(try parse(arguments) == .help(.feed))
  }

  @Test func `help and version are accepted as words and as options`() throws {
    #expect(try parse(["help"]) == .help(nil))
    #expect(try parse(["version"]) == .version)
    #expect(try parse(["-V"]) == .version)
    #expect(throws: UsageError.unknownCommand("hlep", nearest: "help")) { try parse(["hlep"]) }
    #expect(throws: UsageError.unknownCommand("fed", nearest: "feed")) {
      try parse(["help", "fed"])
    }
  }

  @Test func `each command has two examples that parse`() throws {
    for spec in CommandSpec.commands {
      #expect(spec.examples.count == 2)
      for example in spec.examples {
        #expect(try parse(CommandLineWords(example).words) != .help(nil), "\(example)")
        #expect(CommandLineWords(example).words.first == spec.name?.rawValue)
      }
    }
  }

  @Test(arguments: [
    ("public", Visibility.everybody), ("Everyone", .everybody), ("quiet", .unlisted),
    ("private", .followers), ("direct", .mentioned), ("dm", .mentioned), ("mentioned", .mentioned),
  ])
  func `a visibility is parsed under each of its names`(_ typed: String, _ meant: Visibility) throws
  {
    let options = try post("post", "x", "--visibility", typed)
    #expect(options.visibility == meant)
  }

  @Test func `reply takes the id of the post before the text`() throws {
    let options = try post("reply", "p1", "So do I.")
    #expect(options.replyTo == Post.ID("p1"))
    #expect(options.text == .argument("So do I."))
    #expect(throws: UsageError.missingOperand("ID")) { try parse(["reply"]) }
    #expect(throws: UsageError.unexpectedOperand("do")) { try parse(["reply", "p1", "So", "do"]) }
  }

  @Test func `feed with follow prints no older posts, and refuses the offline option`() throws {
    let options = try FeedCommandOptions(ScannedArguments(["feed", "--follow"]))
    #expect(options.follows)
    #expect(options.count == 0)
    #expect(options.stream == nil)
    #expect(options.postCountPerAccount(of: 3) == 0)
    #expect(throws: UsageError.contradiction("--follow", "--offline")) {
      try parse(["feed", "--follow", "--offline"])
    }
  }

  @Test func `outbox subcommands are parsed`() throws {
    func action(_ arguments: String...) throws -> OutboxSubcommand {
      try OutboxSubcommand(ScannedArguments(arguments))
    }

    #expect(try action("outbox") == .list)
    #expect(try action("outbox", "send") == .send([]))
    #expect(try action("outbox", "send", "x") == .send(["x"]))
    #expect(try action("outbox", "drop", "x") == .drop(["x"]))
  }

  @Test(arguments: [
    (["fed"], UsageError.unknownCommand("fed", nearest: "feed")),
    (["fly"], .unknownCommand("fly", nearest: nil)),
    (["feed", "--jsno"], .unknownOption("--jsno", nearest: "--json")),
    (["--demo", "feed"], .unknownOption("--demo", nearest: nil)),
    (["feed", "-n"], .missingValue(option: "-n")),
    (["feed", "--json=1"], .unexpectedValue(option: "--json")),
    (["feed", "-n", "-5"], .badValue("-5", option: "-n", allowed: "0, 20, 5000, …")),
    (["search", "x", "-n", "many"], .badValue("many", option: "-n", allowed: "0, 20, 5000, …")),
    (["feed", "a", "b"], .unexpectedOperand("b")),
    (["like"], .missingOperand("ID")),
    (["search", " "], .missingOperand("WORDS")),
    (
      ["post", "--language", "deutsch"],
      .badValue("deutsch", option: "--language", allowed: "en, de, pt-BR, …")
    ),
    (["post", "--at", "2h", "--edit", "1"], .contradiction("--at", "--edit")),
    (
      ["post", "--visibility", "followers", "--edit", "1"],
      .contradiction("--visibility", "--edit")
    ),
    (["post", "--quote", "2", "--edit", "1"], .contradiction("--quote", "--edit")),
    (["post", "--poll-several"], .missingOption("--poll", for: "--poll-several")),
    (["post", "--poll", "a", "--edit", "1"], .contradiction("--poll", "--edit")),
    (
      ["post", "--poll", "a", "--poll-for", "1y"],
      .badValue("1y", option: "--poll-for", allowed: "30m, 12h, 7d, …")
    ),
    (["outbox", "drop"], .missingOperand("ID")),
    (["config", "x"], .fileWithoutUse("x")),
    (["post", "--alt", "x"], .altWithoutMedia),
    (["post", "--media", "x"], .mediaWithoutAlt("x")),
    (["--demo", "--account", "x"], .contradiction("--demo", "--account")),
    (
      ["login", "tweetie", "--password-stdin", "--token-stdin"],
      .contradiction("--password-stdin", "--token-stdin")
    ),
  ])
  func `a usage error contains the closest valid word`(_ arguments: [String], _ mistake: UsageError)
  {
    #expect(throws: mistake) { try parse(arguments) }
  }

  @Test func `a usage error exits with code 2, the reason and the help command`() {
    let errors = SinkSpy()
    let complaint = UsageErrorReport(
      printer: ResultPrinter(output: SinkSpy(), errors: errors, properties: OutputProperties()),
      wording: Wording())

    let code = complaint.printUsageError(
      .unknownOption("--jsno", nearest: "--json"), arguments: ["feed", "--jsno"])

    #expect(code == .wrongUse)
    #expect(
      errors.text == """
        tweetie: There is no option --jsno here. Did you mean --json?
        tweetie: See "tweetie feed --help".

        """)
  }

  @Test func `environment variables are read into the launch options`() throws {
    let options = try LaunchOptions.parsedCommandLine(
      from: [],
      environment: [
        "NO_COLOR": "1", "TWEETIE_CONFIG": "/tmp/x.ini", "TWEETIE_RESTRICTED": "0", "VISUAL": "",
        "EDITOR": "ed",
      ])

    #expect(options.environment.forbidsColour)
    #expect(options.environment.settingsPath == "/tmp/x.ini")
    #expect(!options.environment.isRestricted)
    #expect(options.environment.editor == "ed")
  }
}

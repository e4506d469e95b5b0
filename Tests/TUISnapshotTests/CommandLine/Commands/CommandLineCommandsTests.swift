import Doubles
import FeedDomain
import Testing

@testable import Console
@testable import Preferences
@testable import Words

struct CommandLineCommandsTests {
  let item = OutboxItem(
    id: OutboxItem.ID("i1"), account: CommandFixture.ada.account.id,
    change: .publish(Draft(id: Draft.ID("d"), text: "hello")),
    state: .queued(notBefore: nil, after: .unreachable), createdAt: FakeWorld.noon)

  @Test func `post sends the piped text through the outbox, and prints the post's id`() async throws
  {
    var fixture = CommandFixture()
    fixture.result = .delivered(.post(CommandFixture.post("p9", "hi")))
    fixture.input = StubInput(piped: "hi there\n")

    #expect(try await fixture.run("post", "-") == .done)
    #expect(fixture.output.text == "Posted: p9\n")
  }

  @Test func `post with edit prints the id of the edited post`() async throws {
    var fixture = CommandFixture()
    fixture.service.edits = true
    fixture.result = .delivered(.post(CommandFixture.post("p9", "hi")))

    #expect(try await fixture.run("post", "after", "--edit", "p9") == .done)
    #expect(fixture.output.text == "Edited: p9\n")
  }

  @Test func `post with edit keeps the attachments of the post`() async throws {
    var fixture = CommandFixture()
    fixture.service.edits = true
    fixture.result = .keptInOutbox(.unreachable)

    #expect(try await fixture.run("post", "after", "--edit", "p9") == .noNetwork)
    let change = await fixture.outbox.held.first?.change
    #expect(
      change
        == .publish(
          Draft(
            id: Draft.ID("ordered-key-1"), text: "after", editing: Post.ID("p9"),
            attachments: [.init(posted: "m", altText: "A")])))
  }

  @Test(arguments: [false, true])
  func `without a text an edit of other parts keeps the text`(isTerminal: Bool) async throws {
    var fixture = CommandFixture()
    fixture.service.edits = true
    fixture.service.draftLimits = DraftLimits(
      characters: 20, attachments: 4, visibilities: [.everybody], allowsWarning: true)
    fixture.result = .keptInOutbox(.unreachable)
    fixture.input = StubInput(isTerminal: isTerminal)

    #expect(try await fixture.run("post", "--edit", "p9", "--warning", "tea") == .noNetwork)
    guard case .publish(let draft)? = await fixture.outbox.held.first?.change else {
      return #expect(Bool(false))
    }
    #expect(draft.text == "before")
    #expect(draft.warning == "tea")
  }

  @Test(arguments: [false, true])
  func `an edit without a text and without other changes is refused`(
    isTerminal: Bool
  ) async throws {
    var fixture = CommandFixture()
    fixture.service.edits = true
    fixture.input = StubInput(isTerminal: isTerminal)

    #expect(try await fixture.run("post", "--edit", "p9") == .wrongUse)
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test(arguments: [["post", "", "--edit", "p9"], ["post", "-", "--edit", "p9"]])
  func `an edit with an empty text that was given removes the text`(
    arguments: [String]
  ) async throws {
    var fixture = CommandFixture()
    fixture.service.edits = true
    fixture.result = .keptInOutbox(.unreachable)

    #expect(try await fixture.run(arguments) == .noNetwork)
    guard case .publish(let draft)? = await fixture.outbox.held.first?.change else {
      return #expect(Bool(false))
    }
    #expect(draft.text == "")
  }

  @Test func `a settings error is printed to standard error, not to standard output`() async throws
  {
    var fixture = CommandFixture()
    fixture.settings = CurrentSettings(
      path: "config.ini",
      entries: [SettingEntry(section: "look", key: "theme", value: "loud", line: 3)])

    #expect(try await fixture.run("accounts") == .done)
    #expect(fixture.errors.text.hasPrefix("tweetie: config.ini, line 3: "))
    #expect(!fixture.output.text.contains("config.ini"))
  }

  @Test func `post with edit fails at a service without editing`() async throws {
    let fixture = CommandFixture()

    #expect(try await fixture.run("post", "after", "--edit", "p9") == .failed)
    #expect(fixture.errors.text == "tweetie: This service does not let you edit posts.\n")
  }

  @Test func `the JSON of a draft contains its poll and scheduled time`() throws {
    let draft = Draft(
      id: Draft.ID("d"), text: "Rye?",
      poll: Draft.DraftPoll(choices: ["Yes", "No"], lasts: .seconds(300)), postsAt: FakeWorld.noon)

    let object = OutboxItemFormatter(wording: Wording(), now: FakeWorld.noon).draftJSONObject(
      for: draft, of: item.account)

    #expect(
      object.jsonLine().contains(
        "\"poll\":[\"Yes\",\"No\"],\"posts_at\":\"2026-03-04T12:00:00Z\",\"state\":\"draft\""))
  }

  @Test
  func `a scheduled post is reported with its time, a malformed or too early time is refused`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.service.canSchedule = true

    #expect(try await fixture.run("post", "hi", "--at", "2h") == .done)
    #expect(fixture.output.text == "Scheduled for 2026-03-04 14:00.\n")
    #expect(try await fixture.run("post", "hi", "--at", "tomorrow") == .wrongUse)
    #expect(try await fixture.run("post", "hi", "--at", "2m") == .failed)
    #expect(
      fixture.errors.text.hasSuffix(
        "Schedule it at least five minutes ahead.\n"))
  }

  @Test func `a post scheduled five minutes ahead is scheduled a minute later`() async throws {
    var fixture = CommandFixture()
    fixture.service.canSchedule = true

    #expect(try await fixture.run("post", "hi", "--at", "5m") == .done)
    #expect(fixture.output.text == "Scheduled for 2026-03-04 12:06.\n")
  }

  @Test func `a refused scheduled post names its time as the likely reason`() async throws {
    var fixture = CommandFixture()
    fixture.service.canSchedule = true
    fixture.result = .refused(.refused(nil))

    #expect(try await fixture.run("post", "hi", "--at", "2h") == .failed)
    #expect(fixture.errors.text.contains("the time may be too soon or in the past."))
  }

  @Test func `a scheduled post whose time has passed says so in the outbox`() throws {
    let draft = Draft(id: Draft.ID("d"), text: "Late", postsAt: FakeWorld.noon)
    let waiting = OutboxItem(
      id: OutboxItem.ID("d"), account: item.account, change: .publish(draft),
      state: .queued(notBefore: nil, after: .unreachable), createdAt: FakeWorld.noon)

    let line = OutboxItemFormatter(wording: Wording(), now: FakeWorld.noon).outboxItemLine(
      for: waiting)

    #expect(
      line.text.hasSuffix(
        "waiting: The scheduled time is too soon or in the past. Edit it to choose another."))
  }

  @Test func `a post without a network stays in the outbox`() async throws {
    var fixture = CommandFixture()
    fixture.result = .keptInOutbox(.unreachable)

    #expect(try await fixture.run("post", "hi") == .noNetwork)
    #expect(fixture.errors.text.contains("Saved in the outbox"))
    let change = await fixture.outbox.held.first?.change
    #expect(change == .publish(Draft(id: Draft.ID("ordered-key-1"), text: "hi")))
  }

  @Test func `post with a media file that is no picture is refused, and not added to the outbox`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.pictures = NoPicture()

    #expect(try await fixture.run("post", "hi", "--media", "/dev/null", "--alt", "x") == .failed)
    #expect(
      fixture.errors.text
        == "tweetie: /dev/null: The file is not a picture that can be posted: "
        + "choose a JPEG, PNG, WebP, GIF, AVIF or HEIC.\n")
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test(arguments: [
    (FeedError.unreachable, ExitCode.noNetwork, "The service cannot be reached."),
    (.signedOut, .signedOut, "The service no longer accepts this sign-in."),
  ])
  func `a post behind a waiting item says why it waits`(
    _ error: FeedError, _ code: ExitCode, _ reason: String
  ) async throws {
    var fixture = CommandFixture()
    fixture.result = .keptInOutbox(error)
    fixture.stopsAtFirst = true
    #expect(try await fixture.run("post", "one") == code)

    #expect(try await fixture.run("post", "two") == code)
    let last = try #require(fixture.errors.text.split(separator: "\n").last)
    #expect(last.contains("will be sent after the items before it. " + reason))
  }

  @Test func `at a service that needs pictures a post without one is refused, a reply is not`()
    async throws
  {
    var fixture = CommandFixture()
    fixture.service.needsPicture = true

    #expect(try await fixture.run("post", "hi") == .failed)
    #expect(
      fixture.errors.text == "tweetie: A post needs a picture here: --media adds one.\n")
    #expect(await fixture.outbox.held.isEmpty)
    #expect(try await fixture.run("post", "hi", "--reply-to", "p1") == .done)
  }

  @Test(arguments: [
    (["post", "   "], "Nothing to post."),
    (["post", "123456789012345678901"], "The post is 1 character too long."),
    (["post", "hi", "--quote", "p1"], "This service does not support quotes."),
    (["post", "hi", "--visibility", "followers"], "The service has no visibility followers."),
    (
      ["post", "hi", "--at", "2h"], "This account's service does not support \"tweetie post --at\"."
    ),
    (["post", "hi", "--warning", "w"], "This service does not support content warnings."),
    (
      ["post", "hi", "--language", "de"],
      "This account's service does not support \"tweetie post --language\"."
    ),
    (
      ["post", "hi", "--quotable-by", "nobody"],
      "This account's service does not support \"tweetie post --quotable-by\"."
    ),
    (["post", "hi", "--poll", "Yes"], "This service has no polls."),
    (["post", "hi", "--media", "/nowhere", "--alt", ""], "/nowhere: No such file or directory"),
  ])
  func `a post beyond the service's limits is refused, and not added to the outbox`(
    _ arguments: [String], _ reason: String
  ) async throws {
    let fixture = CommandFixture()
    let code =
      switch arguments.count {
      case 2: try await fixture.run(arguments[0], arguments[1])
      case 4: try await fixture.run(arguments[0], arguments[1], arguments[2], arguments[3])
      default:
        try await fixture.run(
          arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5])
      }

    #expect(code == .failed)
    #expect(fixture.errors.text == "tweetie: \(reason)\n")
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test func `post at a terminal without a text is a usage error`() async throws {
    var fixture = CommandFixture()
    fixture.input = StubInput(isTerminal: true)

    #expect(try await fixture.run("post") == .wrongUse)
  }

  @Test func `like goes through the outbox, and a refusal is printed with its reason`() async throws
  {
    var fixture = CommandFixture()

    #expect(try await fixture.run("like", "p1") == .done)
    #expect(fixture.output.text == "Liked.\n")

    fixture.result = .refused(.refused("No hearts for me."))
    #expect(try await fixture.run("like", "p2") == .failed)
    #expect(fixture.errors.text == "tweetie: The service refused it: No hearts for me.\n")

    fixture.result = .refused(.notFound)
    #expect(try await fixture.run("unlike", "p3") == .failed)
    #expect(fixture.errors.text.hasSuffix("There is no post p3.\n"))
  }

  @Test func `the outbox command lists items, as text and as JSON`() async throws {
    var fixture = CommandFixture()
    fixture.outbox = FakeOutbox([item])

    _ = try await fixture.run("outbox")
    _ = try await fixture.run("outbox", "--json")

    let lines = fixture.output.text.split(separator: "\n")
    #expect(lines[0].hasPrefix("i1  post \"hello\"  waiting: The service cannot be reached."))
    #expect(
      lines[1] == """
        {"id":"i1","account":"tweetie:ada","change":"post","post":null,"text":"hello",\
        "thread":null,"poll":null,"posts_at":null,"state":"queued","attempts":0,"created_at":"2026-03-04T12:00:00Z"}
        """)
  }

  @Test func `outbox drop removes an item, a second drop fails`() async throws {
    var fixture = CommandFixture()
    fixture.outbox = FakeOutbox([item])

    #expect(try await fixture.run("outbox", "drop", "i1") == .done)
    #expect(try await fixture.run("outbox", "drop", "i1") == .failed)
  }

  @Test func `outbox send prints the result of each item`() async throws {
    var fixture = CommandFixture()
    fixture.outbox = FakeOutbox([item])
    fixture.result = .keptInOutbox(.signedOut)

    #expect(try await fixture.run("outbox", "send") == .signedOut)
    fixture.result = .delivered(.done)
    #expect(try await fixture.run("outbox", "send") == .done)
    #expect(fixture.output.text == "Sent: post \"hello\"\n")
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test func `a post that another process has sent is printed with its id`() async throws {
    var fixture = CommandFixture()
    fixture.isSentElsewhere = true
    fixture.store = FakeFeedStore([.home: [FeedEntry(CommandFixture.post("p9", "hi"))]])
    try await fixture.outbox.recordPublishedPost(
      Post.ID("p9"), publishedBy: OutboxItem.ID("ordered-key-1"),
      of: CommandFixture.ada.account.id)

    #expect(try await fixture.run("post", "hi") == .done)
    #expect(fixture.output.text == "Posted: p9\n")
  }

  @Test func `an item that another process removed unsent is not reported as sent`() async throws {
    var fixture = CommandFixture()
    fixture.isSentElsewhere = true
    fixture.outbox = FakeOutbox([item])

    #expect(try await fixture.run("outbox", "send") == .noNetwork)
    #expect(fixture.output.text == "")
  }

  @Test func `a scheduled post that another process sent is done, one that it withdrew is not`()
    async throws
  {
    for isSent in [true, false] {
      var fixture = CommandFixture()
      fixture.isSentElsewhere = true
      let draft = Draft(
        id: Draft.ID("d"), text: "hello", postsAt: FakeWorld.noon.timeAdvanced(by: .seconds(7_200)))
      fixture.outbox = FakeOutbox([
        OutboxItem(
          id: OutboxItem.ID("i3"), account: CommandFixture.ada.account.id, change: .publish(draft),
          state: .queued(notBefore: nil, after: nil), createdAt: FakeWorld.noon)
      ])
      if isSent {
        try await fixture.outbox.recordPublishedPost(
          nil, publishedBy: OutboxItem.ID("i3"), of: CommandFixture.ada.account.id)
      }

      #expect(try await fixture.run("outbox", "send") == (isSent ? .done : .noNetwork))
    }
  }

  @Test func `a like that another process has sent is reported as done`() async throws {
    var fixture = CommandFixture()
    fixture.isSentElsewhere = true
    fixture.outbox = FakeOutbox([
      OutboxItem(
        id: OutboxItem.ID("i2"), account: CommandFixture.ada.account.id,
        change: .mark(Post.ID("p1"), .liked, true), state: .queued(notBefore: nil, after: nil),
        createdAt: FakeWorld.noon)
    ])

    #expect(try await fixture.run("outbox", "send") == .done)
  }

  @Test func `doctor prints its facts, as text and as JSON`() async throws {
    let fixture = CommandFixture()

    _ = try await fixture.run("doctor")
    _ = try await fixture.run("doctor", "--json")

    #expect(
      fixture.output.text == """
        versions
          tweetie               1
        {"section":"versions","facts":[{"name":"tweetie","value":"1"}]}

        """)
  }

  @Test func `control characters in posts are not printed, as text or as JSON`() async throws {
    var fixture = CommandFixture()
    let hostile = "\u{1B}[2Jx\u{9B}31m\u{8}\u{7}"
    let post = CommandFixture.post("p\u{1B}c1", hostile, name: hostile)
    fixture.service.pages = [FeedPage([FeedEntry(post)], older: nil)]

    _ = try await fixture.run("feed")
    _ = try await fixture.run("feed", "--json")

    let controls = fixture.output.text.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n") || (0x7F...0x9F).contains($0.value)
    }
    #expect(controls.isEmpty)
  }
}

/// Finds no picture in any file.
private struct NoPicture: PicturePreparing {
  func preparePictureForUpload(
    _ path: String, within limits: PictureUploadLimits
  ) async throws(PictureFileProblem) -> PreparedPicture {
    throw .notAPicture
  }

  func pictureFileExists(at path: String) async -> Bool { true }

  func absolutePicturePath(_ path: String) -> String { path }

  func pictureAndFolderPaths(beginning: String) async -> [String] { [] }
}

import Doubles
import FeedDomain
import Testing

@testable import Console

/// `tweetie act`, and what else is said about a post.
@Suite struct CommandLineActTests {
  private static let grace = Person(id: Person.ID("g"), handle: "grace", name: "Grace")

  private func stage() -> CommandStage {
    var stage = CommandStage()
    stage.service.acts = Set(Act.Kind.allCases)
    stage.service.people = [Self.grace]
    stage.service.extras = StubExtras(filters: [
      WordFilter(id: "8", title: "Boats", words: ["boats"], places: [.home], isHiding: true)
    ])
    // What is kept can be looked at.
    stage.result = .kept(.unreachable)
    return stage
  }

  @Test(arguments: [
    (["notify-posts", "@grace"], Act(.tellOfPosts, "g", detail: "grace")),
    (["tell-of-posts", "@grace"], Act(.tellOfPosts, "g", detail: "grace")),
    (["follow-tag", "#fog"], Act(.followTag, "fog")),
    (["block-server", "fog.example"], Act(.blockServer, "fog.example")),
    (["hide-boosts", "@grace"], Act(.hideBoosts, "g", detail: "grace")),
    (["hide-boosts", "grace", "--undo"], Act(.hideBoosts, "g", detail: "grace", isDone: false)),
    (
      ["note", "@grace", "--with", "words=Sails = fun"],
      Act(.note, "g", detail: "grace", answers: [.words: "Sails = fun"])
    ),
    (
      ["mute-for", "@grace", "--with", "lasts=7d"],
      Act(.muteFor, "g", detail: "grace", answers: [.lasts: "604800"])
    ),
    (
      ["report", "@grace", "--with", "reason=violation", "--with", "rule=3"],
      Act(.report, "g", detail: "grace", answers: [.reason: "violation", .rule: "3"])
    ),
    (["react", "p9", "--with", "emoji=:fish:"], Act(.react, "p9", detail: "fish")),
    (["new-list", "Big", "boats"], Act(.makeList, "Big boats", answers: [.name: "Big boats"])),
    (["make-list", "Big", "boats"], Act(.makeList, "Big boats", answers: [.name: "Big boats"])),
    (["drop-list", "boats"], Act(.dropList, "1", detail: "Boats")),
    (
      ["rename-list", "2", "--with", "name=Pies"],
      Act(.renameList, "2", detail: "Cakes", answers: [.name: "Pies"])
    ),
    (
      ["enlist", "@grace", "--with", "list=cakes"],
      Act(.enlist, "g", detail: "Cakes", answers: [.list: "2"])
    ),
    (
      ["filter", "two", "words", "--with", "hides=yes", "--with", "ends=1h"],
      Act(
        .filter, "two words", detail: "two words",
        answers: [.phrase: "two words", .hides: "true", .ends: "3600"])
    ),
    (["filter", "boats", "--undo"], Act(.filter, "8", detail: "Boats", isDone: false)),
    (
      ["reschedule", "5", "--with", "moment=2h"],
      Act(
        .reschedule, "5",
        answers: [
          .moment: String(FakeWorld.noon.advanced(by: .seconds(7_200)).milliseconds)
        ])
    ),
    (["like-feed", "at://a/b/c"], Act(.likeFeed, "at://a/b/c", detail: "at://a/b/c")),
    (
      ["publish-media", "https://a.example/1.jpg", "https://a.example/2.jpg"],
      Act(
        .publishMedia, "https://a.example/1.jpg",
        answers: [.addresses: "https://a.example/1.jpg https://a.example/2.jpg"])
    ),
    (
      ["edit-profile", "--with", "name=Ada", "--with", "bot=no"],
      Act(
        .profile, CommandStage.ada.account.person.rawValue,
        answers: [.name: "Ada", .isBot: "false"])
    ),
  ])
  func `each deed goes into the outbox as it does from the screen`(
    arguments: [String], act: Act
  ) async throws {
    let stage = stage()

    #expect(try await stage.run(["act"] + arguments) == .noNetwork)

    #expect(await stage.outbox.held.last?.change == .act(act))
  }

  @Test func `what was done is said`() async throws {
    var stage = stage()
    stage.result = .delivered(.done)

    #expect(try await stage.run("act", "note", "@grace", "--with", "words=Sails") == .done)

    #expect(stage.output.text == "Note on @grace kept\n")
  }

  @Test func `without a deed, what the service offers is listed`() async throws {
    var stage = stage()
    stage.service.acts = [.followTag, .report, .profile]

    #expect(try await stage.run("act") == .done)

    #expect(
      stage.output.text == """
        follow-tag #TAG
        report @HANDLE [reason=spam|legal|violation|other] [rule=…] [words=…] [forwards=yes|no]
        edit-profile [name=…] [words=…] [facts=…] [portrait=…] [banner=…] [locked=yes|no] \
        [bot=yes|no] [discoverable=yes|no] [audience=everybody|unlisted|followers] [language=…]

        """)
  }

  @Test(arguments: [
    ["paint", "x"], ["note"], ["note", "@grace", "--with", "colour=red"],
    ["note", "@grace", "--with", "words"], ["note", "@grace", "--with", "reason=spam"],
    ["report", "@grace", "--with", "reason=ugly"], ["mute-for", "@grace", "--with", "lasts=soon"],
    ["report", "@grace", "--with", "forwards=maybe"], ["react", "p9"],
    ["rename-list", "boats"], ["message", "@grace"],
    // What nothing takes back must not be done instead.
    ["report", "@grace", "--undo"], ["drop-list", "boats", "--undo"],
    ["message", "@grace", "--with", "words=Hi", "--undo"], ["unschedule", "5", "--undo"],
  ])
  func `what is typed wrongly is wrong use`(arguments: [String]) {
    #expect(throws: UsageError.self) {
      try LaunchOptions.parse(arguments: ["act"] + arguments, environment: [:])
    }
  }

  @Test func `what is not offered or not there is told`() async throws {
    var stage = stage()
    #expect(try await stage.run("act", "drop-list", "Nowhere") == .failed)
    #expect(try await stage.run("act", "filter", "rain", "--undo") == .failed)
    #expect(try await stage.run("act", "note", "@nobody", "--with", "words=x") == .failed)
    #expect(try await stage.run("act", "reschedule", "5", "--with", "moment=soon") == .wrongUse)
    stage.service.acts = []
    #expect(try await stage.run("act", "follow-tag", "fog") == .failed)

    #expect(await stage.outbox.held == [])
    #expect(stage.errors.text.contains("The account's service has no act follow-tag."))
  }

  @Test func `what is longer than the service takes is said with the limit, and not sent`()
    async throws
  {
    var stage = stage()
    stage.service.textLimits = [
      .makeList: [.name: TextLimit(bytes: 3)],
      .profile: [.words: TextLimit(characters: 2, bytes: 9)],
    ]

    #expect(try await stage.run("act", "make-list", "Boats") == .failed)
    #expect(try await stage.run("act", "edit-profile", "--with", "words=Sea") == .failed)

    #expect(await stage.outbox.held == [])
    #expect(stage.errors.text.contains("name: Too long: at most 3 bytes."))
    #expect(stage.errors.text.contains("words: Too long: at most 2 characters."))
  }

  @Test func `a post says what its service asks, and nothing else`() async throws {
    var stage = stage()
    stage.service.draftLimits = DraftLimits(
      characters: 20, attachments: 0, visibilities: [.everybody], allowsWarning: false,
      remarks: [.licence])

    #expect(try await stage.run("post", "hi", "--with", "licence=by-sa") == .noNetwork)
    guard case .publish(let draft)? = await stage.outbox.held.last?.change else {
      throw FeedError.notFound
    }
    #expect(draft.remarks == [.licence: "by-sa"])
    #expect(try await stage.run("post", "hi", "--with", "answerers=nobody") == .failed)
    #expect(stage.errors.text.contains("The account's service has no post --with answerers."))
  }
}

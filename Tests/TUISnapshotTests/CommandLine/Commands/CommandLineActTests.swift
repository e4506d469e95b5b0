import Doubles
import FeedDomain
import Testing

@testable import Console

/// `tweetie act`, and what else is said about a post.
@Suite struct CommandLineActTests {
  private static let grace = Person(id: Person.ID("g"), handle: "grace", name: "Grace")

  private func fixture() -> CommandFixture {
    var fixture = CommandFixture()
    fixture.service.acts = Set(ServiceAction.ServiceActionKind.allCases)
    fixture.service.people = [Self.grace]
    fixture.service.extras = StubExtras(filters: [
      WordFilter(id: "8", title: "Boats", words: ["boats"], places: [.home], isHiding: true)
    ])
    // What is kept can be looked at.
    fixture.result = .keptInOutbox(.unreachable)
    return fixture
  }

  @Test(arguments: [
    (["notify-posts", "@grace"], ServiceAction(.tellOfPosts, "g", detail: "grace")),
    (["tell-of-posts", "@grace"], ServiceAction(.tellOfPosts, "g", detail: "grace")),
    (["follow-tag", "#fog"], ServiceAction(.followTag, "fog")),
    (["block-server", "fog.example"], ServiceAction(.blockServer, "fog.example")),
    (["hide-boosts", "@grace"], ServiceAction(.hideBoosts, "g", detail: "grace")),
    (
      ["hide-boosts", "grace", "--undo"],
      ServiceAction(.hideBoosts, "g", detail: "grace", isDone: false)
    ),
    (
      ["note", "@grace", "--with", "words=Sails = fun"],
      ServiceAction(.note, "g", detail: "grace", answers: [.words: "Sails = fun"])
    ),
    (
      ["mute-for", "@grace", "--with", "lasts=7d"],
      ServiceAction(.muteFor, "g", detail: "grace", answers: [.duration: "604800"])
    ),
    (
      ["report", "@grace", "--with", "reason=violation", "--with", "rule=3"],
      ServiceAction(.report, "g", detail: "grace", answers: [.reason: "violation", .rule: "3"])
    ),
    (["react", "p9", "--with", "emoji=:fish:"], ServiceAction(.react, "p9", detail: "fish")),
    (
      ["new-list", "Big", "boats"],
      ServiceAction(.makeList, "Big boats", answers: [.name: "Big boats"])
    ),
    (
      ["make-list", "Big", "boats"],
      ServiceAction(.makeList, "Big boats", answers: [.name: "Big boats"])
    ),
    (["drop-list", "boats"], ServiceAction(.dropList, "1", detail: "Boats")),
    (
      ["rename-list", "2", "--with", "name=Pies"],
      ServiceAction(.renameList, "2", detail: "Cakes", answers: [.name: "Pies"])
    ),
    (
      ["enlist", "@grace", "--with", "list=cakes"],
      ServiceAction(.changeListMembership, "g", detail: "Cakes", answers: [.list: "2"])
    ),
    (
      ["filter", "two", "words", "--with", "hides=yes", "--with", "ends=1h"],
      ServiceAction(
        .filter, "two words", detail: "two words",
        answers: [.phrase: "two words", .hidesMatches: "true", .endTime: "3600"])
    ),
    (
      ["filter", "boats", "--with", "place=home,thread"],
      ServiceAction(
        .filter, "boats", detail: "boats",
        answers: [.phrase: "boats", .filterContexts: "home,thread"])
    ),
    (["filter", "boats", "--undo"], ServiceAction(.filter, "8", detail: "Boats", isDone: false)),
    (
      ["reschedule", "5", "--with", "moment=2h"],
      ServiceAction(
        .reschedule, "5",
        answers: [
          .moment: String(FakeWorld.noon.timeAdvanced(by: .seconds(7_200)).milliseconds)
        ])
    ),
    (["like-feed", "at://a/b/c"], ServiceAction(.likeFeed, "at://a/b/c", detail: "at://a/b/c")),
    (
      ["publish-media", "https://a.example/1.jpg", "https://a.example/2.jpg"],
      ServiceAction(
        .publishMedia, "https://a.example/1.jpg",
        answers: [.addresses: "https://a.example/1.jpg https://a.example/2.jpg"])
    ),
    (
      ["edit-profile", "--with", "name=Ada", "--with", "bot=no"],
      ServiceAction(
        .profile, CommandFixture.ada.account.person.rawValue,
        answers: [.name: "Ada", .isBot: "false"])
    ),
  ])
  func `each act subcommand adds its action to the outbox`(
    arguments: [String], act: ServiceAction
  ) async throws {
    let fixture = fixture()

    #expect(try await fixture.run(["act"] + arguments) == .noNetwork)

    #expect(await fixture.outbox.held.last?.change == .serviceAction(act))
  }

  @Test func `act prints a confirmation once the action is delivered`() async throws {
    var fixture = fixture()
    fixture.result = .delivered(.done)

    #expect(try await fixture.run("act", "note", "@grace", "--with", "words=Sails") == .done)

    #expect(fixture.output.text == "Note about @grace saved\n")
  }

  @Test func `act without arguments lists the actions that the service offers`() async throws {
    var fixture = fixture()
    fixture.service.acts = [.followTag, .report, .profile]

    #expect(try await fixture.run("act") == .done)

    #expect(
      fixture.output.text == """
        follow-tag #TAG
        report @HANDLE [reason=spam|legal|violation|other] [rule=…] [words=…] [forwards=yes|no]
        edit-profile [name=…] [words=…] [facts=…] [portrait=…] [banner=…] [locked=yes|no] \
        [bot=yes|no] [discoverable=yes|no] [audience=everybody|unlisted|followers] [language=…]

        """)
  }

  @Test(arguments: [
    ["paint", "x"], ["note"], ["note", "@grace", "--with", "colour=red"],
    ["note", "@grace", "--with", "words"], ["note", "@grace", "--with", "reason=spam"],
    ["report", "@grace", "--with", "reason=ugly"], ["filter", "x", "--with", "place=home,moon"],
    ["mute-for", "@grace", "--with", "lasts=soon"],
    ["report", "@grace", "--with", "forwards=maybe"], ["react", "p9"],
    ["rename-list", "boats"], ["message", "@grace"],
    // What nothing takes back must not be done instead.
    ["report", "@grace", "--undo"], ["drop-list", "boats", "--undo"],
    ["message", "@grace", "--with", "words=Hi", "--undo"], ["unschedule", "5", "--undo"],
  ])
  func `act with malformed arguments is a usage error`(arguments: [String]) {
    #expect(throws: UsageError.self) {
      try LaunchOptions.parsedCommandLine(from: ["act"] + arguments, environment: [:])
    }
  }

  @Test func `act reports a missing list, filter or person, and an unsupported action`()
    async throws
  {
    var fixture = fixture()
    #expect(try await fixture.run("act", "drop-list", "Nowhere") == .failed)
    #expect(try await fixture.run("act", "filter", "rain", "--undo") == .failed)
    #expect(try await fixture.run("act", "note", "@nobody", "--with", "words=x") == .failed)
    #expect(try await fixture.run("act", "reschedule", "5", "--with", "moment=soon") == .wrongUse)
    fixture.service.acts = []
    #expect(try await fixture.run("act", "follow-tag", "fog") == .failed)

    #expect(await fixture.outbox.held == [])
    #expect(
      fixture.errors.text.contains(
        "This account's service does not support \"tweetie act follow-tag\"."))
  }

  @Test func `undoing a filter by a word of several filters lists their ids, and deletes none`()
    async throws
  {
    var fixture = fixture()
    fixture.service.extras = StubExtras(
      filters: [("8", "Sea"), ("9", "boats"), ("10", "Ships")].map { id, title in
        WordFilter(id: id, title: title, words: ["boats", "sail"], places: [.home], isHiding: true)
      })

    #expect(try await fixture.run("act", "filter", "sail", "--undo") == .wrongUse)
    #expect(await fixture.outbox.held == [])
    #expect(
      fixture.errors.text
        == "tweetie: Several lists are called sail. Use one of: 8, 9, 10.\n")
    #expect(try await fixture.run("act", "filter", "boats", "--undo") == .noNetwork)
    #expect(
      await fixture.outbox.held.map(\.change)
        == [.serviceAction(ServiceAction(.filter, "9", detail: "boats", isDone: false))])
  }

  @Test func `act refuses a text longer than the service's limit, and names the limit`()
    async throws
  {
    var fixture = fixture()
    fixture.service.textLimits = [
      .makeList: [.name: FormTextLimit(bytes: 3)],
      .profile: [.words: FormTextLimit(characters: 2, bytes: 9)],
    ]

    #expect(try await fixture.run("act", "make-list", "Boats") == .failed)
    #expect(try await fixture.run("act", "edit-profile", "--with", "words=Sea") == .failed)

    #expect(await fixture.outbox.held == [])
    #expect(fixture.errors.text.contains("name: Too long: at most 3 bytes."))
    #expect(fixture.errors.text.contains("words: Too long: at most 2 characters."))
  }

  @Test func `post takes a field that the service has, and refuses others`() async throws {
    var fixture = fixture()
    fixture.service.draftLimits = DraftLimits(
      characters: 20, attachments: 0, visibilities: [.everybody], allowsWarning: false,
      extraFields: [.licence])

    #expect(try await fixture.run("post", "hi", "--with", "licence=by-sa") == .noNetwork)
    guard case .publish(let draft)? = await fixture.outbox.held.last?.change else {
      throw FeedError.notFound
    }
    #expect(draft.extraFields == [.licence: "by-sa"])
    #expect(try await fixture.run("post", "hi", "--with", "answerers=nobody") == .failed)
    #expect(
      fixture.errors.text.contains(
        "This account's service does not support \"tweetie post --with answerers\"."))
  }
}

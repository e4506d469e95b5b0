import Doubles
import FeedDomain
import Testing

@testable import Console

/// Posts that come back more open than was asked for, and options that are asked as something else.
@Suite struct PostExposureTests {
  private func fixture() -> CommandFixture {
    var fixture = CommandFixture()
    fixture.service.visibilities = Visibility.visibleToOthers
    fixture.result = .delivered(.post(.sample("p9", by: "ada")))
    return fixture
  }

  @Test
  func `a post published to a wider audience than requested is reported with its delete command`()
    async throws
  {
    let fixture = fixture()

    #expect(try await fixture.run("post", "hi", "--visibility", "followers") == .tooVisible)
    #expect(
      fixture.errors.text
        == "tweetie: Your post is more public than requested. Visible to: everybody. You asked for: "
        + "followers only. To delete it: tweetie delete p9\n")
    #expect(fixture.output.text.contains("p9"))
  }

  @Test func `a post published to the requested audience exits with code 0`() async throws {
    let fixture = fixture()

    #expect(try await fixture.run("post", "hi") == .done)
    #expect(fixture.errors.text == "")
  }

  @Test func `outbox send reports a post published to a wider audience than requested`()
    async throws
  {
    let fixture = fixture()
    let draft = Draft(id: Draft.ID("d"), text: "hi", visibility: .mentioned)
    try await fixture.outbox.enqueueItem(
      OutboxItem(
        id: OutboxItem.ID("d"), account: CommandFixture.ada.account.id, change: .publish(draft),
        state: .queued(notBefore: nil, after: nil), createdAt: fixture.world.now))

    #expect(try await fixture.run("outbox", "send") == .tooVisible)
    #expect(fixture.errors.text.contains("only those mentioned"))
    #expect(fixture.output.text.hasPrefix("Sent: "))
  }

  @Test func `post with edit refuses a post with a poll, and says why`() async throws {
    var fixture = fixture()
    fixture.service.edits = true
    fixture.service.draftFailure = .refused(nil)

    #expect(try await fixture.run("post", "hi", "--edit", "p1") == .failed)
    #expect(
      fixture.errors.text
        == "tweetie: Tweetie does not edit posts with a poll: the votes would be lost.\n")
  }

  private static let bluesky = DraftLimits(
    characters: 300, attachments: 4, visibilities: [.everybody], allowsWarning: false,
    extraFields: [.answerers, .isUnquotable])

  @Test(arguments: [
    (["--quotable-by", "nobody"], [InputField.isUnquotable: "true"]),
    (["--quotable-by", "everybody"], [:]),
    (["--answerable-by", "followed"], [.answerers: "followed"]),
    (["--answerable-by", "everybody"], [:]),
    (
      ["--answerable-by", "nobody", "--quotable-by", "nobody"],
      [.answerers: "nobody", .isUnquotable: "true"]
    ),
  ])
  func `post sets who may reply and quote at Bluesky`(
    options: [String], extraFields: [InputField: String]
  ) async throws {
    var fixture = fixture()
    fixture.result = .keptInOutbox(.unreachable)
    fixture.service.draftLimits = Self.bluesky

    #expect(try await fixture.run(["post", "hi"] + options) == .noNetwork)
    guard case .publish(let draft)? = await fixture.outbox.held.first?.change else {
      return #expect(Bool(false), "\(fixture.errors.text)")
    }
    #expect(draft.extraFields == extraFields)
  }

  @Test(arguments: [
    (
      ["--quotable-by", "followers"],
      "This account's service does not support \"tweetie post --quotable-by\".", 1
    ),
    (
      ["--answerable-by", "friends"],
      "everybody, followers, followed, mentioned, nobody", 2
    ),
  ])
  func `post refuses reply settings that Bluesky does not have, and adds nothing to the outbox`(
    options: [String], words: String, code: Int32
  ) async throws {
    var fixture = fixture()
    fixture.service.draftLimits = Self.bluesky

    do {
      let ended = try await fixture.run(["post", "hi"] + options)
      #expect(ended.rawValue == code)
      #expect(fixture.errors.text.contains(words))
    } catch let error as UsageError {
      #expect(code == 2)
      #expect("\(error)".contains(words))
    }
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test func `post refuses reply settings at a service without them`() async throws {
    let fixture = fixture()

    #expect(try await fixture.run("post", "hi", "--answerable-by", "nobody") == .failed)
    #expect(
      fixture.errors.text
        == "tweetie: This account's service does not support \"tweetie post --answerable-by\".\n")
  }
}

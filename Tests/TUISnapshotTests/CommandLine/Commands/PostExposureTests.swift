import Doubles
import FeedDomain
import Testing

@testable import Console

/// Posts that come back more open than was asked for, and options that are asked as something else.
@Suite struct PostExposureTests {
  private func stage() -> CommandStage {
    var stage = CommandStage()
    stage.service.visibilities = Visibility.forOthers
    stage.result = .delivered(.post(.sample("p9", by: "ada")))
    return stage
  }

  @Test func `more eyes than asked for are told at once, with how to delete the post`() async throws
  {
    let stage = stage()

    #expect(try await stage.run("post", "hi", "--visibility", "followers") == .exposed)
    #expect(
      stage.errors.text
        == "tweetie: Your post is more open than you asked. Who sees it: everybody. You asked for: "
        + "followers only. To delete it: tweetie delete p9\n")
    #expect(stage.output.text.contains("p9"))
  }

  @Test func `what is as it was asked to be is done`() async throws {
    let stage = stage()

    #expect(try await stage.run("post", "hi") == .done)
    #expect(stage.errors.text == "")
  }

  @Test func `what waited in the outbox is compared, too`() async throws {
    let stage = stage()
    let draft = Draft(id: Draft.ID("d"), text: "hi", visibility: .mentioned)
    try await stage.outbox.enqueue(
      OutboxItem(
        id: OutboxItem.ID("d"), account: CommandStage.ada.account.id, change: .publish(draft),
        state: .queued(notBefore: nil, after: nil), createdAt: stage.world.now))

    #expect(try await stage.run("outbox", "send") == .exposed)
    #expect(stage.errors.text.contains("only those mentioned"))
    #expect(stage.output.text.hasPrefix("Sent: "))
  }

  @Test func `editing a post with a poll says why it is not done`() async throws {
    var stage = stage()
    stage.service.edits = true
    stage.service.draftFailure = .refused(nil)

    #expect(try await stage.run("post", "hi", "--edit", "p1") == .failed)
    #expect(
      stage.errors.text
        == "tweetie: Tweetie does not edit posts with a poll: the votes would be lost.\n")
  }

  private static let bluesky = DraftLimits(
    characters: 300, attachments: 4, visibilities: [.everybody], allowsWarning: false,
    remarks: [.answerers, .isUnquotable])

  @Test(arguments: [
    (["--quotable-by", "nobody"], [AskedField.isUnquotable: "true"]),
    (["--quotable-by", "everybody"], [:]),
    (["--answerable-by", "followed"], [.answerers: "followed"]),
    (["--answerable-by", "everybody"], [:]),
    (
      ["--answerable-by", "nobody", "--quotable-by", "nobody"],
      [.answerers: "nobody", .isUnquotable: "true"]
    ),
  ])
  func `who may answer and quote can be said at Bluesky`(
    options: [String], remarks: [AskedField: String]
  ) async throws {
    var stage = stage()
    stage.result = .kept(.unreachable)
    stage.service.draftLimits = Self.bluesky

    #expect(try await stage.run(["post", "hi"] + options) == .noNetwork)
    guard case .publish(let draft)? = await stage.outbox.held.first?.change else {
      return #expect(Bool(false), "\(stage.errors.text)")
    }
    #expect(draft.remarks == remarks)
  }

  @Test(arguments: [
    (["--quotable-by", "followers"], "The account's service has no post --quotable-by.", 1),
    (
      ["--answerable-by", "friends"],
      "everybody, followers, followed, mentioned, nobody", 2
    ),
  ])
  func `whom Bluesky cannot name is not sent`(
    options: [String], words: String, code: Int32
  ) async throws {
    var stage = stage()
    stage.service.draftLimits = Self.bluesky

    do {
      let ended = try await stage.run(["post", "hi"] + options)
      #expect(ended.rawValue == code)
      #expect(stage.errors.text.contains(words))
    } catch let error as UsageError {
      #expect(code == 2)
      #expect("\(error)".contains(words))
    }
    #expect(await stage.outbox.held.isEmpty)
  }

  @Test func `who may answer is nothing that other services are asked`() async throws {
    let stage = stage()

    #expect(try await stage.run("post", "hi", "--answerable-by", "nobody") == .failed)
    #expect(
      stage.errors.text == "tweetie: The account's service has no post --answerable-by.\n")
  }
}

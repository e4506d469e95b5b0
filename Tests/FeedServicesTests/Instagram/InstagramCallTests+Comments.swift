import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What can be done: answering, hiding, taking back.
extension InstagramCallTests {
  @Test(arguments: [
    ("1", "/v25.0/1/comments", "1/77"), ("1/2", "/v25.0/2/replies", "1/2/77"),
    ("1/2/3", "/v25.0/2/replies", "1/2/77"),
  ])
  func `a reply is sent to the medium or the comment that it answers`(
    to: String, path: String, id: String
  ) async throws {
    let fixture = InstagramFixture(always: ["id": "77"])
    let draft = Draft(id: Draft.ID("1"), text: "Thanks & bye", replyTo: Post.ID(to))

    let outcome = try await fixture.publishing.sendChange(.publish(draft), key: key)

    guard case .post(let comment) = outcome else { throw FeedError.badReply }
    #expect(comment.id == Post.ID(id))
    #expect(fixture.asked == ["POST \(path) message=Thanks & bye"])
    #expect(fixture.stub.transport.requests[0].isRepeatable == false)
  }

  @Test(arguments: [("1/2", true, "2"), ("1/2", false, "2"), ("1/2/3", true, "3")])
  func `a comment is hidden and shown again by its innermost id`(
    comment: String, isHidden: Bool, id: String
  ) async throws {
    let fixture = InstagramFixture(always: ["success": true])

    let outcome = try await fixture.publishing.sendChange(
      .mark(Post.ID(comment), .hidden, isHidden), key: key)

    #expect(outcome == .done)
    #expect(fixture.asked == ["POST /v25.0/\(id) hide=\(isHidden)"])
  }

  @Test func `a medium cannot be hidden, and a comment that was not hidden is refused`()
    async throws
  {
    let fixture = InstagramFixture(always: ["success": false])

    let medium = await failure {
      try await fixture.publishing.sendChange(.mark(Post.ID("1"), .hidden, true), key: key)
    }
    #expect(fixture.asked == [])
    let comment = await failure {
      try await fixture.publishing.sendChange(.mark(Post.ID("1/2"), .hidden, true), key: key)
    }

    #expect(medium == .refused(nil))
    #expect(comment == .refused(nil))
  }

  @Test func `hidden comments are marked as hidden`() async throws {
    let comments: JSON = [
      "data": [
        ["id": "5", "text": "Buy", "hidden": true], ["id": "6", "text": "Oh", "hidden": false],
        ["id": "7", "text": "Ah", "hidden": 7],
      ]
    ]
    let fixture = InstagramFixture { request in
      .json(request.url.contains("/comments") ? comments : ["id": "1"])
    }

    let conversation = try await fixture.feeds.conversation(of: Post.ID("1"))

    #expect(conversation.nodes.map { $0.post.userMarks } == [[], .hidden, [], []])
  }

  @Test(arguments: [("Many  thanks", true), ("Many\nthanks", true), ("Bye", false)])
  func `a resent comment is found on the medium, or else its outcome is unknown`(
    text: String, hasArrived: Bool
  ) async throws {
    let comments: JSON = [
      "data": [
        [
          "id": "5", "text": .string(text), "username": "lantern.room.invented",
          "timestamp": "2026-11-20T18:30:00+0000",
        ]
      ]
    ]
    let fixture = InstagramFixture { request in
      if request.method == .post { return .json(["id": "77"]) }
      return .json(request.url.contains("/comments") ? comments : ["id": "1"])
    }
    let draft = Draft(id: Draft.ID("1"), text: "Many  thanks", replyTo: Post.ID("1"))

    let begun = try #require(ISODate.parsedTimestamp("2026-11-20T18:29:58Z"))
    let publishing = fixture.publishing
    func resend(
      known: Set<Post.ID> = [], taken: Set<Post.ID> = []
    ) async throws(FeedError) -> String {
      let outcome = try await publishing.resend(
        .publish(draft), key: key, since: begun, known: known, taken: taken)
      guard case .post(let comment) = outcome else { throw .badReply }
      return comment.id.rawValue
    }

    if hasArrived {
      #expect(try await resend() == "1/5")
    } else {
      // It may be what Instagram made of the words.
      #expect(await failure { _ = try await resend() } == .outcomeUnknown)
    }
    // One that was there before, or came of something else, is not it.
    for seen in [Post.ID("1/5")] {
      #expect(await failure { _ = try await resend(known: [seen]) } == .outcomeUnknown)
      #expect(await failure { _ = try await resend(taken: [seen]) } == .outcomeUnknown)
    }
    #expect(!fixture.asked.contains { $0.hasPrefix("POST") })
  }

  @Test func `a comment can be deleted, a medium cannot`() async throws {
    let fixture = InstagramFixture(always: ["success": true])

    let outcome = try await fixture.publishing.sendChange(.delete(Post.ID("1/2/3")), key: key)
    let refusal = await failure {
      try await fixture.publishing.sendChange(.delete(Post.ID("1")), key: key)
    }

    #expect(outcome == .done)
    #expect(refusal == .refused(nil))
    #expect(fixture.asked == ["DELETE /v25.0/3"])
  }

  @Test func `a like is refused without a request`() async {
    let fixture = InstagramFixture(always: [:])

    let error = await failure {
      try await fixture.publishing.sendChange(.mark(Post.ID("1"), .liked, true), key: key)
    }

    #expect(error == .refused(nil))
    #expect(fixture.asked == [])
  }
}

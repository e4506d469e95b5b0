import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// Posts sent as JSON and as forms, at servers that read them as their software does.
@Suite struct MastodonRequestBodyTests {
  private let key = OutboxItem.ID("key-1")
  private let edit = Draft(
    id: Draft.ID("d"), text: "Bye", warning: "tea", editing: Post.ID("7"),
    attachments: [.init(posted: "m1", altText: "A boat")], isSensitive: true)

  /// What becomes of a post that is changed by that request.
  private static func changed(by request: HTTPRequest, at software: MastodonSoftware) -> HTTPReply {
    let isForm = request.sentJSON.isNull
    switch software {
    // A form has no booleans there, and without one nothing is covered.
    case .snac:
      let isCovered = request.sentJSON["sensitive"] == true
      return .json(post(isCovered ? request.sentJSON["spoiler_text"] : "", isCovered))
    case .takahe where isForm: return HTTPReply(status: 500, headers: [:], body: [])
    case .gotosocial where isForm: return .json(["error": "Bad Request"], status: 400)
    default: return .json(post("tea", true))
    }
  }

  private static func post(_ warning: JSON, _ isCovered: Bool) -> JSON {
    .object(
      MastodonPosts.post("7", photo: true).members + [
        .init(name: "spoiler_text", value: warning), .init(name: "visibility", value: "public"),
        .init(name: "sensitive", value: .bool(isCovered)),
      ])
  }

  @Test(arguments: [MastodonSoftware.mastodon, .gotosocial, .akkoma, .snac, .takahe])
  func `an edit keeps the warning, the sensitive flag and the picture`(
    software: MastodonSoftware
  ) async throws {
    let fixture = MastodonFixture(software) { Self.changed(by: $0, at: software) }

    let outcome = try await fixture.publishing.sendChange(.publish(edit), key: key)

    guard case .post(let post) = outcome else { throw FeedError.badReply }
    #expect(post.content.warning == "tea")
    #expect(post.content.photos.map(\.isSensitive) == [true])
    #expect(PendingChange.publish(edit).postWithUnintendedExposure(after: outcome) == nil)
    let sent = try #require(fixture.transport.requests.first).sentJSON
    #expect(sent["sensitive"] == true)
    #expect(sent["media_ids"] == ["m1"])
    if fixture.connection.server.limits.canEditAltTexts {
      #expect(sent["media_attributes"] == [["id": "m1", "description": "A boat"]])
    }
    #expect(fixture.transport.requests.count == 1)
  }

  @Test func `removing the last picture is sent as an empty list`() async throws {
    let fixture = MastodonFixture(always: MastodonPosts.post("7"))

    _ = try await fixture.publishing.sendChange(.publish(edit.with(\.attachments, [])), key: key)

    #expect(fixture.transport.requests.first?.sentJSON["media_ids"] == [])
  }

  @Test(arguments: [true, false])
  func `a form states that the last picture was removed, if there was one`(
    hasPhoto: Bool
  ) async throws {
    var server = MastodonServer(address: "https://home.example")
    (server.software, server.refusesJSON) = (.other, true)
    let fixture = MastodonFixture(at: server, always: MastodonPosts.post("7", photo: hasPhoto))

    _ = try await fixture.publishing.sendChange(.publish(edit.with(\.attachments, [])), key: key)

    #expect(
      fixture.asked == [
        "GET /api/v1/statuses/7",
        "PUT /api/v1/statuses/7 status=Bye spoiler_text=tea sensitive=true"
          + (hasPhoto ? " media_ids[]=" : ""),
      ])
  }

  @Test func `snac gets polls as a form and other posts as JSON`() async throws {
    let fixture = MastodonFixture(.snac, always: MastodonPosts.post("7"))
    let poll = Draft.DraftPoll(choices: ["Yes", "No"], lasts: .seconds(3_600))

    _ = try await fixture.publishing.sendChange(
      .publish(Draft(id: Draft.ID("d"), text: "Rye?", poll: poll)), key: key)
    _ = try await fixture.publishing.sendChange(
      .publish(Draft(id: Draft.ID("e"), text: "Rye", warning: "tea")), key: key)

    #expect(
      fixture.asked == [
        "POST /api/v1/statuses status=Rye? visibility=public poll[options][]=Yes "
          + "poll[options][]=No poll[expires_in]=3600 poll[multiple]=false poll[hide_totals]=false",
        "POST /api/v1/statuses json status=Rye visibility=public spoiler_text=tea sensitive=true",
      ])
  }

  @Test func `Pixelfed gets posts as forms`() async throws {
    let fixture = MastodonFixture(.pixelfed, always: MastodonPosts.post("7"))

    _ = try await fixture.publishing.sendChange(
      .publish(Draft(id: Draft.ID("d"), text: "Hi", replyTo: Post.ID("1"))), key: key)

    #expect(
      fixture.asked == ["POST /api/v1/statuses status=Hi visibility=public in_reply_to_id=1"])
  }

  @Test(arguments: [400, 406, 415, 422])
  func `an unknown server that refuses JSON gets forms from then on`(
    status: Int
  ) async throws {
    let fixture = MastodonFixture(.other) { request in
      request.sentJSON.isNull
        ? .json(MastodonPosts.post("7")) : .json(["error": "No"], status: status)
    }
    let draft = Draft(id: Draft.ID("d"), text: "Hi")

    _ = try await fixture.publishing.sendChange(.publish(draft), key: key)
    _ = try await fixture.publishing.sendChange(.publish(draft), key: OutboxItem.ID("key-2"))

    let form = "POST /api/v1/statuses status=Hi visibility=public"
    #expect(
      fixture.asked == ["POST /api/v1/statuses json status=Hi visibility=public", form, form])
    #expect(fixture.connection.refusesJSON.withLock { $0 })
  }

  @Test func `a post refused as JSON and as a form does not change the format`() async {
    let fixture = MastodonFixture(.other) { _ in .json(["error": "Too long"], status: 422) }

    await #expect(throws: FeedError.refused("Too long")) {
      try await fixture.publishing.sendChange(
        .publish(Draft(id: Draft.ID("d"), text: "Hi")), key: key)
    }
    #expect(!fixture.connection.refusesJSON.withLock { $0 })
  }

  @Test func `a new post is not resent as a form at once after a 500, an edit is`() async throws {
    let fixture = MastodonFixture(.other) { request in
      request.sentJSON.isNull ? .json(MastodonPosts.post("7")) : .json([:], status: 500)
    }
    let other = MastodonFixture(.other) { request in
      request.sentJSON.isNull ? .json(MastodonPosts.post("7")) : .json([:], status: 500)
    }
    let draft = Draft(id: Draft.ID("d"), text: "Hi")

    await #expect(throws: FeedError.serverFailed(500)) {
      try await fixture.publishing.sendChange(.publish(draft), key: key)
    }
    #expect(fixture.asked.count == 1)
    // Once it has been looked for, it is sent as a form.
    _ = try await fixture.publishing.sendChange(.publish(draft), key: key)
    #expect(fixture.asked.last == "POST /api/v1/statuses status=Hi visibility=public")
    _ = try await other.publishing.sendChange(.publish(edit), key: key)
    #expect(other.asked.count == 2)
  }

  @Test(arguments: [MastodonSoftware.mastodon, .gotosocial, .akkoma, .snac, .takahe])
  func `a refusal by a server that reads JSON is not retried as a form`(software: MastodonSoftware)
    async
  {
    let fixture = MastodonFixture(software) { _ in .json(["error": "Too long"], status: 422) }

    await #expect(throws: FeedError.refused("Too long")) {
      try await fixture.publishing.sendChange(
        .publish(Draft(id: Draft.ID("d"), text: "Hi")), key: key)
    }
    #expect(fixture.asked.count == 1)
  }

  @Test func `the request format is stored with the account`() {
    var server = MastodonServer(address: "https://home.example")
    server.refusesJSON = true
    server.version = [0, 20, 1]

    #expect(MastodonServer(stored: server.json) == server)
    #expect(MastodonServer(stored: ["origin": "https://home.example"])?.refusesJSON == false)
  }
}

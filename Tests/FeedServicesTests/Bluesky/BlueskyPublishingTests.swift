import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What a person does, as it goes over the wire.
@Suite struct BlueskyPublishingTests {
  let key = OutboxItem.ID("key-1")
  let post = Post.ID(BlueskyPosts.uri("1"))
  let like = BlueskyRecordKeyGenerator.recordKey(for: "app.bsky.feed.like \(BlueskyPosts.uri("1"))")

  /// A server that has that post, and answers the rest kindly.
  func fixture(_ view: JSON = BlueskyPosts.post("1")) -> BlueskyFixture {
    BlueskyFixture { request in
      request.url.contains("getPosts")
        ? .json(["posts": [view]]) : .json(["uri": "at://a/b/c", "cid": "cid-new"])
    }
  }

  let getPost =
    "GET app.bsky.feed.getPosts?uris=at%3A%2F%2Fdid%3Aplc%3Aada%2Fapp.bsky.feed.post%2F1"

  @Test(arguments: [(true, false), (false, false), (true, true), (false, true)])
  func `following and blocking write and delete records about the person`(
    isDone: Bool, isBlock: Bool
  ) async throws {
    let person = Person.ID("did:plc:ada")
    let fixture = BlueskyFixture(always: ["did": "did:plc:ada", "viewer": [:]])
    let collection = isBlock ? "app.bsky.graph.block" : "app.bsky.graph.follow"
    let rkey = BlueskyRecordKeyGenerator.recordKey(for: "\(collection) did:plc:ada")

    _ = try await fixture.publishing.sendChange(
      isBlock ? .block(person, isDone) : .follow(person, isDone), key: key)

    let sent = try #require(fixture.transport.requests.last)
    #expect(fixture.asked[0] == "GET app.bsky.actor.getProfile?actor=did%3Aplc%3Aada")
    #expect(sent.url.hasSuffix(isDone ? "putRecord" : "deleteRecord"))
    #expect(sent.sentJSON["collection"] == .string(collection))
    #expect(sent.sentJSON["rkey"] == .string(rkey))
    #expect(sent.sentJSON["record"]["subject"] == (isDone ? "did:plc:ada" : .null))
  }

  @Test func `a draft for posting again keeps the post's reply and quote limits`() async throws {
    guard case .object(let members) = BlueskyPosts.post("1") else { throw FeedError.badReply }
    let rule: JSON = ["$type": "app.bsky.feed.threadgate#followingRule"]
    let view = JSON.object(
      members.filter { $0.name != "viewer" } + [
        .init(name: "viewer", value: ["embeddingDisabled": true]),
        .init(name: "threadgate", value: ["record": ["allow": [rule]]]),
      ])
    let fixture = fixture(view)

    let draft = try await fixture.publishing.draftForPostingAgain(
      Post.sample(post.rawValue, by: "me"), as: Draft.ID("d"))

    #expect(draft.text == (try #require(BlueskyPosts.post("1")["record"]["text"].string)))
    #expect(draft.extraFields == [.answerers: "followed", .isUnquotable: "true"])
  }

  @Test(arguments: [("graphic-media", true), ("sexual", true), ("bot", false)])
  func `a draft for posting again covers pictures as the post did`(
    label: String, isCovered: Bool
  ) async throws {
    let me: JSON = ["did": .string(BlueskySample.me.rawValue), "handle": "sol.example.com"]
    let view = BlueskyPosts.post("1", photo: true).with("author", me)
      .with("record", ["text": "x", "labels": ["values": [["val": .string(label)]]]])

    let draft = try await fixture(view).publishing.draftForPostingAgain(
      Post.sample(post.rawValue, by: "me"), as: Draft.ID("d"))

    #expect(draft.text == "x")
    #expect(draft.isSensitive == isCovered)
  }

  @Test(arguments: [
    ("spam", "reasonSpam"), ("legal", "reasonViolation"), ("violation", "reasonViolation"),
    ("other", "reasonOther"), ("none of those", "reasonOther"),
  ])
  func `a person is reported to the moderation service with the reason`(
    reason: String, name: String
  ) async throws {
    let fixture = BlueskyFixture(always: [:])
    let act = ServiceAction(
      .report, "did:plc:ada", answers: [.reason: reason, .words: "Again and again"])

    let outcome = try await fixture.publishing.sendChange(.serviceAction(act), key: key)

    let sent = try #require(fixture.transport.requests.last)
    #expect(outcome == .done)
    #expect(sent.url.hasSuffix("/xrpc/com.atproto.moderation.createReport"))
    #expect(sent.headers["atproto-proxy"]?.hasSuffix("#atproto_labeler") == true)
    #expect(sent.sentJSON["reasonType"] == .string("com.atproto.moderation.defs#" + name))
    #expect(sent.sentJSON["reason"] == "Again and again")
    #expect(
      sent.sentJSON["subject"] == [
        "$type": "com.atproto.admin.defs#repoRef", "did": "did:plc:ada",
      ])
  }

  @Test func `a report of a post refers to its current version`() async throws {
    let fixture = fixture()
    let act = ServiceAction(.report, "did:plc:ada", answers: [.post: post.rawValue])

    _ = try await fixture.publishing.sendChange(.serviceAction(act), key: key)

    let sent = try #require(fixture.transport.requests.last)
    #expect(fixture.asked.first == getPost)
    #expect(
      sent.sentJSON["subject"] == [
        "$type": "com.atproto.repo.strongRef", "uri": .string(post.rawValue), "cid": "cid-1",
      ])
  }

  @Test(arguments: [(true, "muteActor"), (false, "unmuteActor")])
  func `muting a person is a request to the server, not a record`(isDone: Bool, method: String)
    async throws
  {
    let fixture = BlueskyFixture(always: [:])

    _ = try await fixture.publishing.sendChange(.mute(Person.ID("did:plc:ada"), isDone), key: key)

    #expect(fixture.asked == [#"POST app.bsky.graph.\#(method) {"actor":"did:plc:ada"}"#])
  }

  @Test
  func `a draft is published with all its parts, under a record key derived from the outbox key`()
    async throws
  {
    let root: JSON = ["uri": "at://r/s/t", "cid": "cid-root"]
    let parent = BlueskyPosts.post("1").with(
      "record", ["text": "x", "reply": ["root": root, "parent": root]])
    let fixture = BlueskyFixture(languages: ["de-DE"]) { request in
      switch request.url {
      case let url where url.contains("getPosts") && url.contains("post%2F"):
        .json(["posts": [parent, BlueskyPosts.post("2")]])
      case let url where url.contains("getPosts"): .json(["posts": []])
      case let url where url.contains("resolveHandle?handle=ada.example.com"):
        .json(["did": "did:plc:ada"])
      case let url where url.contains("resolveHandle"):
        .json(["error": "HandleNotFound", "message": "x"], status: 400)
      case let url where url.contains("getProfile"):
        .json(["did": .string(BlueskySample.me.rawValue), "handle": "sol.example.com"])
      default: .json(["uri": "at://me/app.bsky.feed.post/k", "cid": "cid-new"])
      }
    }
    let picture = BlueskyUploadedPicture(
      blob: ["ref": ["$link": "bafk1"]], size: PhotoSize(width: 4, height: 3))
    let draft = Draft(
      id: Draft.ID("d"), text: "Hallo @ada.example.com & @no.example.com #ü",
      replyTo: Post.ID(BlueskyPosts.uri("1")), quoting: Post.ID(BlueskyPosts.uri("2")),
      attachments: [.init(path: "/x", altText: "A cup", uploaded: picture.name)])

    let outcome = try await fixture.publishing.sendChange(.publish(draft), key: key)

    let sent = try #require(fixture.transport.requests.first { $0.method == .post })
    let record = sent.sentJSON["record"]
    #expect(sent.url.hasSuffix("com.atproto.repo.putRecord"))
    #expect(sent.sentJSON["rkey"] == .string(BlueskyRecordKeyGenerator.recordKey(for: "key-1")))
    #expect(record["$type"] == "app.bsky.feed.post")
    #expect(record["text"] == .string(draft.text))
    #expect(record["langs"] == ["de-DE"])
    #expect(record["createdAt"] == .string(ISODate.isoDateText(fixture.world.now)))
    #expect(
      record["facets"] == [
        [
          "index": ["byteStart": 6, "byteEnd": 22],
          "features": [
            ["$type": "app.bsky.richtext.facet#mention", "did": "did:plc:ada"]
          ],
        ],
        [
          "index": ["byteStart": 41, "byteEnd": 44],
          "features": [["$type": "app.bsky.richtext.facet#tag", "tag": "ü"]],
        ],
      ])
    #expect(record["reply"]["root"] == root)
    #expect(
      record["reply"]["parent"] == ["uri": .string(BlueskyPosts.uri("1")), "cid": "cid-1"])
    let embed = record["embed"]
    #expect(embed["$type"] == "app.bsky.embed.recordWithMedia")
    #expect(embed["record"]["record"]["cid"] == "cid-2")
    #expect(
      embed["media"]["images"] == [
        [
          "image": ["ref": ["$link": "bafk1"]], "alt": "A cup",
          "aspectRatio": ["width": 4, "height": 3],
        ]
      ])
    guard case .post(let post) = outcome else { throw FeedError.badReply }
    #expect(post.id.rawValue == "at://me/app.bsky.feed.post/k")
    #expect(post.author.relationship == .oneself)
    #expect(post.content.photos.map(\.altText) == ["A cup"])
    #expect(post.reply?.post == Post.ID(BlueskyPosts.uri("1")))
  }

  @Test func `the record of a post equals the recorded sample`() throws {
    let sample = try BlueskySample.json("writes")[3]["request"]["body"]["record"]
    func reference(_ json: JSON) throws -> BlueskyRecordReference {
      try #require(BlueskyRecordReference(json))
    }

    let record = BlueskyPostRecord(
      text: "hello from a terminal",
      createdAt: try #require(ISODate.parsedTimestamp("2026-11-20T19:00:00.000Z")),
      languages: ["en"],
      reply: (
        root: try reference(sample["reply"]["root"]),
        parent: try reference(sample["reply"]["parent"])
      ))

    #expect(record.json == sample)
  }

  @Test func `a post that arrived despite a lost reply is not published again`() async throws {
    let record: JSON = ["text": "Hi", "createdAt": "2026-11-20T18:00:00.000Z"]
    let fixture = BlueskyFixture { request in
      switch request.url {
      case let url where url.contains("getRecord"):
        .json(["uri": "at://me/app.bsky.feed.post/k", "cid": "cid-k", "value": record])
      case let url where url.contains("getPosts"): .json(["posts": []])
      default: .json(["did": .string(BlueskySample.me.rawValue)])
      }
    }
    let draft = Draft(id: Draft.ID("d"), text: "Hi")

    let outcome = try await fixture.publishing.resend(
      .publish(draft), key: key, since: fixture.world.now)

    guard case .post(let post) = outcome else { throw FeedError.badReply }
    #expect(post.content.text == RichText("Hi"))
    #expect(!fixture.transport.requests.contains { $0.method == .post })
    #expect(fixture.asked[0].hasSuffix("rkey=\(BlueskyRecordKeyGenerator.recordKey(for: "key-1"))"))
  }

  @Test(arguments: ["RecordNotFound", "InvalidRequest"])
  func `a post that did not arrive is published again under the same key`(name: String) async throws
  {
    let fixture = BlueskyFixture { request in
      switch request.url {
      case let url where url.contains("getRecord"):
        .json(["error": .string(name), "message": "x"], status: 400)
      case let url where url.contains("getPosts"): .json(["posts": []])
      default: .json(["uri": "at://me/app.bsky.feed.post/k", "cid": "c", "did": "did:plc:me"])
      }
    }

    _ = try await fixture.publishing.resend(
      .publish(Draft(id: Draft.ID("d"), text: "Hi")), key: key, since: fixture.world.now)

    let sent = try #require(fixture.transport.requests.first { $0.method == .post })
    #expect(sent.sentJSON["rkey"] == .string(BlueskyRecordKeyGenerator.recordKey(for: "key-1")))
  }

  @Test(
    arguments: [
      Draft(id: Draft.ID("d"), text: "x", warning: "tea"),
      Draft(id: Draft.ID("d"), text: "x", visibility: .followers),
      Draft(id: Draft.ID("d"), text: "x", attachments: [.init(path: "/x", altText: "")]),
      Draft(
        id: Draft.ID("d"), text: "x",
        attachments: [.init(path: "/x", altText: "", uploaded: "109")]),
    ])
  func `a draft with features that Bluesky lacks is refused without a request`(draft: Draft) async {
    let fixture = BlueskyFixture(always: [:])

    await #expect(throws: FeedError.refused(nil)) {
      try await fixture.publishing.sendChange(.publish(draft), key: key)
    }
    #expect(fixture.asked == [])
  }

  @Test(arguments: [("replyDisabled", true), ("embeddingDisabled", false)])
  func `a reply or quote that the author disabled is refused`(mark: String, isReply: Bool) async {
    let fixture = fixture(
      BlueskyPosts.post("1", viewer: JSON.object([.init(name: mark, value: true)])))
    let draft = Draft(
      id: Draft.ID("d"), text: "x", replyTo: isReply ? post : nil, quoting: isReply ? nil : post)

    await #expect(throws: FeedError.refused(nil)) {
      try await fixture.publishing.sendChange(.publish(draft), key: key)
    }
    #expect(fixture.asked == [getPost])
  }

  @Test func `a reply to a post that is gone fails as not found`() async {
    let fixture = BlueskyFixture(always: ["posts": []])

    await #expect(throws: FeedError.notFound) {
      try await fixture.publishing.sendChange(
        .publish(Draft(id: Draft.ID("d"), text: "x", replyTo: post)), key: key)
    }
  }

  @Test func `the user's own post is deleted, another person's is refused`() async throws {
    let fixture = BlueskyFixture(always: [:])
    let own = Post.ID("at://\(BlueskySample.me.rawValue)/app.bsky.feed.post/3k")

    _ = try await fixture.publishing.sendChange(.delete(own), key: key)

    #expect(
      fixture.asked == [
        #"POST com.atproto.repo.deleteRecord {"repo":"\#(BlueskySample.me.rawValue)","#
          + #""collection":"app.bsky.feed.post","rkey":"3k"}"#
      ])
    await #expect(throws: FeedError.refused(nil)) {
      try await fixture.publishing.sendChange(.delete(post), key: key)
    }
  }

  @Test func `a picture is uploaded as its bytes`() async throws {
    let fixture = BlueskyFixture { _ in
      .json(["blob": ["$type": "blob", "ref": ["$link": "bafk1"], "new": 1]])
    }
    let picture = PreparedPicture(
      bytes: [1, 2], mediaType: "image/jpeg", size: PhotoSize(width: 4, height: 3))

    let name = try await fixture.uploads.uploadPicture(picture, altText: "A cup", key: "k") { _ in }

    #expect(fixture.asked == ["POST com.atproto.repo.uploadBlob 2 image/jpeg"])
    let uploaded = try #require(BlueskyUploadedPicture(name: name))
    #expect(uploaded.size == picture.size)
    #expect(uploaded.blob == ["$type": "blob", "ref": ["$link": "bafk1"], "new": 1])
  }

  @Test func `a picture over the size limit is refused without a request`() async {
    let fixture = BlueskyFixture(always: [:])
    let picture = PreparedPicture(
      bytes: Array(repeating: 0, count: 1_000_001), mediaType: "image/jpeg",
      size: PhotoSize(width: 4, height: 3))

    await #expect(throws: FeedError.refused(nil)) {
      try await fixture.uploads.uploadPicture(picture, altText: "", key: "k") { _ in }
    }
    #expect(fixture.asked == [])
  }

  @Test func `the original of a picture is found at its author's server`() async throws {
    let view = BlueskyPosts.post("1", photo: true).with(
      "record",
      ["embed": ["images": [["image": ["ref": ["$link": "bafk1"], "size": 99]]]]])
    let fixture = BlueskyFixture { request in
      request.url == "https://plc.directory/did:plc:ada"
        ? .json([
          "id": "did:plc:ada",
          "service": [
            [
              "id": "#atproto_pds", "type": "AtprotoPersonalDataServer",
              "serviceEndpoint": "https://pds.example",
            ]
          ],
        ]) : .json(["posts": [view]])
    }

    let details = try await fixture.photos.photoDetails(
      ofPhoto: Photo.ID("\(post.rawValue)#0"), in: post)

    #expect(
      details.original
        == "https://pds.example/xrpc/com.atproto.sync.getBlob?did=did%3Aplc%3Aada&cid=bafk1")
    #expect(details.originalBytes == 99)
    let asked = fixture.transport.requests.first { $0.url.hasPrefix("https://plc.directory") }
    #expect(asked?.headers["Authorization"] == nil)
    await #expect(throws: FeedError.notFound) {
      try await fixture.photos.photoDetails(ofPhoto: Photo.ID("\(post.rawValue)#9"), in: post)
    }
  }
}

extension [String: String] {
  var json: JSON { .object(map { .init(name: $0, value: .string($1)) }) }
}

import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// Mastodon's replies, apart from posts and people, in which anything at all is missing or of
/// another type.
@Suite struct MastodonReplyMutationTests {
  @Test func `a malformed part of a Mastodon conversation leaves the other posts`() throws {
    let sample = try MastodonSample.json("status-context")
    let reader = MastodonSample.reader(.mastodon, .thread)
    let focus = try #require(reader.parsedPost(MastodonPosts.post("117650000000000000")))
    func nodes(_ json: JSON) -> Set<Post.ID> {
      let thread = MastodonConversationTree(
        ancestors: reader.parsedPostsExceptHidden(json["ancestors"]), focus: focus,
        descendants: reader.parsedPostsExceptHidden(json["descendants"]))
      return Set(thread.conversation(around: focus).nodes.map(\.post.id))
    }
    let whole = nodes(sample)
    let counts = ["ancestors": sample["ancestors"], "descendants": sample["descendants"]]
      .mapValues(\.array.count)

    let broken = sample.variants.filter { variant in
      let left = nodes(variant.json)
      guard left.contains(focus.id) else { return true }
      // A list that is no list costs itself, and a post that is none costs one.
      let cost = variant.path.count < 2 ? variant.path.first.map { counts[$0] ?? 0 } : 1
      return whole.subtracting(left).count > cost ?? whole.count
    }

    #expect(whole.count == 1 + counts.values.reduce(0, +))
    #expect(broken.map(\.path) == [])
  }

  @Test func `a malformed search result affects only itself`() async throws {
    let sample = try MastodonSample.json("search")
    let reader = MastodonSample.reader(.mastodon, nil)
    func found(_ json: JSON) -> [String: Int] {
      [
        "accounts": reader.parsedPeople(json["accounts"]).count,
        "statuses": reader.parsedEntriesExceptHidden(json["statuses"]).count,
      ]
    }
    let whole = found(sample)

    let broken = sample.variants.filter { variant in
      guard let first = variant.path.first else { return false }
      return found(variant.json).contains { list, count in
        count < (whole[list] ?? 0) - (list == first ? (variant.path.count < 2 ? 99 : 1) : 0)
      }
    }

    #expect(whole.values.allSatisfy { $0 > 0 })
    #expect(broken.map(\.path) == [])
  }

  @Test func `a malformed tag does not affect other tags`() async throws {
    let tags = try MastodonSample.json("search")["hashtags"]
    let last: JSON = ["name": "last"]

    for variant in tags.array[0].variants {
      let fixture = MastodonFixture(always: ["hashtags": [variant.json, last]])
      #expect(
        try await fixture.completion.hashtags(matching: "x").last == "last", "\(variant.path)")
    }
    for variant in tags.variants where variant.path.isEmpty {
      let fixture = MastodonFixture(always: ["hashtags": variant.json])
      #expect(try await fixture.completion.hashtags(matching: "x").count <= 1)
    }
  }

  @Test func `a malformed read marker does not affect the other marker`() async throws {
    let sample = try MastodonSample.json("markers")
    let home = FeedEntry.ID("117649677948551175")
    let notice = LastReadNotificationMark.notice(Notification.ID("884190"))

    for variant in sample.variants {
      let markers = MastodonFixture(always: variant.json).markers
      let read = try await (markers.lastReadEntry(in: .home), markers.lastReadNotification())

      let first = variant.path.first
      if first == "home" { #expect(read.1 == notice, "\(variant.path)") }
      if first == "notifications" { #expect(read.0 == home, "\(variant.path)") }
      if variant.path.count == 2, variant.path[1] != "last_read_id" {
        #expect(read.0 == home && read.1 == notice, "\(variant.path)")
      }
    }
  }

  private func upload(_ replies: [HTTPReply]) async -> Result<String, FeedError> {
    let left = ReplyRow(replies)
    let fixture = MastodonFixture { _ in left.next() }
    let picture = PreparedPicture(
      bytes: [1, 2], mediaType: "image/jpeg", size: PhotoSize(width: 1, height: 1))
    do throws(FeedError) {
      return .success(
        try await fixture.uploads.uploadPicture(picture, altText: "A", key: "k") { _ in })
    } catch {
      return .failure(error)
    }
  }

  @Test func `an upload waits while the server processes the picture`() async throws {
    let sample = try MastodonSample.json("media-processing").array
    let replies = sample.map { HTTPReply.json($0["body"], status: $0["status"].int ?? 0) }

    #expect(await upload(Array(replies[0..<3])) == .success("113000000000000901"))
    #expect(await upload([replies[3]]) == .success("113000000000000902"))
    #expect(
      await upload([replies[0], replies[4]])
        == .failure(.refused("Error processing thumbnail for uploaded media")))
  }

  @Test(arguments: 0..<4)
  func `a malformed media reply fails only without its id`(place: Int) async throws {
    let sample = try MastodonSample.json("media-processing").array
    let bodies = sample.map { ($0["body"], $0["status"].int ?? 0) }
    // The first three are steps of one picture, the fourth is another's only one.
    let (steps, changed) = place == 3 ? ([3], 0) : ([0, 1, 2], place)

    for variant in bodies[place].0.variants {
      var replies = steps.map { HTTPReply.json(bodies[$0].0, status: bodies[$0].1) }
      replies[changed] = .json(variant.json, status: bodies[place].1)
      // What is not ready after all is ready when it is looked at again.
      replies.append(.json(bodies[place == 3 ? 3 : 2].0))

      let isVital = variant.path.isEmpty || variant.path.first == "id"
      switch await upload(replies) {
      case .success(let name): #expect(isVital || name.hasPrefix("11300"), "\(variant.path)")
      case .failure(let error): #expect(isVital && error == .badReply, "\(variant.path)")
      }
    }
  }

  @Test func `a malformed own account is read as long as it has an id`() throws {
    let sample = try MastodonSample.json("account")
    let reader = MastodonSample.reader(.mastodon, nil)

    for name in ["verify_credentials", "remote_account"] {
      for variant in sample[name].variants {
        let isVital = variant.path.isEmpty || variant.path == ["id"]
        #expect(isVital || reader.parsedPerson(variant.json) != nil, "\(variant.path)")
        #expect(isVital || reader.parsedPersonWithPortrait(variant.json) != nil, "\(variant.path)")
        let postingDefaults = PostingDefaults(mastodon: variant.json["source"])
        #expect(
          PostingDefaults(mastodon: postingDefaults.json) == postingDefaults, "\(variant.path)")
      }
    }
  }

  @Test(arguments: ["app", "token", "authorization_server"])
  func `a malformed sign-in reply fails only without client id, secret or token`(name: String)
    async throws
  {
    let oauth = try MastodonSample.json("oauth")
    let account = try MastodonSample.json("account")["verify_credentials"]
    let vital: Set<String> = ["client_id", "client_secret", "access_token"]

    for variant in oauth[name].variants {
      @Sendable func part(_ other: String) -> JSON { other == name ? variant.json : oauth[other] }
      let stub = StubNetwork { request in
        let path = request.url.dropFirst(StubNetwork.home.count).prefix { $0 != "?" }
        return switch path {
        case "/api/v2/instance": .json(["version": "4.4.0", "api_versions": ["mastodon": 7]])
        case "/.well-known/oauth-authorization-server": .json(part("authorization_server"))
        case "/api/v1/apps": .json(part("app"))
        case "/oauth/token": .json(part("token"))
        case "/api/v1/accounts/verify_credentials": .json(account)
        default: .json([:], status: 404)
        }
      }
      let signIn = MastodonSignIn(network: stub.network)
      let error = await failure {
        let approval = try await signIn.approval([.server: Secret(StubNetwork.home)])
        let found = try await signIn.finishSignIn(approval, answer: Secret("the-code"))
        #expect(found.account.handle == "sol", "\(variant.path)")
      }

      let isVital =
        variant.path.first.map { vital.contains($0) } ?? (name != "authorization_server")
      #expect(error == nil || (isVital && error == .badReply), "\(variant.path): \(error as Any)")
      let asked = stub.transport.requests
      #expect(asked.allSatisfy { $0.url.hasPrefix("\(StubNetwork.home)/") }, "\(variant.path)")
    }
  }

  @Test func `a Mastodon refusal with a malformed message is the same refusal`() async throws {
    for sample in try ErrorSample.all("Mastodon/errors") {
      let kind = try #require(await refusal(sample.reply)).kind

      for variant in sample.body.variants {
        let error = await refusal(sample.reply(variant.json))
        // Pixelfed's status says nothing: only its words tell what is wrong.
        let isByWords = sample.status == 500
        #expect(
          error?.kind == kind || (isByWords && error != nil), "\(sample.name) \(variant.path)")
      }
    }
  }

  private func refusal(_ reply: HTTPReply) async -> FeedError? {
    let fixture = MastodonFixture { _ in reply }
    return await failure { try await fixture.feeds.feedPage(of: .home, .latest) }
  }
}

/// Gives replies one after the other, and then none that is any good.
final class ReplyRow: Sendable {
  private let left: LockedValue<[HTTPReply]>

  init(_ replies: [HTTPReply]) { left = LockedValue(replies) }

  func next() -> HTTPReply {
    left.withLock { $0.isEmpty ? HTTPReply(status: 500) : $0.removeFirst() }
  }
}

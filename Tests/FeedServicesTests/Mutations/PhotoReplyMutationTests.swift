import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Replies of the services of photos, apart from photos, in which anything at all is missing or of
/// another type.
@Suite struct PhotoReplyMutationTests {
  @Test func `malformed Unsplash statistics lose at most the number of views`() async throws {
    let statistics = try ServiceSample.json("Unsplash/photo_statistics")

    for variant in statistics.variants {
      let fixture = UnsplashFixture { request in
        .json(request.url.contains("statistics") ? variant.json : ["id": "a", "downloads": 7])
      }
      let details = try await fixture.photos.photoDetails(ofPhoto: Photo.ID("a"), in: Post.ID("a"))

      let isVital = variant.path.isEmpty || ["views", "total"].starts(with: variant.path)
      #expect(isVital || details.views == 91_823, "\(variant.path)")
      #expect(details.downloads == 7, "\(variant.path)")
    }
  }

  @Test func `a malformed Unsplash search result affects only itself`() async throws {
    let sample = try ServiceSample.json("Unsplash/search_photos")
    let vital: Set<String> = ["id", "user", "urls"]
    let count = sample["results"].array.count

    for variant in sample.variants {
      let fixture = UnsplashFixture(always: variant.json)
      do throws(FeedError) {
        let page = try await fixture.feeds.foundPosts(matching: "x", after: nil)
        let path = variant.path
        let isList = path.isEmpty || path == ["results"]
        let isItem = path.first == "results" && (path.count < 3 || vital.contains(path[2]))
        #expect(
          isList || page.elements.count >= count - (isItem ? 1 : 0), "\(path)")
      } catch {
        #expect(error == .badReply)
        #expect(variant.path.isEmpty || variant.path == ["results"], "\(variant.path)")
      }
    }
  }

  @Test func `a malformed Unsplash token reply fails only without the token`() async throws {
    let token = try ServiceSample.json("Unsplash/oauth_token")

    for variant in token.variants {
      let stub = StubNetwork { request in
        if request.url.contains("/oauth/token") { return .json(variant.json) }
        return .json(request.url.hasSuffix("/me") ? ["username": "mirre"] : [])
      }
      let signIn = UnsplashSignIn(
        network: stub.network, host: StubNetwork.home, signInHost: StubNetwork.home)
      let error = await failure {
        let approval = try await signIn.approval(
          way: 1, [.key: Secret("key"), .secret: Secret("secret")])
        _ = try await signIn.finishSignIn(approval, answer: Secret("the-code"))
      }

      let isVital = variant.path.isEmpty || variant.path == ["access_token"]
      #expect(error == nil || (isVital && error == .badReply), "\(variant.path)")
    }
  }

  @Test(arguments: [(401, "signed out"), (403, "refused"), (422, "refused"), (404, "not found")])
  func `an Unsplash refusal is read from its status, whatever its message`(
    status: Int, kind: String
  ) async throws {
    let sample = try ServiceSample.json("Unsplash/error_401_unauthorized")

    for variant in [JSONVariant(path: [], json: sample)] + sample.variants {
      let fixture = UnsplashFixture { _ in .json(variant.json, status: status) }
      let error = await failure { try await fixture.feeds.feedPage(of: .photos, .latest) }
      #expect(error?.kind == kind, "\(variant.path)")
    }
  }

  @Test func `an invalid Flickr key is recognised in a successful reply by its code`() async throws
  {
    let sample = try ServiceSample.json("Flickr/error_100_invalid_key")
    func error(_ json: JSON) async -> FeedError? {
      let fixture = FlickrFixture(always: json)
      return await failure { try await fixture.feeds.feedPage(of: .trending, .latest) }
    }

    #expect(await error(sample) == .signedOut)
    for variant in sample.variants {
      let error = await error(variant.json)
      let isVital = variant.path.isEmpty || ["stat", "code"].contains(variant.path[0])
      #expect(error == .signedOut || (isVital && error != nil), "\(variant.path)")
    }
  }

  @Test func `a malformed Instagram profile fails only without id or user name`() async throws {
    let me = try ServiceSample.json("Instagram/me")

    for variant in me.variants {
      let stub = StubNetwork { _ in .json(variant.json) }
      let signIn = InstagramSignIn(network: stub.network, base: "\(StubNetwork.home)/v25.0")
      let error = await failure {
        try await signIn.beginSignIn(signIn.methods[0], [.token: Secret("canary")])
      }

      let isVital =
        variant.path.count < 3 || ["id", "user_id", "username"].contains(variant.path[2])
      #expect(error == nil || (isVital && error == .badReply), "\(variant.path)")
    }
  }

  @Test func `a malformed Instagram token reply fails only without the token`() async throws {
    let sample = try ServiceSample.json("Instagram/token_long_lived")
    let now = StubNetwork { _ in .json([]) }.world.now
    let kept = InstagramAccountSecret(access: Secret("canary"), obtainedAt: now)

    for variant in sample.variants {
      let stub = StubNetwork { _ in .json(variant.json) }
      let error = await failure {
        let fresh = try await InstagramTokenRenewer.fetchRenewedToken(
          kept.secret, at: StubNetwork.home, network: stub.network)
        let token = try #require(InstagramAccountSecret(fresh))
        let isItself = variant.path == ["access_token"]
        #expect(isItself || token.access == Secret("INVENTED_LONG_LIVED_TOKEN"))
      }

      let isVital = variant.path.isEmpty || variant.path == ["access_token"]
      #expect(error == nil || (isVital && error == .badReply), "\(variant.path)")
    }
  }

  @Test func `an expired Instagram token is recognised by its code`() async throws {
    let sample = try ServiceSample.json("Instagram/error_190_expired")
    func error(_ json: JSON) async -> FeedError? {
      let fixture = InstagramFixture(always: json, status: 400)
      return await failure { try await fixture.feeds.feedPage(of: .photos, .latest) }
    }

    #expect(await error(sample) == .signedOut)
    for variant in sample.variants {
      let error = await error(variant.json)
      let isVital = variant.path.count < 2 || variant.path[1] == "code"
      #expect(error == .signedOut || (isVital && error != nil), "\(variant.path)")
    }
  }
}

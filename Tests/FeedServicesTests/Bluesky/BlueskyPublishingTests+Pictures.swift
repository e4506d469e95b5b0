import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// How pictures go with a post.
extension BlueskyPublishingTests {
  @Test func `a post carries the language of its draft`() async throws {
    let fixture = BlueskyFixture(languages: ["de-DE"]) { request in
      switch request.url {
      case let url where url.contains("getPosts"): .json(["posts": []])
      case let url where url.contains("getProfile"):
        .json(["did": .string(BlueskySample.me.rawValue), "handle": "sol.example.com"])
      default: .json(["uri": "at://me/app.bsky.feed.post/k", "cid": "cid-new"])
      }
    }

    _ = try await fixture.publishing.sendChange(
      .publish(Draft(id: Draft.ID("d"), text: "Xin chào", language: "vi")), key: key)

    let sent = try #require(fixture.transport.requests.first { $0.method == .post })
    #expect(sent.sentJSON["record"]["langs"] == ["vi"])
  }

  @Test(arguments: [(4, "images", "images"), (5, "gallery", "items"), (10, "gallery", "items")])
  func `more than four pictures are posted as a gallery`(
    count: Int, type: String, list: String
  ) async throws {
    let fixture = BlueskyFixture { request in
      switch request.url {
      case let url where url.contains("getPosts"): .json(["posts": []])
      case let url where url.contains("getProfile"):
        .json(["did": .string(BlueskySample.me.rawValue), "handle": "sol.example.com"])
      default: .json(["uri": "at://me/app.bsky.feed.post/k", "cid": "cid-new"])
      }
    }
    let pictures = (1...count).map { number in
      Draft.DraftAttachment(
        path: "/x", altText: "Cup \(number)",
        uploaded: BlueskyUploadedPicture(
          blob: ["ref": ["$link": .string("bafk\(number)")]], size: PhotoSize(width: 4, height: 3)
        ).name)
    }
    let draft = Draft(id: Draft.ID("d"), text: "Cups", attachments: pictures)

    let outcome = try await fixture.publishing.sendChange(.publish(draft), key: key)

    let sent = try #require(fixture.transport.requests.first { $0.method == .post })
    let embed = sent.sentJSON["record"]["embed"]
    #expect(embed["$type"] == .string("app.bsky.embed.\(type)"))
    #expect(embed[list].array.map(\.["alt"].string) == pictures.map(\.altText))
    #expect(
      embed["items"].array.allSatisfy { $0["$type"] == "app.bsky.embed.gallery#image" })
    #expect(embed[list][0]["aspectRatio"] == ["width": 4, "height": 3])
    guard case .post(let post) = outcome else { throw FeedError.badReply }
    #expect(post.content.photos.map(\.altText) == pictures.map(\.altText))
  }
}

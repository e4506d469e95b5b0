import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Replies to what is done at Bluesky, and its refusals, in which anything at all is missing or of
/// another type.
@Suite struct BlueskyReplyMutationTests {
  @Test func `a Bluesky refusal with a malformed message is still a refusal`() async throws {
    for sample in try ErrorSample.all("Bluesky/errors") {
      let kind = try #require(await refusal(sample.reply)).kind

      for variant in sample.body.variants {
        let error = try #require(await refusal(sample.reply(variant.json)))
        // The name tells more than the status, where it is there.
        let isNamed = variant.path.isEmpty || variant.path == ["error"]
        let isTold = isNamed || variant.path == ["message"]
        #expect(error.kind == kind || isTold, "\(sample.name) \(variant.path)")
        #expect(error != .badReply, "\(sample.name) \(variant.path)")
      }
    }
  }

  private func refusal(_ reply: HTTPReply) async -> FeedError? {
    let fixture = BlueskyFixture { _ in reply }
    return await failure { try await fixture.feeds.feedPage(of: .home, .latest) }
  }

  @Test func `a malformed reply to a Bluesky change fails only a post without its uri or cid`()
    async throws
  {
    let writes = try BlueskySample.json("writes").array
    let post = Post.ID(BlueskyPosts.uri("1"))
    let draft = Draft(id: Draft.ID("d"), text: "hello from a terminal")
    let changes: [String: PendingChange] = [
      "like": .mark(post, .liked, true), "unlike": .mark(post, .liked, false),
      "unlike_again": .mark(post, .liked, false), "post": .publish(draft),
      "post_retry_no_change": .publish(draft),
    ]

    for write in writes {
      guard let change = changes[write["name"].string ?? ""] else { continue }
      for variant in write["response"].variants {
        let fixture = BlueskyFixture { request in
          request.method == .get
            ? .json(["posts": [BlueskyPosts.post("1")]]) : .json(variant.json)
        }
        let error = await failure {
          try await fixture.publishing.sendChange(change, key: OutboxItem.ID("k"))
        }
        // A post is known by its address from then on; of a mark the answer says nothing new.
        let isPost = if case .publish = change { true } else { false }
        let isVital = isPost && (variant.path.isEmpty || ["uri", "cid"].contains(variant.path[0]))
        #expect(
          error == nil || (isVital && error == .badReply), "\(write["name"]) \(variant.path)")
      }
    }
  }

  @Test func `an uploaded picture's reference is kept exactly as the server sent it`() async throws
  {
    let writes = try BlueskySample.json("writes").array
    let sample = try #require(writes.first { $0["name"] == "upload_blob" })["response"]
    let picture = PreparedPicture(
      bytes: [1, 2], mediaType: "image/jpeg", size: PhotoSize(width: 4, height: 3))

    for variant in sample.variants {
      let fixture = BlueskyFixture(always: variant.json)
      let error = await failure {
        let name = try await fixture.uploads.uploadPicture(picture, altText: "", key: "k") { _ in }
        let kept = try #require(BlueskyUploadedPicture(name: name))
        #expect(kept.blob == variant.json["blob"], "\(variant.path)")
      }
      let isVital = variant.path.isEmpty || variant.path == ["blob"]
      #expect(error == nil || (isVital && error == .badReply), "\(variant.path)")
    }
  }

  @Test func `a malformed part of a recorded Bluesky conversation leaves the other posts`() throws {
    let thread = try BlueskySample.json("post_thread")["thread"]
    let reader = BlueskyThreadReader(reader: BlueskySample.reader())
    let whole = try #require(reader.parsedConversation(thread))
    let above = Set(whole.nodes.prefix { $0.post.id != whole.focus }.map(\.post.id))
    let below = Set(whole.nodes.map(\.post.id)).subtracting(above).subtracting([whole.focus])

    let broken = thread.variants.filter { variant in
      // Without the post in question there is no conversation.
      guard let first = variant.path.first, first != "post" else { return false }
      guard let read = reader.parsedConversation(variant.json), read.focus == whole.focus else {
        return true
      }
      let left = Set(read.nodes.map(\.post.id))
      return (first != "parent" && !left.isSuperset(of: above))
        || (first != "replies" && !left.isSuperset(of: below))
    }

    #expect(!above.isEmpty && !below.isEmpty)
    #expect(broken.map(\.path) == [])
  }
}

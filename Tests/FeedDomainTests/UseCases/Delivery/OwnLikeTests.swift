import FeedDomain
import Testing

/// Where a service takes no like of what is one's own, none is made.
@MainActor @Suite struct OwnLikeTests {
  private func connection(likesOwn: Bool) -> ServiceConnection {
    let plain = StubService([]).connection
    return ServiceConnection(
      account: plain.account, streams: [], feeds: plain.feeds, people: nil, notices: nil,
      publishing: plain.publishing, marks: [.liked, .boosted], likesOwn: likesOwn,
      draftLimits: nil)
  }

  @Test func `one's own post takes the other marks`() {
    let (own, other) = (Post.sample("1", by: "me"), Post.sample("2", by: "ada"))

    #expect(connection(likesOwn: false).marks(for: own) == .boosted)
    #expect(connection(likesOwn: false).marks(for: other) == [.liked, .boosted])
    #expect(connection(likesOwn: true).marks(for: own) == [.liked, .boosted])
  }
}

import Doubles
import FeedDomain
import Testing

/// Where a service takes no like of what is one's own, none is made.
@MainActor @Suite struct OwnLikeTests {
  private func abilities(canLikeOwn: Bool) -> PostAbilities {
    let plain = StubService([]).connection
    return ServiceConnection(account: plain.account, streams: [], feeds: plain.feeds) {
      $0.publishing = plain.publishing
      $0.marks = [.liked, .boosted]
      $0.canLikeOwn = canLikeOwn
    }.abilities
  }

  @Test func `if the user cannot like their own post, it can still be boosted`() {
    let (own, other) = (Post.sample("1", by: "me"), Post.sample("2", by: "ada"))

    #expect(abilities(canLikeOwn: false).toggleableMarks(for: own) == .boosted)
    #expect(abilities(canLikeOwn: false).toggleableMarks(for: other) == [.liked, .boosted])
    #expect(abilities(canLikeOwn: true).toggleableMarks(for: own) == [.liked, .boosted])
  }
}

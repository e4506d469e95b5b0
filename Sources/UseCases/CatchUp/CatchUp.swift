package import FeedDomain

/// Reading what was missed of a stream.
package enum CatchUp {
  package enum Request: Equatable, Sendable {
    /// To read what was missed of that stream, once what was not fetched of it is there.
    case open(Feed)
    /// To begin with what is there.
    case begin
    /// To fetch again what could not be fetched.
    case refresh
    /// To see what the last day brought, read or not.
    case lookBack
    case arrange(CatchUpOrder)
    /// To see the posts that are folded away behind that one.
    case unfold(Post.ID)
    /// These were seen.
    case seen([FeedEntry.ID])
    /// All of it was.
    case allSeen
    case toggle(Post.ID, Post.OwnActions)
    case delete(Post.ID)
    case undo
    case close
  }

  package indirect enum Response: Equatable, Sendable {
    /// Those are read together.
    case company([Member])
    /// What was missed.
    case missed(MissedPosts)
    /// These posts look different; all else is as it was.
    case changed([Post])
    /// How many of all are left to read.
    case left(Int)
    /// It is fetched: so many posts came.
    case fetching(Int)
    /// How it stands with asking the service.
    case asking(FetchProgress)
    /// Not all could be fetched: why.
    case failed(FeedError)
    /// Remembering failed.
    case storeFailed(StoreError)
    case action(ActionEvent)
  }

  /// What was missed, in groups.
  package struct MissedPosts: Equatable, Sendable {
    /// Whose it is.
    package let account: Account
    package let feed: Feed
    package let span: MissedSpan
    package let order: CatchUpOrder
    package let digest: CatchUpDigest
    /// Whether there is more that was not fetched, or is too much.
    package let isCut: Bool

    package init(
      account: Account, feed: Feed, span: MissedSpan = .unread, order: CatchUpOrder,
      digest: CatchUpDigest, isCut: Bool
    ) {
      (self.account, self.feed, self.span) = (account, feed, span)
      (self.order, self.digest, self.isCut) = (order, digest, isCut)
    }
  }
}

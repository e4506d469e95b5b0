package import FeedDomain

/// Choosing answers of a poll.
package enum Voting {
  package enum Request: Equatable, Sendable {
    /// To see the poll of that post.
    case open(Post.ID)
    /// To choose these answers, by their places.
    case vote(Set<Int>)
    case close
  }

  package indirect enum Response: Equatable, Sendable {
    /// The post as it is now, with the reader's waiting vote in its poll.
    case poll(Post, Standing)
    /// The answers were chosen: the rest is heard as news of the reader's actions.
    case voted
    /// There is no poll in that post, or no such post.
    case gone
    case storeFailed(StoreError)
  }

  /// Whether and why not one can vote.
  package enum Standing: Equatable, Sendable {
    /// One can.
    case open
    /// The reader did.
    case voted
    /// It is over.
    case closed
    /// It is the reader's own.
    case own
    /// This service takes no votes.
    case notOffered
  }
}

package import FeedDomain

/// Looking through what people say to the reader directly.
package enum Messages {
  package enum Request: Equatable, Sendable {
    case open
    /// The next page: the reader comes near the end.
    case more
    case refresh
    /// To have read all of it.
    case read(Correspondence.ID)
    case close
  }

  package enum Response: Equatable, Sendable {
    case shown([Correspondence], hasMore: Bool)
    /// How it stands with asking the service.
    case asking(Asking)
    /// The service failed; what was shown stays.
    case failed(FeedError)
    /// It could not be told that the reader has read it.
    case notMarked(FeedError)
  }
}

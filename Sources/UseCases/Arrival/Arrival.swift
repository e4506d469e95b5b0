package import FeedDomain

/// Going to a post or to somebody by an address or a handle.
package enum Arrival {
  package enum Request: Equatable, Sendable {
    case open(Lead)
    /// To ask again.
    case refresh
    case close
  }

  package enum Response: Equatable, Sendable {
    /// How it stands with asking the service.
    case asking(Asking)
    /// It is there, and kept.
    case arrived(Destination)
    /// The service does not know it, or failed.
    case failed(FeedError)
  }
}

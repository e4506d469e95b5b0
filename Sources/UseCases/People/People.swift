package import FeedDomain

/// Looking through a list of people: likers, boosters, followers.
package enum People {
  package enum Request: Equatable, Sendable {
    case open(PeopleList)
    /// The next page: the reader comes near the end.
    case more
    case refresh
    case close
  }

  package indirect enum Response: Equatable, Sendable {
    case opened(PeopleList)
    case people([Person], hasMore: Bool)
    /// How it stands with asking the service.
    case loading(Asking)
    /// The service failed; what was shown stays.
    case failed(FeedError)
  }
}

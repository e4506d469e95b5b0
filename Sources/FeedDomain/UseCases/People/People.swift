/// Looking through a list of people: likers, boosters, followers.
public enum People {
  /// What the person wants.
  public enum Request: Equatable, Sendable {
    /// To see that list.
    case open(PeopleList)
    /// The next page: the reader comes near the end.
    case more
    /// To have it fetched again.
    case refresh
    /// To stop: the scene closes.
    case close
  }

  /// What happened.
  public indirect enum Response: Equatable, Sendable {
    /// That list was opened.
    case opened(PeopleList)
    /// The people so far.
    case people([Person], hasMore: Bool)
    /// Whether the service is being asked.
    case loading(Bool)
    /// The service failed; what was shown stays.
    case failed(FeedError)
  }
}

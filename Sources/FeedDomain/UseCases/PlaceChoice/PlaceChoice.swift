/// Choosing a place to look around.
public enum PlaceChoice {
  /// What the person wants.
  public enum Request: Equatable, Sendable {
    /// To see where one looked before.
    case open
    /// Places whose name begins like what is typed.
    case type(String)
    /// To look around that place.
    case choose(Place)
    /// To look around what is typed: a name, or coordinates.
    case take(String)
    /// To be located.
    case locate
    /// To see what is talked about instead.
    case trending
    /// To stop: the scene closes.
    case close
  }

  /// What happened.
  public indirect enum Response: Equatable, Sendable {
    /// Where one looked before, the latest first.
    case recent([Place])
    /// Places whose name begins like that.
    case places([Place], named: String)
    /// What is going on.
    case activity(Activity)
    /// The service failed; what was typed stays.
    case failed(FeedError)
    /// No place is called that.
    case unknown(String)
    /// Nobody is asked what places are called: only coordinates are understood.
    case namesUnknown
    /// Nobody knows where the reader is.
    case notLocated
    /// It is decided.
    case decided
  }

  /// What is going on.
  public enum Activity: Equatable, Sendable {
    /// Nothing.
    case none
    /// Places are looked up.
    case searching
    /// The reader is located.
    case locating
  }
}

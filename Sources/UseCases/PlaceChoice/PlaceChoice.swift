package import FeedDomain

/// Choosing a place to look around.
package enum PlaceChoice {
  package enum Request: Equatable, Sendable {
    /// To see where one looked before.
    case open
    /// Places whose name begins like what is typed.
    case type(String)
    /// To look around that place.
    case choose(Place)
    /// To look around what is typed: a name, or coordinates.
    case take(String)
    case locate
    /// To see what is talked about instead.
    case trending
    case close
  }

  package indirect enum Response: Equatable, Sendable {
    /// Where one looked before, the latest first.
    case recent([Place])
    /// Places whose name begins like that.
    case places([Place], named: String)
    case activity(Activity)
    /// The service failed; what was typed stays.
    case failed(FeedError)
    /// No place is called that.
    case unknown(String)
    /// Nobody is asked what places are called: only coordinates are understood.
    case namesUnknown
    /// Nobody knows where the reader is.
    case notLocated
    case decided
  }

  package enum Activity: Equatable, Sendable {
    case none
    case searching
    case locating
  }
}

import FeedDomain
import Preferences
import Terminal

extension Hyperlink {
  /// Where those who make the map say under which terms it may be used.
  static let mapTerms = Hyperlink("https://www.openstreetmap.org/copyright")
}

/// What can be chosen, and what goes on, in words.
struct PlaceChoiceViewModel: Equatable {
  /// A place that can be chosen.
  struct Choice: Equatable {
    /// The place.
    let place: Place
    /// Its name.
    let name: SafeText
    /// Where it is.
    let coordinates: SafeText
  }

  /// Words that do not change.
  struct Labels: Equatable {
    let title: SafeText
    let question: SafeText
    let help: SafeText
    /// What stands above the places where one looked before.
    let recent: SafeText
    let hints: [Hint]
    /// Whose data the places are; empty where that need not be shown.
    let credit: SafeText
  }

  let labels: Labels
  /// Where one looked before, to choose from while nothing is typed.
  var recent: [Choice] = []
  /// Places that are called like what is typed.
  var choices: [Choice] = []
  /// What goes on, or went wrong.
  var state = State.ready
  /// What is to be done once.
  var cues: [Cue] = []

  /// What goes on, or went wrong.
  enum State: Equatable {
    case ready
    case busy(SafeText)
    case failed(SafeText)
  }

  /// Something to be done once.
  enum Cue: Equatable {
    /// It is decided: goes away.
    case finish
  }
}

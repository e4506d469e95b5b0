package import FeedDomain
package import Terminal

extension Wording {
  /// What goes on.
  package var locating: SafeText { say("locating") }
  /// What goes on, as a sentence.
  package var findingPlace: SafeText { say("Finding out where you are") }
  /// That there is no place, what is shown instead, and how to choose one.
  package func trendingInstead(key: String) -> SafeText {
    say("Your location is not known: this is trending. {key} chooses a place.", ["key": key])
  }

  /// A place's coordinates: "51.50, −0.12".
  package func coordinates(_ place: Place) -> SafeText {
    let square = place.square
    return "\(degrees(square.north)), \(degrees(square.east))"
  }

  private func degrees(_ hundredths: Int) -> String {
    let rest = hundredths.magnitude % 100
    return (hundredths < 0 ? "−" : "") + String(hundredths.magnitude / 100) + "."
      + (rest < 10 ? "0" : "") + String(rest)
  }
}

extension Wording {
  /// The question.
  package var whereQuestion: SafeText { say("Where shall we look for photos?") }
  /// What may be answered.
  package var whereHelp: SafeText { say("The name of a place, or coordinates such as 51.5, -0.1") }
  /// What stands above the places where one looked before.
  package var whereBefore: SafeText { say("Where you looked before:") }
  /// The title of the scene.
  package var choosePlace: SafeText { say("Place") }
  /// What a key does.
  package var hintTake: SafeText { say("look there") }
  package var hintTrending: SafeText { say("trending instead") }
  package var hintLocate: SafeText { say("where I am") }
  package var hintClose: SafeText { say("close") }
  /// What goes on.
  package var searchingPlace: SafeText { say("Looking it up") }
  /// That no place is called that.
  package func unknownPlace(_ name: String) -> SafeText {
    say("No place called {name} was found. Try coordinates.", ["name": name])
  }
  /// That nobody is asked what places are called, and who decided that.
  package var namesUnknown: SafeText {
    say("Place names are not looked up (photos.lookup is off). Type coordinates.")
  }
  /// That nobody knows where the reader is.
  package var notLocated: SafeText { say("Your location could not be found. Type a place.") }
}

package import FeedDomain
package import Terminal

extension Wording {
  package var findingPlace: SafeText { say("Finding out where you are") }

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
  package func unknownPlace(_ name: String) -> SafeText {
    say("No place called {name} was found. Try coordinates.", ["name": name])
  }
  package var namesUnknown: SafeText {
    say("Place names are not looked up (photos.lookup is off). Type coordinates.")
  }
  package var notLocated: SafeText { say("Your location could not be found. Type a place.") }
}

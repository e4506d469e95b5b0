package import FeedDomain
import Terminal

extension Wording {
  /// The tab of photos around the reader, before it is known where that is.
  package var nearby: String { text("Nearby") }
  /// What goes on.
  package var locating: String { text("locating") }
  /// What goes on, as a sentence.
  package var findingPlace: String { text("Finding out where you are") }
  /// That there is no place, what is shown instead, and how to choose one.
  package func trendingInstead(key: String) -> String {
    text("no place: trending · {key} chooses one", ["key": key])
  }

  /// A place's coordinates: "51.50, −0.12".
  package func coordinates(_ place: Place) -> String {
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
  package var whereQuestion: String { text("Where shall we look for photos?") }
  /// What may be answered.
  package var whereHelp: String { text("The name of a place, or coordinates such as 51.5, -0.1") }
  /// What stands above the places where one looked before.
  package var whereBefore: String { text("Where you looked before:") }
  /// The title of the scene.
  package var choosePlace: String { text("Place") }
  /// What a key does.
  package var hintTake: String { text("look there") }
  /// What a key does.
  package var hintTrending: String { text("trending instead") }
  /// What a key does.
  package var hintLocate: String { text("where I am") }
  /// What a key does.
  package var hintClose: String { text("close") }
  /// What goes on.
  package var searchingPlace: String { text("Looking it up") }
  /// That no place is called that.
  package func unknownPlace(_ name: String) -> String {
    text("Nobody here knows {name}. Try coordinates.", ["name": name])
  }
  /// That nobody is asked what places are called, and who decided that.
  package var namesUnknown: String {
    text("Names are looked up nowhere: photos.lookup is off. Coordinates are understood.")
  }
  /// That nobody knows where the reader is.
  package var notLocated: String { text("Nobody could tell where you are. Type a place.") }
}

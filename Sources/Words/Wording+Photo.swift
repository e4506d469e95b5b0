package import FeedDomain
import Groundwork
package import Terminal

extension Wording {
  /// Whose photo it is.
  package func photo(by name: String) -> String { text("Photo by {name}", ["name": name]) }
  /// Whose photo it is, and where it comes from, for a service that wants that told.
  package func photo(by name: String, on service: Service) -> String {
    guard service.photoTerms.giver != nil else { return photo(by: name) }
    return text(
      "Photo by {name} on {service}", ["name": name, "service": self.name(of: service).string])
  }
  /// Whose photo it is, and which of a post's.
  package func photo(_ number: Int, of count: Int, by name: String) -> String {
    text(
      "Photo {number} of {count} by {name}",
      ["number": String(number), "count": String(count), "name": name])
  }
  /// What goes on.
  package var loadingPhoto: String { text("Fetching the photo") }
  /// That there is no such photo.
  package var photoGone: String { text("This photo is no longer there.") }
  /// That what the service tells of a photo could not be had.
  package func photoDetailsFailed(_ error: FeedError) -> String {
    text("No details: {reason}", ["reason": reason(error)])
  }
  /// That there is no photo on that side.
  package func noPhoto(_ step: PhotoViewing.Step) -> String {
    switch step {
    case .next: text("This is the last photo.")
    case .previous: text("This is the first photo.")
    }
  }
  /// How to see a film.
  package func filmHint(key: String) -> String { text("film · {key} plays it", ["key": key]) }
  /// That there is no film.
  package var noFilm: String { text("There is no film to play.") }
  /// That a player was started.
  package func playing(_ film: Hyperlink) -> SafeText {
    say("Playing {address}", ["address": film.address])
  }
  /// That the player cannot be started.
  package var playerFailed: SafeText {
    say("The player could not be started. Check the setting programs.player.")
  }
}

extension Wording {
  /// What goes on while the original is fetched.
  package func saving(_ transfer: Transfer?) -> String {
    guard let transfer, let expected = transfer.expected, expected > 0 else {
      return text("saving")
    }
    let percent = Int(Double(transfer.received) / Double(expected) * 100)
    return text("saving {percent} %", ["percent": String(max(0, min(100, percent)))])
  }
  /// Where the original is.
  package func savedPhoto(_ path: String) -> String { text("Saved as {path}", ["path": path]) }
  /// That the original could not be had.
  package func photoNotFetched(_ error: FeedError) -> String {
    text("The original could not be fetched: {reason}", ["reason": reason(error)])
  }
  /// That it could not be put into a file.
  package func photoNotSaved(_ error: StoreError) -> String {
    text(
      "The photo could not be saved: {reason}", ["reason": sentence(for: error).string])
  }
  /// Why a key does nothing.
  package var cannotSavePhoto: String { text("This photo cannot be saved here.") }
}

extension Wording {
  /// The name of a fact.
  package var photographer: String { text("Photographer") }
  /// The name of a fact.
  package var licence: String { text("Licence") }
  /// The name of a fact.
  package var place: String { text("Place") }
  /// The name of a fact.
  package var takenAt: String { text("Taken") }
  /// The name of a fact.
  package var camera: String { text("Camera") }
  /// The name of a fact.
  package var lens: String { text("Lens") }
  /// The name of a fact.
  package var exposure: String { text("Exposure") }
  /// The name of a fact.
  package var size: String { text("Size") }
  /// The name of a fact.
  package var views: String { text("Views") }
  /// The name of a fact.
  package var downloads: String { text("Downloads") }
  /// The name of a fact.
  package var likesName: String { text("Likes") }
  /// The name of a fact.
  package var shows: String { text("Shows") }
  /// The name of a fact.
  package var statistics: String { text("Statistics") }
  /// Why there are no numbers.
  package var mayNotCount: String {
    text(
      "The token may not see them: it lacks the permission {permission}.",
      ["permission": "instagram_business_manage_insights"])
  }
  /// The name of a fact.
  package var tags: String { text("Tags") }

  /// The name of a fact.
  package func name(of insight: PhotoDetails.Insight.Kind) -> String {
    switch insight {
    case .reach: text("People reached")
    case .saves: text("Saved")
    case .shares: text("Shared")
    case .interactions: text("Interactions")
    case .reposts: text("Reposts")
    case .follows: text("New followers")
    case .profileVisits: text("Profile visits")
    case .profileActivity: text("Actions on the profile")
    case .replies: text("Replies")
    case .navigation: text("Taps onwards")
    case .watchTime: text("Average watch time")
    }
  }

  /// A day and the time of day.
  package func date(_ moment: Timestamp) -> String {
    let date = localDate(moment)
    return "\(date.iso.prefix(10)) \(date.clock)"
  }
  /// A whole number, in groups of three.
  package func number(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = ""
    for (place, digit) in digits.enumerated() {
      // A narrow blank parts them in every language.
      if place > 0, (digits.count - place) % 3 == 0 { text += "\u{202F}" }
      text.append(digit)
    }
    return (number < 0 ? "−" : "") + text
  }
  /// So many tenths.
  package func tenths(_ count: Int) -> String {
    text("{whole}.{tenth}", ["whole": String(count / 10), "tenth": String(count % 10)])
  }
  /// A size in bytes.
  package func bytes(_ count: Int) -> String {
    count >= 1_000_000 ? tenths(count / 100_000) + " MB" : tenths(count / 100) + " kB"
  }
}

package import FeedDomain
import Groundwork
package import Terminal
package import UseCases

extension Wording {
  package func photo(by name: String) -> SafeText { say("Photo by {name}", ["name": name]) }
  package func photo(by name: String, on service: Service) -> SafeText {
    guard service.photoTerms.giver != nil else { return photo(by: name) }
    return say("Photo by {name} on {service}", ["name": name, "service": self.name(of: service)])
  }
  package func photo(_ number: Int, of count: Int, by name: String) -> SafeText {
    say("Photo {number} of {count} by {name}", ["number": number, "count": count, "name": name])
  }
  package func photoDetailsFailed(_ error: FeedError) -> SafeText {
    say("No details: {reason}", ["reason": reason(error)])
  }
  package func noPhoto(_ step: PhotoViewing.Step) -> SafeText {
    switch step {
    case .next: say("This is the last photo.")
    case .previous: say("This is the first photo.")
    }
  }
  package func playHint(_ kind: Photo.Kind, key: String) -> SafeText {
    kind == .audio
      ? say("audio · {key} plays it", ["key": key]) : say("video · {key} plays it", ["key": key])
  }
  package var noFilm: SafeText { say("There is no video to play.") }
}

extension Wording {
  package func saving(_ transfer: Transfer?) -> SafeText {
    guard let transfer, let expected = transfer.expected, expected > 0 else {
      return say("saving")
    }
    let percent = Int(Double(transfer.received) / Double(expected) * 100)
    return say("saving {percent} %", ["percent": max(0, min(100, percent))])
  }
  package func photoNotFetched(_ error: FeedError) -> SafeText {
    say("The original could not be fetched: {reason}", ["reason": reason(error)])
  }
  package func photoNotSaved(_ error: StoreError) -> SafeText {
    say("The photo could not be saved: {reason}", ["reason": sentence(for: error)])
  }
}

extension Wording {
  package var licence: SafeText { say("Licence") }
  package var place: SafeText { say("Place") }
  package var exposure: SafeText { say("Exposure") }
  package var size: SafeText { say("Size") }
  package var shows: SafeText { say("Shows") }
  package var tags: SafeText { say("Tags") }
  package var statistics: SafeText { say("Statistics") }

  package func name(of insight: PhotoDetails.Insight.Kind) -> SafeText {
    switch insight {
    case .reach: say("People reached")
    case .saves: say("Saved")
    case .shares: say("Shared")
    case .interactions: say("Interactions")
    case .reposts: say("Reposts")
    case .follows: say("New followers")
    case .profileVisits: say("Profile visits")
    case .profileActivity: say("Actions on the profile")
    case .replies: say("Replies")
    case .navigation: say("Taps forward")
    case .watchTime: say("Average watch time")
    }
  }

  package func date(_ moment: Timestamp) -> SafeText {
    let date = localDate(moment)
    return "\(date.iso.prefix(10)) \(date.clock)"
  }
  package func number(_ number: Int) -> SafeText {
    let digits = Array(String(number.magnitude))
    var text = ""
    for (place, digit) in digits.enumerated() {
      // A narrow blank parts them in every language.
      if place > 0, (digits.count - place) % 3 == 0 { text += "\u{202F}" }
      text.append(digit)
    }
    return SafeText(sanitizing: (number < 0 ? "−" : "") + text)
  }
  package func tenths(_ count: Int) -> SafeText {
    say("{whole}.{tenth}", ["whole": count / 10, "tenth": count % 10])
  }
  package func bytes(_ count: Int) -> SafeText {
    count >= 1_000_000 ? tenths(count / 100_000) + " MB" : tenths(count / 100) + " kB"
  }
}

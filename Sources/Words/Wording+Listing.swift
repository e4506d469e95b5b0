package import FeedDomain
package import Terminal

extension Wording {
  /// What is looked through.
  package func title(of subject: Listing.Subject) -> SafeText {
    switch subject {
    case .editions: say("Edits")
    case .announcements: say("Announcements")
    case .server: say("About this server")
    }
  }

  /// That it is being asked for.
  package var askingForListing: SafeText { say("Asking the service") }

  /// That there is nothing in it.
  package func nothing(in subject: Listing.Subject) -> SafeText {
    switch subject {
    case .editions: say("This post was never edited.")
    case .announcements: say("No announcements.")
    case .server: say("This server says nothing about itself.")
    }
  }

  /// When something was written, or changed.
  package func edition(at time: SafeText, isFirst: Bool) -> SafeText {
    isFirst ? say("Written {time}", ["time": time]) : say("Edited {time}", ["time": time])
  }

  /// What heads the rules of a server.
  package var rules: SafeText { say("Rules") }
  /// Whom to ask about a server.
  package func runBy(_ handle: String) -> SafeText { say("Run by @{handle}", ["handle": handle]) }
  /// How many people used a server lately.
  package func activePeople(_ count: Int) -> SafeText {
    plural("{count} person active this month", "{count} people active this month", count)
  }
  /// An announcement, by the time it came.
  package func announced(at time: SafeText?) -> SafeText {
    time.map { say("Announced {time}", ["time": $0]) } ?? say("Announced")
  }

  /// That nothing of its words changed.
  package var sameWords: SafeText { say("The words stayed the same.") }
}

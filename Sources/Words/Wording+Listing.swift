package import FeedDomain
package import Terminal

extension Wording {
  /// What is looked through.
  package func title(of subject: Listing.Subject) -> SafeText {
    switch subject {
    case .editions: say("Edits")
    }
  }

  /// That it is being asked for.
  package var askingForListing: SafeText { say("Asking the service") }

  /// That there is nothing in it.
  package func nothing(in subject: Listing.Subject) -> SafeText {
    switch subject {
    case .editions: say("This post was never edited.")
    }
  }

  /// When something was written, or changed.
  package func edition(at time: SafeText, isFirst: Bool) -> SafeText {
    isFirst ? say("Written {time}", ["time": time]) : say("Edited {time}", ["time": time])
  }

  /// That nothing of its words changed.
  package var sameWords: SafeText { say("The words stayed the same.") }
}

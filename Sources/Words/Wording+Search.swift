package import FeedDomain
package import Terminal

extension Wording {
  /// The name of the scene.
  package var searchTitle: SafeText { say("Search") }
  /// What stands before the field, in the plain mode.
  package var searchPrompt: SafeText { say("Search for:") }
  /// What the keys do while one types.
  package var searchNow: SafeText { say("search") }
  package var toResults: SafeText { say("results") }
  package var earlierSearch: SafeText { say("earlier") }
  package var leaveSearch: SafeText { say("leave") }
  /// What to do first.
  package var searchInvitation: SafeText {
    say("Everything you have seen is searched as you type.")
  }
  package var searchAdvice: SafeText {
    say("Enter asks the service too: for posts, #tags and people.")
  }
  /// That the service is being asked.
  package var askingService: SafeText { say("Asking the service") }
  /// That the posts are those held here.
  package var foundHere: SafeText { say("seen before") }
  /// That nothing was found.
  package var nothingFound: SafeText { say("No matches.") }
  package var nothingFoundHere: SafeText { say("No matches in what you have seen.") }
  package var enterAsksService: SafeText { say("Enter asks the service.") }
  /// That there is nobody to ask.
  package var unsearchable: SafeText {
    say("This service has no search: only what you have seen is searched.")
  }
  /// That the service could not be asked; what is held here is shown.
  package func searchFailed(_ error: FeedError) -> SafeText {
    say("Only what is stored here: {reason}", ["reason": reason(error)])
  }
  /// The way to everybody who is called like this.
  package func everybodyNamed(_ words: String) -> SafeText {
    say("Everybody called “{words}”", ["words": words])
  }
}

internal import FeedDomain
internal import Terminal

extension Wording {
  /// The name of the scene.
  var searchTitle: SafeText { say("Search") }
  /// What stands before the field, in the plain mode.
  var searchPrompt: SafeText { say("Search for:") }
  /// What the keys do while one types.
  var searchNow: SafeText { say("search") }
  var toResults: SafeText { say("results") }
  var earlierSearch: SafeText { say("earlier") }
  var leaveSearch: SafeText { say("leave") }
  /// What to do first.
  var searchInvitation: SafeText { say("Everything you have seen is searched as you type.") }
  var searchAdvice: SafeText { say("Enter asks the service too: for posts, #tags and people.") }
  /// That the service is being asked.
  var askingService: SafeText { say("Asking the service") }
  /// That the posts are those held here.
  var foundHere: SafeText { say("seen before") }
  /// That nothing was found.
  var nothingFound: SafeText { say("Nothing has all of that.") }
  var nothingFoundHere: SafeText { say("Nothing you have seen has all of that.") }
  var enterAsksService: SafeText { say("Enter asks the service.") }
  /// That there is nobody to ask.
  var unsearchable: SafeText {
    say("This service cannot be searched: what you have seen is all there is.")
  }
  /// That the service could not be asked; what is held here is shown.
  func searchFailed(_ error: FeedError) -> SafeText {
    say("Only what is held here: {reason}", ["reason": reason(error)])
  }
  /// The way to everybody who is called like this.
  func everybodyNamed(_ words: String) -> SafeText {
    say("Everybody called “{words}”", ["words": words])
  }
}

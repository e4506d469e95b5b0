package import FeedDomain
package import Terminal

extension Wording {
  package var searchTitle: SafeText { say("Search") }
  package var searchPrompt: SafeText { say("Search for:") }
  package var searchNow: SafeText { say("search") }
  package var toResults: SafeText { say("results") }
  package var earlierSearch: SafeText { say("earlier") }
  package var leaveSearch: SafeText { say("leave") }
  package var searchInvitation: SafeText {
    say("Everything you have seen is searched as you type.")
  }
  package var searchAdvice: SafeText {
    say("Enter asks the service too: for posts, #tags and people.")
  }
  package var askingService: SafeText { say("Asking the service") }
  package var foundHere: SafeText { say("seen before") }
  package var nothingFound: SafeText { say("No matches.") }
  package var nothingFoundHere: SafeText { say("No matches in what you have seen.") }
  package var enterAsksService: SafeText { say("Enter asks the service.") }
  package var unsearchable: SafeText {
    say("This service has no search: only what you have seen is searched.")
  }
  package func searchFailed(_ error: FeedError) -> SafeText {
    say("Only what is stored here: {reason}", ["reason": reason(error)])
  }
  package func everybodyNamed(_ words: String) -> SafeText {
    say("Everybody called “{words}”", ["words": words])
  }
  package var askForLess: SafeText { say("Fewer words find more.") }
  package var unaskable: SafeText {
    say("The service can only be asked for a word, a #tag or from:.")
  }
  package var byStream: SafeText { say("by stream") }
  package var byPerson: SafeText { say("by person") }
  package var inNoStream: SafeText { say("In no stream") }
  package func showsAllAgain(key: String) -> SafeText {
    say("{key} shows all again", ["key": key])
  }
}

/// The language of searches.
extension Wording {
  /// How each thing is looked for, and what that finds.
  package var searchGuide: [(example: String, meaning: SafeText)] {
    [
      ("from:ada", say("by Ada; from:me finds your own")),
      ("has:photo", say("with a photo; also video, link, poll")),
      ("since:yesterday", say("from that day on, until: up to it; 7d, 2026-03-04, 2026-03")),
      ("#tram", say("with the tag; #tram,#bus with either")),
      ("lang:en", say("in that language")),
      ("\"late ferry\"", say("with these words side by side")),
      ("-snow", say("without the word; also -from:ada, -#tram")),
    ]
  }

  /// What is wrong with a part of what was typed, and what could stand there.
  package func sentence(for mistake: SearchMistake) -> SafeText {
    let part = ["part": mistake.part]
    return switch mistake.kind {
    case .day: say("{part}: no such day. Try yesterday, 7d or 2026-03-04.", part)
    case .holding: say("{part}: it can be photo, video, link or poll.", part)
    case .language: say("{part}: write a language as en, de or pt-BR.", part)
    case .nothing: say("{part}: something is missing behind it.", part)
    }
  }
}

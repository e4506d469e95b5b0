package import FeedDomain
package import Terminal

extension Wording {
  package var leaveSearch: SafeText { say("leave") }
  package var searchInvitation: SafeText {
    say("Everything you have seen is searched as you type.")
  }
  package var askingService: SafeText { say("Asking the service") }
  package var nothingFound: SafeText { say("No matches.") }
  package var unsearchable: SafeText {
    say("This service has no search: only what you have seen is searched.")
  }
  package func searchFailed(_ error: FeedError) -> SafeText {
    say("Only what is stored here: {reason}", ["reason": reason(error)])
  }
  package var unaskable: SafeText {
    say("The service can only be asked for a word, a #tag or from:.")
  }
}

extension Wording {
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

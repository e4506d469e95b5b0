package import FeedDomain
package import Terminal

extension Wording {
  package var chooseOne: SafeText { say("Choose one answer.") }
  package var votedAlready: SafeText { say("You have voted.") }
  package var pollIsOver: SafeText { say("The poll is closed.") }
  package var pollIsYours: SafeText { say("You cannot vote in your own poll.") }
  package func votes(key: String) -> SafeText { say("{key} votes", ["key": key]) }
}

extension Wording {
  package var pollKey: SafeText { say("poll") }
  package var pollsNotOffered: SafeText { say("This service has no polls.") }
  package var pollNotAlone: SafeText {
    say("A post with a poll can have neither pictures nor a quote.")
  }

  package func sentence(for trouble: DraftTrouble, pictureKey: String = "^P") -> SafeText {
    switch trouble {
    case .noPicture: say("A post needs a picture here: {key} adds one.", ["key": pictureKey])
    case .noPolls: pollsNotOffered
    case .pollNotAlone: pollNotAlone
    case .pollForEverybody:
      say("This server shows every poll to everybody: let everybody see it, or take the poll out.")
    case .coverNeedsWarning:
      say("This server covers pictures only behind a warning: write one, or do not cover them.")
    case .noQuestion: say("A poll needs a question: write it above.")
    case .tooFewChoices: say("A poll needs at least two answers.")
    case .tooManyChoices(let limit):
      say("A poll has at most {count} answers here.", ["count": limit])
    case .choiceTooLong(let choice, let excess):
      plural(
        "The answer \"{text}\" is {count} character too long.",
        "The answer \"{text}\" is {count} characters too long.", excess,
        ["text": String(choice.prefix(20)) + (choice.count > 20 ? "…" : "")])
    case .sameChoice(let choice):
      say("The answer \"{text}\" is there twice.", ["text": choice])
    case .noThreads: noThreads
    case .threadLater: say("A thread goes out at once: take the time out.")
    case .notLater: say("This service cannot schedule posts.")
    case .tooSoon: say("Schedule it at least five minutes ahead.")
    case .pictureGone(let path):
      say("The file {file} is gone: put it back, or take the picture out.", ["file": path])
    case .unknownLanguage(let name):
      say("\"{name}\" is not a language code, such as en, de or pt-BR.", ["name": name])
    case .unclearPlace(let typed):
      say(
        "\"{text}\" is not a place: write its coordinates, such as 48.21, 16.37.", ["text": typed])
    case .pollLength(let limits):
      say(
        "A poll is open for at least {shortest} and at most {longest}.",
        ["shortest": span(limits.shortest), "longest": span(limits.longest)])
    }
  }
}

package import FeedDomain
package import Terminal

extension Wording {
  package func postNotRedraftedMessage(_ reason: SafeText) -> SafeText {
    say(
      "Your post was not deleted: its text and pictures could not be saved. {reason}",
      ["reason": reason])
  }

  package func replyTitle(to handle: String?) -> SafeText {
    handle.map { say("Reply to @{handle}", ["handle": $0]) } ?? say("Reply")
  }
  package func quoteTitle(of handle: String?) -> SafeText {
    handle.map { say("Quote @{handle}", ["handle": $0]) } ?? say("Quote a post")
  }
  package func postTooLongMessage(by count: Int) -> SafeText {
    plural(
      "The post is {count} character too long.", "The post is {count} characters too long.", count
    )
  }
  package var leavingUnsavedQuestion: SafeText {
    say("Press Esc again to leave without saving.")
  }
  package var confirmDiscard: SafeText { say("Press the key again to delete this draft.") }
  package var noThreads: SafeText { say("This service has no threads.") }

  package func visibilityLabel(of visibility: Visibility) -> SafeText {
    switch visibility {
    case .everybody: say("everybody")
    case .unlisted: say("everybody, unlisted")
    case .followers: say("followers only")
    case .mentioned: say("only those mentioned")
    case .oneself: say("only you")
    }
  }

  package var discardKey: SafeText { say("discard") }
  package func pictureSummary(showing words: [String]) -> SafeText {
    let count = plural("{count} picture", "{count} pictures", words.count)
    let told = words.filter { !$0.isEmpty }.joined(separator: " · ")
    return told.isEmpty ? count : "\(count): \(told)"
  }

  package func altTextTooLongMessage(by count: Int) -> SafeText {
    plural(
      "The description is {count} character too long.",
      "The description is {count} characters too long.", count)
  }

  package func sentence(for problem: PictureFileProblem) -> SafeText {
    switch problem {
    case .forbidden: notAllowedHere
    case .missing: say("There is no such file. Tab completes the path.")
    case .unreadable: say("The file cannot be read: check its permissions.")
    case .notAPicture:
      say(
        "The file is not a picture that can be posted: choose a JPEG, PNG, WebP, GIF, AVIF or HEIC."
      )
    case .damaged: say("The picture is damaged: save it again, or choose another.")
    case .tooManyPixels: say("The picture has too many pixels: make it smaller.")
    case .notOpened: say("The picture cannot be opened. Try: tweetie doctor")
    case .missingLibrary(let library): sentence(forMissing: library)
    case .tookTooLong: say("The picture took too long to open: try again, or choose a smaller one.")
    case .tooLarge(let limit):
      say("The file is too large: make it smaller than {size} MB.", ["size": limit >> 20])
    }
  }

  package var momentUnclear: SafeText {
    say("This is not a valid time: write it like 2h, 18:30 or 2026-11-24 09:00.")
  }
  package var asUsual: SafeText { say("default") }

  package func fieldPrompt(_ field: InputField) -> SafeText {
    switch field {
    case .licence: say("Licence:")
    case .photoLocation: say("Taken at (latitude, longitude):")
    case .answerers: say("Who may reply:")
    case .isUnquotable: say("Nobody may quote it:")
    default: ""
    }
  }

  package func replyPolicyLabel(of answerers: ReplyPolicy) -> SafeText {
    switch answerers {
    case .followers: say("followers may reply")
    case .followed: say("people you follow may reply")
    case .mentioned: say("those mentioned may reply")
    case .nobody: say("nobody may reply")
    }
  }

  /// Returns the name of a photo's licence, which is translated only for "all rights reserved".
  package func name(of licence: PhotoLicence) -> SafeText {
    switch licence {
    case .reserved: say("all rights reserved")
    case .by: "CC BY"
    case .bySA: "CC BY-SA"
    case .byND: "CC BY-ND"
    case .byNC: "CC BY-NC"
    case .byNCSA: "CC BY-NC-SA"
    case .byNCND: "CC BY-NC-ND"
    case .cc0: "CC0"
    }
  }

  package func quotePolicyLabel(of quotePolicy: QuotePolicy) -> SafeText {
    switch quotePolicy {
    case .everybody: say("everybody")
    case .followers: say("followers only")
    case .nobody: say("nobody")
    }
  }

  package func quotePolicySentence(for quotePolicy: QuotePolicy) -> SafeText {
    switch quotePolicy {
    case .everybody: say("everybody may quote it")
    case .followers: say("followers may quote it")
    case .nobody: say("nobody may quote it")
    }
  }

  package var chooseOne: SafeText { say("Choose one answer.") }
  package var votedAlready: SafeText { say("You have voted.") }
  package var pollIsOver: SafeText { say("The poll is closed.") }
  package var pollIsYours: SafeText { say("You cannot vote in your own poll.") }
  package func voteKeyHint(key: String) -> SafeText { say("{key} votes", ["key": key]) }
  package var pollKey: SafeText { say("poll") }
  package var pollsNotOffered: SafeText { say("This service has no polls.") }
  package var picturesStay: SafeText {
    say("This server cannot change the pictures of a published post.")
  }
  package var pollNotAlone: SafeText {
    say("A post with a poll can have neither pictures nor a quote.")
  }

  package func sentence(for problem: DraftProblem, pictureKey: String = "^P") -> SafeText {
    switch problem {
    case .noPicture: say("A post needs a picture here: {key} adds one.", ["key": pictureKey])
    case .picturesStay: picturesStay
    case .noPolls: pollsNotOffered
    case .pollNotAlone: pollNotAlone
    case .pollForEverybody:
      say("Polls on this server are public: let everybody see the post, or remove the poll.")
    case .coverNeedsWarning:
      say("This server covers pictures only with a content warning: add one, or uncover them.")
    case .noQuestion: say("A poll needs a question: write it above.")
    case .tooFewChoices: say("A poll needs at least two answers.")
    case .tooManyChoices(let limit):
      say("A poll has at most {count} answers here.", ["count": limit])
    case .choiceTooLong(let choice, let limitExceeded):
      plural(
        "The answer \"{text}\" is {count} character too long.",
        "The answer \"{text}\" is {count} characters too long.", limitExceeded,
        ["text": String(choice.prefix(20)) + (choice.count > 20 ? "…" : "")])
    case .sameChoice(let choice): say("The answer \"{text}\" appears twice.", ["text": choice])
    case .noThreads: noThreads
    case .threadLater: say("A thread cannot be scheduled: remove the time.")
    case .notLater: say("This service cannot schedule posts.")
    case .tooSoon: say("Schedule it at least five minutes ahead.")
    case .pictureGone(let path):
      say("The file {file} is missing: restore it, or remove the picture.", ["file": path])
    case .unknownLanguage(let name):
      say("\"{name}\" is not a language code, such as en, de or pt-BR.", ["name": name])
    case .unclearPlace(let typed):
      say(
        "\"{text}\" is not a place: write its coordinates, such as 48.21, 16.37.", ["text": typed])
    case .pollLength(let limits):
      say(
        "A poll is open for at least {shortest} and at most {longest}.",
        [
          "shortest": roundedDurationText(limits.shortest),
          "longest": roundedDurationText(limits.longest),
        ])
    }
  }
}

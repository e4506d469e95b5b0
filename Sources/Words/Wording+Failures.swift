package import FeedDomain
internal import Groundwork
package import Terminal

extension Wording {
  package func sentence(for error: FeedError) -> SafeText {
    switch error {
    case .unreachable: say("The service cannot be reached. Check the network and try again.")
    case .untrusted(let why): say("No secure connection: {reason}", ["reason": reason(why)])
    case .invalidCredentials: say("Invalid credentials")
    case .signedOut: say("The service no longer accepts this sign-in. Sign in again.")
    case .rateLimited(until: nil): say("Too many requests. Wait a little and try again.")
    case .rateLimited(let moment?):
      say(
        "Too many requests. The service asks to wait until {time}.", ["time": clockTime(moment)])
    case .refused(nil): say("The service refused it.")
    case .refused(let reason?):
      say("The service refused it: {reason}", ["reason": ended(SafeText(sanitizing: reason))])
    case .misconfigured(let words): SafeText(sanitizing: words)
    case .notFound: say("It is no longer there, or never was.")
    case .serverFailed(let status):
      say("The service has a problem ({status}). Try again later.", ["status": status])
    case .badReply: say("The service sent an answer that cannot be read. Try again later.")
    case .missingLibrary(let library): sentence(forMissing: library)
    case .endless: say("The service's answers lead on without an end. It was asked no further.")
    case .cancelled: say("Cancelled.")
    case .outcomeUnknown: say("No answer came: it may have been sent, or not.")
    }
  }

  package func sentence(forMissing library: SystemLibrary) -> SafeText {
    guard let package = packages.package(of: library.rawValue) else {
      return say(
        "{library} is missing: install it and start Tweetie again.",
        ["library": library.rawValue])
    }
    return say(
      "{library} is missing: install the package {package} and start Tweetie again.",
      ["library": library.rawValue, "package": package])
  }

  /// The same for what failed a while ago: a moment that is past tells nothing any more.
  package func sentence(for error: FeedError, now: Timestamp) -> SafeText {
    if case .rateLimited(let moment?) = error, moment <= now {
      return sentence(for: .rateLimited(until: nil))
    }
    return sentence(for: error)
  }

  package func sentence(for error: StoreError) -> SafeText {
    switch error {
    case .full: say("The disk is full. Make room and try again.")
    case .readOnly: say("The folder cannot be written to. Check its permissions.")
    case .noPlace(let folder?):
      say("Nothing can be saved in {folder}. Check its permissions.", ["folder": folder])
    case .noPlace(nil): say("Nothing can be saved: set HOME to an absolute path.")
    case .damaged: say("One of Tweetie's files is damaged, or not its own. Try: tweetie doctor")
    case .newer: say("The files were written by a newer Tweetie. Update this one.")
    case .busy: say("Another Tweetie is using the files. Close it and try again.")
    case .closed: say("Tweetie is quitting: nothing more is saved.")
    case .signedOut: say("The account was signed out elsewhere. Nothing is kept for it.")
    case .failed(let step, let reason):
      say("{step} failed: {reason}", ["step": step, "reason": reason])
    }
  }

  package func notStored(_ error: StoreError) -> SafeText {
    say("None of this is saved. {reason}", ["reason": sentence(for: error)])
  }

  package func writingNotKept(_ error: StoreError) -> SafeText {
    say("What you write cannot be saved. {reason}", ["reason": sentence(for: error)])
  }
}

extension Wording {
  package func ended(_ words: SafeText) -> SafeText {
    let isEnded = words.string.last { !$0.isWhitespace }.map { ".!?…。！？".contains($0) } ?? true
    return isEnded ? words : words + "."
  }
}

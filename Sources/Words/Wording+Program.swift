package import FeedDomain
import Glibc
import Groundwork
package import Terminal
package import UseCases

extension Wording {
  package var needsTerminal: SafeText {
    say("The full screen needs a terminal. To print a stream: tweetie feed")
  }

  package func sentence(for error: TerminalError) -> SafeText {
    switch error {
    case .unknownTerminal(let name) where name.isEmpty:
      say("TERM is not set, so the terminal type is unknown. Try: TERM=xterm tweetie")
    case .unknownTerminal(let name):
      say(
        "The terminal type \"{name}\" (TERM) is unknown. Try: TERM=xterm tweetie",
        ["name": String(name.prefix(40))])
    case .cannotPaint(let name):
      say(
        "The terminal type \"{name}\" (TERM) does not support a full screen. To print a stream: tweetie feed",
        ["name": name])
    case .notATerminal: needsTerminal
    case .refused(let step, let code):
      say(
        "The terminal cannot be used: {step}: {reason}.",
        ["step": step, "reason": String(cString: strerror(code))])
    }
  }

  package func missingUTF8Message(until remedy: String) -> SafeText {
    say(
      "Some characters are shown as ?. Set a UTF-8 locale: export {setting}",
      ["setting": remedy])
  }

  package func crashMessage(bySignal signal: Int32, report: String?) -> SafeText {
    let name = String(cString: strsignal(signal))
    guard let report else {
      return say(
        "tweetie was stopped: {name} (signal {number}). Your terminal has been restored.",
        ["name": name, "number": signal])
    }
    return say(
      "tweetie was stopped: {name} (signal {number}). Your terminal has been restored. Report: {path}",
      ["name": name, "number": signal, "path": report])
  }

  package func sentence(for shortage: ResourceShortage) -> SafeText {
    switch shortage {
    case .descriptors(let count, let needed):
      say(
        "The limit is {count} open files here, and Tweetie needs {needed}. Try: ulimit -n 256",
        ["count": count, "needed": needed])
    case .memory(let megabytes, let needed):
      say(
        "The limit is {count} MB of memory here, and Tweetie needs {needed}. Try: ulimit -v unlimited",
        ["count": megabytes, "needed": needed])
    case .fileSize(let kilobytes, let needed):
      say(
        "The limit is {count} kB per file here, and Tweetie needs {needed}. Try: ulimit -f unlimited",
        ["count": kilobytes, "needed": needed])
    }
  }

  package var outOfThreads: SafeText {
    say("The system is out of memory or threads. Close other programs, and try again.")
  }

  package var notAllowedHere: SafeText { say("Not allowed in restricted mode.") }

  package var openerFailed: SafeText {
    say("The browser could not be started. Set \"opener\" in the settings.")
  }
  package func linkNotOpenedMessage(_ link: SafeWebLink, key: String) -> SafeText {
    say(
      "No browser here · {key} copies the link: {address}",
      ["key": key, "address": link.address])
  }
  package var settings: SafeText { say("Settings") }
  package func settingsSectionTitle(_ name: String) -> SafeText {
    switch name {
    case "display": say("Display")
    case "reading": say("Reading")
    case "writing": say("Writing")
    case "alerts": say("Alerts")
    case "photos": say("Photos")
    case "services": say("Services")
    case "programs": say("Other programs")
    case "log": say("Log")
    case "tweetie": say("Built-in service")
    default: SafeText(sanitizing: name)
    }
  }
  package func keyGroupTitle(of group: SafeText) -> SafeText {
    say("Keys: {group}", ["group": group])
  }
  package func defaultValueText(_ value: SafeText) -> SafeText {
    say("Default: {value}.", ["value": value])
  }
  package var fromNextStart: SafeText { say("Takes effect at the next start.") }
  package func fileNotWrittenMessage(_ file: String, _ error: StoreError) -> SafeText {
    guard error != .readOnly else {
      return say("{file} cannot be written to. Check its permissions.", ["file": file])
    }
    return say("Nothing was changed. {reason}", ["reason": sentence(for: error)])
  }
  package var themes: SafeText { say("Themes") }

  package func sentence(for mistake: PortableSettingsError, in file: String) -> SafeText {
    switch mistake {
    case .otherFile: say("{file} was not written by tweetie config --export.", ["file": file])
    case .newer: say("{file} was written by a newer version.", ["file": file])
    case .tooLarge: say("{file} is too large.", ["file": file])
    case .notText: say("{file} is not UTF-8 text.", ["file": file])
    case .line(let number):
      say(
        "{file}, line {line}: invalid. Nothing was changed.",
        ["file": file, "line": String(number)])
    }
  }

  package func sentence(for limitation: FeedError.ServiceLimitation) -> SafeText {
    switch limitation {
    case .deletesNoPosts: say("This server cannot delete posts.")
    case .listsNoFollowers: say("This server does not list followers.")
    case .postOfOthers: say("You can only edit your own posts.")
    case .addsNoPictures: say("This server cannot add pictures to a published post.")
    case .needsFolder: say("The server keeps every feed in a folder.")
    case .feedInOwnNetwork:
      say("The feed is in your own network, which is allowed only for trusted lists.")
    case .subscriptionEnded: say("Your subscription to this service has ended.")
    case .trialEnded: say("Your free trial of this service has ended.")
    }
  }

  package func sentence(for error: FeedError) -> SafeText {
    switch error {
    case .unreachable: say("The service cannot be reached. Check the network and try again.")
    case .untrusted(let why):
      say("No secure connection: {reason}", ["reason": certificateProblemText(why)])
    case .invalidCredentials: say("Invalid credentials")
    case .signedOut: say("The service no longer accepts this sign-in. Sign in again.")
    case .rateLimited(until: nil): say("Too many requests. Wait a little and try again.")
    case .rateLimited(let moment?):
      say(
        "Too many requests. The service asks to wait until {time}.", ["time": clockTimeText(moment)]
      )
    case .refused(nil): say("The service refused it.")
    case .refused(let reason?):
      say(
        "The service refused it: {reason}", ["reason": withFullStop(SafeText(sanitizing: reason))])
    case .limited(let limitation): sentence(for: limitation)
    case .membersOnly: say("The server shows this to its members only.")
    case .misconfigured(let words): SafeText(sanitizing: words)
    case .notFound: say("It does not exist, or was deleted.")
    case .serverFailed(let status):
      say("The service has a problem ({status}). Try again later.", ["status": status])
    case .badReply: say("The service sent an answer that cannot be read. Try again later.")
    case .tooLarge: say("The service sent an answer that is too large to be read.")
    case .missingLibrary(let library): sentence(forMissing: library)
    case .endless: say("The service keeps sending more pages. Tweetie stopped asking.")
    case .cancelled: say("Cancelled.")
    case .outcomeUnknown: say("The service did not confirm it: it may or may not have been sent.")
    case .storeFailed(let error): sentence(for: error)
    }
  }

  package func sentence(for error: ArticleError) -> SafeText {
    switch error {
    case .noAddress: say("This entry has no page.")
    case .notWebAddress(let text):
      say("Only http and https addresses can be saved, not {address}.", ["address": text])
    case .noArticle: say("No article was found on this page.")
    case .notPublic: say("The page is in your own network. Links from feeds cannot open it.")
    case .notAPage: say("The link leads to a file, not to a web page.")
    case .tooLarge: say("The page is too large.")
    case .service(let error): say("The page: {reason}", ["reason": sentence(for: error).string])
    case .store(let error): sentence(for: error)
    }
  }

  package func sentence(forMissing library: SystemLibrary) -> SafeText {
    guard let package = packages.packageName(of: library.rawValue) else {
      return say(
        "{library} is missing: install it and start Tweetie again.",
        ["library": library.rawValue])
    }
    return say(
      "{library} is missing: install the package {package} and start Tweetie again.",
      ["library": library.rawValue, "package": package])
  }

  /// Returns the message for an error that happened earlier; the time for the next try is left out
  /// if it has passed.
  package func sentence(for error: FeedError, now: Timestamp) -> SafeText {
    if case .rateLimited(let moment?) = error, moment <= now {
      return sentence(for: .rateLimited(until: nil))
    }
    return sentence(for: error)
  }

  package func sentence(for error: StoreError) -> SafeText {
    switch error {
    case .full: say("The disk is full. Free some space and try again.")
    case .readOnly: say("The folder cannot be written to. Check its permissions.")
    case .noPlace(let folder?):
      say("Nothing can be saved in {folder}. Check its permissions.", ["folder": folder])
    case .noPlace(nil): say("Nothing can be saved: set HOME to an absolute path.")
    case .damaged: say("One of Tweetie's files is damaged or invalid. Try: tweetie doctor")
    case .newer: say("The files were written by a newer Tweetie. Update this one.")
    case .busy: say("Another Tweetie is using the files. Close it and try again.")
    case .closed: say("Tweetie is quitting: nothing more is saved.")
    case .signedOut: say("The account was signed out elsewhere. Nothing is saved for it.")
    case .tooLarge(let bytes, let limit):
      say(
        "The accounts with their feeds need {size}, and at most {limit} can be stored. No account and no feed was added.",
        ["size": byteCountText(bytes).string, "limit": byteCountText(limit).string])
    case .failed(let step, let reason):
      say("{step} failed: {reason}", ["step": step, "reason": reason])
    }
  }

  package func nothingStoredMessage(_ error: StoreError) -> SafeText {
    say("Nothing is being saved. {reason}", ["reason": sentence(for: error)])
  }

  package func withFullStop(_ words: SafeText) -> SafeText {
    let isEnded = words.string.last { !$0.isWhitespace }.map { ".!?…。！？".contains($0) } ?? true
    return isEnded ? words : words + "."
  }

  package func name(of part: ArchivePart) -> SafeText {
    switch part {
    case .posts: say("Posts")
    case .likes: name(of: Feed.likes)
    case .bookmarks: name(of: Feed.bookmarks)
    }
  }

  package func archiveContentsText(_ count: Int, pictures: Int) -> SafeText {
    let parts =
      [postCountText(count)]
      + (pictures > 0 ? [plural("{count} picture", "{count} pictures", pictures)] : [])
    return parts.joined(separator: ", ")
  }

  package var help: SafeText { say("Help") }
  package var helpBackToText: SafeText { say("Back to the text") }
  package var helpRemove: SafeText { say("Remove it") }
  package var mouse: SafeText { say("Mouse") }

  package func logFilterText(_ level: LogLevel) -> SafeText {
    switch level {
    case .debug: say("everything")
    case .info: say("without details")
    case .error: say("failures only")
    }
  }
}

package enum ResourceShortage: Equatable, Sendable {
  case descriptors(Int, needed: Int)
  case memory(megabytes: Int, needed: Int)
  case fileSize(kilobytes: Int, needed: Int)
}

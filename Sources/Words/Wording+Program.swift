import Glibc
package import Terminal

package enum ResourceShortage: Equatable, Sendable {
  case descriptors(Int, needed: Int)
  case memory(megabytes: Int, needed: Int)
  case fileSize(kilobytes: Int, needed: Int)
}

/// What the program itself says: before and after its scenes, and around them.
extension Wording {
  package var needsTerminal: SafeText {
    say("The full screen needs a terminal. To print a stream: tweetie feed")
  }

  package func sentence(for error: TerminalError) -> SafeText {
    switch error {
    case .unknownTerminal(let name) where name.isEmpty:
      say("TERM is not set, so nothing is known of this terminal. Try: TERM=xterm tweetie")
    case .unknownTerminal(let name):
      say(
        "Nothing is known of a terminal called \"{name}\" (TERM). Try: TERM=xterm tweetie",
        ["name": String(name.prefix(40))])
    case .cannotPaint(let name):
      say(
        "A terminal called \"{name}\" (TERM) cannot show a full screen. To print a stream: tweetie feed",
        ["name": name])
    case .notATerminal: needsTerminal
    case .refused(let step, let code):
      say(
        "The terminal cannot be used: {step}: {reason}.",
        ["step": step, "reason": String(cString: strerror(code))])
    }
  }

  package func plainSigns(until remedy: String) -> SafeText {
    say(
      "Plain signs and ? are used until a UTF-8 locale is set: export {setting}",
      ["setting": remedy])
  }

  package func ended(bySignal signal: Int32, report: String?) -> SafeText {
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
        "Only {count} files may be open here at once, and Tweetie needs {needed}. Try: ulimit -n 256",
        ["count": count, "needed": needed])
    case .memory(let megabytes, let needed):
      say(
        "Only {count} MB of memory may be used here, and Tweetie needs {needed}. Try: ulimit -v unlimited",
        ["count": megabytes, "needed": needed])
    case .fileSize(let kilobytes, let needed):
      say(
        "Files may grow to {count} kB only here, and Tweetie needs {needed}. Try: ulimit -f unlimited",
        ["count": kilobytes, "needed": needed])
    }
  }

  package var outOfThreads: SafeText {
    say("The system has no memory or thread left for Tweetie. Close other programs, and try again.")
  }

  package var notAllowedHere: SafeText { say("Not in restricted mode.") }

  package var openerFailed: SafeText {
    say("The browser could not be started. Set \"opener\" in the settings.")
  }
  package func notOpened(_ link: Hyperlink, key: String) -> SafeText {
    say(
      "No browser here · {key} copies the link: {address}",
      ["key": key, "address": link.address])
  }
  package func copied(_ text: SafeText) -> SafeText { say("Copied {text}", ["text": text]) }
}

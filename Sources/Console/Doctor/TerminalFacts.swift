internal import Glibc
import Preferences
import Terminal

/// What can be told about the terminal without asking it.
struct TerminalFacts {
  let environment: [String: String]
  let colours: Int?
  let hyperlinks: Bool
  /// Whether emoji sequences take two columns there; nil where it was not asked, or did not answer.
  let drawsSequences: Bool?
  /// Whether it reads UTF-8, where the locale has no such characters; nil where it was not asked, or
  /// did not answer.
  let readsUTF8: Bool?
  /// How the desktop is told something through it; nil where it is not.
  let notices: NoticeProtocol?

  /// The facts.
  var section: DoctorSection {
    DoctorSection(
      name: "terminal",
      facts: [
        DoctorFact("TERM", environment["TERM"]),
        DoctorFact("COLORTERM", environment["COLORTERM"]),
        DoctorFact("program", program),
        DoctorFact("multiplexer", multiplexer),
        DoctorFact("over ssh", .bool(environment["SSH_CONNECTION"] != nil)),
        DoctorFact("size", size),
        DoctorFact("colours", colours.map { .number($0) } ?? .null),
        DoctorFact("NO_COLOR", .bool(LaunchEnvironment(environment).forbidsColour)),
        DoctorFact("locale", locale),
        DoctorFact("characters", OutputLook.codeset),
        DoctorFact("reads UTF-8", readsUTF8.map { .bool($0) } ?? .null),
        DoctorFact("remedy", remedy),
        DoctorFact("hyperlinks", .bool(hyperlinks)),
        DoctorFact("emoji sequences", drawsSequences.map { $0 ? "whole" : "in parts" }),
        DoctorFact("notices", notices?.rawValue),
      ])
  }
}

extension TerminalFacts {
  private var program: String? {
    guard let name = environment["TERM_PROGRAM"] else { return nil }
    return [name, environment["TERM_PROGRAM_VERSION"]].compactMap(\.self).joined(separator: " ")
  }

  private var multiplexer: String? {
    environment["TMUX"] != nil ? "tmux" : environment["STY"] != nil ? "screen" : nil
  }

  private var locale: String? {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// What to set so that more than plain signs are printed; nil where they are.
  private var remedy: String? {
    OutputLook.codeset == "UTF-8" ? nil : CharacterLocale(environment: environment).remedy
  }

  /// The size of the terminal on any of the standard descriptors.
  private var size: String? {
    for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
      var window = winsize()
      guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { continue }
      return "\(window.ws_col)×\(window.ws_row)"
    }
    return nil
  }
}

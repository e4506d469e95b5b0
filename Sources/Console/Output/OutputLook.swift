internal import Glibc
import Preferences
import Terminal

/// How output looks on where it goes.
package struct OutputLook: Equatable, Sendable {
  var isStyled = false
  /// Whether UTF-8 is written; else ASCII stands in for what it lacks.
  package var isUTF8 = true
  /// The same for trouble, which may go elsewhere; nil where it is written as results are.
  var complainsInUTF8: Bool?
  /// How wide the terminal is that lines are divided for; nil where nobody reads them on one.
  var columns: Int?
}

extension OutputLook {
  /// The look for a descriptor: styled on a terminal that can do it and whose owner did not say
  /// `NO_COLOR`, plain anywhere else.
  ///
  /// A file or a pipe gets UTF-8 where nobody chose a locale, since what ASCII lacks would be lost.
  ///
  /// Belongs after `setlocale`.
  package init(descriptor: Int32, environment: [String: String]) {
    let terminal = environment["TERM"] ?? "dumb"
    isStyled =
      isatty(descriptor) == 1 && terminal != "dumb" && !terminal.isEmpty
      && !LaunchEnvironment(environment).forbidsColour
    let isChosen = CharacterLocale(environment: environment).isChosen
    func takesUTF8(_ descriptor: Int32) -> Bool {
      Self.codeset == "UTF-8" || (isatty(descriptor) == 0 && !isChosen)
    }
    isUTF8 = takesUTF8(descriptor)
    complainsInUTF8 = takesUTF8(STDERR_FILENO)
    columns = Self.columns(of: descriptor)
  }

  /// How many columns the terminal has; nil for what is none, and for one that does not say.
  package static func columns(of descriptor: Int32) -> Int? {
    var window = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else {
      return nil
    }
    return window.ws_col > 0 ? Int(window.ws_col) : nil
  }

  /// Whether somebody watches what is written there, on a terminal that can go back in its line.
  package static func isWatched(descriptor: Int32, environment: [String: String]) -> Bool {
    isatty(descriptor) == 1 && environment["TERM"] ?? "dumb" != "dumb"
  }

  package static var codeset: String {
    guard let name = nl_langinfo(nl_item(CODESET)) else { return "" }
    return String(cString: name)
  }
}

internal import Glibc
import Preferences

/// How output looks on where it goes.
package struct OutputLook: Equatable, Sendable {
  /// Whether bold and dim may be used.
  var isStyled = false
  /// Whether the locale's characters are UTF-8; else ASCII stands in for the rest.
  package var isUTF8 = true
}

extension OutputLook {
  /// The look for a descriptor: styled on a terminal that can do it and whose owner did not say
  /// `NO_COLOR`, plain anywhere else.
  ///
  /// Belongs after `setlocale`.
  package init(descriptor: Int32, environment: [String: String]) {
    let terminal = environment["TERM"] ?? "dumb"
    isStyled =
      isatty(descriptor) == 1 && terminal != "dumb" && !terminal.isEmpty
      && !LaunchEnvironment(environment).forbidsColour
    isUTF8 = Self.codeset == "UTF-8"
  }

  /// Whether somebody watches what is written there, on a terminal that can go back in its line.
  package static func isWatched(descriptor: Int32, environment: [String: String]) -> Bool {
    isatty(descriptor) == 1 && environment["TERM"] ?? "dumb" != "dumb"
  }

  /// The name of the locale's characters.
  package static var codeset: String {
    guard let name = nl_langinfo(nl_item(CODESET)) else { return "" }
    return String(cString: name)
  }
}

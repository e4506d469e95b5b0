internal import CNcurses  // Its header is where the compiler finds `termios` first.
internal import Glibc

/// Options for using a terminal, from the environment and the settings.
public struct TerminalOptions: Sendable {
  /// The name of the terminal's kind, as in the variable `TERM`.
  public var term: String
  public var colours: ColourDepth?
  public var encoding: TextEncoding
  /// True if the terminal is to be asked whether it reads UTF-8, because the locale is ASCII and
  /// nobody chose that.
  public var asksForEncoding: Bool
  /// True if a terminal understands queries and clipboard commands.
  public var isModern: Bool
  /// True if links are sent to the terminal as clickable hyperlinks.
  public var hyperlinks: Bool
  /// True if screen frames are sent as synchronized output; nil asks the terminal.
  public var synchronizedOutput: Bool?
  /// True if the terminal draws emoji sequences in two columns; nil asks the terminal.
  public var drawsEmojiWhole: Bool?
  public var mouse: Bool
  public var focus: Bool
  /// The protocol for pictures in a terminal; nil selects the best one.
  public var pictures: PictureProtocol?
  /// The protocol for desktop notifications; nil selects the protocol that the terminal seems to
  /// know.
  public var desktopNotifications: DesktopNotificationProtocol?
  /// A closure that makes the thread for encoding pictures, when the first one is shown; nil
  /// encodes them on the main actor.
  public var pictureThread: (@MainActor @Sendable () -> any SerialExecutor)?
  let environment: [String: String]

  public init(
    environment: [String: String], encoding: TextEncoding, mouse: Bool = true, focus: Bool = false
  ) {
    let term = environment["TERM"] ?? ""
    self.environment = environment
    self.term = term
    self.encoding = encoding
    asksForEncoding = encoding == .ascii && !CharacterLocale(environment: environment).isChosen
    self.mouse = mouse
    self.focus = focus
    isModern = Self.acceptsLinksAndQueries(term: term)
    hyperlinks = isModern
  }

  /// The protocol for desktop notifications; nil if the terminal would print the sequence or show a
  /// notification of its own.
  public var desktopNotificationProtocol: DesktopNotificationProtocol? {
    hasTitle ? desktopNotifications ?? DesktopNotificationProtocol(environment: environment) : nil
  }

  /// True if the terminal's window has a title; GNU screen uses the title sequences for something
  /// else.
  var hasTitle: Bool { isModern && Multiplexer(environment: environment) != .screen }

  /// Returns a terminal's colour depth, given the number of colours in its description.
  public func colourDepth(describedColours: Int) -> ColourDepth {
    colours ?? ColourDepth.detected(environment: environment, describedColours: describedColours)
  }

  /// True if a terminal can be sent links and queries; old ones print what they do not understand.
  static func acceptsLinksAndQueries(term: String) -> Bool {
    let old = ["linux", "vt", "dumb", "unknown", "ansi", "cons", "sun", "wsvt", "hurd", "mach"]
    let prefixes = ["con", "eterm", "Eterm", "cygwin", "pcansi", "teraterm", "emacs"]
    return !term.isEmpty && !(old + prefixes).contains { term.hasPrefix($0) }
  }
}

/// Line settings of a terminal while a query is answered: keys arrive as they are pressed,
/// Control-C included, without echo.
public struct PromptMode {
  private let descriptor: Int32
  private let saved: termios

  /// Sets the line mode for answering a query; nil if the descriptor is no terminal.
  public init?(descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    saved = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    guard tcsetattr(descriptor, TCSAFLUSH, &settings) == 0 else { return nil }
  }

  /// Restores the terminal's line settings after a query.
  public func restoreSettings() {
    var saved = saved
    tcsetattr(descriptor, TCSAFLUSH, &saved)
  }
}

/// The character encoding, ASCII or UTF-8, of a terminal's locale.
public enum TextEncoding: Sendable {
  case utf8
  /// A text encoding: ASCII alone; other characters are shown as a similar one, or as "?".
  case ascii

  /// Makes the text encoding that the C library names by `nl_langinfo(CODESET)`.
  public init(codeset: String) {
    let name = codeset.uppercased().filter { $0 != "-" }
    self = name == "UTF8" ? .utf8 : .ascii
  }
}

public struct CharacterLocale: Equatable, Sendable {
  public let variable: String
  public let name: String

  /// Reads the locale's text encoding from the environment's variables, in the C library's order.
  public init(environment: [String: String]) {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].first { environment[$0]?.isEmpty == false }
    variable = set ?? "LANG"
    name = environment[variable] ?? ""
  }

  /// True if the locale's name asks for UTF-8, as "de_DE.UTF-8" does.
  public var asksForUTF8: Bool {
    let codeset = name.drop { $0 != "." }.dropFirst().prefix { $0 != "@" }
    return codeset.uppercased().filter { $0 != "-" } == "UTF8"
  }

  /// True if a person chose the locale: no variable, and `LANG=C`, are system defaults.
  public var isChosen: Bool {
    !name.isEmpty && !(variable == "LANG" && ["C", "POSIX"].contains(name))
  }

  /// The environment variable to set for UTF-8, with an installed locale: "LANG=C.UTF-8".
  public var remedy: String { "\(variable)=\(Self.installedUTF8 ?? Self.common[0])" }

  /// The name of an installed UTF-8 locale; nil without one of the usual ones.
  public static var installedUTF8: String? {
    common.first { name in
      guard let locale = newlocale(1 << LC_CTYPE, name, nil) else { return false }
      freelocale(locale)
      return true
    }
  }

  private static let common = ["C.UTF-8", "C.utf8", "en_US.UTF-8", "en_GB.UTF-8"]
}

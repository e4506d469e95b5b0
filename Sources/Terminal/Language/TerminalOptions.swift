internal import CNcurses  // The compiler finds `termios` in this header first.
internal import Glibc

/// A set of options for the use of a terminal, taken from the environment and the settings.
public struct TerminalOptions: Sendable {
  /// The name of the terminal's type, as in the variable `TERM`.
  public var term: String
  public var colours: ColourDepth?
  public var encoding: TextEncoding
  /// True if the terminal is to be asked whether it reads UTF-8, because the locale is ASCII and
  /// was not chosen by the user.
  public var asksForEncoding: Bool
  /// True if the terminal understands queries, window titles and clipboard commands; old terminals
  /// print such sequences as text.
  public var isModern: Bool
  /// True if links are sent to the terminal as hyperlinks that can be clicked.
  public var hyperlinks: Bool
  /// True if each screen frame is sent to the terminal between the sequences of synchronized
  /// output, false if without them; nil if the terminal is asked whether it knows them.
  public var synchronizedOutput: Bool?
  /// True if emoji sequences are sent to the terminal whole, in two columns; nil to ask the
  /// terminal.
  public var drawsEmojiWhole: Bool?
  public var mouse: Bool
  public var focus: Bool
  /// The terminal option for pictures: a protocol, or nil to select the best one.
  public var pictures: PictureProtocol?
  /// The terminal option for desktop notifications: a protocol, or nil to select one by the
  /// terminal's name.
  public var desktopNotifications: DesktopNotificationProtocol?
  /// The closure that creates the thread for encoding pictures, when the first one is shown; nil
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
    asksForEncoding =
      encoding == .ascii && !CharacterLocaleFromEnvironment(environment: environment).isChosen
    self.mouse = mouse
    self.focus = focus
    isModern = Self.acceptsLinksAndQueries(term: term)
    hyperlinks = isModern
  }

  /// The protocol for desktop notifications in this terminal; nil for an old terminal, which could
  /// print the escape sequence as text, and within GNU screen.
  public var desktopNotificationProtocol: DesktopNotificationProtocol? {
    hasTitle ? desktopNotifications ?? DesktopNotificationProtocol(environment: environment) : nil
  }

  /// True if the title of the terminal's window can be set; false within GNU screen, which uses the
  /// title sequences otherwise.
  var hasTitle: Bool { isModern && Multiplexer(environment: environment) != .screen }

  public func colourDepth(describedColours: Int) -> ColourDepth {
    colours
      ?? ColourDepth.detectedColourDepth(
        environment: environment, describedColours: describedColours)
  }

  /// Returns true if a terminal can be sent links and queries; old terminals print sequences that
  /// they do not understand.
  static func acceptsLinksAndQueries(term: String) -> Bool {
    let old = ["linux", "vt", "dumb", "unknown", "ansi", "cons", "sun", "wsvt", "hurd", "mach"]
    let prefixes = ["con", "eterm", "Eterm", "cygwin", "pcansi", "teraterm", "emacs"]
    return !term.isEmpty && !(old + prefixes).contains { term.hasPrefix($0) }
  }
}

/// A line mode of the terminal for the answer to a query, or for a prompt that reads single keys:
/// keys arrive as they are pressed, Control-C included, without echo, until the earlier settings
/// are restored.
public struct NoEchoKeyInputMode {
  private let descriptor: Int32
  private let saved: termios

  /// Creates the line mode without echo, and sets it in the terminal; nil if the descriptor is not
  /// a terminal.
  public init?(descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    saved = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    guard tcsetattr(descriptor, TCSAFLUSH, &settings) == 0 else { return nil }
  }

  public func restoreLineMode() {
    var saved = saved
    tcsetattr(descriptor, TCSAFLUSH, &saved)
  }
}

public enum TextEncoding: Sendable {
  case utf8
  /// A text encoding: ASCII alone; other characters are shown as a similar one, or as "?".
  case ascii

  /// Creates the text encoding for a codeset of the C library (`nl_langinfo(CODESET)`); ASCII for
  /// any but UTF-8.
  public init(codeset: String) {
    let name = codeset.uppercased().filter { $0 != "-" }
    self = name == "UTF8" ? .utf8 : .ascii
  }
}

public struct CharacterLocaleFromEnvironment: Equatable, Sendable {
  public let variable: String
  public let name: String

  /// Creates the locale from the environment's variables, read in the C library's order.
  public init(environment: [String: String]) {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].first { environment[$0]?.isEmpty == false }
    variable = set ?? "LANG"
    name = environment[variable] ?? ""
  }

  /// True if the locale's name states UTF-8, as "de_DE.UTF-8" does.
  public var asksForUTF8: Bool {
    let codeset = name.drop { $0 != "." }.dropFirst().prefix { $0 != "@" }
    return codeset.uppercased().filter { $0 != "-" } == "UTF8"
  }

  /// True if the user chose the locale; false for the system defaults: no variable, and `LANG=C`.
  public var isChosen: Bool {
    !name.isEmpty && !(variable == "LANG" && ["C", "POSIX"].contains(name))
  }

  /// The advice for a locale without UTF-8: an environment variable with the name of a UTF-8
  /// locale, such as "LANG=C.UTF-8"; an installed one if possible.
  public var remedy: String { "\(variable)=\(Self.installedUTF8 ?? Self.common[0])" }

  /// The name of an installed UTF-8 locale, such as "C.UTF-8"; nil if no common one is installed.
  public static var installedUTF8: String? {
    common.first { name in
      guard let locale = newlocale(1 << LC_CTYPE, name, nil) else { return false }
      freelocale(locale)
      return true
    }
  }

  private static let common = ["C.UTF-8", "C.utf8", "en_US.UTF-8", "en_GB.UTF-8"]
}

internal import CNcurses  // Its header is where the compiler finds `termios` first.
internal import Glibc

/// How a terminal is to be used.
public struct TerminalOptions: Sendable {
  /// The terminal's name, as in `TERM`.
  public var term: String
  /// How many colours it is given; nil for as many as it has.
  public var colours: ColourDepth?
  /// What its locale can print.
  public var encoding: TextEncoding
  /// Whether the terminal is asked if it reads UTF-8, where the locale has plain characters alone and
  /// nobody chose that.
  public var asksForEncoding: Bool
  /// Whether it understands questions about itself and commands for the clipboard.
  public var isModern: Bool
  /// Whether it is handed links, to be clicked.
  public var hyperlinks: Bool
  /// Whether it is told when a frame begins and ends; nil asks it whether it wants to be.
  public var synchronizedOutput: Bool?
  /// Whether it draws emoji sequences in two columns, as it was found to; nil asks it.
  public var drawsSequences: Bool?
  /// Whether it reports the mouse.
  public var mouse: Bool
  /// Whether it reports gaining and losing the keyboard.
  public var focus: Bool
  /// How pictures are shown; nil for the best way it knows.
  public var pictures: PictureProtocol?
  /// How the desktop is told something; nil for the way that the terminal seems to know.
  public var notices: NoticeProtocol?
  /// Makes the thread on which pictures are encoded, when the first one comes; nil encodes them
  /// between other work.
  public var pictureThread: (@MainActor @Sendable () -> any SerialExecutor)?
  /// The environment, in which `TERM` and `COLORTERM` say what the terminal can do.
  let environment: [String: String]

  /// What suits the environment.
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
    isModern = Self.isModern(term: term)
    hyperlinks = isModern
  }

  /// How the desktop is told something; nil where the terminal would print it, or show it as its own.
  public var noticeProtocol: NoticeProtocol? {
    hasTitle ? notices ?? NoticeProtocol(suiting: environment) : nil
  }

  /// Whether it has a title to be set. GNU screen has one for something else.
  var hasTitle: Bool { isModern && Multiplexer(environment: environment) != .screen }

  /// How many colours are used on a terminal whose description names that many.
  public func depth(describedColours: Int) -> ColourDepth {
    colours ?? ColourDepth.detected(environment: environment, describedColours: describedColours)
  }

  /// Whether a terminal of that name can be sent hyperlinks and questions.
  ///
  /// Old ones print what they do not understand.
  static func isModern(term: String) -> Bool {
    let old = ["linux", "vt", "dumb", "unknown", "ansi", "cons", "sun", "wsvt", "hurd", "mach"]
    let prefixes = ["con", "eterm", "Eterm", "cygwin", "pcansi", "teraterm", "emacs"]
    return !term.isEmpty && !(old + prefixes).contains { term.hasPrefix($0) }
  }
}

/// A terminal's line settings while a question is asked: every key arrives as it is pressed,
/// Control-C included, and nothing is echoed.
public struct PromptMode {
  private let descriptor: Int32
  private let saved: termios

  /// Changes the settings; nil where there is no terminal.
  public init?(descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    saved = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    guard tcsetattr(descriptor, TCSAFLUSH, &settings) == 0 else { return nil }
  }

  /// Puts the settings back.
  public func end() {
    var saved = saved
    tcsetattr(descriptor, TCSAFLUSH, &saved)
  }
}

/// The characters that a terminal's locale can print.
public enum TextEncoding: Sendable {
  /// All of them.
  case utf8
  /// Only ASCII; other characters are shown as something similar, or as "?".
  case ascii

  /// The encoding that `nl_langinfo(CODESET)` names.
  public init(codeset: String) {
    let name = codeset.uppercased().filter { $0 != "-" }
    self = name == "UTF8" ? .utf8 : .ascii
  }
}

/// The locale for characters that the environment asks for.
public struct CharacterLocale: Equatable, Sendable {
  /// The variable that decides; the one to set where none is set.
  public let variable: String
  /// Its value; empty where no variable is set.
  public let name: String

  /// The locale that the variables name, in the C library's order.
  public init(environment: [String: String]) {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].first { environment[$0]?.isEmpty == false }
    variable = set ?? "LANG"
    name = environment[variable] ?? ""
  }

  /// Whether the name asks for UTF-8, as in "de_DE.UTF-8".
  public var asksForUTF8: Bool {
    let codeset = name.drop { $0 != "." }.dropFirst().prefix { $0 != "@" }
    return codeset.uppercased().filter { $0 != "-" } == "UTF8"
  }

  /// Whether somebody chose it: no variable at all, and `LANG=C`, are what a system has by itself.
  public var isChosen: Bool {
    !name.isEmpty && !(variable == "LANG" && ["C", "POSIX"].contains(name))
  }

  /// What to set for all characters, as "LANG=C.UTF-8", with a locale that the system has.
  public var remedy: String { "\(variable)=\(Self.installedUTF8 ?? Self.common[0])" }

  /// A locale with UTF-8 that the system has; nil where it has none of the usual ones.
  public static var installedUTF8: String? {
    common.first { name in
      guard let locale = newlocale(1 << LC_CTYPE, name, nil) else { return false }
      freelocale(locale)
      return true
    }
  }

  private static let common = ["C.UTF-8", "C.utf8", "en_US.UTF-8", "en_GB.UTF-8"]
}

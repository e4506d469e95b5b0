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

/// What may be said with an act or about a post, by the name under which it is kept.
public enum AskedField: String, CaseIterable, Sendable {
  /// Words of the reader's own.
  case words
  /// Words that somebody else may have used.
  case phrase
  /// Where that holds, as a place of a filter; everywhere where it is none.
  case place
  /// Whether it leaves posts out rather than folding them.
  case hides
  /// For how many seconds, or for good, which is 0.
  case ends
  case emoji
  /// Why, as one of a few reasons.
  case reason
  /// For how many seconds.
  case lasts
  /// Whether those who run somebody's own server are told, too.
  case forwards
  /// What somebody is called.
  case name
  /// Whether the reader is asked before somebody follows them, whether they are a program, and
  /// whether they may be found by those who do not know them.
  case isLocked = "locked"
  case isBot = "bot"
  case isDiscoverable = "discoverable"
  /// Who sees the reader's posts where nothing else is said, as a `Visibility`, and in which language
  /// they are.
  case audience, language
  /// On what terms others may use a photo, as one of `PhotoLicence`.
  case licence
  /// Where a photo was taken, as coordinates.
  case spot
  /// Who may answer a post, as one of `ReplyPolicy`.
  case answerers
  /// Whether nobody may quote a post.
  case isUnquotable = "unquotable"
  /// Where pictures or films are, an address a line.
  case addresses
  /// Whether it is shown for a day and no longer.
  case isStory = "story"
  /// What a picture shows, in words.
  case altText = "alt"
  /// When, as milliseconds since 1970; it is typed as people write times.
  case moment
  /// Which rule of the server somebody broke, by its id.
  case rule
  /// What somebody tells of themselves, a name and what it says a line.
  case facts
  /// The files of the pictures that somebody's profile shows, small and wide.
  case portrait, banner
  /// Which thing at the service it is about, by its id; nobody is asked for that.
  case item
  /// Which list it is about; nobody is asked for that.
  case list
  /// Which post it is about; nobody is asked for that.
  case post
}

/// Why somebody is reported.
public enum ReportReason: String, CaseIterable, Sendable {
  case spam, legal, violation, other
}

extension AskedField {
  /// How something is said.
  package enum Manner: Equatable, Sendable {
    /// In a line of text.
    case line
    /// In several lines.
    case lines
    /// By choosing one of those.
    case choice([String])
    /// By saying yes, which is "true", or no.
    case switching
    case moment
  }

  /// Whether what is said names a file of the reader's.
  package var isFile: Bool { self == .portrait || self == .banner }

  package var manner: Manner {
    switch self {
    case .words, .addresses, .facts: .lines
    case .phrase, .name, .emoji, .spot, .altText, .portrait, .banner, .language: .line
    case .item, .post, .list: .line
    case .moment: .moment
    case .audience: .choice(Visibility.forMany.map(\.rawValue))
    case .rule: .choice([""])
    case .licence: .choice([""] + PhotoLicence.allCases.map(\.rawValue))
    case .answerers: .choice([""] + ReplyPolicy.allCases.map(\.rawValue))
    case .place: .choice(["everywhere"] + WordFilter.Context.allCases.map(\.rawValue))
    case .ends: .choice(["0"] + Self.spans.map { String($0.components.seconds) })
    case .reason: .choice(ReportReason.allCases.map(\.rawValue))
    case .lasts: .choice(Self.spans.map { String($0.components.seconds) })
    case .forwards, .hides, .isLocked, .isBot, .isDiscoverable, .isUnquotable, .isStory: .switching
    }
  }

  /// From half an hour to a month.
  private static let spans: [Duration] = [
    .seconds(1_800), .seconds(3_600), .seconds(21_600), .seconds(86_400), .seconds(259_200),
    .seconds(604_800), .seconds(2_592_000),
  ]
}

extension [AskedField: String] {
  /// What was said, out of a text that was kept.
  public init(said text: String) {
    self.init()
    for part in text.split(separator: Self.separator, omittingEmptySubsequences: true) {
      let pieces = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      guard pieces.count == 2, let field = AskedField(rawValue: String(pieces[0])) else { continue }
      self[field] = String(pieces[1])
    }
  }

  /// It as one text to be kept; empty where nothing was said.
  public var said: String {
    AskedField.allCases.compactMap { field in self[field].map { field.rawValue + "\n" + $0 } }
      .joined(separator: Self.separator)
  }

  /// Nobody types it.
  private static let separator = "\u{1E}"
}

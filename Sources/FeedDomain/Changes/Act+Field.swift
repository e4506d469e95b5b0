extension Act {
  /// What may be said with an act, by the name under which it is kept.
  public enum Field: String, CaseIterable, Sendable {
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
    /// Which emoji.
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
    /// Which list it is about; nobody is asked for that.
    case list
    /// Which post it is about; nobody is asked for that.
    case post
  }

  /// Why somebody is reported.
  public enum Reason: String, CaseIterable, Sendable {
    case spam, legal, violation, other
  }
}

extension Act.Field {
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
  }

  package var manner: Manner {
    switch self {
    case .words: .lines
    case .phrase, .name, .emoji, .post, .list: .line
    case .place: .choice(["everywhere"] + WordFilter.Place.allCases.map(\.rawValue))
    case .ends: .choice(["0"] + Self.spans.map { String($0.components.seconds) })
    case .reason: .choice(Act.Reason.allCases.map(\.rawValue))
    case .lasts: .choice(Self.spans.map { String($0.components.seconds) })
    case .forwards, .hides, .isLocked, .isBot, .isDiscoverable: .switching
    }
  }

  /// From half an hour to a month.
  private static let spans: [Duration] = [
    .seconds(1_800), .seconds(3_600), .seconds(21_600), .seconds(86_400), .seconds(259_200),
    .seconds(604_800), .seconds(2_592_000),
  ]
}

extension Act {
  /// What was said with it, as one text to be kept; empty where nothing was.
  public var said: String {
    Field.allCases.compactMap { field in answers[field].map { field.rawValue + "\n" + $0 } }
      .joined(separator: Self.separator)
  }

  /// What was said, out of such a text.
  public static func answers(in said: String) -> [Field: String] {
    var answers: [Field: String] = [:]
    for part in said.split(separator: separator, omittingEmptySubsequences: true) {
      let pieces = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      guard pieces.count == 2, let field = Field(rawValue: String(pieces[0])) else { continue }
      answers[field] = String(pieces[1])
    }
    return answers
  }

  /// Nobody types it.
  private static let separator = "\u{1E}"
}

/// A field of a form, such as a report's reason or a profile's name. Raw values are stored.
public enum InputField: String, CaseIterable, Sendable {
  case words, phrase
  /// A kind of form field: the contexts in which a word filter applies, as raw values of
  /// `WordFilter.WordFilterContext` between commas; a text without any means everywhere.
  case filterContexts = "place"
  /// A kind of form field of a word filter: a switch, on if the filter hides matching posts, off if
  /// it folds them.
  case hidesMatches = "hides"
  /// A kind of form field of a word filter: the seconds until it ends; 0 if it never ends. In a
  /// changed filter, no value or an empty one leaves the end as it is.
  case endTime = "ends"
  case emoji
  /// A kind of form field: the reason of a report, as a `ReportReason`.
  case reason
  case duration = "lasts"
  /// A kind of form field: a switch, on if a report is forwarded to the moderators of the person's
  /// own server.
  case forwardsReport = "forwards"
  case name
  /// A kind of form field of the profile: a switch, on if follow requests need approval.
  case isLocked = "locked"
  case isBot = "bot"
  case isDiscoverable = "discoverable"
  /// Form fields (cases) of posting defaults: the visibility, as a raw value of `Visibility`, and
  /// the language.
  case audience, language
  /// A kind of form field: the licence of a photo, as a `PhotoLicence`.
  case licence
  /// A kind of form field: the coordinates where a photo was taken.
  case photoLocation = "spot"
  /// A kind of form field: the people who may reply to a post, as a `ReplyPolicy`.
  case answerers
  case isUnquotable = "unquotable"
  /// A kind of form field: addresses of pictures or videos, one a line.
  case addresses
  /// A kind of form field: a switch, on if a photo is posted as a story that lasts a day.
  case isStory = "story"
  case altText = "alt"
  /// A kind of form field: a time in milliseconds since 1970; typed as a date.
  case moment
  /// A kind of form field: the id of the server rule that a reported post breaks.
  case rule
  /// A kind of form field: profile facts, a name and its value a line.
  case facts
  /// Form fields (cases): the file paths of the profile's portrait and banner.
  case portrait, banner
  /// A kind of hidden form field: the service's id of the object that the form changes.
  case item
  /// A kind of hidden form field: the id of the list that the form is about.
  case list
  /// A kind of hidden form field: the id of the post that the form is about.
  case post
  /// A kind of hidden form field of a post: the media type of its text, such as "text/markdown", in
  /// which the service stores the text of the post that a draft edits or replaces.
  case format
}

public enum ReportReason: String, CaseIterable, Sendable {
  case spam, legal, violation, other
}

extension InputField {
  /// A kind of control with which a form field is filled in, such as a switch.
  package enum InputControlKind: Equatable, Sendable {
    case line
    /// A kind of form control: a text of several lines.
    case lines
    /// A kind of form control: a choice among raw values.
    case choice([String])
    /// A kind of form control: a switch for each of the raw values; the values that are on are
    /// joined by commas.
    case switches([String])
    /// A kind of form control: a switch, "true" or empty.
    case switching
    case moment
  }

  /// True if the value of the form field is the path of a file.
  package var isFile: Bool { self == .portrait || self == .banner }

  package var controlKind: InputControlKind {
    switch self {
    case .words, .addresses, .facts: .lines
    case .phrase, .name, .emoji, .photoLocation, .altText, .portrait, .banner, .language: .line
    case .item, .post, .list, .format: .line
    case .moment: .moment
    case .audience: .choice(Visibility.widerThanMentioned.map(\.rawValue))
    case .rule: .choice([""])
    case .licence: .choice([""] + PhotoLicence.allCases.map(\.rawValue))
    case .answerers: .choice([""] + ReplyPolicy.allCases.map(\.rawValue))
    case .filterContexts: .switches(WordFilter.WordFilterContext.allCases.map(\.rawValue))
    case .endTime: .choice(["0"] + Self.spans.map { String($0.components.seconds) })
    case .reason: .choice(ReportReason.allCases.map(\.rawValue))
    case .duration: .choice(Self.spans.map { String($0.components.seconds) })
    case .forwardsReport, .hidesMatches, .isLocked, .isBot, .isDiscoverable, .isUnquotable,
      .isStory:
      .switching
    }
  }

  private static let spans: [Duration] = [
    .seconds(1_800), .seconds(3_600), .seconds(21_600), .seconds(86_400), .seconds(259_200),
    .seconds(604_800), .seconds(2_592_000),
  ]
}

extension [InputField: String] {
  /// Creates form values from the text in which they are stored; unknown fields are left out.
  public init(said text: String) {
    self.init()
    for part in text.split(separator: Self.separator, omittingEmptySubsequences: true) {
      let pieces = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      guard pieces.count == 2, let field = InputField(rawValue: String(pieces[0])) else { continue }
      self[field] = String(pieces[1])
    }
  }

  /// The form values as one text for the store, by field; empty if there are no values.
  public var storedText: String {
    InputField.allCases.compactMap { field in self[field].map { field.rawValue + "\n" + $0 } }
      .joined(separator: String(Self.separator))
  }

  /// The separator of stored form values: a control character, which cannot be typed.
  private static let separator: Character = "\u{1E}"
}

package import FeedDomain

/// A parsed command line: the command, its options in order, and its operands.
package struct ScannedArguments: Equatable, Sendable {
  struct ScannedOption: Equatable, Sendable {
    let spec: OptionSpec
    let value: String
    let typed: String

    static func == (left: ScannedOption, right: ScannedOption) -> Bool {
      left.spec.name == right.spec.name && left.value == right.value
    }
  }

  var command: CommandName?
  var options: [ScannedOption] = []
  var operands: [String] = []

  func hasOption(_ spec: OptionSpec) -> Bool { options.contains { $0.spec.name == spec.name } }

  /// Returns the value of an option, the last one if the option was given several times.
  func optionValue(of spec: OptionSpec) -> String? {
    options.last { $0.spec.name == spec.name }?.value
  }

  func optionValues(of spec: OptionSpec) -> [String] {
    options.filter { $0.spec.name == spec.name }.map(\.value)
  }

  /// Returns the name of an option as the user typed it, in long or short form, for error messages.
  func typedOptionName(of spec: OptionSpec) -> String {
    options.last { $0.spec.name == spec.name }?.typed ?? spec.name
  }

  func expectNoOperands(after count: Int = 0) throws(UsageError) {
    guard operands.count <= count else { throw .unexpectedOperand(operands[count]) }
  }

  func optionalSingleOperand() throws(UsageError) -> String? {
    try expectNoOperands(after: 1)
    return operands.first
  }

  /// Returns true if the only operand is "everything", the word for all accounts, false without an
  /// operand; throws for another operand.
  func isForAllAccounts() throws(UsageError) -> Bool {
    guard let typed = try optionalSingleOperand() else { return false }
    guard typed.lowercased() == "everything" else { throw .unexpectedOperand(typed) }
    return true
  }

  func requiredSingleOperand(_ name: String) throws(UsageError) -> String {
    guard let operand = try optionalSingleOperand(), !operand.isEmpty else {
      throw .missingOperand(name)
    }
    return operand
  }

  /// Returns the parsed value of an option; nil if the option was not given. Throws an error that
  /// names the `allowed` values if `parse` returns nil.
  func parsedOptionValue<Value>(
    _ spec: OptionSpec, allowed: @autoclosure () -> String, _ parse: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = optionValue(of: spec) else { return nil }
    guard let value = parse(text) else {
      throw .badValue(text, option: typedOptionName(of: spec), allowed: allowed())
    }
    return value
  }

  /// Returns the value of an option that takes one of several words; nil if the option was not
  /// given; throws for another word.
  func choiceValue<Choice: RawRepresentable & CaseIterable>(of spec: OptionSpec)
    throws(UsageError) -> Choice? where Choice.RawValue == String
  {
    try parsedOptionValue(
      spec, allowed: Choice.allCases.map(\.rawValue).joined(separator: ", "),
      Choice.init(rawValue:))
  }

  func visibilityOption() throws(UsageError) -> Visibility? {
    try parsedOptionValue(
      .visibility, allowed: Visibility.allCases.map(\.rawValue).joined(separator: ", "),
      Visibility.init(typed:))
  }

  /// Returns the people who may reply to a new post, by the option `--answerable-by`; nil for
  /// everybody, and without the option.
  func replyPolicyOption() throws(UsageError) -> ReplyPolicy? {
    guard optionValue(of: .answerableBy) != "everybody" else { return nil }
    let allowed = ["everybody"] + ReplyPolicy.allCases.map(\.rawValue)
    return try parsedOptionValue(
      .answerableBy, allowed: allowed.joined(separator: ", "), ReplyPolicy.init(rawValue:))
  }

  /// Returns the maximum number of elements that the command prints, by the option `--count`; 20
  /// without the option. A number that is too large means all.
  func countOption() throws(UsageError) -> Int {
    try parsedOptionValue(.count, allowed: "0, 20, 5000, …") { text in
      let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      // A number too large for an Int means all posts.
      return isNumber ? Int(text) ?? .max : nil
    } ?? 20
  }

  func languageOption() throws(UsageError) -> String? {
    try parsedOptionValue(
      .language, allowed: "en, de, pt-BR, …", LanguageTagNormalizer.normalizedLanguageTag)
  }

  /// Returns the duration in an option, such as "30m" or "7d"; nil if the option is not given.
  func durationOption(_ spec: OptionSpec) throws(UsageError) -> Duration? {
    try parsedOptionValue(spec, allowed: "30m, 12h, 7d, …", Self.parsedDuration)
  }

  func pickedFeedNumberOption() throws(UsageError) -> Int? {
    try parsedOptionValue(.pick, allowed: "1, 2, 3, …") { text in
      Int(text).flatMap { $0 > 0 ? $0 : nil }
    }
  }

  private static func parsedDuration(_ text: String) -> Duration? {
    let units: [Character: Int] = ["m": 60, "h": 3_600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
      (1...100_000).contains(number)
    else { return nil }
    return .seconds(number * unit)
  }

  /// Returns the values of form fields given with the option `--with`, by field.
  func formAnswerOptions() throws(UsageError) -> [InputField: String] {
    var answers: [InputField: String] = [:]
    for typed in optionValues(of: .with) {
      let parts = typed.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let field = InputField(rawValue: String(parts[0])) else {
        let allowed = InputField.allCases.map { "\($0.rawValue)=…" }.joined(separator: ", ")
        throw .badValue(typed, option: typedOptionName(of: .with), allowed: allowed)
      }
      answers[field] = try normalizedFormAnswer(String(parts[1]), to: field)
    }
    return answers
  }

  private func normalizedFormAnswer(_ text: String, to field: InputField) throws(UsageError)
    -> String
  {
    func invalidValueError(_ allowed: String) -> UsageError {
      .badValue("\(field.rawValue)=\(text)", option: typedOptionName(of: .with), allowed: allowed)
    }
    switch field.controlKind {
    case .switching:
      let words = ["yes": "true", "true": "true", "no": "false", "false": "false"]
      guard let said = words[text.lowercased()] else { throw invalidValueError("yes, no") }
      return said
    case .choice(let values) where field == .duration || field == .endTime:
      if let length = Self.parsedDuration(text) { return String(length.components.seconds) }
      guard values.contains(text) else { throw invalidValueError("30m, 12h, 7d, …") }
      return text
    // The numbers of rules are checked by the server, which has the list.
    case .choice(let values) where field != .rule:
      guard values.contains(text) else {
        throw invalidValueError(values.filter { !$0.isEmpty }.joined(separator: ", "))
      }
      return text
    case .switches(let values):
      guard
        text == "everywhere"
          || text.split(separator: ",", omittingEmptySubsequences: false)
            .allSatisfy({ values.contains(String($0)) })
      else { throw invalidValueError((["everywhere"] + values).joined(separator: ", ")) }
      return text
    case .choice, .line, .lines, .moment: return text
    }
  }

  /// Returns the pictures that the options `--media` and `--alt` give, each path with the
  /// description that follows it.
  func pictureAttachments() throws(UsageError) -> [Draft.DraftAttachment] {
    var attachments: [Draft.DraftAttachment] = []
    var path: String?
    for option in options {
      if option.spec.name == OptionSpec.media.name {
        if let path { throw .mediaWithoutAlt(path) }
        path = option.value
      } else if option.spec.name == OptionSpec.alt.name {
        guard let described = path else { throw .altWithoutMedia }
        attachments.append(Draft.DraftAttachment(path: described, altText: option.value))
        path = nil
      }
    }
    if let path { throw .mediaWithoutAlt(path) }
    return attachments
  }
}

/// A stream as named on the command line, such as "home", "#boats", "@ada" or "list:Friends".
package enum StreamName: Equatable, Sendable {
  case feed(Feed)
  /// A stream named on the command line: "nearby", the photos around the user's location.
  case nearby
  /// A stream named on the command line: a list of the account, a web feed or a topic, by its name
  /// or id.
  case list(String)
  case handle(String)

  package static let words: [(name: String, feed: Feed)] = [
    ("home", .home), ("everything", .everything), ("local", .local), ("federated", .federated),
    ("photos", .photos),
    ("trending", .trending), ("likes", .likes), ("bookmarks", .bookmarks),
    ("popular", DerivedFeed.popular.feed()), ("quiet", DerivedFeed.quiet.feed()),
  ]

  private static let (timeline, tagged) = ("timeline:", "tagged:")

  /// The forms of stream names on the command line, listed in error messages.
  package static var all: [String] {
    words.map(\.name) + [
      "nearby", "#tag", "@handle", "list:NAME", "\(timeline)HOST", "\(tagged)TAG",
    ]
  }

  init(typed word: String) throws(UsageError) {
    guard let name = StreamName(word) else {
      throw .badValue(word, option: "STREAM", allowed: Self.all.joined(separator: ", "))
    }
    self = name
  }

  /// Parses the name of a stream on the command line; nil if the word has none of the possible
  /// forms.
  init?(_ text: String) {
    if let word = Self.words.first(where: { $0.name == text }) {
      self = .feed(word.feed)
    } else if text == "nearby" {
      self = .nearby
    } else if text.hasPrefix("list:"), text.utf8.count > 5 {
      self = .list(String(text.dropFirst(5)))
    } else if text.hasPrefix(Self.timeline),
      let server = DerivedFeed(serverNamed: String(text.dropFirst(Self.timeline.count)))
    {
      self = .feed(server.feed())
    } else if text.hasPrefix(Self.tagged),
      let tag = BookmarkTag(String(text.dropFirst(Self.tagged.count)))
    {
      self = .feed(DerivedFeed.tagged(tag).feed())
    } else if text.hasPrefix("#"), text.count > 1 {
      self = .feed(.tag(String(text.dropFirst())))
    } else if text.hasPrefix("@"), text.count > 1 {
      self = .handle(String(text.dropFirst()))
    } else {
      return nil
    }
  }
}

extension Visibility {
  /// Parses the name of a post's visibility on the command line, or a name from other programs and
  /// services; nil for another word.
  init?(typed: String) {
    switch typed.lowercased() {
    case "everybody", "everyone", "public", "all": self = .everybody
    case "unlisted", "quiet": self = .unlisted
    case "followers", "private", "friends": self = .followers
    case "mentioned", "direct", "dm", "mentions": self = .mentioned
    case "oneself", "me", "self": self = .oneself
    default: return nil
    }
  }
}

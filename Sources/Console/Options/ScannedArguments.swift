import FeedDomain

/// Arguments told apart: the command, its options in order, and the rest.
package struct ScannedArguments: Equatable, Sendable {
  struct Option: Equatable, Sendable {
    let spec: OptionSpec
    let value: String
    let typed: String

    static func == (left: Option, right: Option) -> Bool {
      left.spec.name == right.spec.name && left.value == right.value
    }
  }

  var command: CommandName?
  var options: [Option] = []
  var operands: [String] = []

  func has(_ spec: OptionSpec) -> Bool { options.contains { $0.spec.name == spec.name } }

  /// The option's value; the last one where it was given twice.
  func value(of spec: OptionSpec) -> String? {
    options.last { $0.spec.name == spec.name }?.value
  }

  func values(of spec: OptionSpec) -> [String] {
    options.filter { $0.spec.name == spec.name }.map(\.value)
  }

  /// What the person called it: what is wrong with it is told in their words.
  func name(of spec: OptionSpec) -> String {
    options.last { $0.spec.name == spec.name }?.typed ?? spec.name
  }
}

extension ScannedArguments {
  func expectNoOperands(after count: Int = 0) throws(UsageError) {
    guard operands.count <= count else { throw .unexpectedOperand(operands[count]) }
  }

  func operand() throws(UsageError) -> String? {
    try expectNoOperands(after: 1)
    return operands.first
  }

  /// Whether the one word there may be stands there: what all accounts have is meant.
  func isOfAll() throws(UsageError) -> Bool {
    guard let typed = try operand() else { return false }
    guard typed.lowercased() == "everything" else { throw .unexpectedOperand(typed) }
    return true
  }

  func required(_ name: String) throws(UsageError) -> String {
    guard let operand = try operand(), !operand.isEmpty else { throw .missingOperand(name) }
    return operand
  }

  /// A value that must be one of several words.
  func choice<Choice: RawRepresentable & CaseIterable>(_ spec: OptionSpec)
    throws(UsageError) -> Choice? where Choice.RawValue == String
  {
    guard let text = value(of: spec) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let allowed = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .badValue(text, option: name(of: spec), allowed: allowed)
    }
    return choice
  }

  func visibility() throws(UsageError) -> Visibility? {
    guard let text = value(of: .visibility) else { return nil }
    guard let visibility = Visibility(typed: text) else {
      let allowed = Visibility.allCases.map(\.rawValue).joined(separator: ", ")
      throw .badValue(text, option: name(of: .visibility), allowed: allowed)
    }
    return visibility
  }

  /// Who may answer a post; nil for everybody, and where nothing is said of it.
  func answerers() throws(UsageError) -> ReplyPolicy? {
    guard let text = value(of: .answerableBy), text != "everybody" else { return nil }
    guard let answerers = ReplyPolicy(rawValue: text) else {
      let allowed = ["everybody"] + ReplyPolicy.allCases.map(\.rawValue)
      throw .badValue(
        text, option: name(of: .answerableBy), allowed: allowed.joined(separator: ", "))
    }
    return answerers
  }

  /// How many are printed: any number, which is as many as there are where it is larger than that.
  func count() throws(UsageError) -> Int {
    guard let text = value(of: .count) else { return 20 }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .badValue(text, option: name(of: .count), allowed: "0, 20, 5000, …")
    }
    // More digits than fit into a number are more posts than there are.
    return Int(text) ?? .max
  }

  func language() throws(UsageError) -> String? {
    guard let text = value(of: .language) else { return nil }
    guard let language = LanguageTag.written(text) else {
      throw .badValue(text, option: name(of: .language), allowed: "en, de, pt-BR, …")
    }
    return language
  }

  /// A length of time, as "30m", "12h" or "7d".
  func span(_ spec: OptionSpec) throws(UsageError) -> Duration? {
    guard let text = value(of: spec) else { return nil }
    guard let length = Self.length(text) else {
      throw .badValue(text, option: name(of: spec), allowed: "30m, 12h, 7d, …")
    }
    return length
  }

  private static func length(_ text: String) -> Duration? {
    let units: [Character: Int] = ["m": 60, "h": 3_600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
      (1...100_000).contains(number)
    else { return nil }
    return .seconds(number * unit)
  }

  /// What is said with something, each by the name of what is asked.
  func answers() throws(UsageError) -> [InputField: String] {
    var answers: [InputField: String] = [:]
    for typed in values(of: .with) {
      let parts = typed.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let field = InputField(rawValue: String(parts[0])) else {
        let allowed = InputField.allCases.map { "\($0.rawValue)=…" }.joined(separator: ", ")
        throw .badValue(typed, option: name(of: .with), allowed: allowed)
      }
      answers[field] = try answer(String(parts[1]), to: field)
    }
    return answers
  }

  private func answer(_ text: String, to field: InputField) throws(UsageError) -> String {
    func bad(_ allowed: String) -> UsageError {
      .badValue("\(field.rawValue)=\(text)", option: name(of: .with), allowed: allowed)
    }
    switch field.manner {
    case .switching:
      let words = ["yes": "true", "true": "true", "no": "false", "false": "false"]
      guard let said = words[text.lowercased()] else { throw bad("yes, no") }
      return said
    case .choice(let values) where field == .lasts || field == .ends:
      if let length = Self.length(text) { return String(length.components.seconds) }
      guard values.contains(text) else { throw bad("30m, 12h, 7d, …") }
      return text
    // Which rules there are, only the server knows.
    case .choice(let values) where field != .rule:
      guard values.contains(text) else {
        throw bad(values.filter { !$0.isEmpty }.joined(separator: ", "))
      }
      return text
    case .choice, .line, .lines, .moment: return text
    }
  }

  /// Each picture with the description that follows it.
  func attachments() throws(UsageError) -> [Draft.Attachment] {
    var attachments: [Draft.Attachment] = []
    var path: String?
    for option in options {
      if option.spec.name == OptionSpec.media.name {
        if let path { throw .mediaWithoutAlt(path) }
        path = option.value
      } else if option.spec.name == OptionSpec.alt.name {
        guard let described = path else { throw .altWithoutMedia }
        attachments.append(Draft.Attachment(path: described, altText: option.value))
        path = nil
      }
    }
    if let path { throw .mediaWithoutAlt(path) }
    return attachments
  }
}

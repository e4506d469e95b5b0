/// A regular expression that is matched in time linear in the text, whatever the expression: its
/// states are followed all at once. Supported are letters, ".", "[a-z]", "[^a-z]", "\d \w \s \b"
/// and their opposites, "^", "$", "(…)", "|", "*", "+", "?" and "{2,5}"; case is ignored.
public struct RegularExpression: Equatable, Sendable {
  /// The regular expression as typed, without the slashes around it.
  public let text: String
  private let program: [RegularExpressionStep]

  /// The maximum number of steps of a compiled regular expression; larger expressions are refused.
  private static let mostSteps = 1_000
  private static let longest = 500
  /// The maximum number of a text's characters in which a regular expression is searched.
  private static let longestText = 100_000

  fileprivate enum RegularExpressionStep: Equatable, Sendable {
    case character(Unicode.Scalar)
    case any
    case set([ClosedRange<UInt32>], isExcluded: Bool)
    case start, end
    case wordEdge(isExcluded: Bool)
    case split(Int, Int)
    case jump(Int)
    case match
  }

  /// A mistake in a typed regular expression; `place` counts its characters from 1.
  public enum ExpressionMistake: Error, Equatable, Sendable {
    /// A mistake in a regular expression: a parenthesis or bracket without its counterpart.
    case unclosed(String, place: Int)
    /// A mistake in a regular expression: a character that cannot stand at its place, or means
    /// something that is not supported.
    case unexpected(String, place: Int)
    case tooLarge
  }

  /// Creates a regular expression from typed text; nil if the expression has a mistake or is too
  /// large.
  public init?(_ text: String) {
    do throws(ExpressionMistake) { try self.init(parsing: text) } catch { return nil }
  }

  /// Creates a regular expression from typed text; throws the first mistake in the expression.
  public init(parsing text: String) throws(ExpressionMistake) {
    guard !text.isEmpty, text.unicodeScalars.count <= Self.longest else { throw .tooLarge }
    var parser = RegularExpressionParser(text)
    guard let tree = parser.parseWholeExpression() else { throw parser.mistake }
    var program: [RegularExpressionStep] = []
    guard Self.compilePatternTree(tree, &program), program.count < Self.mostSteps else {
      throw .tooLarge
    }
    program.append(.match)
    (self.text, self.program) = (text, program)
  }

  /// Returns the index of the slash that ends a regular expression at the beginning of a text: the
  /// first slash behind a character, without a backslash before it, at the end of a word; nil if
  /// the text begins with no expression.
  static func closingSlash(in text: Substring) -> Substring.Index? {
    guard text.first == "/" else { return nil }
    var isEscaped = false
    for place in text.indices.dropFirst() {
      let next = text.index(after: place)
      if text[place] == "/", !isEscaped, place > text.index(after: text.startIndex),
        next == text.endIndex || text[next].isWhitespace
      {
        return place
      }
      isEscaped = text[place] == "\\" && !isEscaped
    }
    return nil
  }

  public func matchesText(_ text: String) -> Bool {
    var machine = RegularExpressionMatcher(program)
    let scalars = Array(Self.caseFoldedText(text).prefix(Self.longestText))
    for place in 0...scalars.count {
      // A match may begin anywhere.
      machine.addMatcherState(0, scalars, place)
      if machine.isMatched { return true }
      guard place < scalars.count else { break }
      machine.advanceMatcherStates(scalars, place)
    }
    return false
  }

  fileprivate static func caseFoldedText(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.map(caseFoldedScalar)
  }

  /// Returns the lower-case form of a Unicode scalar, if that is one scalar; else the scalar.
  fileprivate static func caseFoldedScalar(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let small = scalar.properties.lowercaseMapping.unicodeScalars
    guard let first = small.first, small.count == 1 else { return scalar }
    return first
  }

  // MARK: - Compilation

  fileprivate indirect enum RegularExpressionTree {
    case step(RegularExpressionStep)
    case sequence([RegularExpressionTree])
    case choice(RegularExpressionTree, RegularExpressionTree)
    /// A node in the syntax tree of a regular expression: a part that is repeated `least` to `most`
    /// times; `most` is nil if there is no limit.
    case repeated(RegularExpressionTree, least: Int, most: Int?)
  }

  private static func compilePatternTree(
    _ tree: RegularExpressionTree, _ program: inout [RegularExpressionStep]
  )
    -> Bool
  {
    guard program.count < mostSteps else { return false }
    switch tree {
    case .step(let step): program.append(step)
    case .sequence(let parts): return parts.allSatisfy { compilePatternTree($0, &program) }
    case .choice(let first, let second):
      let split = program.count
      program.append(.split(split + 1, 0))
      guard compilePatternTree(first, &program) else { return false }
      let jump = program.count
      program.append(.jump(0))
      program[split] = .split(split + 1, program.count)
      guard compilePatternTree(second, &program) else { return false }
      program[jump] = .jump(program.count)
    case .repeated(let part, let least, let most):
      for _ in 0..<least { guard compilePatternTree(part, &program) else { return false } }
      guard let most else {
        let split = program.count
        program.append(.split(split + 1, 0))
        guard compilePatternTree(part, &program) else { return false }
        program.append(.jump(split))
        program[split] = .split(split + 1, program.count)
        return true
      }
      var splits: [Int] = []
      for _ in 0..<max(0, most - least) {
        splits.append(program.count)
        program.append(.split(program.count + 1, 0))
        guard compilePatternTree(part, &program) else { return false }
      }
      for split in splits { program[split] = .split(split + 1, program.count) }
    }
    return true
  }
}

/// A matcher of a regular expression that holds all possible states at one position of the text.
private struct RegularExpressionMatcher {
  private let program: [RegularExpression.RegularExpressionStep]
  private var states: [Int] = []
  private var next: [Int] = []
  /// The position of the text at which each state of the regular expression was added last, so that
  /// none is added twice there.
  private var added: [Int]
  private(set) var isMatched = false

  init(_ program: [RegularExpression.RegularExpressionStep]) {
    self.program = program
    added = Array(repeating: -1, count: program.count)
  }

  /// Adds to the matcher a state of the regular expression at a position of the text, and all
  /// states that follow from it without reading a character.
  mutating func addMatcherState(_ state: Int, _ text: [Unicode.Scalar], _ place: Int) {
    var waiting = [state]
    while let state = waiting.popLast() {
      guard added[state] != place else { continue }
      added[state] = place
      switch program[state] {
      case .split(let first, let second): waiting += [second, first]
      case .jump(let other): waiting.append(other)
      case .start: if place == 0 { waiting.append(state + 1) }
      case .end: if place == text.count { waiting.append(state + 1) }
      case .wordEdge(let isExcluded):
        let before = place > 0 && text[place - 1].isOfWord
        let after = place < text.count && text[place].isOfWord
        if (before != after) != isExcluded { waiting.append(state + 1) }
      case .match: isMatched = true
      case .character, .any, .set: states.append(state)
      }
    }
  }

  /// Reads one character of the text, and replaces the states of the regular expression by those
  /// that follow.
  mutating func advanceMatcherStates(_ text: [Unicode.Scalar], _ place: Int) {
    swap(&states, &next)
    states.removeAll(keepingCapacity: true)
    for state in next where program[state].acceptsScalar(text[place]) {
      addMatcherState(state + 1, text, place + 1)
    }
  }
}

extension RegularExpression.RegularExpressionStep {
  fileprivate func acceptsScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .character(let own): own == scalar
    case .any: scalar != "\n"
    case .set(let ranges, let isExcluded):
      ranges.contains { $0.contains(scalar.value) } != isExcluded
    default: false
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isOfWord: Bool {
    properties.isAlphabetic || properties.numericType != nil || self == "_"
  }
}

private struct RegularExpressionParser {
  private static let deepest = 50
  private static let mostRepetitions = 100

  private let all: [Unicode.Scalar]
  private var rest: ArraySlice<Unicode.Scalar>
  private var depth = 0
  /// The index of the innermost parenthesis or bracket that is open where the expression ends.
  private var unclosed: Int?
  /// The index of the character with the mistake, if it is not the last one that was read.
  private var unexpected: Int?

  init(_ text: String) {
    all = Array(text.unicodeScalars)
    rest = all[...]
  }

  /// The mistake because of which the regular expression could not be parsed.
  var mistake: RegularExpression.ExpressionMistake {
    if let unclosed, rest.isEmpty, unexpected == nil {
      return .unclosed(String(all[unclosed]), place: unclosed + 1)
    }
    let index = min(unexpected ?? max(0, rest.startIndex - 1), all.count - 1)
    return .unexpected(String(all[index]), place: index + 1)
  }

  /// Parses the whole regular expression into its syntax tree; nil if it has a mistake.
  mutating func parseWholeExpression() -> RegularExpression.RegularExpressionTree? {
    guard let tree = parseAlternatives() else { return nil }
    // Only a closing parenthesis ends the alternatives before the end of the expression.
    guard rest.isEmpty else {
      unexpected = rest.startIndex
      return nil
    }
    return tree
  }

  private mutating func parseAlternatives() -> RegularExpression.RegularExpressionTree? {
    guard depth < Self.deepest else {
      unexpected = rest.startIndex - 1
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    guard var tree = parseSequence() else { return nil }
    while rest.first == "|" {
      rest.removeFirst()
      guard let other = parseSequence() else { return nil }
      tree = .choice(tree, other)
    }
    return tree
  }

  private mutating func parseSequence() -> RegularExpression.RegularExpressionTree? {
    var parts: [RegularExpression.RegularExpressionTree] = []
    while let first = rest.first, first != "|", first != ")" {
      guard let part = parseRepetition() else { return nil }
      parts.append(part)
    }
    return .sequence(parts)
  }

  private mutating func parseRepetition() -> RegularExpression.RegularExpressionTree? {
    guard var part = parsePatternElement() else { return nil }
    while let sign = rest.first {
      switch sign {
      case "*": part = .repeated(part, least: 0, most: nil)
      case "+": part = .repeated(part, least: 1, most: nil)
      case "?": part = .repeated(part, least: 0, most: 1)
      case "{":
        guard let (least, most) = parseRepetitionBounds() else { return nil }
        part = .repeated(part, least: least, most: most)
        continue
      default: return part
      }
      rest.removeFirst()
    }
    return part
  }

  /// Parses the bounds of a repetition such as "{2,5}", the second of which is nil for any number;
  /// nil if they are invalid.
  private mutating func parseRepetitionBounds() -> (Int, Int?)? {
    let start = rest.startIndex
    unexpected = start
    guard let end = rest.firstIndex(of: "}") else { return nil }
    let text = String(String.UnicodeScalarView(rest[rest.startIndex..<end].dropFirst()))
    rest = rest[(end + 1)...]
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard let least = parts.first.flatMap({ Int($0) }), (0...Self.mostRepetitions).contains(least)
    else { return nil }
    let bounds: (Int, Int?)
    switch parts.count {
    case 1: bounds = (least, least)
    case 2 where parts[1].isEmpty: bounds = (least, nil)
    case 2:
      guard let most = Int(parts[1]), (least...Self.mostRepetitions).contains(most) else {
        return nil
      }
      bounds = (least, most)
    default: return nil
    }
    unexpected = nil
    return bounds
  }

  private mutating func parsePatternElement() -> RegularExpression.RegularExpressionTree? {
    guard let first = rest.popFirst() else { return nil }
    switch first {
    case "(":
      let start = rest.startIndex - 1
      if rest.starts(with: ["?", ":"]) { rest = rest.dropFirst(2) }
      guard let tree = parseAlternatives() else { return nil }
      guard rest.popFirst() == ")" else {
        unclosed = start
        return nil
      }
      return tree
    case "[":
      let start = rest.startIndex - 1
      let set = parseCharacterSet()
      if set == nil, rest.isEmpty { unclosed = start }
      return set
    case ".": return .step(.any)
    case "^": return .step(.start)
    case "$": return .step(.end)
    case "\\": return parseEscape()
    case "*", "+", "?", "{": return nil
    default: return .step(.character(RegularExpression.caseFoldedScalar(first)))
    }
  }

  private static let classes: [Unicode.Scalar: [ClosedRange<UInt32>]] = [
    "d": [0x30...0x39],
    "w": [
      0x30...0x39, 0x5f...0x5f, 0x61...0x7a, 0xaa...0xaa, 0xb5...0xb5, 0xba...0xba, 0xc0...0x1fff,
      0x3040...0xd7ff,
    ],
    "s": [0x09...0x0d, 0x20...0x20, 0x85...0x85, 0xa0...0xa0, 0x2000...0x200a, 0x3000...0x3000],
  ]

  private mutating func parseEscape() -> RegularExpression.RegularExpressionTree? {
    guard let sign = rest.popFirst() else { return nil }
    let small = RegularExpression.caseFoldedScalar(sign)
    if let ranges = Self.classes[small] {
      return .step(.set(ranges, isExcluded: small != sign))
    }
    switch sign {
    case "b": return .step(.wordEdge(isExcluded: false))
    case "B": return .step(.wordEdge(isExcluded: true))
    case "n": return .step(.character("\n"))
    case "t": return .step(.character("\t"))
    default:
      // A backslash before another letter or digit is an unsupported expression.
      guard !sign.isOfWord else { return nil }
      return .step(.character(sign))
    }
  }

  private mutating func parseCharacterSet() -> RegularExpression.RegularExpressionTree? {
    var ranges: [ClosedRange<UInt32>] = []
    let isExcluded = rest.first == "^"
    if isExcluded { rest.removeFirst() }
    var isFirst = true
    while let scalar = rest.popFirst() {
      if scalar == "]", !isFirst { return .step(.set(ranges, isExcluded: isExcluded)) }
      isFirst = false
      var low = scalar
      if scalar == "\\" {
        guard let sign = rest.popFirst() else { return nil }
        if let own = Self.classes[sign] {
          ranges += own
          continue
        }
        guard !sign.isOfWord else { return nil }
        low = sign
      }
      var high = low
      if rest.first == "-", let next = rest.dropFirst().first, next != "]" {
        rest = rest.dropFirst(2)
        high = next
      }
      guard low <= high else { return nil }
      ranges.append(low.value...high.value)
      let small = (
        RegularExpression.caseFoldedScalar(low), RegularExpression.caseFoldedScalar(high)
      )
      if small.0 <= small.1 { ranges.append(small.0.value...small.1.value) }
    }
    return nil
  }
}

/// Sanitises text in one pass. Dropped scalars leave no trace, so that sanitising again changes
/// nothing.
struct Sanitizer {
  /// The largest number of marks on one base character; the highest real stacks have four.
  static let marksPerBase = 4
  /// The largest number of scalars in a character that is no emoji.
  private static let joinedScalars = 11
  /// The largest number of scalars in an emoji sequence.
  private static let emojiScalars = 16

  private var output = String.UnicodeScalarView()
  private var cluster = Cluster()
  private var afterLineEnd = false
  /// Scalars of an emoji sequence that is not valid yet.
  private var held: [Unicode.Scalar] = []

  static func sanitize(_ text: String) -> String {
    var sanitizer = Sanitizer()
    sanitizer.output.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { sanitizer.take(scalar) }
    return String(sanitizer.output)
  }

  private struct Cluster {
    enum Kind {
      /// No character that could bear a mark.
      case none
      case plain
      case keycapBase
      case emoji
      /// An emoji with its presentation or skin tone chosen.
      case finishedEmoji
      case flagHalf
      case blackFlag
    }

    var kind = Kind.none
    var marks = 0
    var scalars = 0
    /// True if the next base character joins this one, as after a virama.
    var joinsNext = false
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    let sanitized = SanitizedScalar(scalar)
    if case .dropped = sanitized { return }
    if case .emojiPart = sanitized {
      takeEmojiPart(scalar)
      return
    }
    if !held.isEmpty, resolveHeld(before: scalar) { return }
    switch sanitized {
    case .lineEnd:
      if !afterLineEnd { appendBlank() }
      afterLineEnd = true
    case .blank:
      // The indentation of the next line belongs to the line end.
      if !afterLineEnd { appendBlank() }
    case .base: takeBase(scalar)
    case .mark: takeMark(scalar)
    case .dropped, .emojiPart: break
    }
  }

  private mutating func takeBase(_ scalar: Unicode.Scalar) {
    if scalar.isEmojiModifier {
      // A skin tone by itself counts as a mark here, but terminals give it two columns.
      guard cluster.kind == .emoji, cluster.marks == 0,
        output.last?.properties.isEmojiModifierBase == true
      else { return }
      extend(with: scalar, .finishedEmoji)
      return
    }
    if scalar.isRegionalIndicator, cluster.kind == .flagHalf, cluster.marks == 0 {
      extend(with: scalar, .plain)
      return
    }
    begin(with: scalar)
    afterLineEnd = false
  }

  private mutating func takeMark(_ scalar: Unicode.Scalar) {
    if scalar.isHangulTail {
      // A vowel or final of Hangul without an initial has no width and nothing to join.
      guard output.last?.takesHangulTail(scalar) == true else { return }
    }
    if cluster.kind == .none { begin(with: "\u{25CC}") }
    afterLineEnd = false
    guard cluster.marks < Self.marksPerBase else { return }
    output.append(scalar)
    cluster.marks += 1
    cluster.scalars += 1
    if scalar.isVirama { cluster.joinsNext = true }
  }

  private mutating func takeEmojiPart(_ scalar: Unicode.Scalar) {
    guard cluster.marks == 0 else { return }
    if scalar.isTag {
      holdTag(scalar)
      return
    }
    guard held.isEmpty else {
      held.removeAll()
      return
    }
    switch cluster.kind {
    case .emoji, .blackFlag:
      if scalar.isVariationSelector {
        extend(with: scalar, .finishedEmoji)
      } else {
        hold(scalar)
      }
    case .finishedEmoji where scalar.isZeroWidthJoiner: hold(scalar)
    case .keycapBase where scalar.value == 0xfe0f: hold(scalar)
    case .none, .plain, .flagHalf, .keycapBase, .finishedEmoji: break
    }
  }

  private mutating func hold(_ scalar: Unicode.Scalar) {
    guard cluster.scalars + 3 <= Self.emojiScalars else { return }
    held = [scalar]
  }

  /// Collects tag letters of a flag, which are written when the end tag comes.
  private mutating func holdTag(_ scalar: Unicode.Scalar) {
    guard cluster.kind == .blackFlag else { return }
    if scalar.isTagLetter, held.count < 6, held.allSatisfy(\.isTagLetter) {
      held.append(scalar)
    } else if scalar.isTagEnd, held.count >= 3, held.allSatisfy(\.isTagLetter) {
      for tag in held { output.append(tag) }
      cluster.scalars += held.count
      held.removeAll()
      extend(with: scalar, .finishedEmoji)
    } else {
      held.removeAll()
      cluster.kind = .finishedEmoji
    }
  }

  /// Writes or drops the pending scalars, depending on the next one; true if that one is used up.
  private mutating func resolveHeld(before scalar: Unicode.Scalar) -> Bool {
    let joint = held[0]
    held.removeAll()
    if joint.value == 0xfe0f, scalar.isEnclosingKeycap {
      output.append(joint)
      cluster.scalars += 1
      extend(with: scalar, .plain)
      return true
    }
    if joint.isZeroWidthJoiner, scalar.isEmojiBase, !scalar.isEmojiModifier {
      output.append(joint)
      cluster.scalars += 1
      extend(with: scalar, .emoji)
      return true
    }
    return false
  }

  private mutating func extend(with scalar: Unicode.Scalar, _ kind: Cluster.Kind) {
    output.append(scalar)
    cluster.scalars += 1
    cluster.kind = kind
    afterLineEnd = false
  }

  private mutating func begin(with scalar: Unicode.Scalar) {
    var scalars = 1
    if cluster.joinsNext || scalar.joinsPreviousBase {
      if cluster.scalars >= Self.joinedScalars - 1 {
        output.append(" ")
      } else {
        scalars += cluster.scalars
      }
    }
    output.append(scalar)
    let kind: Cluster.Kind =
      if scalar.isKeycapBase {
        .keycapBase
      } else if scalar.isRegionalIndicator {
        .flagHalf
      } else if scalar.isTaggable {
        .blackFlag
      } else if scalar.isEmojiBase {
        .emoji
      } else {
        .plain
      }
    cluster = Cluster(
      kind: kind, marks: 0, scalars: scalars, joinsNext: scalar.joinsNextBase)
  }

  private mutating func appendBlank() {
    output.append(" ")
    cluster = Cluster()
  }
}

/// The class of a scalar for the sanitizer.
enum SanitizedScalar {
  /// Never printed.
  case dropped
  /// A line end or tab; several become one blank.
  case lineEnd
  case blank
  case base
  /// A mark on the base character before.
  case mark
  /// A scalar allowed only within an emoji sequence.
  case emojiPart

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20: self = .blank
    case 0x21..<0x7f: self = .base
    case 0x09...0x0d, 0x85, 0x2028, 0x2029: self = .lineEnd
    case 0..<0xa0: self = .dropped
    case 0xa1..<0x300: self = scalar.value == 0xad ? .dropped : .base
    // Blanks that look different from the others, or forbid a line break.
    case 0xa0, 0x202f, 0x3000: self = .base
    case 0xfe0e, 0xfe0f, 0x200d, 0xe0020...0xe007f: self = .emojiPart
    case 0x3400..<0x4dc0, 0x4e00..<0x9ffd, 0xac00..<0xd7a4: self = .base
    default: self.init(category: scalar)
    }
  }

  private init(category scalar: Unicode.Scalar) {
    let properties = scalar.properties
    // Fillers and the like: they count as letters or marks, but nothing is drawn.
    guard !properties.isDefaultIgnorableCodePoint else {
      self = .dropped
      return
    }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber,
      .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation,
      .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      self = scalar.columns == 0 ? .mark : .base
    case .spaceSeparator: self = .blank
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      self = .dropped
    @unknown default: self = .dropped
    }
  }
}

/// A sanitiser of untrusted text in one pass. Dropped scalars leave no trace, so that sanitising
/// again changes nothing.
struct TextSanitizer {
  /// Maximum number of combining marks on one base character; real characters have four at most.
  static let maximumMarks = 4
  private static let maximumScalars = 11
  private static let maximumEmojiScalars = 16

  private var output = String.UnicodeScalarView()
  private var cluster = UnfinishedCluster()
  private var afterLineEnd = false
  /// The scalars of an emoji sequence that the text sanitiser holds back until the sequence proves
  /// valid.
  private var pending: [Unicode.Scalar] = []

  static func sanitizedText(_ text: String) -> String {
    // Most texts that are not ASCII are the signs of the program, and Latin letters.
    if text.unicodeScalars.allSatisfy({ $0.isAlwaysKept }) { return text }
    var sanitizer = TextSanitizer()
    sanitizer.output.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { sanitizer.sanitizeScalar(scalar) }
    return String(sanitizer.output)
  }

  private struct UnfinishedCluster {
    enum ClusterKind {
      /// A kind of the character that the text sanitiser is reading: none, so that a following mark
      /// is dropped.
      case none
      case plain
      case keycapBase
      case emoji
      /// A kind of the character that the text sanitiser is reading: an emoji with its presentation
      /// or skin tone, after which no other may follow.
      case finishedEmoji
      case flagHalf
      case blackFlag
    }

    var kind = ClusterKind.none
    var marks = 0
    var scalars = 0
    /// True if the text sanitiser joins the next base character to the character it is reading, as
    /// after the sign that joins two Indic consonants.
    var joinsNext = false
  }

  private mutating func sanitizeScalar(_ scalar: Unicode.Scalar) {
    let sanitized = SanitizedScalarClass(scalar)
    if case .dropped = sanitized { return }
    if case .emojiPart = sanitized {
      sanitizeEmojiPart(scalar)
      return
    }
    if !pending.isEmpty, continueOrDropPendingEmoji(before: scalar) { return }
    switch sanitized {
    case .lineEnd:
      if !afterLineEnd { appendBlankEndingCluster() }
      afterLineEnd = true
    case .blank:
      // The indentation of the next line belongs to the line end.
      if !afterLineEnd { appendBlankEndingCluster() }
    case .base: sanitizeBaseCharacter(scalar)
    case .mark: sanitizeCombiningMark(scalar)
    case .dropped, .emojiPart: break
    }
  }

  private mutating func sanitizeBaseCharacter(_ scalar: Unicode.Scalar) {
    if scalar.isEmojiModifier {
      // A skin tone by itself counts as a mark here, but terminals give it two columns.
      guard cluster.kind == .emoji, cluster.marks == 0,
        output.last?.properties.isEmojiModifierBase == true
      else { return }
      extendCluster(with: scalar, .finishedEmoji)
      return
    }
    if scalar.isRegionalIndicator, cluster.kind == .flagHalf, cluster.marks == 0 {
      extendCluster(with: scalar, .plain)
      return
    }
    beginCluster(with: scalar)
    afterLineEnd = false
  }

  private mutating func sanitizeCombiningMark(_ scalar: Unicode.Scalar) {
    if scalar.isHangulTail {
      // A vowel or final of Hangul without an initial has no width and nothing to join.
      guard output.last?.isCompletedByHangulTail(scalar) == true else { return }
    }
    if cluster.kind == .none { beginCluster(with: "\u{25CC}") }
    afterLineEnd = false
    guard cluster.marks < Self.maximumMarks else { return }
    output.append(scalar)
    cluster.marks += 1
    cluster.scalars += 1
    if scalar.isVirama { cluster.joinsNext = true }
  }

  private mutating func sanitizeEmojiPart(_ scalar: Unicode.Scalar) {
    guard cluster.marks == 0 else { return }
    if scalar.isTag {
      addFlagTag(scalar)
      return
    }
    guard pending.isEmpty else {
      pending.removeAll()
      return
    }
    switch cluster.kind {
    case .emoji, .blackFlag:
      if scalar.isVariationSelector {
        extendCluster(with: scalar, .finishedEmoji)
      } else {
        setPendingEmojiScalar(scalar)
      }
    case .finishedEmoji where scalar.isZeroWidthJoiner: setPendingEmojiScalar(scalar)
    case .keycapBase where scalar.value == 0xfe0f: setPendingEmojiScalar(scalar)
    case .none, .plain, .flagHalf, .keycapBase, .finishedEmoji: break
    }
  }

  private mutating func setPendingEmojiScalar(_ scalar: Unicode.Scalar) {
    guard cluster.scalars + 3 <= Self.maximumEmojiScalars else { return }
    pending = [scalar]
  }

  /// Collects the tag letters of a flag emoji, which are written when the tag that ends them comes.
  private mutating func addFlagTag(_ scalar: Unicode.Scalar) {
    guard cluster.kind == .blackFlag else { return }
    if scalar.isTagLetter, pending.count < 6, pending.allSatisfy(\.isTagLetter) {
      pending.append(scalar)
    } else if scalar.isTagEnd, pending.count >= 3, pending.allSatisfy(\.isTagLetter) {
      for tag in pending { output.append(tag) }
      cluster.scalars += pending.count
      pending.removeAll()
      extendCluster(with: scalar, .finishedEmoji)
    } else {
      pending.removeAll()
      cluster.kind = .finishedEmoji
    }
  }

  /// Resolves the joiner or variation selector that may continue an emoji: if `scalar` continues
  /// the emoji, writes both and returns true; otherwise drops the pending one and returns false,
  /// and the caller handles `scalar`.
  private mutating func continueOrDropPendingEmoji(before scalar: Unicode.Scalar) -> Bool {
    let joint = pending[0]
    pending.removeAll()
    if joint.value == 0xfe0f, scalar.isEnclosingKeycap {
      output.append(joint)
      cluster.scalars += 1
      extendCluster(with: scalar, .plain)
      return true
    }
    if joint.isZeroWidthJoiner, scalar.isEmojiBase, !scalar.isEmojiModifier {
      output.append(joint)
      cluster.scalars += 1
      extendCluster(with: scalar, .emoji)
      return true
    }
    return false
  }

  private mutating func extendCluster(
    with scalar: Unicode.Scalar, _ kind: UnfinishedCluster.ClusterKind
  ) {
    output.append(scalar)
    cluster.scalars += 1
    cluster.kind = kind
    afterLineEnd = false
  }

  private mutating func beginCluster(with scalar: Unicode.Scalar) {
    var scalars = 1
    if cluster.joinsNext || scalar.joinsPreviousBase {
      if cluster.scalars >= Self.maximumScalars - 1 {
        output.append(" ")
      } else {
        scalars += cluster.scalars
      }
    }
    output.append(scalar)
    let kind: UnfinishedCluster.ClusterKind =
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
    cluster = UnfinishedCluster(
      kind: kind, marks: 0, scalars: scalars, joinsNext: scalar.joinsNextBase)
  }

  private mutating func appendBlankEndingCluster() {
    output.append(" ")
    cluster = UnfinishedCluster()
  }
}

extension Unicode.Scalar {
  /// True if the text sanitiser keeps the scalar whatever stands before it, and drops nothing for
  /// its sake: a blank, or a Latin letter, punctuation mark, arrow, box or sign of one column or
  /// two.
  fileprivate var isAlwaysKept: Bool {
    switch value {
    case 0x20..<0x7f, 0xa0..<0xad, 0xae..<0x300, 0x2010..<0x2028, 0x2190..<0x2200, 0x2500..<0x27c0:
      true
    default: false
    }
  }
}

enum SanitizedScalarClass {
  /// A class of Unicode scalars: never printed, so dropped.
  case dropped
  /// A class of Unicode scalars: a line end or tab; several become one blank.
  case lineEnd
  case blank
  case base
  case mark
  /// A class of Unicode scalars: allowed only within an emoji sequence.
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
    // Fillers and similar characters count as letters or marks, but nothing is drawn.
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

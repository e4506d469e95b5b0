/// A decoder of a terminal's bytes into events and replies. Bytes may be cut anywhere: an
/// incomplete sequence is kept for the next call. A lone Escape looks like the beginning of a
/// sequence, so while `pendingEscape` is true, the caller waits some 30 ms and then calls
/// `flushPendingInput`.
public struct TerminalInputDecoder: Sendable {
  private enum InputDecoderState: Sendable {
    case ground
    /// A state of the input decoder: after Escape, or after two Escapes for a sequence with Alt.
    case escape(Int)
    /// A state of the input decoder: in a control sequence of parameters and a final byte.
    case control(isAlt: Bool)
    /// A state of the input decoder: after ESC O, before the last byte of the sequence for a
    /// function or keypad key.
    case singleShift(isAlt: Bool)
    /// A state of the input decoder: inside a control string, by which a terminal replies; it ends
    /// with ESC \ (an operating system command also with BEL).
    case string(introducer: UInt8)
    case stringEscape(introducer: UInt8)
    case console
    case paste
  }

  /// Maximum number of parameter bytes in a control sequence; longer sequences are skipped.
  private static let parameterLimit = 128
  /// Maximum size of a terminal's reply in bytes; longer replies are skipped.
  private static let stringLimit = 4096

  private var state = InputDecoderState.ground
  private var collected: [UInt8] = []
  private var isOversized = false
  private var text = UTF8Decoder()
  private var pasteBuffer = PasteBuffer()
  private var textIsAlt = false

  public init() {}

  /// True if the decoder holds undecoded bytes that may be complete input, such as Escape alone.
  public var pendingEscape: Bool {
    switch state {
    case .ground: text.isIncomplete
    case .paste: false
    default: true
    }
  }

  /// Decodes bytes from a terminal; returns the completed events and replies.
  public mutating func decodeBytes(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    var events: [TerminalInput] = []
    for byte in bytes { decodeByte(byte, &events) }
    return events
  }

  /// Ends incomplete input after which no more bytes came, and returns its events: a lone Escape is
  /// a key, and an incomplete sequence is dropped.
  public mutating func flushPendingInput() -> [TerminalInput] {
    var events: [TerminalInput] = []
    switch state {
    case .ground: endIncompleteCharacter(&events)
    case .escape(let count):
      for _ in 0..<count { events.append(.event(.key(Key(.escape)))) }
    case .control(let isAlt) where collected.isEmpty:
      // Alt and "[" were pressed; their bytes are those that begin every control sequence.
      events.append(.event(.key(Key(.character("["), isAlt ? [.alt] : .alt))))
    case .singleShift(let isAlt):
      events.append(.event(.key(Key(.character("O"), isAlt ? [.alt] : .alt))))
    case .paste: return []
    case .control, .string, .stringEscape, .console: break
    }
    enterDecoderState(.ground)
    return events
  }

  private mutating func enterDecoderState(_ next: InputDecoderState) {
    state = next
    collected.removeAll(keepingCapacity: true)
    isOversized = false
  }

  private mutating func decodeByte(_ byte: UInt8, _ events: inout [TerminalInput]) {
    switch state {
    case .ground: decodeTextByte(byte, isAlt: false, &events)
    case .escape(let count): decodeByteAfterEscape(byte, count, &events)
    case .control(let isAlt): decodeParameterByte(byte, isAlt, &events)
    case .singleShift(let isAlt): decodeByteAfterSingleShift(byte, isAlt, &events)
    case .console:
      enterDecoderState(.ground)
      if (0x41...0x45).contains(byte) { appendKeyEvent(.function(Int(byte) - 0x40), [], &events) }
    case .string(let introducer): decodeControlStringByte(byte, introducer, &events)
    case .stringEscape(let introducer):
      if byte == 0x5c {
        endControlString(introducer, &events)
      } else {
        // An Escape within a string begins a new sequence: the string was cut off.
        enterDecoderState(.escape(1))
        decodeByte(byte, &events)
      }
    case .paste:
      if let text = pasteBuffer.appendPastedByte(byte) {
        events.append(.event(.paste(text, isCut: pasteBuffer.isCut)))
        enterDecoderState(.ground)
      }
    }
  }

  private mutating func appendKeyEvent(
    _ code: Key.KeyCode, _ modifiers: Key.KeyModifiers, _ events: inout [TerminalInput]
  ) {
    events.append(.event(.key(Key(code, modifiers))))
  }

  /// Decodes a byte outside of escape sequences: part of a character, a control key, or Escape.
  private mutating func decodeTextByte(_ byte: UInt8, isAlt: Bool, _ events: inout [TerminalInput])
  {
    if text.isIncomplete, byte < 0x80 || byte > 0xbf { endIncompleteCharacter(&events) }
    if byte == 0x1b {
      enterDecoderState(.escape(1))
    } else if let key = ControlByteKeyDecoder.controlKey(for: byte) {
      appendKeyEvent(key.code, isAlt ? key.modifiers.union(.alt) : key.modifiers, &events)
    } else {
      if !text.isIncomplete { textIsAlt = isAlt }
      guard let scalar = text.decodeUTF8Byte(byte) else { return }
      appendCharacterKey(scalar, &events)
    }
  }

  private mutating func endIncompleteCharacter(_ events: inout [TerminalInput]) {
    if let scalar = text.replacementForIncompleteCharacter() { appendCharacterKey(scalar, &events) }
  }

  private mutating func appendCharacterKey(
    _ scalar: Unicode.Scalar, _ events: inout [TerminalInput]
  ) {
    // 8-bit control characters are ignored.
    guard !(0x80..<0xa0).contains(scalar.value) else { return }
    appendKeyEvent(.character(Character(scalar)), textIsAlt ? .alt : [], &events)
  }

  private mutating func decodeByteAfterEscape(
    _ byte: UInt8, _ count: Int, _ events: inout [TerminalInput]
  ) {
    switch byte {
    case 0x1b:
      // Of three Escapes, the first one was pressed by itself.
      if count > 1 { appendKeyEvent(.escape, [], &events) }
      enterDecoderState(.escape(2))
    case 0x5b: enterDecoderState(.control(isAlt: count > 1))
    case 0x4f: enterDecoderState(.singleShift(isAlt: count > 1))
    case 0x50, 0x5d, 0x5e, 0x5f, 0x58:
      if count > 1 { appendKeyEvent(.escape, [], &events) }
      enterDecoderState(.string(introducer: byte))
    default:
      if count > 1 { appendKeyEvent(.escape, [], &events) }
      enterDecoderState(.ground)
      decodeTextByte(byte, isAlt: true, &events)
    }
  }

  private mutating func decodeByteAfterSingleShift(
    _ byte: UInt8, _ isAlt: Bool, _ events: inout [TerminalInput]
  ) {
    // The modifiers may come as a digit, as in ESC O 5 A.
    if (0x30...0x39).contains(byte), collected.count < 2 {
      collected.append(byte)
      return
    }
    let modifiers = ControlSequenceKeyDecoder.decodedModifiers(
      String(decoding: collected, as: UTF8.self), isAlt: isAlt)
    let wasEmpty = collected.isEmpty
    enterDecoderState(.ground)
    if let code = ControlSequenceKeyDecoder.singleShiftKeyCode(byte) {
      appendKeyEvent(code, modifiers, &events)
    } else if wasEmpty {
      appendKeyEvent(.character("O"), .alt, &events)
      decodeByte(byte, &events)
    }
  }

  private mutating func decodeParameterByte(
    _ byte: UInt8, _ isAlt: Bool, _ events: inout [TerminalInput]
  ) {
    switch byte {
    case 0x5b where collected.isEmpty: enterDecoderState(.console)
    // `$` ends a key with Shift in rxvt, but precedes the `y` in the report of a mode's setting.
    case 0x20...0x3f:
      if collected.count < Self.parameterLimit {
        collected.append(byte)
      } else {
        isOversized = true
      }
      if byte == 0x24, ControlSequenceKeyDecoder.isKeyNumberBeforeDollar(collected) {
        endControlSequence(final: byte, isAlt, &events)
      }
    case 0x40...0x7e: endControlSequence(final: byte, isAlt, &events)
    default:
      // The sequence was cut off: it is dropped, and the byte begins a new one.
      enterDecoderState(.ground)
      decodeByte(byte, &events)
    }
  }

  private mutating func endControlSequence(
    final: UInt8, _ isAlt: Bool, _ events: inout [TerminalInput]
  ) {
    let sequence = InputControlSequence(collected, final: final)
    let wasOversized = isOversized
    enterDecoderState(.ground)
    guard !wasOversized else { return }
    // Only keys are reported with Alt; before another sequence, Escape was pressed by itself.
    func appendLoneEscapeIfAlt() { if isAlt { appendKeyEvent(.escape, [], &events) } }
    if sequence.startsPaste {
      appendLoneEscapeIfAlt()
      pasteBuffer = PasteBuffer()
      enterDecoderState(.paste)
    } else if let event = sequence.keyMouseOrFocusEvent(isAlt: isAlt) {
      if !event.isKey { appendLoneEscapeIfAlt() }
      events.append(.event(event))
    } else if let reply = sequence.reply {
      appendLoneEscapeIfAlt()
      events.append(.reply(reply))
    }
  }

  private mutating func decodeControlStringByte(
    _ byte: UInt8, _ introducer: UInt8, _ events: inout [TerminalInput]
  ) {
    switch byte {
    case 0x1b: state = .stringEscape(introducer: introducer)
    case 0x07 where introducer == 0x5d: endControlString(introducer, &events)
    case 0x18, 0x1a: enterDecoderState(.ground)
    default:
      if collected.count < Self.stringLimit { collected.append(byte) } else { isOversized = true }
    }
  }

  private mutating func endControlString(_ introducer: UInt8, _ events: inout [TerminalInput]) {
    let reply = isOversized ? nil : TerminalReply(introducer: introducer, payload: collected)
    enterDecoderState(.ground)
    if let reply { events.append(.reply(reply)) }
  }
}

extension TerminalEvent {
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }
}

/// A buffer for pasted text up to the end marker of the paste.
struct PasteBuffer: Sendable {
  /// Maximum number of bytes of a pasted text that are kept.
  static let limit = 1 << 20
  private static let ending = Array("\u{1b}[201~".utf8)

  private var bytes: [UInt8] = []
  /// True if bytes of the pasted text were dropped because of the limit.
  private(set) var isCut = false
  /// The number of bytes of the end marker of the paste matched so far.
  private var matched = 0

  /// Appends a byte to the pasted text; returns the text once the end marker is complete. Line ends
  /// become "\n"; of other control characters only the tab is kept.
  mutating func appendPastedByte(_ byte: UInt8) -> String? {
    if byte == Self.ending[matched] {
      matched += 1
      return matched == Self.ending.count ? text : nil
    }
    let given = Self.ending.prefix(matched)
    matched = 0
    for byte in given { storePastedByteUpToLimit(byte) }
    if byte == Self.ending[0] { matched = 1 } else { storePastedByteUpToLimit(byte) }
    return nil
  }

  private mutating func storePastedByteUpToLimit(_ byte: UInt8) {
    if bytes.count < Self.limit { bytes.append(byte) } else { isCut = true }
  }

  private var text: String {
    var text = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x0d: text.append("\n")
      case 0x0a: if !afterReturn { text.append("\n") }
      case 0x09: text.append(scalar)
      case 0..<0x20, 0x7f..<0xa0: break
      default: text.append(scalar)
      }
      afterReturn = scalar.value == 0x0d
    }
    return String(text)
  }
}

/// A decoder of UTF-8 from single bytes into Unicode scalars; invalid bytes become U+FFFD.
struct UTF8Decoder: Sendable {
  private var bytes: [UInt8] = []

  var isIncomplete: Bool { !bytes.isEmpty }

  mutating func decodeUTF8Byte(_ byte: UInt8) -> Unicode.Scalar? {
    if bytes.isEmpty {
      if byte < 0x80 { return Unicode.Scalar(byte) }
      guard Self.utf8CharacterLength(startingWith: byte) > 1 else { return "\u{fffd}" }
    }
    bytes.append(byte)
    guard let first = bytes.first, bytes.count == Self.utf8CharacterLength(startingWith: first)
    else {
      return nil
    }
    let text = String(validating: bytes, as: UTF8.self)
    bytes.removeAll(keepingCapacity: true)
    return text?.unicodeScalars.first ?? "\u{fffd}"
  }

  mutating func replacementForIncompleteCharacter() -> Unicode.Scalar? {
    guard isIncomplete else { return nil }
    bytes.removeAll(keepingCapacity: true)
    return "\u{fffd}"
  }

  /// Returns the number of bytes of a UTF-8 character by its first byte; 0 for an invalid byte.
  private static func utf8CharacterLength(startingWith byte: UInt8) -> Int {
    switch byte {
    case 0xc2...0xdf: 2
    case 0xe0...0xef: 3
    case 0xf0...0xf4: 4
    default: 0
    }
  }
}

/// A namespace for translating single control bytes into keys.
enum ControlByteKeyDecoder {
  /// Returns the key for a control byte or blank; nil for a byte of text.
  static func controlKey(for byte: UInt8) -> Key? {
    switch byte {
    case 0x0d: Key(.enter)
    case 0x09: Key(.tab)
    case 0x08, 0x7f: Key(.backspace)
    case 0x00: Key(.character(" "), .control)
    case 0x01...0x1a: Key(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
    case 0x1c...0x1f: Key(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
    default: nil
    }
  }
}

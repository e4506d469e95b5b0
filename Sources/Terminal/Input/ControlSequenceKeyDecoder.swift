/// A namespace for decoding keys from control sequences of xterm, the Linux console, rxvt and
/// kitty.
enum ControlSequenceKeyDecoder {
  static func decodedKey(_ sequence: InputControlSequence, isAlt: Bool) -> Key? {
    let final = sequence.final
    // rxvt marks each modifier by another final byte.
    if let held = [0x24: Key.KeyModifiers.shift, 0x5e: .control, 0x40: [.control, .shift]][final],
      let code = numberedKeyCode(sequence.parameterNumber(at: 0))
    {
      return Key(code, isAlt ? held.union(.alt) : held)
    }
    guard sequence.intermediates.isEmpty else { return nil }
    // kitty's protocol also reports released keys, which are ignored.
    if sequence.parameters.count > 1, sequence.parameters[1].dropFirst().first == 3 { return nil }
    let modifiers = decodedModifiers(sequence.parameterNumber(at: 1, or: 1), isAlt: isAlt)
    switch final {
    case 0x7e where sequence.parameterNumber(at: 0) == 27:
      return keyOfCharacterCode(sequence.parameterNumber(at: 2), modifiers)
    case 0x7e: return numberedKeyCode(sequence.parameterNumber(at: 0)).map { Key($0, modifiers) }
    case 0x75: return keyOfCharacterCode(sequence.parameterNumber(at: 0), modifiers)
    case 0x5a: return Key(.tab, modifiers.union(.shift))
    // rxvt's arrows with Shift.
    case 0x61...0x64 where sequence.parameters.allSatisfy({ $0 == [nil] }):
      return singleShiftKeyCode(final - 0x20).map { Key($0, modifiers.union(.shift)) }
    // "R" also reports the cursor's position: F3 has 1 as its first number and modifiers.
    case 0x52: return nil
    case 0x41...0x48, 0x50...0x53: return singleShiftKeyCode(final).map { Key($0, modifiers) }
    default: return nil
    }
  }

  static func singleShiftKeyCode(_ byte: UInt8) -> Key.KeyCode? {
    switch byte {
    case 0x41, 0x61: .up
    case 0x42, 0x62: .down
    case 0x43, 0x63: .right
    case 0x44, 0x64: .left
    case 0x45: .home  // The middle of the keypad, used as a second Home key.
    case 0x46: .end
    case 0x48: .home
    case 0x4d: .enter
    case 0x50...0x53: .function(Int(byte) - 0x4f)
    // The numeric keypad in its application mode.
    case 0x6a...0x79: .character(Character(Unicode.Scalar(byte - 0x40)))
    case 0x58: .character("=")
    default: nil
    }
  }

  /// Returns the modifier keys that a terminal reports by a number, and Alt if `isAlt` is true.
  static func decodedModifiers(_ number: Int, isAlt: Bool) -> Key.KeyModifiers {
    let bits = max(0, number - 1)
    var modifiers: Key.KeyModifiers = isAlt ? .alt : []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & (2 | 8) != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// Returns the modifier keys that a terminal reports by a number in decimal digits; none for an
  /// empty text. Alt is added if `isAlt` is true.
  static func decodedModifiers(_ digits: String, isAlt: Bool) -> Key.KeyModifiers {
    decodedModifiers(Int(digits) ?? 1, isAlt: isAlt)
  }

  /// Returns true if the parameter bytes of a control sequence are the number of a key, behind
  /// which rxvt ends the sequence with "$" for Shift.
  static func isKeyNumberBeforeDollar(_ collected: [UInt8]) -> Bool {
    let digits = collected.dropLast()
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
    return Int(String(decoding: digits, as: UTF8.self)).flatMap(numberedKeyCode) != nil
  }

  /// Returns the kind of key for the number that a terminal reports, as in `CSI 5 ~`; nil for an
  /// unknown number.
  private static func numberedKeyCode(_ number: Int) -> Key.KeyCode? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    case 42, 43, 44, 45: .function(number - 21)
    default: nil
    }
  }

  /// Returns the key that kitty and xterm report by its character's code; nil for an unknown code.
  private static func keyOfCharacterCode(_ number: Int, _ modifiers: Key.KeyModifiers) -> Key? {
    switch number {
    case 9: return Key(.tab, modifiers)
    case 13, 57414: return Key(.enter, modifiers)
    case 27: return Key(.escape, modifiers)
    case 8, 127: return Key(.backspace, modifiers)
    case 57399...57408:
      return Key(.character(Character(Unicode.Scalar(UInt8(0x30 + number - 57399)))), modifiers)
    case 57348: return Key(.insert, modifiers)
    case 57349: return Key(.delete, modifiers)
    case 57350: return Key(.left, modifiers)
    case 57351: return Key(.right, modifiers)
    case 57352: return Key(.up, modifiers)
    case 57353: return Key(.down, modifiers)
    case 57354: return Key(.pageUp, modifiers)
    case 57355: return Key(.pageDown, modifiers)
    case 57356: return Key(.home, modifiers)
    case 57357: return Key(.end, modifiers)
    case 57364...57387: return Key(.function(number - 57363), modifiers)
    default: break
    }
    guard number >= 32, !(0xe000...0xf8ff).contains(number), !(0x7f..<0xa0).contains(number),
      let scalar = UInt32(exactly: number).flatMap(Unicode.Scalar.init)
    else { return nil }
    // Shift is part of the letter, as for typed keys.
    let character = Character(scalar)
    let isShifted = modifiers.contains(.shift) && character.isLowercase
    let upper = isShifted ? character.uppercased() : String(character)
    return Key(
      .character(upper.count == 1 ? Character(upper) : character), modifiers.subtracting(.shift))
  }
}

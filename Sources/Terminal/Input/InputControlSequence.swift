/// A control sequence received from the terminal: CSI, parameters, a final byte.
struct InputControlSequence {
  /// The marker before the parameters of the control sequence: "<", "=", ">" or "?"; nil if none.
  let marker: UInt8?
  let intermediates: [UInt8]
  /// The parameters of the control sequence with their subparameters: `1;5:3` is [[1], [5, 3]];
  /// missing ones are nil.
  let parameters: [[Int?]]
  let final: UInt8

  init(_ collected: [UInt8], final: UInt8) {
    var rest = collected[...]
    if let first = rest.first, (0x3c...0x3f).contains(first) {
      marker = first
      rest = rest.dropFirst()
    } else {
      marker = nil
    }
    let end = rest.firstIndex { $0 < 0x30 } ?? rest.endIndex
    intermediates = Array(rest[end...])
    parameters = rest[..<end].split(separator: 0x3b, omittingEmptySubsequences: false).map {
      $0.split(separator: 0x3a, omittingEmptySubsequences: false).map {
        // A number too large for any parameter is ignored.
        Int(String(decoding: $0, as: UTF8.self)).flatMap { $0 <= 1 << 24 ? $0 : nil }
      }
    }
    self.final = final
  }

  /// Returns the first number of a parameter of the control sequence; a default if it is missing.
  func parameterNumber(at index: Int, or other: Int = 0) -> Int {
    parameters.indices.contains(index) ? parameters[index].first.flatMap(\.self) ?? other : other
  }

  var startsPaste: Bool { final == 0x7e && marker == nil && parameterNumber(at: 0) == 200 }

  /// Returns the key, mouse or focus event in the control sequence; nil for replies and unknown
  /// sequences.
  func keyMouseOrFocusEvent(isAlt: Bool) -> TerminalEvent? {
    if marker == 0x3c { return mouse }
    guard marker == nil else { return nil }
    switch final {
    case 0x49 where parameters.allSatisfy { $0 == [nil] }: return .focus(true)
    case 0x4f where parameters.allSatisfy { $0 == [nil] }: return .focus(false)
    default: return ControlSequenceKeyDecoder.decodedKey(self, isAlt: isAlt).map(TerminalEvent.key)
    }
  }

  /// The terminal's reply that the control sequence contains; nil for a key or mouse event,
  /// `.other` for an unknown private sequence.
  var reply: TerminalReply? {
    let numbers = parameters.map { $0.first.flatMap(\.self) ?? 0 }
    switch (marker, intermediates, final) {
    case (0x3f, [0x24], 0x79), (nil, [0x24], 0x79):
      return .mode(
        parameterNumber(at: 0),
        TerminalReply.ReportedModeSetting(rawValue: parameterNumber(at: 1)) ?? .unknown)
    case (0x3f, [], 0x63): return .attributes(numbers)
    case (0x3e, [], 0x63): return .secondaryAttributes(numbers)
    case (nil, [], 0x52), (0x3f, [], 0x52):
      return .cursor(
        CellPosition(
          row: max(0, parameterNumber(at: 0, or: 1) - 1),
          column: max(0, parameterNumber(at: 1, or: 1) - 1)))
    case (nil, [], 0x6e): return .status(parameterNumber(at: 0))
    case (0x3f, [], 0x6e)
    where parameterNumber(at: 0) == 997 && [1, 2].contains(parameterNumber(at: 1)):
      return .background(isDark: parameterNumber(at: 1) == 1)
    case (nil, [], 0x74): return size ?? .other
    case (.some, _, _): return .other
    default: return nil
    }
  }

  /// The reply with a size in pixels that the control sequence contains: its first number is 4 for
  /// the window and 6 for a cell, and the height comes before the width. nil for other sequences.
  private var size: TerminalReply? {
    guard parameters.count == 3, parameterNumber(at: 1) > 0, parameterNumber(at: 2) > 0 else {
      return nil
    }
    let size = PixelSize(width: parameterNumber(at: 2), height: parameterNumber(at: 1))
    switch parameterNumber(at: 0) {
    case 4: return .windowPixels(size)
    case 6: return .cellPixels(size)
    default: return nil
    }
  }

  /// The mouse event that the control sequence contains: button, column, row, and "M" for pressed
  /// or "m" for released; nil if invalid.
  private var mouse: TerminalEvent? {
    guard final == 0x4d || final == 0x6d, parameters.count == 3 else { return nil }
    let code = parameterNumber(at: 0)
    let position = CellPosition(
      row: max(0, parameterNumber(at: 2) - 1), column: max(0, parameterNumber(at: 1) - 1))
    var modifiers: Key.KeyModifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return mouseAction(code).map { .mouse(MouseEvent($0, at: position, modifiers)) }
  }

  private func mouseAction(_ code: Int) -> MouseEvent.MouseAction? {
    let button = code & 3
    switch code & ~0x1f {
    case 64 where button == 0: return final == 0x4d ? .wheelUp : nil
    case 64 where button == 1: return final == 0x4d ? .wheelDown : nil
    case 32: return button < 3 ? .drag : nil
    case 0 where button < 3: return final == 0x4d ? .press(button + 1) : .release
    default: return nil
    }
  }
}

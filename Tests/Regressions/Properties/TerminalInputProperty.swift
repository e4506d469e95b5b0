import Terminal

/// What a terminal sends: cut anywhere it means the same, no key and no paste holds a control
/// character, nothing grows without bound, and the next key after it is understood.
enum TerminalInputProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var whole = TerminalInputDecoder()
    let events = whole.decodeBytes(input)
    try checkCuts(of: input, giving: events)
    for event in events + whole.flushPendingInput() { try checkEvent(event, from: input.count) }
    try checkRecovery(of: whole)
  }

  private static func checkCuts(
    of input: [UInt8], giving events: [TerminalInput]
  ) throws(Finding) {
    var bytewise = TerminalInputDecoder()
    try expect(
      input.flatMap { bytewise.decodeBytes([$0]) } == events, "bytewise, it means something else")
    guard input.count > 1 else { return }
    let cut = Int(input[0]) % input.count
    var halved = TerminalInputDecoder()
    let halves = halved.decodeBytes(input[..<cut]) + halved.decodeBytes(input[cut...])
    try expect(halves == events, "cut at \(cut), it means something else")
  }

  private static func checkEvent(_ event: TerminalInput, from count: Int) throws(Finding) {
    switch event {
    case .event(.key(let key)): try checkKey(key)
    case .event(.mouse(let mouse)):
      try expect(mouse.position.row >= 0 && mouse.position.column >= 0, "a mouse off the screen")
    case .event(.paste(let text, _)):
      try expect(text.utf8.count <= 3 * count, "a paste larger than what came")
      for scalar in text.unicodeScalars where scalar != "\n" && scalar != "\t" {
        try expect(!isControl(scalar), "a control character in a paste")
      }
    case .event(.focus): break
    case .reply(.version(let text)), .reply(.colour(_, let text)), .reply(.graphics(let text)):
      // 4 kB are kept; a byte that is no text is repaired into three.
      try expect(text.string.utf8.count <= 1 << 14, "a reply of \(text.string.utf8.count) bytes")
    case .reply(.cursor(let position)):
      try expect(position.row >= 0 && position.column >= 0, "a cursor off the screen")
    case .reply(.attributes(let numbers)), .reply(.secondaryAttributes(let numbers)),
      .reply(.rendition(let numbers)):
      try expect(numbers.count <= 256, "\(numbers.count) numbers in a reply")
    case .reply(.cellPixels(let size)), .reply(.windowPixels(let size)):
      try expect(size.width > 0 && size.height > 0, "a size of nothing")
    case .reply(.mode), .reply(.status), .reply(.background), .reply(.other): break
    }
  }

  private static func checkKey(_ key: Key) throws(Finding) {
    switch key.code {
    case .character(let character):
      for scalar in character.unicodeScalars {
        try expect(!isControl(scalar), "a control character is typed")
      }
    case .function(let number): try expect((1...24).contains(number), "F\(number)")
    default: break
    }
  }

  /// Ends whatever was begun, as the caller's timer does; then a key must be that key.
  private static func checkRecovery(of decoder: TerminalInputDecoder) throws(Finding) {
    var decoder = decoder
    try expect(!decoder.pendingEscape, "something is pending after a flush")
    _ = decoder.decodeBytes("\u{1b}[201~".utf8)
    _ = decoder.flushPendingInput()
    let typed = decoder.decodeBytes("x".utf8)
    try expect(typed == [.event(.key(Key(.character("x"))))], "the next key is lost: \(typed)")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }
}

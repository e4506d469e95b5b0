import Terminal
import Testing

@Suite struct KeyDecoderTests {
  @Test(arguments: [
    ("j", Key(.character("j"))), ("é", Key(.character("é"))), ("日", Key(.character("日"))),
    ("\r", Key(.enter)), ("\t", Key(.tab)), ("\u{7f}", Key(.backspace)),
    (" ", Key(.character(" "))),
    ("\u{3}", Key(.character("c"), .control)), ("\u{0}", Key(.character(" "), .control)),
    ("\u{1b}[A", Key(.up)), ("\u{1b}OB", Key(.down)), ("\u{1b}[1;5C", Key(.right, .control)),
    ("\u{1b}[1;2D", Key(.left, .shift)), ("\u{1b}[1;3A", Key(.up, .alt)),
    ("\u{1b}[H", Key(.home)), ("\u{1b}OF", Key(.end)), ("\u{1b}[1~", Key(.home)),
    ("\u{1b}[4~", Key(.end)), ("\u{1b}[7~", Key(.home)), ("\u{1b}[2~", Key(.insert)),
    ("\u{1b}[3~", Key(.delete)), ("\u{1b}[3;5~", Key(.delete, .control)),
    ("\u{1b}[5~", Key(.pageUp)), ("\u{1b}[6~", Key(.pageDown)), ("\u{1b}[Z", Key(.tab, .shift)),
    ("\u{1b}OP", Key(.function(1))), ("\u{1b}[15~", Key(.function(5))),
    ("\u{1b}[24~", Key(.function(12))), ("\u{1b}[[A", Key(.function(1))),
    ("\u{1b}[a", Key(.up, .shift)), ("\u{1b}Oa", Key(.up)), ("\u{1b}[3$", Key(.delete, .shift)),
    ("\u{1b}[3^", Key(.delete, .control)), ("\u{1b}j", Key(.character("j"), .alt)),
    ("\u{1b}é", Key(.character("é"), .alt)), ("\u{1b}\r", Key(.enter, .alt)),
    ("\u{1b}\u{1b}[A", Key(.up, .alt)), ("\u{1b}[97;5u", Key(.character("a"), .control)),
    ("\u{1b}[27u", Key(.escape)), ("\u{1b}[97;2u", Key(.character("A"))),
    ("\u{1b}[13;2u", Key(.enter, .shift)), ("\u{1b}[27;5;13~", Key(.enter, .control)),
    ("\u{1b}[1;1:1A", Key(.up)), ("\u{1b}OM", Key(.enter)), ("\u{1b}Ow", Key(.character("7"))),
  ])
  func `a key is reported from its bytes`(bytes: String, key: Key) {
    #expect(decode(bytes) == [.event(.key(key))])
  }

  @Test func `Esc is reported as a key once nothing follows`() {
    var decoder = TerminalInputDecoder()

    #expect(decoder.decodeBytes([0x1b]) == [])
    #expect(decoder.pendingEscape)
    #expect(decoder.flushPendingInput() == [.event(.key(Key(.escape)))])
    #expect(!decoder.pendingEscape)
    #expect(decoder.decodeBytes("j".utf8) == [.event(.key(Key(.character("j"))))])
  }

  @Test(arguments: [
    ("\u{1b}[<0;5;3M", MouseEvent(.press(1), at: CellPosition(row: 2, column: 4))),
    ("\u{1b}[<0;5;3m", MouseEvent(.release, at: CellPosition(row: 2, column: 4))),
    ("\u{1b}[<2;1;1M", MouseEvent(.press(3), at: CellPosition(row: 0, column: 0))),
    ("\u{1b}[<32;7;8M", MouseEvent(.drag, at: CellPosition(row: 7, column: 6))),
    ("\u{1b}[<64;1;1M", MouseEvent(.wheelUp, at: CellPosition(row: 0, column: 0))),
    ("\u{1b}[<81;1;2M", MouseEvent(.wheelDown, at: CellPosition(row: 1, column: 0), .control)),
  ])
  func `the mouse is reported from its bytes`(bytes: String, event: MouseEvent) {
    #expect(decode(bytes) == [.event(.mouse(event))])
  }

  @Test func `a paste is one event without control characters`() {
    let pasted = decode("\u{1b}[200~a\r\nb\rc\td\u{1b}[31m\u{7}é\u{1b}[201~j")

    #expect(
      pasted == [
        .event(.paste("a\nb\nc\td[31mé")), .event(.key(Key(.character("j")))),
      ])
  }

  @Test func `a paste is cut at its limit and typing goes on`() {
    let pasted = decode(
      "\u{1b}[200~" + String(repeating: "x", count: 1_200_000) + "\u{1b}[201~j")

    #expect(pasted.count == 2)
    #expect(
      pasted.first == .event(.paste(String(repeating: "x", count: 1 << 20), isCut: true)))
  }

  @Test(arguments: [
    ("\u{1b}[?2026;2$y", TerminalReply.mode(2026, .reset)),
    ("\u{1b}[?62;4;22c", .attributes([62, 4, 22])),
    ("\u{1b}[>1;10;0c", .secondaryAttributes([1, 10, 0])),
    ("\u{1b}P>|kitty(0.26)\u{1b}\\", .version("kitty(0.26)")),
    ("\u{1b}P1$r0;48:2::1:2:3m\u{1b}\\", .rendition([0, 48, 2, 1, 2, 3])),
    ("\u{1b}P1$r48;5;16m\u{1b}\\", .rendition([48, 5, 16])),
    ("\u{1b}P0$r\u{1b}\\", .other),
    ("\u{1b}]11;rgb:0000/0000/0000\u{1b}\\", .colour(11, "rgb:0000/0000/0000")),
    ("\u{1b}]10;rgb:ffff/ffff/ffff\u{7}", .colour(10, "rgb:ffff/ffff/ffff")),
    ("\u{1b}_Gi=31;OK\u{1b}\\", .graphics("i=31;OK")),
    ("\u{1b}[0n", .status(0)), ("\u{1b}[?997;1n", .background(isDark: true)),
    ("\u{1b}[?997;2n", .background(isDark: false)), ("\u{1b}[?997;3n", .other),
    ("\u{1b}[6;17;8t", .cellPixels(PixelSize(width: 8, height: 17))),
    ("\u{1b}[4;510;640t", .windowPixels(PixelSize(width: 640, height: 510))),
    ("\u{1b}[6;0;8t", .other), ("\u{1b}[6;17t", .other),
    ("\u{1b}[12;40R", .cursor(CellPosition(row: 11, column: 39))),
    ("\u{1b}]52;c;aGk=\u{7}", .other), ("\u{1b}[8;24;80t", .other), ("\u{1b}[=5;1X", .other),
  ])
  func `a terminal's reply is not reported as a key`(bytes: String, reply: TerminalReply) {
    #expect(decode(bytes) == [.reply(reply)])
    #expect(decode(bytes + "j") == [.reply(reply), .event(.key(Key(.character("j"))))])
  }

  @Test(arguments: [
    "\u{1b}[0n", "\u{1b}[?62;4;22c", "\u{1b}P>|x\u{1b}\\", "\u{1b}_Gi=31;OK\u{1b}\\",
    "\u{1b}[<0;5;3M", "\u{1b}[I", "\u{1b}[200~j\u{1b}[201~",
  ])
  func `Esc followed at once by other input is reported as a key`(bytes: String) {
    #expect(decode("\u{1b}" + bytes) == [.event(.key(Key(.escape)))] + decode(bytes))
  }

  @Test func `oversized and incomplete replies are dropped`() {
    let long = String(repeating: "j", count: 10_000)
    #expect(decode("\u{1b}]11;\(long)\u{7}q") == [.event(.key(Key(.character("q"))))])
    #expect(decode("\u{1b}[" + String(repeating: "1;", count: 900) + "Aq").count == 1)

    var decoder = TerminalInputDecoder()
    #expect(decoder.decodeBytes("\u{1b}P>|never ends".utf8) == [])
    #expect(decoder.pendingEscape)
    #expect(decoder.flushPendingInput() == [])
    #expect(decoder.decodeBytes("q".utf8) == [.event(.key(Key(.character("q"))))])
  }

  @Test func `invalid UTF-8 becomes the replacement character`() {
    var decoder = TerminalInputDecoder()

    let events = decoder.decodeBytes([0xff, 0xe6, 0x97, 0x6a, 0xc3])

    let broken = TerminalInput.event(.key(Key(.character("\u{fffd}"))))
    #expect(events == [broken, broken, .event(.key(Key(.character("j"))))])
    #expect(decoder.flushPendingInput() == [broken])
  }

  @Test func `focus changes are reported`() {
    #expect(decode("\u{1b}[I\u{1b}[O") == [.event(.focus(true)), .event(.focus(false))])
  }

  @Test func `input cut at any byte gives the same events`() {
    let stream = Array(
      ("jé日\u{1b}[A\u{1b}OB\u{1b}[1;5C\u{1b}[<0;5;3M\u{1b}[200~pas\u{1b}te\r\n\u{1b}[201~\u{1b}j"
        + "\u{1b}[?2026;2$y\u{1b}P>|x\u{1b}\\\u{1b}]11;rgb:0/0/0\u{7}\u{1b}[[A\u{1b}[3$\u{1b}\u{1b}[Bq")
        .utf8)
    var whole = TerminalInputDecoder()
    let expected = whole.decodeBytes(stream)

    for cut in 0...stream.count {
      var decoder = TerminalInputDecoder()
      #expect(decoder.decodeBytes(stream[..<cut]) + decoder.decodeBytes(stream[cut...]) == expected)
    }
    var single = TerminalInputDecoder()
    #expect(stream.flatMap { single.decodeBytes([$0]) } == expected)
  }

  @Test func `random bytes are decoded without a failure, and typing works after a flush`() {
    var random = SeededNumbers(seed: 23)
    let frequent: [UInt8] = [
      0x1b, 0x5b, 0x4f, 0x5d, 0x50, 0x3b, 0x3c, 0x3f, 0x31, 0x4d, 0x7e, 0x24,
    ]

    for _ in 0..<3_000 {
      var decoder = TerminalInputDecoder()
      let bytes = (0..<40).map { _ in
        Bool.random(using: &random)
          ? frequent.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
      }
      _ = decoder.decodeBytes(bytes)
      _ = decoder.decodeBytes("\u{1b}[201~".utf8)
      _ = decoder.flushPendingInput()

      #expect(decoder.decodeBytes("q".utf8) == [.event(.key(Key(.character("q"))))])
    }
  }

  private func decode(_ text: String) -> [TerminalInput] {
    var decoder = TerminalInputDecoder()
    return decoder.decodeBytes(text.utf8)
  }
}

import Terminal
import Testing

@Suite struct SafeTextTests {
  @Test func `printable ASCII stays as it is`() {
    let text = String(String.UnicodeScalarView((0x20...0x7e).compactMap(Unicode.Scalar.init)))

    #expect(SafeText(sanitizing: text).string == text)
  }

  @Test func `joining two safe texts gives the same as sanitising the joined text`() {
    let ends = [
      "", "a", " ", "1", "🇩", "🇪🇺", "👍", "🏽", "👩\u{200d}", "\u{200d}🚀", "\u{fe0f}\u{20e3}",
      "\u{301}",
      "न\u{94d}", "ष", "ᄒ", "ᅡ", "é", "日", ".", "🏴\u{e0067}", "\n", "\u{1b}[2J",
    ].map(SafeText.init(sanitizing:))

    for left in ends {
      for right in ends {
        let whole = SafeText(sanitizing: left.string + right.string)
        #expect((left + right).string.unicodeScalars.elementsEqual(whole.string.unicodeScalars))
        #expect("\(left)\(right)" == whole)
      }
    }
  }

  @Test func `a safe text can be repeated, and a negative count gives an empty text`() {
    #expect(SafeText(repeating: "─", count: 3) == "───")
    #expect(SafeText(repeating: "─", count: -1) == "")
  }

  @Test func `control characters are removed`() {
    for value in Array(0..<UInt32(0x20)) + Array(0x7f..<0xa0) {
      guard let control = Unicode.Scalar(value) else { continue }

      let safe = SafeText(sanitizing: "a\(Character(control))b").string

      #expect(safe == "ab" || safe == "a b", "U+\(String(value, radix: 16))")
    }
  }

  @Test func `escape sequences lose their control characters`() {
    let hostile = [
      "\u{1b}]0;owned\u{07}", "\u{1b}[2J", "\u{9b}31m", "\u{1b}P$q\"p\u{1b}\\", "\u{90}x\u{9c}",
      "\u{1b}_Ga=T\u{1b}\\", "\u{1b}]52;c;aGk=\u{07}", "\u{1b}c", "\u{1b}[?1049l", "\u{8}\u{8}x",
    ]

    for text in hostile {
      #expect(SafeText(sanitizing: text).string.unicodeScalars.allSatisfy { $0.value > 0x1f })
      #expect(SafeText(sanitizing: text).string.unicodeScalars.allSatisfy { $0.value < 0x7f })
    }
  }

  @Test func `line ends and tabs become one blank`() {
    #expect(SafeText(sanitizing: "a\r\nb\t\tc\u{2028}d\u{85}\n e").string == "a b c d e")
  }

  @Test func `bidi controls and invisible characters are dropped`() {
    let invisible: [UInt32] = [
      0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b,
      0x202c, 0x202d, 0x202e, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0x3164, 0xfe0e, 0xfe0f,
      0xfeff, 0xfff9, 0xfffb, 0xfffe, 0xffff, 0xe000, 0xf8ff, 0xe0041, 0xe007f, 0xf0000, 0x10fffd,
      0x10ffff, 0x1fffe, 0x0378,
    ]

    for value in invisible {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(SafeText(sanitizing: "a\(Character(scalar))b").string == "ab")
    }
  }

  @Test(arguments: [
    "👍", "👍🏽", "❤️", "☺︎", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🏴‍☠️", "🇩🇪🇻🇳", "1️⃣", "#️⃣", "👩🏽‍🚀",
    "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}", "🧑🏻‍❤️‍💋‍🧑🏿",
    "日本語", "한국어", "नमस्ते", "สวัสดี", "العربية", "עברית", "Tiếng Việt", "e\u{301}",
  ])
  func `valid sequences and scripts stay as they are`(text: String) {
    let safe = SafeText(sanitizing: text).string

    #expect(Array(safe.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `parts of emoji sequences are dropped if they form no sequence`() {
    #expect(scalars("a\u{200d}b") == scalars("ab"))
    #expect(scalars("👩\u{200d}b") == scalars("👩b"))
    #expect(scalars("1\u{fe0f}") == scalars("1"))
    #expect(scalars("a🏽") == scalars("a"))
    #expect(scalars("🏴\u{e0067}\u{e0062}x") == scalars("🏴x"))
    #expect(scalars("👩\u{200d}\u{200d}👩") == scalars("👩👩"))
  }

  @Test func `a combining mark without a base gets a dotted circle`() {
    #expect(scalars("\u{301}a") == scalars("\u{25cc}\u{301}a"))
    #expect(scalars("a \u{301}") == scalars("a \u{25cc}\u{301}"))
  }

  @Test func `at most four combining marks stay on a base`() {
    let flood = "a" + String(repeating: "\u{301}", count: 100_000) + "b"

    #expect(SafeText(sanitizing: flood).string.unicodeScalars.count == 6)
  }

  @Test func `lines are split at every kind of line end`() {
    let lines = SafeText.sanitizedLines(of: "a\nb\r\nc\rd\u{2028}e\u{2029}\u{1b}f\n")

    #expect(lines.map(\.string) == ["a", "b", "c", "d", "e", "f", ""])
  }

  @Test func `joining safe texts keeps them safe`() {
    let half: SafeText = "\u{1f1e9}"

    #expect((half + "\u{1f1ea}").string == "🇩🇪")
    #expect(["a", "b", "c"].joined(separator: ", ").string == "a, b, c")
  }

  @Test func `sanitising twice changes nothing and bounds every character`() {
    var random = SeededNumbers(seed: 7)

    for _ in 0..<4_000 {
      let text = random.hostileText(length: 24)
      let once = SafeText(sanitizing: text).string
      let twice = SafeText(sanitizing: once).string

      #expect(
        scalars(once) == once.unicodeScalars.map(\.value), "\(text.unicodeScalars.map(\.value))")
      #expect(Array(once.unicodeScalars) == Array(twice.unicodeScalars))
      #expect(once.allSatisfy { $0.unicodeScalars.count <= 16 })
      // A dotted circle, or a blank that parts a pile, may be added for each scalar at most.
      #expect(once.unicodeScalars.count <= 2 * text.unicodeScalars.count)
    }
  }

  @Test func `a single scalar is sanitised to bounded text`() {
    for value in stride(from: UInt32(0), through: 0x10ffff, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }

      let once = SafeText(sanitizing: String(scalar)).string

      #expect(scalars(once) == once.unicodeScalars.map(\.value))
    }
  }

  private func scalars(_ text: String) -> [UInt32] {
    SafeText(sanitizing: text).string.unicodeScalars.map(\.value)
  }
}

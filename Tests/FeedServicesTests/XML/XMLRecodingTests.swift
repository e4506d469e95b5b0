import Glibc
import Testing

@testable import FeedServices

/// Documents in encodings that expat does not know.
@Suite struct XMLRecodingTests {
  private static let encodings = [
    "windows-1252", "windows-1251", "windows-874", "Shift_JIS", "EUC-JP", "GB18030", "GB2312",
    "Big5", "EUC-KR", "ISO-2022-JP", "ISO-2022-KR", "KOI8-R", "UTF-16LE", "UTF-16BE", "UTF-32LE",
    "UTF-7", "UCS-2", "CP949", "TIS-620",
  ]

  private func text(_ bytes: [UInt8], _ encoding: String) throws -> String {
    let start = Array("<?xml version=\"1.0\" encoding=\"\(encoding)\"?><a>".utf8)
    return try XMLReader.readDocument(start + bytes + Array("</a>".utf8)).root.text
  }

  @Test func `an undefined byte becomes a replacement character`() throws {
    #expect(try text([0x78, 0x81, 0x79, 0x93], "windows-1252") == "x\u{fffd}y\u{201c}")
    #expect(try text([0x81, 0x8d, 0x8f], "windows-1252") == "\u{fffd}\u{fffd}\u{fffd}")
  }

  @Test func `Shift_JIS is decoded with the extensions that Japanese pages use`() throws {
    #expect(try text([0x82, 0xa0, 0x87, 0x40, 0x82, 0xa2], "Shift_JIS") == "あ①い")
    #expect(try text([0x41, 0xfd, 0x42], "Shift_JIS") == "A\u{fffd}B")
  }

  @Test func `Big5 is decoded with the full-width slash`() throws {
    let date: [UInt8] = [0xa4, 0xa4, 0xa1, 0xfe, 0xa6, 0x7e, 0xa2, 0x40, 0xa4, 0xeb]

    #expect(try text(date, "Big5") == "中／年＼月")
    #expect(try text([0xa1, 0x5a, 0x5a, 0xa2, 0xcc], "Big5") == "╴Z十")
  }

  @Test(
    arguments: [
      ("Big5", [0xa4, 0xa4, 0xff, 0xa4, 0xe5], "中\u{fffd}文"),
      ("EUC-JP", [0xc6, 0xfc, 0xad, 0xfe, 0xcb, 0xdc], "日\u{fffd}本"),
      ("EUC-KR", [0xc7, 0xd1, 0xc9, 0xff, 0xb1, 0xdb], "한\u{fffd}글"),
      ("Shift_JIS", [0x93, 0xfa, 0x85, 0xf0, 0x96, 0x7b], "日\u{fffd}本"),
      ("Shift_JIS", [0x93, 0xfa, 0x85, 0x41], "日\u{fffd}A"),
    ] as [(String, [UInt8], String)])
  func `an undefined pair of bytes does not shift the following characters`(
    encoding: String, bytes: [UInt8], expected: String
  ) throws {
    #expect(try text(bytes, encoding) == expected)
  }

  @Test(
    arguments: [
      ("koi8", [0xd0], "п"), ("ISO-8859-6-E", [0xc7], "ا"), ("csiso88596i", [0xc7], "ا"),
      ("sun_eu_greek", [0xe1], "α"), ("csISO88598E", [0xe0], "א"),
      ("iso-ir-149", [0xc7, 0xd1], "한"),
    ] as [(String, [UInt8], String)])
  func `rare encoding names mean the same as in browsers`(
    encoding: String, bytes: [UInt8], expected: String
  ) {
    let text = CharacterDecoding.utf8Bytes(bytes, charset: encoding)

    #expect(String(decoding: text, as: UTF8.self) == expected)
  }

  private static let japanese =
    "<p>坊っちゃんは汽船がぶうと云って、とまると、艀が岸を離れて、漕ぎ寄せて来た。カメラとラジオ。</p>"

  private func encoded(_ text: String, _ encoding: String) throws -> [UInt8] {
    let converter = iconv_open(encoding, "UTF-8")
    defer { iconv_close(converter) }
    var input = text.utf8.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: 2 * input.count)
    let written = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (start, left) = (input.baseAddress, input.count)
        var (end, room) = (output.baseAddress, output.count)
        return iconv(converter, &start, &left, &end, &room) == -1 ? nil : output.count - room
      }
    }
    return output[..<(try #require(written))].map { UInt8(bitPattern: $0) }
  }

  @Test(arguments: ["CP932", "EUC-JP"])
  func `the encoding of a Japanese page without a declaration is detected`(encoding: String) throws
  {
    let bytes = try encoded(Self.japanese, encoding)

    #expect(string(CharacterDecoding.utf8Bytes(bytes, detectsJapanese: true)) == Self.japanese)
    #expect(JapaneseEncodingDetector.encodingName(of: bytes) == encoding)
    // Cut in the middle of a letter.
    #expect(JapaneseEncodingDetector.encodingName(of: Array(bytes.dropLast(5))) == encoding)
    // A feed is in windows-1252, as its rules say, and so is a page that says so.
    #expect(string(CharacterDecoding.utf8Bytes(bytes)) != Self.japanese)
    #expect(
      string(CharacterDecoding.utf8Bytes(bytes, charset: "latin1", detectsJapanese: true))
        != Self.japanese)
  }

  @Test(
    arguments: [
      (
        "CP1252",
        "„Größe“, fragte er, ‚Übermut‘ – süß: Öl für 20 ¤ Äpfel, ƒ größer."
      ),
      (
        "CP1252",
        "Où ça ? « À l’été », répondit-il ; le cœur, l’œil : 5 €, même à Noël."
      ),
      ("CP1252", "¿Qué? «Sí, mañana», dijo; ¡el niño cogió el autobús! ÁÉÍÓÚÑ ª º"),
      ("CP1252", "ÄÖÜ ÉÈÊ ÑÓ ‚ÄÖÜ‘ ‚ƒÄ ¥¥ÄÄ ¤¤ÖÖ äöüß éèê ñó ƒƒƒ"),
      ("CP1252", "Preis: 30 ¥, 40 ¥é, ¥À, ¤Ö"),
      ("CP1251", "Мой дядя самых честных правил, когда не в шутку занемог. Ґанок, ґедзь, Ґ ґ."),
      ("KOI8-R", "Мой дядя самых честных правил, когда не в шутку занемог"),
      ("GB18030", "我与父亲不相见已二年余了，我最不能忘记的是他的背影。那年冬天，祖母死了。"),
      ("BIG5", "我與父親不相見已二年餘了，我最不能忘記的是他的背影。那年冬天，祖母死了。"),
      ("CP949", "나 보기가 역겨워 가실 때에는 말없이 고이 보내 드리우리다 영변에 약산 진달래꽃"),
    ])
  func `text in another language is not detected as Japanese`(encoding: String, text: String)
    throws
  {
    for repetitions in [1, 2, 3, 50] {
      let bytes = try encoded(
        Array(repeating: text, count: repetitions).joined(separator: " "), encoding)

      #expect(JapaneseEncodingDetector.encodingName(of: bytes) == nil)
    }
  }

  private static let russian =
    "<a>Мой дядя самых честных правил, когда не в шутку занемог, он уважать себя заставил</a>"

  @Test(arguments: [
    ("UTF-8", "cp866", "CP866"), ("cp866", "UTF-8", "CP866"), ("cp866", "UTF-8", "UTF-8"),
    ("UTF-8", "cp866", "UTF-8"), ("UTF-8", "windows-1251", "CP1251"),
    ("UTF-8", "Shift_JIS", "UTF-8"), ("utf-8", "koi8-r", "KOI8-R"),
  ])
  func `a document is in the one of its two encodings that its bytes fit`(
    charset: String, declared: String, encoding: String
  ) throws {
    let text = "<?xml version=\"1.0\" encoding=\"\(declared)\"?>" + Self.russian
    let bytes = try encoded(text, encoding)

    #expect(string(CharacterDecoding.utf8Bytes(bytes, charset: charset)) == text)
  }

  @Test(arguments: [
    ("Рр", "UTF-8", "cp866"), ("рапорт рапорт", "UTF-8", "cp866"), ("раа", "UTF-8", "cp866"),
  ])
  func `bytes that are UTF-8 in part are in the other encoding that is declared`(
    words: String, charset: String, declared: String
  ) throws {
    let text = "<?xml version=\"1.0\" encoding=\"\(declared)\"?><a>\(words) ы</a>"

    #expect(
      string(CharacterDecoding.utf8Bytes(try encoded(text, "CP866"), charset: charset)) == text)
  }

  @Test(arguments: [("UTF-8", "cp866"), ("cp866", "UTF-8"), ("UTF-8", "GB2312")])
  func `UTF-8 with one damaged character stays UTF-8`(charset: String, declared: String) throws {
    let text = "<?xml version=\"1.0\" encoding=\"\(declared)\"?>" + Self.russian
    let bytes = Array(text.utf8) + [0xd0]

    #expect(
      string(CharacterDecoding.utf8Bytes(bytes + Array(" ".utf8), charset: charset))
        .hasPrefix(text))
  }

  @Test func `an incomplete character at the end is one replacement character`() {
    #expect(
      CharacterDecoding.recodedBytes([0x41, 0x82], from: "Shift_JIS").map(string) == "A\u{fffd}")
    #expect(
      CharacterDecoding.recodedBytes([0x41, 0x81, 0x30, 0x81], from: "GB18030").map(string)
        == "A\u{fffd}")
    #expect(
      CharacterDecoding.recodedBytes([0x41, 0, 0x42], from: "UTF-16LE").map(string) == "A\u{fffd}")
  }

  @Test func `a long document is recoded whole`() throws {
    let bytes = [UInt8](repeating: 0xe4, count: 300_000)

    let text = try #require(CharacterDecoding.recodedBytes(bytes, from: "windows-1251"))

    #expect(string(text) == String(repeating: "д", count: 300_000))
    #expect(CharacterDecoding.recodedBytes([], from: "windows-1251") == [])
  }

  @Test(arguments: encodings)
  func `every byte and pair of bytes is recoded to valid UTF-8`(encoding: String) throws {
    var pairs: [UInt8] = []
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max { pairs += [first, second, 0x20, 0x20] }
    }
    var samples = [pairs, pairs.reversed()]
    for byte in UInt8.min...UInt8.max {
      samples += [[byte], [0x41, byte], [byte, 0x41, 0x41], [0x1b, 0x24, byte], [0x2b, byte]]
      samples += [0x40, 0x81, 0xfe].map { [byte, $0] }
    }
    for sample in samples {
      let text = try #require(CharacterDecoding.recodedBytes(sample, from: encoding))
      #expect(text.count <= 8 * sample.count + 16)
      // Nothing but UTF-8 comes of it.
      #expect(Array(string(text).utf8) == text)
    }
  }

  private func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

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

  @Test func `a byte that is nothing in its encoding becomes a replacement character`() throws {
    #expect(try text([0x78, 0x81, 0x79, 0x93], "windows-1252") == "x\u{fffd}y\u{201c}")
    #expect(try text([0x81, 0x8d, 0x8f], "windows-1252") == "\u{fffd}\u{fffd}\u{fffd}")
  }

  @Test func `Shift_JIS has the letters that Japanese pages take for granted`() throws {
    #expect(try text([0x82, 0xa0, 0x87, 0x40, 0x82, 0xa2], "Shift_JIS") == "あ①い")
    #expect(try text([0x41, 0xfd, 0x42], "Shift_JIS") == "A\u{fffd}B")
  }

  @Test func `an incomplete letter at the end is one replacement character`() {
    #expect(
      CharacterDecoding.recodedBytes([0x41, 0x82], from: "Shift_JIS").map(string) == "A\u{fffd}")
    #expect(
      CharacterDecoding.recodedBytes([0x41, 0x81, 0x30, 0x81], from: "GB18030").map(string)
        == "A\u{fffd}")
    #expect(
      CharacterDecoding.recodedBytes([0x41, 0, 0x42], from: "UTF-16LE").map(string) == "A\u{fffd}")
  }

  @Test func `a long document is whole, however much longer it becomes`() throws {
    let bytes = [UInt8](repeating: 0xe4, count: 300_000)

    let text = try #require(CharacterDecoding.recodedBytes(bytes, from: "windows-1251"))

    #expect(string(text) == String(repeating: "д", count: 300_000))
    #expect(CharacterDecoding.recodedBytes([], from: "windows-1251") == [])
  }

  @Test(arguments: encodings)
  func `every byte and every pair of bytes comes to an end`(encoding: String) throws {
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

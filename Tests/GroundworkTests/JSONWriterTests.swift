import Testing

@testable import Groundwork

@Suite struct JSONWriterTests {
  private func written(_ text: String, _ escaping: JSONWriter.JSONEscaping) -> String {
    var writer = JSONWriter(escaping: escaping)
    writer.writeString(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `JSON escapes quotes, backslashes and control characters at every escaping level`() {
    for escaping in [JSONWriter.JSONEscaping.least, .unseen, .beyondASCII] {
      #expect(written(#"a"b\c"#, escaping) == #""a\"b\\c""#)
      #expect(written("\u{1}\u{7f}", escaping) == #""\u0001\u007f""#)
    }
  }

  @Test func `JSON for a terminal escapes bidirectional and invisible characters`() {
    #expect(written("é\u{85}\u{202e}x", .unseen) == #""é\u0085\u202ex""#)
    #expect(written("é😀", .beyondASCII) == #""\u00e9\ud83d\ude00""#)
    #expect(written("é\u{202e}", .least) == "\"é\u{202e}\"")
  }

  @Test func `JSON elements and members are separated by commas`() {
    var writer = JSONWriter()
    writer.writeObject([("a", 1), ("b", 2)], named: \.0) { writer, member in
      writer.writeArray(0..<member.1) { $0.writeLiteral(String($1)) }
    }

    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":[0],"b":[0,1]}"#)
  }
}

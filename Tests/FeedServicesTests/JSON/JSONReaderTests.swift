import Testing

@testable import FeedServices

/// JSON as services, and those who mean us harm, write it.
@Suite struct JSONReaderTests {
  @Test func `every kind of JSON value is read`() throws {
    let text = #" {"a": [1, -2.5e3, "x", true, false, null], "b": {"c": {}}, "d": []} "#

    let json = try read(text)

    #expect(json["a"].array == [1, .number("-2.5e3"), "x", true, false, nil])
    #expect(json["b"]["c"] == .object([]))
    #expect(json["d"] == [])
  }

  @Test func `a missing member or one of another type reads as nil`() throws {
    let json = try read(#"{"list": [1], "text": "x", "number": 1}"#)

    #expect(json["nowhere"]["deeper"][7].string == nil)
    #expect(json["list"]["x"].isNull)
    #expect(json["list"][1].isNull)
    #expect(json["list"][-1].isNull)
    #expect(json["text"].array == [])
    #expect(json["text"].bool == nil)
    #expect(json["number"].string == nil)
    #expect(json["text"].int == nil)
  }

  @Test func `the last of two members with the same name counts`() throws {
    #expect(try read(#"{"a": 1, "b": 2, "a": 3}"#)["a"] == 3)
  }

  @Test(
    arguments: [
      ("123456789012345678901234567890", nil, "123456789012345678901234567890"),
      ("9223372036854775807", Int.max, "9223372036854775807"),
      ("9223372036854775808", nil, "9223372036854775808"), ("18446744073709551616", nil, nil),
      ("-0", 0, "-0"), ("3.0", 3, "3.0"), ("3.5", nil, "3.5"), ("1e3", 1000, "1e3"),
      ("1e400", nil, "1e400"), ("-1e400", nil, nil), ("1e-400", 0, nil), ("\"42\"", 42, "42"),
      ("\"x\"", nil, "x"), ("true", nil, nil),
    ] as [(String, Int?, String?)])
  func `JSON numbers of any size are read without overflow`(text: String, int: Int?, id: String?)
    throws
  {
    let json = try read("[\(text)]")[0]

    #expect(json.int == int)
    if let id { #expect(json.id == id) }
    #expect(json.double?.isFinite != false)
  }

  @Test(arguments: [
    (#""\ud83d\ude00""#, "😀"), (#""\ud83d""#, "\u{fffd}"), (#""\ude00""#, "\u{fffd}"),
    (#""\ud83dx""#, "\u{fffd}x"), (#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
    (#""\ud83d\u0041""#, "\u{fffd}A"), (#""\u0000""#, "\0"), (#""\u001b[2J""#, "\u{1b}[2J"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""é\u00e9""#, "éé"), (#""""#, ""),
  ])
  func `escapes are decoded, and unpaired surrogates replaced`(text: String, expected: String)
    throws
  {
    #expect(try read(text).string == expected)
  }

  @Test(
    arguments: [
      ([0x61, 0xff, 0x62], "a\u{fffd}b"), ([0xc3], "\u{fffd}"), ([0xed, 0xa0, 0x80], nil),
      ([0xc0, 0xaf], nil), ([0xf5, 0x80, 0x80, 0x80], nil), ([0xe9], "\u{fffd}"),
      ([0x5c, 0x6e, 0xff], "\n\u{fffd}"), ([0x01], "\u{1}"),
    ] as [([UInt8], String?)])
  func `invalid UTF-8 is replaced, never dropped`(bytes: [UInt8], expected: String?) throws {
    let text = try #require(try JSON([0x22] + bytes + [0x22]).string)

    #expect(expected == nil || text == expected)
    #expect(!text.isEmpty)
    #expect(expected != nil || text.unicodeScalars.allSatisfy { $0 == "\u{fffd}" })
  }

  @Test func `byte order marks are recognised`() throws {
    let text = #"{"ä": "😀"}"#
    let units = Array(text.utf16)
    let big: [UInt8] =
      [0xfe, 0xff] + units.map { [UInt8($0 >> 8), UInt8($0 & 0xff)] }.joined()
    let little: [UInt8] =
      [0xff, 0xfe] + units.map { [UInt8($0 & 0xff), UInt8($0 >> 8)] }.joined()

    for bytes in [[0xef, 0xbb, 0xbf] + Array(text.utf8), big, little] {
      #expect(try JSON(bytes)["ä"] == "😀")
    }
  }

  @Test(
    arguments: [
      ("", .nothing, 0), ("  ", .nothing, 2), ("[1", .unexpectedEnd, 2), ("[1,", .unexpectedEnd, 3),
      ("[1,]", .unexpectedByte, 3), ("[1 2]", .unexpectedByte, 3), ("{\"a\"}", .unexpectedByte, 4),
      ("{a:1}", .unexpectedByte, 1), ("{\"a\":}", .unexpectedByte, 5), ("NaN", .unexpectedByte, 0),
      ("nul", .unexpectedEnd, 0), ("nulx", .unexpectedByte, 0), ("-", .badNumber, 1),
      ("1.", .badNumber, 2), ("1e", .badNumber, 2), ("+1", .unexpectedByte, 0),
      ("\"a", .unexpectedEnd, 2), (#""\x""#, .badEscape, 2), (#""\u12g4""#, .badEscape, 3),
      ("\"\\", .unexpectedEnd, 2), ("1 1", .somethingAfterTheEnd, 2),
      ("<html></html>", .unexpectedByte, 0),
    ] as [(String, JSONError.JSONSyntaxProblem, Int)])
  func `invalid JSON is an error with its offset`(
    text: String, problem: JSONError.JSONSyntaxProblem, offset: Int
  ) {
    #expect(throws: JSONError(problem: problem, offset: offset)) { try read(text) }
  }

  @Test func `nesting is read up to 64 levels, and refused beyond`() throws {
    let levels = Array(1...600) + [100_000]

    for level in levels {
      for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"{"ignored":[{"x":"#, "}]}")] {
        let depth = open.count { $0 == "[" || $0 == "{" } * level
        let text =
          String(repeating: open, count: level) + "0" + String(repeating: close, count: level)

        let result = Result { () throws(JSONError) in try read(text) }

        switch result {
        case .success: #expect(depth <= 64)
        case .failure(let error): #expect(depth > 64 && error.problem == .tooDeep)
        }
      }
    }
  }

  @Test func `JSON with more values than the limit is refused`() throws {
    func list(_ count: Int) -> String {
      "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]"
    }

    #expect(
      try read(list(JSONReader.defaultMaximumValues - 1)).array.count == JSONReader
        .defaultMaximumValues - 1)
    #expect {
      try read(list(JSONReader.defaultMaximumValues))
    } throws: {
      ($0 as? JSONError)?.problem == .tooMuch
    }
  }

  @Test func `a higher limit of JSON values can be given`() throws {
    let texts = [Array("[1,2,[3]]".utf8), Array("\u{feff}[1,2,[3]]".utf16.flatMap(bigEndian))]

    for text in texts {
      #expect(try JSON(text, maximumValues: 5) == [1, 2, [3]])
      #expect {
        try JSON(text, maximumValues: 4)
      } throws: {
        ($0 as? JSONError)?.problem == .tooMuch
      }
    }
  }

  private func bigEndian(_ unit: UInt16) -> [UInt8] { [UInt8(unit >> 8), UInt8(unit & 0xff)] }

  @Test func `JSON cut off at any byte is an error`() {
    let text = Array(#"{"id":"1","list":[1.5e2,true,null,{"\u00e9":"ü\n"}]}"#.utf8)

    for count in text.indices {
      #expect(throws: JSONError.self) { try JSON(Array(text[..<count])) }
    }
  }

  @Test func `encoded JSON is read back as the same value`() throws {
    let json: JSON = [
      "text": "a\"b\\c\n\u{1b}\u{7f}é😀", "list": [1, 2.5, true, nil, []], "empty": [:],
    ]

    let bytes = json.encodedBytes()

    #expect(try JSON(bytes) == json)
    #expect(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f })
  }

  private func read(_ text: String) throws(JSONError) -> JSON { try JSON(Array(text.utf8)) }
}

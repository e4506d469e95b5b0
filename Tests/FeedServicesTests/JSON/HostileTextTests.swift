import Testing

@testable import FeedServices

/// Texts in no encoding, or in another one: what cannot be read is replaced, and never left out.
@Suite struct HostileTextTests {
  private static let continuations: ClosedRange<UInt8> = 0x80...0xbf

  /// Bytes that are no UTF-8, between letters that are.
  private static let broken: [(name: String, sequences: [[UInt8]])] = [
    ("one byte alone", (0x80...0xff).map { [$0] }),
    (
      "cut short",
      [
        [0xe0, 0xa0], [0xe1, 0x80], [0xed, 0x9f], [0xef, 0xbf], [0xf0, 0x90], [0xf0, 0x90, 0x80],
        [0xf1, 0x80], [0xf1, 0x80, 0x80], [0xf4, 0x8f], [0xf4, 0x8f, 0xbf],
      ]
    ),
    (
      "longer than need be",
      [0xc0, 0xc1].flatMap { lead in continuations.map { [lead, $0] } }
        + (0x80...0x9f).map { [0xe0, $0, 0x80] } + (0x80...0x8f).map { [0xf0, $0, 0x80, 0x80] }
    ),
    ("halves of a pair", (0xa0...0xbf).flatMap { half in [0x80, 0xbf].map { [0xed, half, $0] } }),
    (
      "beyond the last",
      (0x90...0xbf).map { [0xf4, $0, 0x80, 0x80] } + (0xf5...0xff).map { [$0, 0x80, 0x80, 0x80] }
    ),
    ("backwards", continuations.map { [$0, 0xc3] } + [[0xa4, 0xc3, 0xa4, 0xc3]]),
  ]

  @Test(arguments: broken.indices)
  func `invalid UTF-8 bytes become replacement characters`(number: Int) throws {
    for bytes in Self.broken[number].sequences {
      // With an escape in it a text is read in another way.
      for (end, shown) in [("b", "b"), ("\\n", "\n")] {
        let text = try JSON([0x22, 0x61] + bytes + Array("\(end)\"".utf8)).string ?? ""

        #expect(text.hasPrefix("a") && text.hasSuffix(shown), "\(bytes)")
        let between = text.unicodeScalars.dropFirst().dropLast()
        #expect(!between.isEmpty, "\(bytes)")
        #expect(between.allSatisfy { $0 == "\u{fffd}" || $0 == "\u{e4}" }, "\(bytes)")
        #expect(between.contains("\u{fffd}"), "\(bytes)")
      }
    }
  }

  @Test func `there are at least 500 invalid UTF-8 samples`() {
    #expect(Self.broken.reduce(0) { $0 + $1.sequences.count } >= 500)
  }

  @Test(arguments: 0xa0...0xff as ClosedRange<UInt8>)
  func `a Latin-1 byte becomes one replacement character, and the rest of the text stays`(
    byte: UInt8
  ) throws {
    let page = Array(#"[{"name":"Caf"#.utf8) + [byte] + Array(#" Noir","id":7}]"#.utf8)

    let json = try JSON(page)[0]

    #expect(json["name"] == "Caf\u{fffd} Noir")
    #expect(json["id"] == 7)
  }

  @Test func `escaped surrogates form a pair only in their order`() throws {
    let halves: [UInt32] = [0xd800, 0xd83d, 0xdbff, 0xdc00, 0xde00, 0xdfff]
    for first in halves {
      for second in halves {
        let escapes = [first, second].map { "\\u" + String($0, radix: 16) }.joined()
        let text = try JSON(Array("\"a\(escapes)b\"".utf8)).string
        let isPair = first < 0xdc00 && second >= 0xdc00
        let number = 0x1_0000 + (first & 0x3ff) << 10 + second & 0x3ff
        let pair = isPair ? Unicode.Scalar(number).map { String($0) } : nil

        #expect(text == "a\(pair ?? "\u{fffd}\u{fffd}")b", "\(escapes)")
      }
    }
  }

  @Test(arguments: [true, false])
  func `unpaired surrogates in UTF-16 are replaced, and a half code unit is ignored`(isBig: Bool)
    throws
  {
    func bytes(_ units: [UInt16]) -> [UInt8] {
      ([0xfeff] + units).flatMap { unit in
        isBig ? [UInt8(unit >> 8), UInt8(unit & 0xff)] : [UInt8(unit & 0xff), UInt8(unit >> 8)]
      }
    }
    let (quote, letter) = (UInt16(0x22), UInt16(0x61))

    for half: UInt16 in [0xd800, 0xdbff, 0xdc00, 0xdfff] {
      #expect(try JSON(bytes([quote, letter, half, letter, quote])) == "a\u{fffd}a")
    }
    #expect(try JSON(bytes([quote, 0xd83d, 0xde00, quote])) == "\u{1f600}")
    #expect(try JSON(bytes([quote, 0, quote])) == "\0")
    // Half a letter at the end is none.
    #expect(try JSON(bytes([quote, letter, quote]) + [0]) == "a")
    #expect(throws: JSONError.self) { try JSON(bytes([quote, letter, letter]).dropLast()) }
  }

  private static let samples = [
    "Mastodon/markers", "Mastodon/timeline-home", "Mastodon/notifications", "Mastodon/account",
    "Mastodon/status-context", "Mastodon/compat-statuses", "Mastodon/search", "Mastodon/oauth",
    "Mastodon/instance-v2", "Mastodon/errors", "Bluesky/timeline", "Bluesky/post_thread",
    "Bluesky/notifications", "Bluesky/profile", "Bluesky/session", "Unsplash/photos_list",
    "Unsplash/photo_detail", "Unsplash/oauth_token", "Flickr/photos_getFavorites",
    "Flickr/photos_getInfo", "Flickr/photos_getSizes", "Instagram/media_page", "Instagram/me",
    "Instagram/media_insights", "Instagram/token_long_lived", "Places/nominatim_reverse",
    "Places/photon_api",
  ]

  /// Short ones at every byte; of long ones, of which the reader sees no more than what comes next,
  /// some places in the midst and all at the end.
  @Test(arguments: samples)
  func `a JSON reply cut off at any byte is an error`(name: String) throws {
    let whole = try ServiceSample.json(name).encodedBytes()
    let step = max(1, whole.count * whole.count / 1_000_000)
    let inside = stride(from: 0, to: whole.count, by: step)
    let cuts = Array(inside) + (max(0, whole.count - 20)..<whole.count)

    for cut in cuts { #expect(throws: JSONError.self) { try JSON(Array(whole[..<cut])) } }
    #expect(throws: Never.self) { try JSON(whole) }
  }
}

import FeedDomain
import Testing

@testable import FeedServices

/// Numbers that are none, or that no type can hold, wherever a post has one.
@Suite struct HostileNumberTests {
  /// What a number may be, and the count that it tells where it tells one.
  private static let numbers: [(text: String, count: Int?)] = [
    ("0", 0), ("-0", 0), ("-0.0", 0), ("-0e0", 0), ("00", 0), ("1", 1), ("1.0", 1), ("1e0", 1),
    ("0.1e1", 1), ("1e3", 1000), ("1E3", 1000), ("1e+2", 100), ("-1", 0), ("-1e3", 0),
    ("1.5", nil), ("1e-3", nil), ("-0.5", nil), ("4.9e-324", nil), ("2.2250738585072012e-308", nil),
    ("1e-400", 0), ("1e400", nil), ("-1e400", nil), ("9e999999999", nil), ("1e99999999999999", nil),
    ("1.7976931348623159e308", nil), ("1e308", nil), ("1e18", most), ("1e19", nil),
    ("2147483648", 2_147_483_648), ("4294967296", 4_294_967_296), ("-2147483649", 0),
    ("9007199254740991", most - 1), ("9007199254740992", most), ("9007199254740993", most),
    ("9223372036854775807", most), ("9223372036854775808", nil), ("-9223372036854775808", 0),
    ("-9223372036854775809", 0), ("18446744073709551615", nil), ("18446744073709551616", nil),
    ("123456789012345678901234567890", nil), (String(repeating: "9", count: 400), nil),
    ("0." + String(repeating: "0", count: 400) + "1", 0),
  ]
  private static let most = 1 << 53

  /// What is no number in JSON, though it is one elsewhere.
  private static let none = [
    "NaN", "nan", "-NaN", "Infinity", "-Infinity", "inf", "+1", ".5", "1.", "1.e5", "e5", "1e",
    "1e+", "--1", "-", "0x10", "1_000", "1f", "１", "1 000",
  ]

  /// Where a post has a number.
  private static let places = [
    "replies_count", "reblogs_count", "favourites_count", "account.followers_count",
    "account.following_count", "account.statuses_count", "poll.votes_count", "option.votes_count",
    "media.width", "media.height", "focus.x", "focus.y",
  ]

  /// A post as a server writes it, with that text at the place of a number.
  private func post(_ text: String, at place: String) -> [UInt8] {
    func number(_ name: String) -> String { name == place ? text : "7" }
    let id = place == "id" ? text : "\"5\""
    let author = place == "account.id" ? text : "\"a\""
    return Array(
      """
      {"id":\(id),"created_at":"2026-11-20T18:00:00Z","content":"<p>Hello</p>",
      "replies_count":\(number("replies_count")),"reblogs_count":\(number("reblogs_count")),
      "favourites_count":\(number("favourites_count")),
      "account":{"id":\(author),"acct":"ada","followers_count":\(number("account.followers_count")),
      "following_count":\(number("account.following_count")),
      "statuses_count":\(number("account.statuses_count"))},
      "poll":{"id":"9","votes_count":\(number("poll.votes_count")),
      "options":[{"title":"A","votes_count":\(number("option.votes_count"))},{"title":"B"}]},
      "media_attachments":[{"id":"3","type":"image","url":"https://a.example/cat.jpg",
      "meta":{"original":{"width":\(number("media.width")),"height":\(number("media.height"))},
      "focus":{"x":\(number("focus.x")),"y":\(number("focus.y"))}}}]}
      """.utf8)
  }

  private func read(_ bytes: [UInt8]) throws -> Post? {
    MastodonSample.reader().parsedPost(try JSON(bytes))
  }

  @Test(arguments: places)
  func `a number of any size affects only its own field`(place: String) throws {
    for number in Self.numbers {
      let post = try #require(try read(post(number.text, at: place)), "\(number.text)")
      let told = [
        "replies_count": post.counts.replies, "reblogs_count": post.counts.boosts,
        "favourites_count": post.counts.likes,
      ]

      for (name, count) in told {
        #expect(count == (name == place ? number.count : 7), "\(number.text) at \(name)")
      }
      let poll = try #require(post.content.poll, "\(number.text)")
      #expect(poll.options.map(\.title) == ["A", "B"])
      #expect(poll.options.allSatisfy { (0...Self.most).contains($0.votes ?? 0) })
      let photo = try #require(post.content.photos.first, "\(number.text)")
      #expect((1...100_000).contains(photo.size.width), "\(number.text)")
      #expect((1...100_000).contains(photo.size.height), "\(number.text)")
    }
  }

  @Test(arguments: ["id", "account.id"])
  func `a numeric id keeps all its digits`(place: String) throws {
    for number in Self.numbers {
      let post = try #require(try read(post(number.text, at: place)))

      #expect((place == "id" ? post.id.rawValue : post.author.id.rawValue) == number.text)
    }
  }

  @Test(arguments: places + ["id", "account.id"])
  func `a malformed number makes the reply invalid JSON`(place: String) {
    for text in Self.none {
      #expect(throws: JSONError.self, "\(text)") { try read(post(text, at: place)) }
    }
  }
}

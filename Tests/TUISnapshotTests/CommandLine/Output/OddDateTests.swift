import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Console
@testable import Words

/// Dates that cannot be right, as servers send them.
struct OddDateTests {
  @Test(arguments: [
    (-62_167_219_200_000, "\"0000-01-01T00:00:00Z\""), (-1_000, "\"1969-12-31T23:59:59Z\""),
    (253_402_300_799_999, "\"9999-12-31T23:59:59Z\""),
    (2_110_816_800_000, "\"2036-11-20T18:00:00Z\""), (253_402_300_800_000, "null"),
    (-62_167_219_201_000, "null"), (Int64.max, "null"), (.min, "null"),
  ])
  func `an impossible date is null in JSON`(moment: Int64, expected: String) {
    let told = Posts.post("1", RichText("x"))
    let post = Post(
      id: told.id, author: told.author, createdAt: Timestamp(milliseconds: moment),
      content: told.content)

    #expect(JSONValue.postJSONObject(post).jsonLine().contains("\"created_at\":\(expected),"))
  }

  @Test(arguments: [
    (-62_167_219_200_000, "Jan 1, 0"), (253_402_300_799_999, "Dec 31, 9999"),
    (2_110_816_800_000, "Nov 20, 2036"),
  ])
  func `the relative time of an extreme timestamp is a date`(moment: Int64, expected: String) {
    #expect(
      Wording().relativeTimeText(Timestamp(milliseconds: moment), now: FakeWorld.noon).string
        == expected)
  }
}

import FeedDomain
import Testing

@testable import TweetieTUI

struct CommandLineWordingTests {
  private struct Shouting: Catalogue {
    func text(_ message: String) -> String { message + "!" }
    func text(_ one: String, _ many: String, count: Int) -> String { count < 3 ? "{x} few" : many }
  }

  private struct Hanoi: LocalTime {
    func secondsEast(at moment: Timestamp) -> Int { 7 * 3_600 }
  }

  @Test func `placeholders are replaced once, whatever the value looks like`() {
    let text = Wording(Shouting()).text("{a} and {b} {c}", ["a": "{b}", "b": "2"])

    #expect(text == "{b} and 2 {c}!")
  }

  @Test func `the catalogue chooses the form that goes with a number`() {
    #expect(Wording(Shouting()).plural("one", "{count} {x}", 2, ["x": "y"]) == "y few")
    #expect(Wording(Shouting()).plural("one", "{count} {x}", 3, ["x": "y"]) == "3 y")
    #expect(Wording().plural("{count} like", "{count} likes", 1) == "1 like")
  }

  @Test(arguments: [
    (0, "now"), (-60, "now"), (59, "now"), (60, "1m"), (3_599, "59m"), (3_600, "1h"),
    (86_399, "23h"), (86_400, "1d"), (604_799, "6d"), (604_800, "Feb 25"),
    (64 * 86_400, "Dec 30, 2025"), (-61, "Mar 4"),
  ])
  func `how long ago is told in a few characters`(_ seconds: Int, _ expected: String) {
    let moment = WorldStub.noon.advanced(by: .seconds(-seconds))

    #expect(Wording().relativeTime(moment, now: WorldStub.noon) == expected)
  }

  @Test func `a date is the one on the reader's wall`() {
    let evening = Timestamp(milliseconds: WorldStub.noon.milliseconds - 9 * 86_400_000 + 21_600_000)

    #expect(Wording().relativeTime(evening, now: WorldStub.noon) == "Feb 23")
    #expect(Wording(zone: Hanoi()).relativeTime(evening, now: WorldStub.noon) == "Feb 24")
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
    (951_782_400, "2000-02-29T00:00:00Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    (1_772_625_600, "2026-03-04T12:00:00Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
  ])
  func `dates follow the Gregorian calendar`(_ seconds: Int, _ expected: String) {
    #expect(CivilDate(seconds: seconds).iso == expected)
  }

  @Test func `the ends of time have a date`() {
    for moment in [Int64.min, .max] {
      #expect(
        !Wording().relativeTime(Timestamp(milliseconds: moment), now: WorldStub.noon).isEmpty)
    }
  }

  @Test func `English looks for no catalogue`() {
    for environment in [[:], ["LANG": "en_GB.UTF-8"], ["LC_ALL": "C", "LANGUAGE": "es"]] {
      let choice = CatalogueChoice(
        setting: "", environment: environment, executable: "/x/bin/tweetie"
      ) { _ in
        Issue.record("looked")
        return true
      }
      #expect(choice.directory == nil)
    }
  }

  @Test func `a language is found beside the program`() {
    let choice = CatalogueChoice(
      setting: "", environment: ["LANG": "es_MX.UTF-8"], executable: "/x/bin/tweetie"
    ) { $0 == "/x/bin/locale/es/LC_MESSAGES/tweetie.mo" }
    #expect(choice.directory == "/x/bin/locale")

    let named = CatalogueChoice(
      setting: "de", environment: ["LANG": "es_MX.UTF-8"], executable: "tweetie"
    ) { $0 == "./../share/locale/de/LC_MESSAGES/tweetie.mo" }
    #expect(named.directory == "./../share/locale")
  }
}

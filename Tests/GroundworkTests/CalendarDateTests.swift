import Testing

@testable import Groundwork

@Suite struct CalendarDateTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
    (951_782_400, "2000-02-29T00:00:00Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    (1_772_625_600, "2026-03-04T12:00:00Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
  ])
  func `dates follow the Gregorian calendar`(_ seconds: Int, _ expected: String) {
    #expect(CalendarDateTime(seconds: seconds).iso == expected)
    #expect(CalendarDateTime(iso: expected)?.seconds == seconds)
  }

  @Test func `every day is valid and converted back to the same time`() {
    for day in stride(from: -800_000, to: 800_000, by: 97) {
      let date = CalendarDateTime(seconds: day * 86_400 + 86_399)

      #expect(date.exists)
      #expect(date.seconds == day * 86_400 + 86_399)
    }
  }

  @Test(arguments: [
    "", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01",
    "2026-01-00T00:00:00Z", "99999999999999999-01-01T00:00:00Z", "a-b-cTd:e:fZ",
  ])
  func `an invalid date is refused`(_ text: String) {
    #expect(CalendarDateTime(iso: text) == nil)
  }
}

import Testing

@testable import FeedDomain

/// Dates of a list that is told the latest first, some of which cannot be.
struct DateOrderTests {
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)
  private static let (year0, year9999) = (
    -62_167_219_200_000 as Int64, 253_402_300_799_999 as Int64
  )
  private static let tomorrow = now.milliseconds + 86_400_000

  @Test(
    arguments: [
      ([], []), ([30, 20, 10], [30, 20, 10]), ([10, 30, 20], [10, 30, 20]),
      ([year9999, 20, 10], [21, 20, 10]), ([30, year0, 10], [30, 11, 10]),
      ([30, 0, year9999, 10], [30, 12, 11, 10]), ([30, 20, year9999], [30, 20, 19]),
      ([year0, 20, 0, year9999], [21, 20, 19, 18]), ([0, 0], [0, 0]), ([year9999], [0]),
      ([tomorrow, 10], [tomorrow, 10]), ([tomorrow + 1, 10], [11, 10]),
      ([Int64.max, Int64.min, 10], [12, 11, 10]),
    ] as [([Int64], [Int64])])
  func `what cannot be right stands where it was told`(dates: [Int64], expected: [Int64]) {
    let ordered = dates.map { Timestamp(milliseconds: $0) }.ordered(now: Self.now)

    #expect(ordered.map(\.milliseconds) == expected)
  }
}

import FeedDomain

@testable import FeedStorage

/// What somebody searches for: whatever is typed or pasted, the index understands the question.
enum SearchProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let query = SearchQuery(reader.remainingText(), by: "ada@example.org", in: StillClock())
    guard let expression = SearchExpression(query) else { return }
    do throws(SQLiteError) {
      let index = try SQLiteConnection(path: nil)
      try index.executeSQLScript("CREATE VIRTUAL TABLE words USING fts5 (text)")
      _ = try index.queryNumber("SELECT 1 FROM words WHERE words MATCH ?", .text(expression.text))
    } catch {
      throw Finding("the index does not understand \(expression.text): \(error)")
    }
  }
}

/// A clock for reading what is typed.
private struct StillClock: World {
  var now: Timestamp { Timestamp(milliseconds: 1_700_000_000_000) }
  func sleep(for duration: Duration) async throws(CancellationError) {}
  func randomKey() -> String { "key" }
  func randomFraction() -> Double { 0.5 }
}

@testable import FeedStorage

/// What somebody searches for: whatever is typed or pasted, the index understands the question.
enum SearchProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    guard let query = SearchText.query(reader.remainingText()) else { return }
    do throws(SQLiteError) {
      let index = try SQLiteConnection(path: nil)
      try index.script("CREATE VIRTUAL TABLE words USING fts5 (text)")
      _ = try index.number("SELECT 1 FROM words WHERE words MATCH ?", .text(query))
    } catch {
      throw Finding("the index does not understand \(query): \(error)")
    }
  }
}

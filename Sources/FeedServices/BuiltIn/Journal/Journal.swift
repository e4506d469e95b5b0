internal import Groundwork

/// What the server remembers, one record after the other.
protocol Journal: AnyObject {
  /// What was written since the last call, by whomever.
  func news() throws(SystemError) -> JournalNews
  /// Keeps others from writing until `unlock`; false where there is no journal and none was made.
  func lock(creating: Bool) throws(SystemError) -> Bool
  func unlock()
  /// Writes records and returns once they are safe; only while locked.
  func append(_ records: [JournalRecord]) throws(SystemError)
  func erase() throws(SystemError)
}

/// What was written to a journal since somebody looked.
struct JournalNews: Equatable {
  /// Whether the journal was erased or begun anew meanwhile: what was known is void.
  var startsOver = false
  var records: [JournalRecord] = []
}

/// A journal that ends with the program, for the demo.
final class MemoryJournal: Journal {
  private var records: [JournalRecord] = []
  private var told = 0
  private var wasErased = false

  func news() -> JournalNews {
    defer { (told, wasErased) = (records.count, false) }
    return JournalNews(startsOver: wasErased, records: Array(records[told...]))
  }

  func lock(creating: Bool) -> Bool { creating || !records.isEmpty }
  func unlock() {}
  func append(_ records: [JournalRecord]) { self.records += records }

  func erase() {
    (records, told, wasErased) = ([], 0, true)
  }
}

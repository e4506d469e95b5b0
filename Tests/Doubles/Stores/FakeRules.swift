package import FeedDomain
import Threads

/// A store of rules in memory.
package final class FakeRules: ReadingRuleStore {
  private let kept: LockedValue<[ReadingRule]>

  package init(_ rules: [String]) { kept = LockedValue(rules.compactMap { ReadingRule($0) }) }

  package func readingRules() throws(StoreError) -> [ReadingRule] { kept.withLock { $0 } }
  package func replaceReadingRules(_ rules: [ReadingRule]) async throws(StoreError) {
    kept.withLock { $0 = rules }
  }
}

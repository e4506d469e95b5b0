package import FeedDomain
import Threads

/// A store of rules in memory.
package final class FakeRules: FilterRuleStore {
  private let kept: LockedValue<[FilterRuleOrSavedSearch]>

  package init(_ rules: [String]) {
    kept = LockedValue(rules.compactMap { FilterRuleOrSavedSearch($0) })
  }

  package func filterRules() throws(StoreError) -> [FilterRuleOrSavedSearch] {
    kept.withLock { $0 }
  }
  package func replaceFilterRules(_ rules: [FilterRuleOrSavedSearch]) async throws(StoreError) {
    kept.withLock { $0 = rules }
  }
}

package import FeedDomain

/// A namespace for the requests and the state of the rules scene, which lists, adds, changes and
/// removes rules and saved searches for web feeds.
package enum FeedRulesScene {
  package enum SceneRequest: Equatable, Sendable {
    case open
    /// A request of the rules scene: add a typed rule, in place of the rule that the user is
    /// changing, if any.
    case add(String, insteadOf: FilterRuleOrSavedSearch?)
    case remove(FilterRuleOrSavedSearch)
  }

  package struct SceneState: Equatable, Sendable {
    package var rules: [FilterRuleOrSavedSearch] = []
    /// The rule that the user typed last in the rules scene; nil while it is being stored.
    package var lastAdded: FilterRuleOrSavedSearch?

    package init(_ rules: [FilterRuleOrSavedSearch] = [], lastAdded: FilterRuleOrSavedSearch? = nil)
    {
      (self.rules, self.lastAdded) = (rules, lastAdded)
    }
  }
}

@MainActor
package final class FeedRulesInteractor: Interacting {
  private let store: (any ReadingRuleStore)?
  private let presenter: any Presenting<FeedRulesScene.SceneState>
  private var state = FeedRulesScene.SceneState() { didSet { presenter.present(state) } }

  package init(_ session: AccountSession, presenter: any Presenting<FeedRulesScene.SceneState>) {
    (store, self.presenter) = (session.stores.rules, presenter)
  }

  package func handle(_ request: FeedRulesScene.SceneRequest) async {
    switch request {
    case .open: loadRules()
    case .add(let text, let old):
      let rule: FilterRuleOrSavedSearch
      do throws(ReadingRuleMistake) {
        rule = try FilterRuleOrSavedSearch(parsing: text)
      } catch {
        switch error {
        case .form: return presenter.perform(.say(.invalid(.rule)))
        case .search(let mistake): return presenter.perform(.say(.badSearch(mistake)))
        }
      }
      await changeRules { rules in
        old.map { rules.replacingRule($0, by: rule) } ?? rules.addingRule(rule)
      }
      if state.rules.contains(rule) { state.lastAdded = rule }
    case .remove(let rule): await changeRules { $0.filter { $0 != rule } }
    }
  }

  private func loadRules() {
    guard let store else { return presenter.present(state) }
    do throws(StoreError) { state = FeedRulesScene.SceneState(try store.readingRules()) } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  /// Replaces the rules and saved searches for web feeds by the result of a closure, which gets
  /// those stored now, since another window may have changed them.
  private func changeRules(_ change: ([FilterRuleOrSavedSearch]) -> [FilterRuleOrSavedSearch]) async
  {
    guard let store else { return }
    do throws(StoreError) {
      let rules = change(try store.readingRules())
      try await store.replaceReadingRules(rules)
      state = FeedRulesScene.SceneState(rules)
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }
}

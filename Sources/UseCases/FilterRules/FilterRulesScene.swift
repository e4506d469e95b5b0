package import FeedDomain

/// A namespace for the requests and the state of the rules scene, which lists, adds, changes and
/// removes rules and saved searches for web feeds.
package enum FilterRulesScene {
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
package final class FilterRulesInteractor: Interacting {
  private let store: (any FilterRuleStore)?
  private let presenter: any Presenting<FilterRulesScene.SceneState>
  private var state = FilterRulesScene.SceneState() { didSet { presenter.present(state) } }

  package init(_ session: AccountSession, presenter: any Presenting<FilterRulesScene.SceneState>) {
    (store, self.presenter) = (session.stores.rules, presenter)
  }

  package func handle(_ request: FilterRulesScene.SceneRequest) async {
    switch request {
    case .open: loadFilterRules()
    case .add(let text, let old):
      let rule: FilterRuleOrSavedSearch
      do throws(FilterRuleMistake) {
        rule = try FilterRuleOrSavedSearch(parsing: text)
      } catch {
        switch error {
        case .form: return presenter.perform(.say(.invalid(.rule)))
        case .search(let mistake): return presenter.perform(.say(.badSearch(mistake)))
        }
      }
      await changeFilterRules { rules in
        old.map { rules.replacingRuleOrSearch($0, by: rule) } ?? rules.addingRuleOrSearch(rule)
      }
      if state.rules.contains(rule) { state.lastAdded = rule }
    case .remove(let rule): await changeFilterRules { $0.filter { $0 != rule } }
    }
  }

  private func loadFilterRules() {
    guard let store else { return presenter.present(state) }
    do throws(StoreError) { state = FilterRulesScene.SceneState(try store.filterRules()) } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  /// Replaces the rules and saved searches for web feeds by the result of a closure, which gets
  /// those stored now, since another window may have changed them.
  private func changeFilterRules(_ change: ([FilterRuleOrSavedSearch]) -> [FilterRuleOrSavedSearch])
    async
  {
    guard let store else { return }
    do throws(StoreError) {
      let rules = change(try store.filterRules())
      try await store.replaceFilterRules(rules)
      state = FilterRulesScene.SceneState(rules)
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }
}

extension StreamInteractor {
  /// Tells which streams are tabs, which may have been chosen elsewhere.
  func showTabs() {
    guard feed != nil || isNearby else { return }
    presenter.present(.streams(session.tabs, current: feed, account: session.account))
  }

  /// Makes the stream that is read a tab, or takes that back.
  func toggleTab() async {
    guard let feed, !session.isOver else { return }
    let tab = session.tabs.first { $0.offers(feed) } ?? .feed(feed)
    guard let tabs = session.tabs(toggling: tab) else { return presenter.present(.lastTab) }
    session.choose(tabs)
    showTabs()
    presenter.present(.tab(feed, isShown: tabs.contains(tab)))
    do throws(StoreError) { try await session.keepTabs(tabs) } catch {
      presenter.present(.storeFailed(error))
    }
  }
}

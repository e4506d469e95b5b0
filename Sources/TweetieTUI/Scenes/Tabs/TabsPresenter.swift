import FeedDomain
import Terminal

/// Puts choosing tabs into words.
@MainActor final class TabsPresenter: TabsPresenting {
  weak var display: (any TabsDisplaying)?
  private let wording: Wording

  init(wording: Wording) { self.wording = wording }

  func present(_ response: Tabs.Response) {
    switch response {
    case .streams(let entries):
      display?.display(TabsViewModel(title: wording.streams, rows: entries.map(row)))
    case .lastOne: display?.say(Message(text: wording.oneTabStays, tone: .plain))
    case .storeFailed(let error):
      display?.say(Message(text: wording.sentence(for: error), tone: .bad))
    }
  }

  private func row(of entry: Tabs.Entry) -> TabRow {
    let name = entry.tab.feed.map { wording.name(of: $0) } ?? wording.nearby
    return TabRow(
      tab: entry.tab, name: SafeText(sanitizing: name), isShown: entry.isShown,
      state: entry.isShown ? wording.isTab : wording.isNoTab)
  }
}

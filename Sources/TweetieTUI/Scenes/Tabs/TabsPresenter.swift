import FeedDomain
import Terminal

/// Puts choosing tabs into words.
@MainActor final class TabsPresenter: TabsPresenting {
  weak var display: (any TabsDisplaying)?
  private let wording: Wording
  /// Whether the service has streams of tags.
  private let hasTags: Bool

  init(wording: Wording, hasTags: Bool = false) {
    self.wording = wording
    self.hasTags = hasTags
  }

  func present(_ response: Tabs.Response) {
    switch response {
    case .streams(let entries):
      display?.display(
        TabsViewModel(
          title: wording.streams, rows: entries.map(row),
          adding: hasTags ? wording.addTag : nil, moving: wording.moveTab,
          labels: TabsViewModel.Labels(
            add: wording.take, choose: wording.choose, leave: wording.leaveIt)))
    case .tags(let tags):
      display?.offer(tags.map { TagChoice(tag: $0, name: SafeText(sanitizing: "#" + $0)) })
    case .added(let tab): display?.select(tab)
    case .noTag: display?.say(Message(text: wording.noTag, tone: .bad))
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

import FeedDomain
import Preferences
import Terminal
import Words

/// Puts choosing tabs into words.
@MainActor final class TabsPresenter: Presenting {
  weak var display: (any Displaying<TabsViewModel>)?
  private let wording: Wording
  private var viewModel: TabsViewModel

  /// A presenter in these words; tags are typed where the service has streams of them.
  init(wording: Wording, hasTags: Bool = false) {
    self.wording = wording
    viewModel = TabsViewModel(
      title: wording.streams, adding: hasTags ? wording.addTag : nil, moving: wording.moveTab,
      keys: [
        Hint(Key(.enter), word: wording.take), Hint(Key(.tab), word: wording.choose),
        Hint(Key(.escape), word: wording.leaveIt),
      ])
  }

  func present(_ response: Tabs.Response) {
    switch response {
    case .streams(let entries):
      viewModel.rows = entries.map(row)
      show()
    case .tags(let tags):
      viewModel.offered = tags.map { TagChoice(tag: $0, name: "#\($0)") }
      show()
    case .added(let tab):
      viewModel.offered = []
      show(.select(tab))
    case .noTag: show(.say(Message(text: wording.noTag, tone: .bad)))
    case .lastOne: show(.say(Message(text: wording.oneTabStays, tone: .plain)))
    case .storeFailed(let error):
      show(.say(Message(text: wording.sentence(for: error), tone: .bad)))
    }
  }

  private func show(_ cues: TabsViewModel.Cue...) {
    viewModel.cues = cues
    display?.display(viewModel)
    viewModel.cues = []
  }

  private func row(of entry: Tabs.Entry) -> TabRow {
    TabRow(
      tab: entry.tab, name: wording.name(of: entry.tab.feed), isShown: entry.isShown,
      state: entry.isShown ? wording.isTab : wording.isNoTab)
  }
}

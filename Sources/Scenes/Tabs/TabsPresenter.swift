import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts choosing tabs into words.
@MainActor final class TabsPresenter: Presenting {
  weak var display: (any Displaying<TabsViewModel>)?
  private let wording: Wording
  private var viewModel: TabsViewModel
  private var entries: [Tabs.Entry] = []
  private var columns: [Tabs.Column] = []
  private var account: Account?

  /// A presenter in these words; tags are typed where the service has streams of them.
  init(wording: Wording, hasTags: Bool = false) {
    self.wording = wording
    viewModel = TabsViewModel(
      title: wording.streams, adding: hasTags ? wording.addTag : nil, moving: wording.moveTab,
      movingColumn: wording.moveColumn,
      keys: [
        Hint(Key(.enter), word: wording.take), Hint(Key(.tab), word: wording.choose),
        Hint(Key(.escape), word: wording.leaveIt),
      ])
  }

  func present(_ response: Tabs.Response) {
    switch response {
    case .streams(let entries):
      self.entries = entries
      showRows()
    case .columns(let columns, let account):
      (self.columns, self.account) = (columns, account)
      showRows()
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

  private func showRows() {
    let own = Set(entries.map { DeckColumn.Content.stream($0.tab) })
    viewModel.rows =
      entries.map(row)
      + columns.filter { !(isOwn($0) && own.contains($0.column.content)) }.map(row)
    show()
  }

  private func row(of entry: Tabs.Entry) -> TabRow {
    let column = columns.first { isOwn($0) && $0.column.content == .stream(entry.tab) }
    return TabRow(
      id: .tab(entry.tab), name: wording.name(of: entry.tab.feed), isShown: entry.isShown,
      state: entry.isShown ? wording.isTab : wording.isNoTab, column: column?.column,
      place: place(of: column))
  }

  private func row(of column: Tabs.Column) -> TabRow {
    let name = wording.name(of: column.column.content)
    return TabRow(
      id: .column(column.column),
      name: isOwn(column) ? name : name + "  " + wording.handle(of: column.account),
      column: column.column, place: place(of: column))
  }

  private func isOwn(_ column: Tabs.Column) -> Bool { column.account.id == account?.id }

  private func place(of column: Tabs.Column?) -> SafeText {
    column?.place.map { wording.column($0) } ?? ""
  }
}

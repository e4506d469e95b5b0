import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts what waits into words.
@MainActor final class OutboxPresenter: Presenting {
  weak var display: (any Displaying<OutboxViewModel>)?
  private let wording: Wording
  private var viewModel: OutboxViewModel
  /// What waits; nil before anybody looked, while there may be news of a picture on its way.
  private var items: [OutboxReading.Waiting]?
  private var drafts: [OutboxReading.Kept] = []
  private var unreadable: [OutboxItem.ID] = []
  private var uploading: (item: OutboxItem.ID, part: Double)?

  init(wording: Wording) {
    self.wording = wording
    viewModel = OutboxViewModel(
      title: wording.outbox, discard: wording.discardKey, discardAsks: wording.discardAsks)
  }

  func present(_ response: OutboxReading.Response) {
    switch response {
    case .items(let items, let drafts, let unreadable):
      self.unreadable = unreadable
      self.items = items
      self.drafts = drafts
      list()
    case .uploading(let item, let part):
      uploading = part.map { (item, $0) }
      list()
    case .tooLate: show(.say(Message(text: wording.outboxTooLate, tone: .plain)))
    case .storeFailed(let error):
      show(.say(Message(text: wording.sentence(for: error), tone: .bad)))
    }
  }
}

extension OutboxPresenter {
  private func show(_ cues: OutboxViewModel.Cue...) {
    viewModel.cues = cues
    display?.display(viewModel)
    viewModel.cues = []
  }

  private func list() {
    guard let items else { return }
    viewModel.count = count(items)
    viewModel.rows = unreadable.map(row) + items.map(row) + drafts.map(row)
    viewModel.notice =
      viewModel.rows.isEmpty
      ? StreamNotice(sentence: wording.outboxEmpty, next: wording.outboxNext) : nil
    show()
  }

  /// What waits, what was refused, which waits for the reader alone, and what is not to be sent yet.
  private func count(_ items: [OutboxReading.Waiting]) -> SafeText {
    let doubtful = items.count(where: \.item.isInDoubt)
    let refused = items.count(where: \.item.isRefused) - doubtful
    let waiting = items.count - refused - doubtful
    let words = [
      waiting > 0 ? wording.waitingChanges(waiting) : nil,
      doubtful > 0 ? wording.doubtfulChanges(doubtful) : nil,
      refused > 0 ? wording.refusedChanges(refused) : nil,
      drafts.isEmpty ? nil : wording.keptDrafts(drafts.count),
    ]
    return words.compactMap(\.self).joined(separator: " · ")
  }

  private func row(of waiting: OutboxReading.Waiting) -> OutboxRow {
    let item = waiting.item
    return OutboxRow(
      id: .item(item.id),
      title: wording.title(of: item.change, handle: waiting.post?.author.handle),
      excerpt: excerpt(of: waiting), state: state(of: waiting), role: role(of: waiting),
      commands: commands(for: item))
  }

  private func row(of unreadable: OutboxItem.ID) -> OutboxRow {
    OutboxRow(
      id: .item(unreadable), title: wording.unreadableItem, excerpt: "",
      state: wording.whyUnreadable, role: .bad, commands: [.withdraw])
  }

  private func row(of kept: OutboxReading.Kept) -> OutboxRow {
    OutboxRow(
      id: .draft(kept.draft.id),
      title: wording.title(of: .publish(kept.draft), handle: kept.post?.author.handle),
      excerpt: wording.excerpt(of: kept.draft.text),
      state: wording.isDraft, role: .faint, commands: [.edit, .withdraw])
  }

  private func state(of waiting: OutboxReading.Waiting) -> SafeText {
    let item = waiting.item
    guard let uploading, uploading.item == item.id, item.state == .sending else {
      return wording.state(of: waiting)
    }
    return wording.uploading(uploading.part, isPlain: true)
  }

  private func excerpt(of waiting: OutboxReading.Waiting) -> SafeText {
    if case .publish(let draft) = waiting.item.change { return wording.excerpt(of: draft.text) }
    return waiting.post.map { wording.excerpt(of: $0.content) } ?? ""
  }

  private func role(of waiting: OutboxReading.Waiting) -> Role {
    switch (waiting.item.state, waiting.wait) {
    case (.queued, .nextTry), (.queued, .tooLate), (.ambiguous, _): .warning
    case (.queued, _): .faint
    case (.sending, _): .busy
    case (.refused, _): .bad
    }
  }

  private func commands(for item: OutboxItem) -> [Command] {
    switch item.state {
    case .sending: return []
    // Taking back what may have arrived would be a promise nobody can keep.
    case .ambiguous: return [.send]
    case .queued where item.tries != nil: return [.send]
    case .queued, .refused:
      guard case .publish = item.change else { return [.send, .withdraw] }
      return [.send, .edit, .withdraw]
    }
  }
}

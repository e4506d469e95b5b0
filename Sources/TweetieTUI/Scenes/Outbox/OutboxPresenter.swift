import FeedDomain
import Terminal

/// Puts what waits into words.
@MainActor final class OutboxPresenter: OutboxPresenting {
  weak var display: (any OutboxDisplaying)?
  private let wording: Wording
  private var items: [OutboxReading.Waiting] = []
  private var uploading: (item: OutboxItem.ID, part: Double)?

  init(wording: Wording) { self.wording = wording }

  func present(_ response: OutboxReading.Response) {
    switch response {
    case .items(let items):
      self.items = items
      display?.display(viewModel(of: items))
    case .uploading(let item, let part):
      uploading = part.map { (item, $0) }
      display?.display(viewModel(of: items))
    case .tooLate: display?.say(Message(text: wording.outboxTooLate, tone: .plain))
    case .storeFailed(let error):
      display?.say(Message(text: wording.sentence(for: error), tone: .bad))
    }
  }
}

extension OutboxPresenter {
  private func viewModel(of items: [OutboxReading.Waiting]) -> OutboxViewModel {
    OutboxViewModel(
      title: wording.outbox, count: count(of: items),
      rows: items.map(row),
      notice: items.isEmpty
        ? StreamNotice(sentence: wording.outboxEmpty, next: wording.outboxNext, isBusy: false)
        : nil)
  }

  /// What waits, and what was refused, which waits for the reader alone.
  private func count(of items: [OutboxReading.Waiting]) -> SafeText {
    let refused = items.count(where: \.item.isRefused)
    let waiting = items.count - refused
    let words = [
      waiting > 0 ? wording.waitingChanges(waiting) : nil,
      refused > 0 ? SafeText(sanitizing: wording.refusedChanges(refused)) : nil,
    ]
    return words.compactMap(\.self).reduce("") { $0.isEmpty ? $1 : $0 + " · " + $1 }
  }

  private func row(of waiting: OutboxReading.Waiting) -> OutboxRow {
    let item = waiting.item
    return OutboxRow(
      id: item.id,
      title: wording.title(of: item.change, handle: waiting.post?.author.handle),
      excerpt: excerpt(of: waiting), state: state(of: item), role: role(of: item.state),
      commands: commands(for: item))
  }

  private func state(of item: OutboxItem) -> SafeText {
    guard let uploading, uploading.item == item.id, item.state == .sending else {
      return wording.state(of: item)
    }
    return SafeText(sanitizing: wording.uploading(uploading.part, isPlain: true))
  }

  private func excerpt(of waiting: OutboxReading.Waiting) -> SafeText {
    let text =
      if case .publish(let draft) = waiting.item.change {
        draft.text
      } else {
        waiting.post.map { wording.cover(of: $0.content) ?? $0.content.text.plain } ?? ""
      }
    return SafeText(sanitizing: String(text.prefix(400)))
  }

  private func role(of state: OutboxItem.State) -> Role {
    switch state {
    case .queued(_, nil): .faint
    case .queued(_, _?), .ambiguous: .warning
    case .sending: .busy
    case .refused: .bad
    }
  }

  private func commands(for item: OutboxItem) -> [Command] {
    switch item.state {
    case .sending: return []
    // Taking back what may have arrived would be a promise nobody can keep.
    case .ambiguous: return [.send]
    case .queued, .refused:
      guard case .publish = item.change else { return [.send, .withdraw] }
      return [.send, .edit, .withdraw]
    }
  }
}

import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

struct OutboxContent: PagedListContent {
  let wording: Wording
  let world: any World

  var openRequest: OutboxScene.SceneRequest { .open }
  /// The flag that makes the outbox reload when it comes to the front; always true, since the
  /// composer may have added or removed a draft.
  var reloadsOnReturn: Bool { true }

  func viewModel(of state: OutboxScene.SceneState) -> PagedListViewModel<OutboxRow> {
    guard let waiting = state.waiting else { return PagedListViewModel(title: wording.outbox) }
    let rows =
      state.unreadable.map(outboxRow) + waiting.map { outboxRow(of: $0, state.upload) }
      + state.drafts.map(outboxRow)
    return PagedListViewModel(
      title: wording.outbox, remark: outboxCountsText(state), rows: rows,
      notice: rows.isEmpty
        ? EmptySceneMessage(
          sentence: wording.outboxEmpty,
          nextStep: wording.say("Offline actions and unsent drafts are kept here.")) : nil)
  }

  func keyHintCommands(for row: OutboxRow?) -> [Command] {
    [.back] + (row?.commands ?? []) + [.help]
  }

  func overridingKeyHintTexts(for row: OutboxRow?) -> [Command: SafeText] {
    guard case .draft? = row?.id else { return [:] }
    return [.withdraw: wording.discardKey]
  }

  func isWholeRowClickTarget(_ row: OutboxRow) -> Bool { false }

  func performRowCommand(
    _ command: Command, on row: OutboxRow?, _ scene: PagedListView<OutboxContent>
  ) -> Bool {
    // These commands do nothing in an empty outbox, whose message already says that it is empty.
    guard let row else { return command == .send || command == .withdraw }
    switch (command, row.id) {
    case (.open, _):
      return row.commands.contains(.edit) ? performRowCommand(.edit, on: row, scene) : false
    case (.send, _) where !row.commands.contains(command),
      (.edit, _) where !row.commands.contains(command),
      (.withdraw, _) where !row.commands.contains(command):
      break
    case (.send, .item(let id)): scene.send(.send(id))
    case (.edit, .item(let id)): scene.navigator?.navigate(to: .compose(.edit(id)))
    case (.withdraw, .item(let id)): scene.send(.withdraw(id))
    case (.edit, .draft(let id)): scene.navigator?.navigate(to: .compose(.draft(id)))
    case (.withdraw, .draft(let id)):
      if scene.confirmOrAskForRepetition(command, on: row, asking: wording.confirmDiscard) {
        scene.send(.discard(id))
      }
    default: return false
    }
    return true
  }

  func rowLines(
    of row: OutboxRow, columns: Int, portraitBox: CellSize?, _ theme: Theme,
    _ options: DisplayOptions
  ) -> LaidOutLines<Never> {
    let columns = min(columns, 90)
    var lines = [Line(row.title, theme.style(.author)).truncatedLine(columns: columns)]
    if !row.excerpt.isEmpty {
      lines.append(Line(row.excerpt, theme.style(.text)).truncatedLine(columns: columns))
    }
    lines += TextWrapper.wrappedLines(of: Line(row.state, theme.style(row.role)), columns: columns)
    return LaidOutLines(lines: lines)
  }

  private func outboxCountsText(_ state: OutboxScene.SceneState) -> SafeText {
    let items = state.waiting ?? []
    let doubtful = items.count(where: \.item.isInDoubt)
    let refused = items.count(where: \.item.isRefused) - doubtful
    let waiting = items.count - refused - doubtful
    let words = [
      waiting > 0 ? wording.waitingChangesText(waiting) : nil,
      doubtful > 0 ? wording.plural("{count} unconfirmed", "{count} unconfirmed", doubtful) : nil,
      refused > 0 ? wording.refusedChangesText(refused) : nil,
      state.drafts.isEmpty
        ? nil : wording.plural("{count} draft", "{count} drafts", state.drafts.count),
    ]
    return words.compactMap(\.self).joined(separator: " · ")
  }

  private func outboxRow(
    of waiting: OutboxScene.UnsentItemRow, _ upload: OutboxScene.PictureUploadProgress?
  ) -> OutboxRow {
    let item = waiting.item
    return OutboxRow(
      id: .item(item.id),
      title: wording.title(of: item.change, handle: waiting.post?.author.handle),
      excerpt: excerptText(of: waiting), state: pendingChangeStateText(of: waiting, upload),
      role: pendingChangeStateRole(of: waiting),
      commands: outboxItemCommands(for: item))
  }

  private func outboxRow(of unreadable: OutboxItem.ID) -> OutboxRow {
    OutboxRow(
      id: .item(unreadable), title: wording.unreadableItem, excerpt: "",
      state: wording.say("This item is damaged, or from a newer version."), role: .bad,
      commands: [.withdraw])
  }

  private func outboxRow(of kept: OutboxScene.SavedDraftRow) -> OutboxRow {
    OutboxRow(
      id: .draft(kept.draft.id),
      title: wording.title(of: .publish(kept.draft), handle: kept.post?.author.handle),
      excerpt: wording.excerpt(of: kept.draft.text),
      state: wording.isDraft, role: .faint, commands: [.edit, .withdraw])
  }

  private func pendingChangeStateText(
    of waiting: OutboxScene.UnsentItemRow, _ upload: OutboxScene.PictureUploadProgress?
  ) -> SafeText {
    let item = waiting.item
    guard let upload, upload.item == item.id, item.state == .sending else {
      return wording.outboxStateText(of: waiting, now: world.now)
    }
    return wording.uploadProgressText(upload.part, isPlain: true)
  }

  private func excerptText(of waiting: OutboxScene.UnsentItemRow) -> SafeText {
    if case .publish(let draft) = waiting.item.change { return wording.excerpt(of: draft.text) }
    if case .serviceAction(let act) = waiting.item.change,
      waiting.item.change.publishesAgainIfResent
    {
      return wording.excerpt(of: act.answers[.words] ?? "")
    }
    return waiting.post.map { wording.postExcerpt(of: $0.content) } ?? ""
  }

  private func pendingChangeStateRole(of waiting: OutboxScene.UnsentItemRow) -> TextRole {
    switch (waiting.item.state, waiting.wait) {
    case (.queued, .nextTry), (.queued, .tooLate), (.ambiguous, _): .warning
    case (.queued, _): .faint
    case (.sending, _): .busy
    case (.refused, _): .bad
    }
  }

  private func outboxItemCommands(for item: OutboxItem) -> [Command] {
    switch item.state {
    case .sending: return []
    // A change that may have arrived cannot be withdrawn.
    case .ambiguous: return [.send]
    case .queued where item.earlierAttempts != nil: return [.send]
    case .queued, .refused:
      guard case .publish = item.change else { return [.send, .withdraw] }
      return [.send, .edit, .withdraw]
    }
  }
}

struct OutboxRow: Identifiable, Equatable {
  enum OutboxRowID: Hashable {
    case item(OutboxItem.ID)
    case draft(Draft.ID)
  }

  let id: OutboxRowID
  let title: SafeText
  /// The excerpt in a row of the outbox: of the post or draft to be sent, or of the post that the
  /// change acts on; empty for none.
  let excerpt: SafeText
  /// The text with the change's state in a row of the outbox, such as the reason why it waits.
  let state: SafeText
  let role: TextRole
  let commands: [Command]
}

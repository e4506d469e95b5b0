import FeedDomain
import Terminal

extension ComposeView {
  func handle(_ key: Key) -> Bool {
    // All are meant only when the same key comes twice in a row.
    let (wasLosing, wasDiscarding, wasAsked) = (mayLose, mayDiscard, maySendUndescribed)
    (mayLose, mayDiscard, maySendUndescribed) = (false, false, false)
    if handleInPopup(key) || handleInPanel(key) || handleInPoll(key) || handleInMore(key) {
      return true
    }
    if isElsewhere, key.code == .function(1) { stage?.go(to: .writingHelp) }
    // What the panel has no use for must not change the text behind it.
    if isElsewhere, !key.modifiers.contains(.control) { return true }
    switch (key.code, key.modifiers) {
    case (.escape, _): leave(losing: wasLosing)
    case (.function(1), _): stage?.go(to: .writingHelp)
    case (.character("s"), .control), (.enter, .alt), (.enter, .control):
      sendPost(asItIs: wasAsked)
    case (.character("x"), .control): stage?.edit(text.text)
    case (.character("t"), .control): toggleWarning()
    case (.character("o"), .control), (.character("v"), .alt): nextVisibility()
    case (.character("x"), .alt): discard(really: wasDiscarding)
    case (.character("p"), .control): openPictures()
    case (.character("p"), .alt): openPoll()
    case (.character("o"), .alt): openMore()
    case (.character("s"), .alt): coverPictures()
    case (.tab, _) where warning != nil: isInWarning.toggle()
    default: return edit(with: key)
    }
    return true
  }

  func paste(_ pasted: String) {
    if panel != nil {
      if panel?.field == .path { panel?.path.insert(pasted) } else { panel?.words.insert(pasted) }
      return
    } else if pasteIntoMore(pasted) {
      return
    } else if isInPoll {
      poll?.insert(pasted)
    } else if isInWarning {
      warning?.insert(pasted)
    } else {
      text.replace(text.cursor..<text.cursor, with: pasted)
    }
    changed()
  }

  /// Takes what comes back from the person's editor; editors end the last line, posts do not.
  func replaceAll(with edited: String) {
    let trimmed = edited.hasSuffix("\n") ? String(edited.dropLast()) : edited
    guard trimmed != text.text else { return }
    text.replace(0..<text.characters.count, with: trimmed)
    changed()
  }
}

extension ComposeView {
  private func handleInPopup(_ key: Key) -> Bool {
    guard popup != nil, key.modifiers.subtracting(.shift).isEmpty else { return false }
    switch key.code {
    case .down: popup?.choose(by: 1)
    case .up: popup?.choose(by: -1)
    // Of several paths, Tab goes on with what they have in common.
    case .tab where panel != nil && popup?.chosen == nil: return false
    case .tab: complete()
    // Enter ends a line unless a word was chosen: "#tag" may well be the whole of it.
    case .enter where popup?.chosen != nil: complete()
    case .escape: popup = nil
    default: return false
    }
    return true
  }

  private func edit(with key: Key) -> Bool {
    if isInWarning {
      if key.code == .enter || key.code == .down {
        isInWarning = false
        return true
      }
      guard warning?.handle(key) == true else { return false }
      changed()
      return true
    }
    switch text.handle(key, columns: page.text.size.columns, page: page.text.size.rows) {
    case .changed: changed()
    case .moved: popup = nil
    case .none: return false
    }
    return true
  }

  func leave(losing: Bool) {
    isLeaving = true
    send(losing ? .discard : .leave)
  }

  private func sendPost(asItIs: Bool) {
    // A picture that is typed but not added yet is meant to go along.
    if let panel, let place = panel.described {
      return send(.describe(place: place, altText: panel.words.text))
    }
    if let panel, !panel.path.text.isEmpty {
      return send(.attach(path: panel.path.text, altText: panel.words.text))
    }
    guard !isMomentUnclear else {
      return say(Message(text: frame?.labels.more.unclear ?? "", tone: .bad))
    }
    // What is in the post already was decided when it was posted.
    let lacksWords = pictures.contains { !$0.isDescribed && !$0.isPosted }
    if lacksWords, !asItIs, let labels = frame?.labels {
      maySendUndescribed = true
      return say(Message(text: labels.undescribedAsks, tone: .plain))
    }
    isSending = true
    send(.send)
  }

  private func discard(really: Bool) {
    guard let labels = frame?.labels else { return }
    if really {
      send(.discard)
    } else {
      mayDiscard = true
      say(Message(text: labels.discardAsks, tone: .plain))
    }
  }

  private func toggleWarning() {
    guard let frame else { return }
    guard frame.allowsWarning else {
      return say(Message(text: frame.labels.noWarnings, tone: .plain))
    }
    warning = warning == nil ? TextField() : nil
    isInWarning = warning != nil
    changed()
  }

  private func nextVisibility() {
    guard let frame else { return }
    let choices = frame.audiences.map(\.visibility)
    guard choices.count > 1 else {
      return say(Message(text: frame.labels.noVisibilities, tone: .plain))
    }
    let index = choices.firstIndex(of: visibility) ?? choices.count - 1
    visibility = choices[(index + 1) % choices.count]
    changed()
  }
}

import FeedDomain
import Terminal

/// Puts writing into words.
@MainActor final class ComposePresenter: ComposePresenting {
  weak var display: (any ComposeDisplaying)?
  private let wording: Wording
  private let undoKey: String
  private var status = ComposeStatus()
  private var limit = 0

  init(wording: Wording, keys: KeyMap) {
    self.wording = wording
    undoKey = keys.name(for: .undo) ?? ""
  }

  func present(_ response: Compose.Response) {
    switch response {
    case .editing(let draft, let limits, let original, let isResumed):
      limit = limits.characters
      display?.edit(viewModel(of: draft, limits, replyingTo: original))
      if isResumed { display?.say(Message(text: wording.draftResumed, tone: .plain)) }
    case .measured(let remaining, _): measure(remaining)
    case .fetching: display?.say(Message(text: wording.fetchingPost, tone: .plain))
    case .notFetched(let error):
      display?.leave(Message(text: wording.notToChange(error), tone: .bad))
    case .saved: update { $0.saved = wording.draftSaved }
    case .parted: display?.say(Message(text: wording.draftParted, tone: .plain))
    case .queued(_, _, .turn):
      display?.leave(Message(text: wording.queued(key: undoKey), tone: .good))
    case .queued(_, _, let wait):
      display?.leave(Message(text: wording.postWaits(for: wait), tone: .plain))
    case .empty: stay(wording.nothingToSend, .plain)
    case .tooLong(let count): stay(wording.tooLong(by: count), .bad)
    case .lacksPicture: stay(wording.lacksPicture(key: "^P"), .bad)
    case .notKept(let error):
      update { $0.saved = "" }
      display?.stay(
        Message(text: wording.draftNotKept(wording.sentence(for: error)), tone: .bad),
        isLosable: true)
    case .left(let keptDraft):
      display?.leave(keptDraft ? Message(text: wording.draftKept, tone: .plain) : nil)
    case .attached(let draft): display?.show(pictures: draft.attachments)
    case .notAttached(let trouble):
      display?.refusePicture(Message(text: wording.sentence(for: trouble), tone: .bad))
    case .tooManyPictures(let limit):
      display?.say(Message(text: wording.noMorePictures(limit), tone: .bad))
    case .altTextTooLong(let count):
      display?.say(Message(text: wording.altTextTooLong(by: count), tone: .bad))
    case .paths(let paths, let beginning): display?.offer(paths: paths, beginning: beginning)
    case .completions(let words):
      display?.offer(words.map { Completion(word: $0, shown: SafeText(sanitizing: $0)) })
    }
  }
}

extension ComposePresenter {
  private func measure(_ remaining: Int) {
    update {
      $0.remaining = SafeText(sanitizing: String(remaining))
      // The last tenth, but at least the last twenty, is close to the end.
      $0.role = remaining < 0 ? .bad : remaining <= max(20, limit / 10) ? .warning : .faint
      // What was measured now is not what was saved before.
      $0.saved = ""
    }
  }

  private func update(_ change: (inout ComposeStatus) -> Void) {
    change(&status)
    display?.show(status)
  }

  private func stay(_ words: SafeText, _ tone: Message.Tone) {
    display?.stay(Message(text: words, tone: tone), isLosable: false)
  }

  private func viewModel(
    of draft: Draft, _ limits: DraftLimits, replyingTo original: Post?
  ) -> ComposeViewModel {
    ComposeViewModel(
      title: title(of: draft, replyingTo: original),
      draft: draft, original: original.map(self.original),
      // Who sees it was decided when it was posted.
      audiences: (draft.editing == nil ? limits.visibilities : [draft.visibility]).map {
        ComposeViewModel.Audience(visibility: $0, name: wording.choice(of: $0))
      },
      allowsWarning: limits.allowsWarning, coversPictures: limits.coversPictures,
      pictures: limits.attachments(for: draft),
      labels: labels(limits, for: draft))
  }

  private func title(of draft: Draft, replyingTo original: Post?) -> SafeText {
    if draft.editing != nil { return wording.changedPost }
    if draft.quoting != nil { return wording.quoteTitle(of: original?.author.handle) }
    // What is answered is known by its name alone where it is held no longer.
    if draft.replyTo != nil, original == nil { return wording.replyToUnknown }
    return original.map { wording.replyTitle(to: $0.author.handle) } ?? wording.newPost
  }

  private func original(_ post: Post) -> ComposeViewModel.Original {
    let text = wording.cover(of: post.content) ?? post.content.text.plain
    return ComposeViewModel.Original(
      author: [
        Span(SafeText(sanitizing: post.author.name), .author), Span("  "),
        Span(SafeText(sanitizing: "@" + post.author.handle), .handle),
      ],
      // More than this is never shown above an answer.
      lines: Array(SafeText.lines(sanitizing: String(text.prefix(2000))).prefix(20)))
  }

  private func labels(_ limits: DraftLimits, for draft: Draft) -> ComposeViewModel.Labels {
    var hints = [
      Hint(key: "^S", word: wording.sendKey), Hint(key: "Esc", word: wording.leaveKey),
      Hint(key: "^X", word: wording.editorKey),
    ]
    if limits.allowsWarning { hints.append(Hint(key: "^T", word: wording.warningKey)) }
    let isNew = draft.editing == nil
    if isNew, limits.visibilities.count > 1 {
      hints.append(Hint(key: "^O", word: wording.visibilityKey))
    }
    if limits.attachments(for: draft) > 0 {
      hints.append(Hint(key: "^P", word: wording.pictureKey))
    }
    hints.append(Hint(key: "Alt-U", word: wording.undoKey))
    hints.append(Hint(key: "Alt-X", word: wording.discardKey))
    if limits.attachments(for: draft) > 0, limits.coversPictures {
      hints.append(Hint(key: "Alt-S", word: wording.coverPicturesHint))
    }
    return ComposeViewModel.Labels(
      placeholder: wording.emptyPage, warning: wording.contentWarning, hints: hints,
      help: Hint(key: "F1", word: wording.allKeys), leaveAnyway: wording.leaveAnyway,
      discardAsks: wording.discardAsks,
      noWarnings: wording.noWarnings,
      noVisibilities: isNew ? wording.noVisibilities : wording.visibilityIsSettled,
      picture: wording.pictureFile, inWords: wording.pictureInWords, posted: wording.postedPicture,
      undescribed: SafeText(sanitizing: wording.undescribed),
      undescribedAsks: wording.undescribedAsks,
      pictureHints: [
        // The way out stands among those for which there is always room.
        Hint(key: "Enter", word: wording.attachKey), Hint(key: "Esc", word: wording.closeKey),
        Hint(key: "Tab", word: wording.completeKey),
        Hint(key: "↑↓", word: wording.choosePictureKey),
        Hint(key: "Alt-↑↓", word: wording.movePictureKey),
        Hint(key: "^D", word: wording.removePictureKey),
      ] + (limits.coversPictures ? [Hint(key: "Alt-S", word: wording.coverPicturesKey)] : []),
      noPictures: draft.quoting != nil && limits.attachments > 0
        ? wording.noPicturesInQuotes : wording.picturesNotOffered,
      covered: wording.picturesCovered, noCovers: wording.noCovers)
  }
}

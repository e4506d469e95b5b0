import FeedDomain
import Terminal

extension ComposeViewModel.Labels {
  /// The words for a draft within these limits.
  init(_ draft: Draft, _ limits: DraftLimits, _ wording: Wording) {
    var hints = [
      Hint(key: "^S", word: wording.sendKey), Hint(key: "Esc", word: wording.leaveKey),
      Hint(key: "^X", word: wording.editorKey),
    ]
    if limits.allowsWarning { hints.append(Hint(key: "^T", word: wording.warningKey)) }
    let isNew = draft.editing == nil
    if isNew, limits.visibilities.count > 1 {
      hints.append(Hint(key: "^O", word: wording.visibilityKey))
    }
    let takesPictures = limits.attachments(for: draft.asking(nil)) > 0
    if takesPictures { hints.append(Hint(key: "^P", word: wording.pictureKey)) }
    if limits.polls(for: draft.attaching([])) != nil {
      hints.append(Hint(key: "Alt-P", word: wording.pollKey))
    }
    if !MorePanel.rows(for: draft, within: limits).isEmpty {
      hints.append(Hint(key: "Alt-O", word: wording.moreKey))
    }
    hints.append(Hint(key: "Alt-U", word: wording.undoKey))
    hints.append(Hint(key: "Alt-X", word: wording.discardKey))
    if takesPictures, limits.coversPictures {
      hints.append(Hint(key: "Alt-S", word: wording.coverPicturesHint))
    }
    self.init(
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
      describe: Hint(key: "Enter", word: wording.describeKey),
      noPictures: draft.quoting != nil && limits.attachments > 0
        ? wording.noPicturesInQuotes : wording.picturesNotOffered,
      covered: wording.picturesCovered, noCovers: wording.noCovers,
      poll: ComposeViewModel.PollLabels(draft, limits, wording),
      more: ComposeViewModel.MoreLabels(wording), wordsAreSettled: wording.wordsAreSettled)
  }

}

extension ComposeViewModel.PollLabels {
  /// The words about the poll of a draft within these limits.
  fileprivate init(_ draft: Draft, _ limits: DraftLimits, _ wording: Wording) {
    let lengths = (limits.polls?.lengths ?? []) + (draft.poll.map { [$0.lasts] } ?? [])
    self.init(
      hints: [
        Hint(key: "Enter", word: wording.nextChoiceKey), Hint(key: "Esc", word: wording.closeKey),
        Hint(key: "Alt-S", word: wording.severalKey),
        Hint(key: "Alt-T", word: wording.pollLengthKey),
        Hint(key: "^D", word: wording.removeChoiceKey),
        Hint(key: "↑↓", word: wording.chooseAnswerKey),
      ],
      one: wording.oneChoice, several: wording.severalChoices,
      lengths: Dictionary(
        lengths.map {
          ($0, SafeText(sanitizing: wording.pollCloses(in: wording.span($0))))
        }, uniquingKeysWith: { first, _ in first }),
      noPolls: limits.polls == nil
        ? wording.pollsNotOffered
        : draft.editing == nil ? wording.pollNotAlone : wording.noPollInChange,
      noPollWithPictures: wording.pollNotAlone)
  }
}

extension ComposeViewModel.MoreLabels {
  fileprivate init(_ wording: Wording) {
    self.init(
      hints: [
        Hint(key: "Enter", word: wording.nextRowKey), Hint(key: "Esc", word: wording.closeKey),
        Hint(key: "←→", word: wording.chooseKey),
      ],
      nothing: wording.nothingMore, language: wording.languageRow,
      languageHint: wording.languageHint, moment: wording.momentRow,
      momentHint: wording.momentHint, now: wording.atOnce, at: wording.at,
      unclear: wording.momentUnclear, quoters: wording.quotersRow, usual: wording.asUsual,
      quoterNames: Dictionary(
        uniqueKeysWithValues: Quoters.allCases.map { ($0, wording.choice(of: $0)) }),
      quotersSaid: Dictionary(
        uniqueKeysWithValues: Quoters.allCases.map { ($0, wording.sentence(for: $0)) }))
  }
}

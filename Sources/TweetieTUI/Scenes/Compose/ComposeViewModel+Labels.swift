import FeedDomain
import Terminal

extension ComposeViewModel.Labels {
  /// The words for a draft within these limits.
  init(_ draft: Draft, _ limits: DraftLimits, _ wording: Wording) {
    var hints = [
      Hint(.control("s"), word: wording.sendKey), Hint(Key(.escape), word: wording.leaveKey),
      Hint(.control("x"), word: wording.editorKey),
    ]
    if limits.allowsWarning { hints.append(Hint(.control("t"), word: wording.warningKey)) }
    let isNew = draft.editing == nil
    if isNew, limits.visibilities.count > 1 {
      hints.append(Hint(.control("o"), word: wording.visibilityKey))
    }
    let takesPictures = limits.attachments(for: draft.asking(nil)) > 0
    if takesPictures { hints.append(Hint(.control("p"), word: wording.pictureKey)) }
    if limits.polls(for: draft.attaching([])) != nil {
      hints.append(Hint(.alt("p"), word: wording.pollKey))
    }
    if !MorePanel.rows(for: draft, within: limits).isEmpty {
      hints.append(Hint(.alt("o"), word: wording.moreKey))
    }
    hints.append(Hint(.alt("u"), word: wording.undoKey))
    hints.append(Hint(.alt("x"), word: wording.discardKey))
    if takesPictures, limits.coversPictures {
      hints.append(Hint(.alt("s"), word: wording.coverPicturesHint))
    }
    self.init(
      placeholder: wording.emptyPage, warning: wording.contentWarning, hints: hints,
      help: Hint(Key(.function(1)), word: wording.allKeys), leaveAnyway: wording.leaveAnyway,
      discardAsks: wording.discardAsks,
      noWarnings: wording.noWarnings,
      noVisibilities: isNew ? wording.noVisibilities : wording.visibilityIsSettled,
      picture: wording.pictureFile, inWords: wording.pictureInWords, posted: wording.postedPicture,
      undescribed: SafeText(sanitizing: wording.undescribed),
      undescribedAsks: wording.undescribedAsks,
      pictureHints: [
        // The way out stands among those for which there is always room.
        Hint(Key(.enter), word: wording.attachKey), Hint(Key(.escape), word: wording.closeKey),
        Hint(Key(.tab), word: wording.completeKey),
        Hint(Key(.up), Key(.down), word: wording.choosePictureKey),
        Hint(Key(.up, .alt), Key(.down, .alt), word: wording.movePictureKey),
        Hint(.control("d"), word: wording.removePictureKey),
      ] + (limits.coversPictures ? [Hint(.alt("s"), word: wording.coverPicturesKey)] : []),
      describe: Hint(Key(.enter), word: wording.describeKey),
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
        Hint(Key(.enter), word: wording.nextChoiceKey), Hint(Key(.escape), word: wording.closeKey),
        Hint(.alt("s"), word: wording.severalKey),
        Hint(.alt("t"), word: wording.pollLengthKey),
        Hint(.control("d"), word: wording.removeChoiceKey),
        Hint(Key(.up), Key(.down), word: wording.chooseAnswerKey),
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
        Hint(Key(.enter), word: wording.nextRowKey), Hint(Key(.escape), word: wording.closeKey),
        Hint(Key(.left), Key(.right), word: wording.chooseKey),
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

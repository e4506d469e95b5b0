import FeedDomain
import Preferences
import Terminal
import Words

extension ComposeViewModel.Frame {
  /// What stands around a draft within these limits, which answers or quotes a post, or follows
  /// another in a thread of which so many posts went out.
  init(
    _ draft: Draft, _ limits: DraftLimits, answering original: Post?, _ wording: Wording,
    following posted: Int? = nil
  ) {
    let isNew = draft.editing == nil
    self.limits = limits
    preceding = posted ?? draft.preceding
    title = wording.title(of: draft, answering: original)
    self.original = original.map { ComposeViewModel.Original($0, wording) }
    // Who sees it was decided when it was posted.
    audiences = (isNew ? limits.visibilities(for: draft) : [draft.visibility]).map {
      ComposeViewModel.Audience(visibility: $0, name: wording.choice(of: $0))
    }
    pictures = limits.attachments(for: draft.asking(nil))
    polls = limits.polls(for: draft.attaching([]))
    // What follows goes out when it is its turn.
    more = MoreForm.rows(for: draft, within: limits, wording).filter {
      posted == nil && draft.preceding == 0 || $0 != .moment
    }
    let canFollow = isNew && limits.threads
    later =
      canFollow && posted == nil
      ? [Self(draft.successor, limits, answering: nil, wording, following: draft.preceding)] : []
    let reasons: [(ComposeViewModel.Act, isOffered: Bool, SafeText)] = [
      (.warning, limits.allowsWarning, wording.noWarnings),
      (
        .audience, audiences.count > 1,
        !isNew
          ? wording.visibilityIsSettled
          : original?.isDirect == true ? wording.answerStaysDirect : wording.noVisibilities
      ),
      (
        .pictures, pictures > 0,
        draft.quoting != nil && limits.attachments > 0
          ? wording.noPicturesInQuotes : wording.picturesNotOffered
      ),
      (.covers, limits.coversPictures, wording.noCovers),
      (.descriptions, limits.describesAnew, wording.wordsAreSettled),
      (
        .poll, polls != nil,
        limits.polls == nil
          ? wording.pollsNotOffered : isNew ? wording.pollNotAlone : wording.noPollInChange
      ),
      (.more, !more.isEmpty, wording.nothingMore),
      (.thread, canFollow, isNew ? wording.noThreads : wording.editIsOnePost),
    ]
    withheld = Dictionary(
      uniqueKeysWithValues: reasons.filter { !$0.isOffered }.map { ($0.0, $0.2) })
    labels = ComposeViewModel.Labels(draft, limits, withheld, wording)
  }
}

extension ComposeViewModel.Original {
  fileprivate init(_ post: Post, _ wording: Wording) {
    let text = wording.cover(of: post.content)?.string ?? post.content.text.withAddresses
    author = [
      Span(SafeText(sanitizing: post.author.spokenName), .author), Span("  "),
      Span("@\(post.author.handle)", .handle),
    ]
    // More than this is never shown above an answer.
    lines = Array(SafeText.lines(sanitizing: String(text.prefix(2000))).prefix(20))
  }
}

extension ComposeViewModel.Labels {
  fileprivate init(
    _ draft: Draft, _ limits: DraftLimits, _ withheld: [ComposeViewModel.Act: SafeText],
    _ wording: Wording
  ) {
    // A key is told where all that it needs is offered.
    let keys: [(needs: [ComposeViewModel.Act], hint: Hint)] = [
      ([], Hint(.control("s"), word: wording.sendKey)),
      ([], Hint(Key(.escape), word: wording.leaveKey)),
      ([], Hint(.control("x"), word: wording.editorKey)),
      ([.warning], Hint(.control("t"), word: wording.warningKey)),
      ([.audience], Hint(.control("o"), word: wording.visibilityKey)),
      ([.pictures], Hint(.control("p"), word: wording.pictureKey)),
      ([.poll], Hint(.alt("p"), word: wording.pollKey)),
      ([.more], Hint(.alt("o"), word: wording.moreKey)),
      ([.thread], Hint(.alt("n"), word: wording.nextPostKey)),
      ([], Hint(.alt("u"), word: wording.undoKey)),
      ([], Hint(.alt("x"), word: wording.discardKey)),
      ([.pictures, .covers], Hint(.alt("s"), word: wording.coverPicturesHint)),
    ]
    self.init(
      placeholder: wording.emptyPage, warning: wording.contentWarning,
      hints: keys.filter { $0.needs.allSatisfy { withheld[$0] == nil } }.map(\.hint),
      help: Hint(Key(.function(1)), word: wording.allKeys), leaveAnyway: wording.leaveAnyway,
      discardAsks: wording.discardAsks,
      pictures: ComposeViewModel.PictureLabels(wording, covers: limits.coversPictures),
      poll: ComposeViewModel.PollLabels(draft, limits, wording),
      more: ComposeViewModel.MoreLabels(wording), nothingToFollow: wording.nothingToFollow,
      nothingMisspelt: wording.nothingMisspelt)
  }
}

extension ComposeViewModel.PictureLabels {
  fileprivate init(_ wording: Wording, covers: Bool) {
    self.init(
      hints: [
        // The way out stands among those for which there is always room.
        Hint(Key(.enter), word: wording.attachKey), Hint(Key(.escape), word: wording.closeKey),
        Hint(Key(.tab), word: wording.completeKey),
        Hint(Key(.up), Key(.down), word: wording.choosePictureKey),
        Hint(Key(.up, .alt), Key(.down, .alt), word: wording.movePictureKey),
        Hint(.control("d"), word: wording.removePictureKey),
      ] + (covers ? [Hint(.alt("s"), word: wording.coverPicturesKey)] : []),
      describe: Hint(Key(.enter), word: wording.describeKey),
      file: wording.pictureFile, inWords: wording.pictureInWords, posted: wording.postedPicture,
      undescribed: wording.undescribed,
      undescribedAsks: wording.undescribedAsks, covered: wording.picturesCovered)
  }
}

extension ComposeViewModel.PollLabels {
  fileprivate init(_ draft: Draft, _ limits: DraftLimits, _ wording: Wording) {
    let lengths = (limits.polls?.lengths ?? []) + (draft.poll.map { [$0.lasts] } ?? [])
    self.init(
      hints: [
        Hint(Key(.enter), word: wording.nextChoiceKey), Hint(Key(.escape), word: wording.closeKey),
        Hint(.alt("s"), word: wording.severalKey), Hint(.alt("t"), word: wording.pollLengthKey),
        Hint(.control("d"), word: wording.removeChoiceKey),
        Hint(Key(.up), Key(.down), word: wording.chooseAnswerKey),
      ],
      one: wording.oneChoice, several: wording.severalChoices,
      lengths: Dictionary(
        lengths.map { ($0, wording.pollCloses(in: wording.span($0))) },
        uniquingKeysWith: { first, _ in first }),
      notAlone: wording.pollNotAlone)
  }
}

extension ComposeViewModel.MoreLabels {
  fileprivate init(_ wording: Wording) {
    self.init(
      hints: [
        Hint(Key(.enter), word: wording.nextRowKey), Hint(Key(.escape), word: wording.closeKey),
        Hint(Key(.left), Key(.right), word: wording.chooseKey),
      ],
      language: wording.languageRow, languageHint: wording.languageHint,
      moment: wording.momentRow, momentHint: wording.momentHint, now: wording.atOnce,
      at: wording.at, unclear: wording.momentUnclear, quoters: wording.quotersRow,
      usual: wording.asUsual,
      quoterNames: Dictionary(
        uniqueKeysWithValues: Quoters.allCases.map { ($0, wording.choice(of: $0)) }),
      quotersSaid: Dictionary(
        uniqueKeysWithValues: Quoters.allCases.map { ($0, wording.sentence(for: $0)) }))
  }

  /// What is asked in a row.
  func name(of row: MoreForm.Row) -> SafeText {
    switch row {
    case .language: language
    case .moment: moment
    case .quoters: quoters
    case .remark(let asked): asked.name
    }
  }

  /// What stands beside a field: how it is when it is empty, else how it is written.
  func hint(of row: MoreForm.Row, isEmpty: Bool) -> SafeText {
    row == .moment ? (isEmpty ? now : momentHint) : isEmpty ? usual : languageHint
  }
}

extension Wording {
  /// What is written.
  fileprivate func title(of draft: Draft, answering original: Post?) -> SafeText {
    if draft.editing != nil { return changedPost }
    if draft.quoting != nil { return quoteTitle(of: original?.author.handle) }
    let isReply = draft.replyTo != nil || original != nil
    return isReply ? replyTitle(to: original?.author.handle) : newPost
  }
}

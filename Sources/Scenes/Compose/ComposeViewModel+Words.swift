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
    let reasons: [(ComposeViewModel.Tool, isOffered: Bool, SafeText)] = [
      (.warning, limits.allowsWarning, wording.noWarnings),
      (
        .audience, audiences.count > 1,
        !isNew
          ? wording.say("Who sees a post cannot be changed after posting.")
          : original?.isDirect == true
            ? wording.say("A reply to a direct post stays direct.") : wording.noVisibilities
      ),
      (
        .pictures, pictures > 0,
        draft.quoting != nil && limits.attachments > 0
          ? wording.say("A post that quotes another cannot have pictures here.")
          : wording.say("No pictures can be posted here.")
      ),
      (.covers, limits.coversPictures, wording.noCovers),
      (
        .descriptions, limits.canEditAltTexts,
        wording.say("The description of a posted picture cannot be changed here.")
      ),
      (
        .poll, polls != nil,
        limits.polls == nil
          ? wording.pollsNotOffered
          : isNew ? wording.pollNotAlone : wording.say("A poll cannot be added after posting.")
      ),
      (.more, !more.isEmpty, wording.say("There are no more options for a post here.")),
      (
        .thread, canFollow,
        isNew ? wording.noThreads : wording.say("A thread cannot be made of a post that is edited.")
      ),
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
    _ draft: Draft, _ limits: DraftLimits, _ withheld: [ComposeViewModel.Tool: SafeText],
    _ wording: Wording
  ) {
    // A key is told where all that it needs is offered.
    let keys: [(needs: [ComposeViewModel.Tool], hint: Hint)] = [
      ([], Hint(.control("s"), word: wording.say("send"))),
      ([], Hint(Key(.escape), word: wording.say("leave, keep draft"))),
      ([], Hint(.control("x"), word: wording.say("editor"))),
      ([.warning], Hint(.control("t"), word: wording.say("warning"))),
      ([.audience], Hint(.control("o"), word: wording.say("who sees it"))),
      ([.pictures], Hint(.control("p"), word: wording.pictureKey)),
      ([.poll], Hint(.alt("p"), word: wording.pollKey)),
      ([.more], Hint(.alt("o"), word: wording.say("language and more"))),
      ([.thread], Hint(.alt("n"), word: wording.say("next post of a thread"))),
      ([], Hint(.alt("u"), word: wording.say("undo"))),
      ([], Hint(.alt("x"), word: wording.discardKey)),
      ([.pictures, .covers], Hint(.alt("s"), word: wording.say("cover pictures"))),
    ]
    self.init(
      placeholder: wording.say("What is going on?"), warning: wording.say("Warning"),
      hints: keys.filter { $0.needs.allSatisfy { withheld[$0] == nil } }.map(\.hint),
      help: Hint(Key(.function(1)), word: wording.say("all keys")),
      leaveAnyway: wording.say("Press Esc again to leave without saving."),
      discardAsks: wording.discardAsks,
      pictures: ComposeViewModel.PictureLabels(wording, covers: limits.coversPictures),
      poll: ComposeViewModel.PollLabels(draft, limits, wording),
      more: ComposeViewModel.MoreLabels(wording),
      nothingToFollow: wording.say("Write this post before you begin the next."),
      nothingMisspelt: wording.say("No word here is marked as misspelt."))
  }
}

extension ComposeViewModel.PictureLabels {
  fileprivate init(_ wording: Wording, covers: Bool) {
    self.init(
      hints: [
        // The way out stands among those for which there is always room.
        Hint(Key(.enter), word: wording.say("add the picture")),
        Hint(Key(.escape), word: wording.closeKey),
        Hint(Key(.tab), word: wording.say("complete the path")),
        Hint(Key(.up), Key(.down), word: wording.say("choose a picture")),
        Hint(Key(.up, .alt), Key(.down, .alt), word: wording.say("move the picture")),
        Hint(.control("d"), word: wording.say("remove the picture")),
      ] + (covers ? [Hint(.alt("s"), word: wording.say("cover them"))] : []),
      describe: Hint(Key(.enter), word: wording.say("describe it")),
      file: wording.say("Picture file:"), inWords: wording.say("What it shows:"),
      posted: wording.say("(in the post)"),
      undescribed: wording.undescribed,
      undescribedAsks: wording.say(
        "A picture has no description. Press ^S again to send it anyway."),
      covered: wording.say("pictures covered"))
  }
}

extension ComposeViewModel.PollLabels {
  fileprivate init(_ draft: Draft, _ limits: DraftLimits, _ wording: Wording) {
    let lengths = (limits.polls?.lengths ?? []) + (draft.poll.map { [$0.lasts] } ?? [])
    self.init(
      hints: [
        Hint(Key(.enter), word: wording.say("next answer")),
        Hint(Key(.escape), word: wording.closeKey),
        Hint(.alt("s"), word: wording.say("one or several")),
        Hint(.alt("t"), word: wording.say("how long")),
        Hint(.control("d"), word: wording.say("remove the answer")),
        Hint(Key(.up), Key(.down), word: wording.say("choose an answer")),
      ],
      one: wording.say("one answer"), several: wording.say("several answers"),
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
        Hint(Key(.enter), word: wording.say("next")), Hint(Key(.escape), word: wording.closeKey),
        Hint(Key(.left), Key(.right), word: wording.say("choose")),
      ],
      language: wording.say("Language:"), languageHint: wording.languageHint,
      moment: wording.say("Post it at:"), momentHint: wording.momentHint,
      now: wording.say("at once"),
      at: wording.at, unclear: wording.momentUnclear, quotePolicy: wording.say("Who may quote it:"),
      usual: wording.asUsual,
      quoterNames: Dictionary(
        uniqueKeysWithValues: QuotePolicy.allCases.map { ($0, wording.choice(of: $0)) }),
      quotersSaid: Dictionary(
        uniqueKeysWithValues: QuotePolicy.allCases.map { ($0, wording.sentence(for: $0)) }))
  }

  /// What is asked in a row.
  func name(of row: MoreForm.Row) -> SafeText {
    switch row {
    case .language: language
    case .moment: moment
    case .quotePolicy: quotePolicy
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
    if draft.editing != nil { return say("Edit your post") }
    if draft.quoting != nil { return quoteTitle(of: original?.author.handle) }
    let isReply = draft.replyTo != nil || original != nil
    return isReply ? replyTitle(to: original?.author.handle) : say("New post")
  }
}

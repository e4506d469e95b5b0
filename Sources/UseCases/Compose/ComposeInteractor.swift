package import FeedDomain

/// Decides what writing does: each change is measured at once, and saved as fast as the disk allows.
@MainActor package final class ComposeInteractor: Interacting {
  private let session: Session
  private let actions: PendingActions
  private let presenter: any Presenting<Compose.Response>
  private var draft: Draft?
  /// The draft as it is held, as far as this window knows: what it read or wrote last, perhaps under
  /// another id than the one it began with.
  private var kept: Draft?
  private var vocabulary: Vocabulary?
  private let spelling: SpellingCheck?
  private lazy var emoji = EmojiCompletion(session)
  private var lastFailure: StoreError?
  /// A draft that was never touched is not worth keeping.
  private var isTouched = false
  private lazy var counts = LatestWrite<DraftMeasure> { [weak self] in await self?.count($0) }
  private lazy var looks = LatestWrite<Draft> { [weak self] in await self?.checkSpelling($0) }
  private lazy var saves = LatestWrite<Draft> { [weak self] in await self?.save($0) }

  /// Decides for a page; without somebody who knows how words are spelt, none are misspelt.
  package init(
    _ session: Session, actions: PendingActions, presenter: any Presenting<Compose.Response>,
    spelling: (any SpellingGateway)? = nil
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    self.spelling = spelling.map { SpellingCheck($0) }
  }

  /// Answers a request; saving goes on by itself.
  package func handle(_ request: Compose.Request) async {
    switch request {
    case .open(.amend(let post)): await amend(post)
    case .open(let purpose): await open(purpose)
    case .edit(let draft): edit(draft)
    // What is wrong with a file is told at once: nobody should describe a picture in vain.
    case .look(let path, let post): _ = await isPicture(path, for: post)
    case .attach(let path, let altText, let post): await attach(path, altText, to: post)
    case .describe(let place, let altText, let post): describe(place, altText, of: post)
    case .completePath(let beginning): await completePath(beginning)
    case .send: await send()
    case .leave: await leave()
    case .discard:
      await saves.cancel()
      await forget()
      presenter.present(.left(keptDraft: false))
    case .complete(let beginning): await complete(beginning)
    case .correct(let word, let post): await correct(word, in: post)
    }
  }
}

extension ComposeInteractor {
  /// Has the draft say something else: it is measured at once, and saved.
  private func edit(_ draft: Draft) {
    guard let current = self.draft, current.id == draft.id else { return }
    self.draft = draft
    isTouched = true
    measure(draft)
    saves.submit(draft)
    if spelling != nil { looks.submit(draft) }
  }

  private func checkSpelling(_ draft: Draft) async {
    guard let misspelt = await spelling?.look(at: draft) else { return }
    presenter.present(.misspelt(misspelt))
  }

  private func correct(_ word: String, in place: Int) async {
    guard let spelling, let post = draft?.post(place) else { return }
    let words = await spelling.suggestions(for: word, in: post.language)
    presenter.present(.corrections(words, of: word))
  }

  private func open(_ purpose: Compose.Purpose) async {
    guard let limits = session.connection.draftLimits else { return }
    do throws(StoreError) {
      let beginning = try await DraftBeginning(session, actions: actions).begin(purpose)
      guard let beginning else { return presenter.present(.left(keptDraft: false)) }
      begin(beginning, within: limits)
    } catch {
      // Writing must be possible even where nothing can be read.
      let draft = DraftBeginning(session, actions: actions).fresh(for: purpose)
      self.draft = draft
      kept = nil
      presenter.present(.editing(draft, limits, replyingTo: nil, isResumed: false))
      presenter.present(.notKept(error))
    }
  }

  /// Begins to write on a draft.
  private func begin(_ beginning: DraftBeginning.Start, within limits: DraftLimits) {
    draft = beginning.draft
    kept = beginning.isResumed ? beginning.draft : nil
    isTouched = beginning.isResumed
    presenter.present(
      .editing(
        beginning.draft, limits.bounded(by: beginning.answered, for: beginning.draft),
        replyingTo: beginning.answered.map { actions.shown($0) }, isResumed: beginning.isResumed))
    measure(beginning.draft)
    guard beginning.isResumed else { return }
    if spelling != nil { looks.submit(beginning.draft) }
    // What is missing is told now, not when the post is written.
    Task {
      guard let gone = await goneFile(of: beginning.draft), draft?.id == beginning.draft.id
      else { return }
      presenter.present(gone)
    }
  }

  /// That the file of a picture of the draft is gone since it was added.
  private func goneFile(of draft: Draft) async -> Compose.Response? {
    guard let pictures = session.shelf.pictures else { return nil }
    for (place, post) in draft.posts.enumerated() {
      for picture in post.attachments where !picture.isPosted && picture.uploaded == nil {
        guard await pictures.isThere(picture.path) else {
          return .unfit(.pictureGone(path: picture.path), post: place)
        }
      }
    }
    return nil
  }

  /// Tells how much is left: at once or, of a text so long that counting it would hold up the keys,
  /// as soon as it is counted.
  private func measure(_ draft: Draft) {
    guard let limits = session.connection.draftLimits else { return }
    let measure = DraftMeasure(draft, within: limits, at: session.world.now)
    if measure.isQuick { presenter.present(measure.response) } else { counts.submit(measure) }
  }

  private func count(_ measure: DraftMeasure) async {
    let response = await measure.counted()
    // What was typed meanwhile is counted next.
    if draft?.id == measure.draft.id { presenter.present(response) }
  }

  private func save(_ draft: Draft) async {
    do throws(StoreError) {
      _ = try await keep(draft)
      lastFailure = nil
      presenter.present(.saved)
    } catch {
      lastFailure = error
      presenter.present(.notKept(error))
    }
  }

  /// Has the draft on disk, where no other window writes.
  private func keep(_ draft: Draft) async throws(StoreError) -> Draft {
    let slot = kept?.id ?? draft.id
    let held = try await session.drafts.keep(draft.copied(as: slot), over: kept)
    kept = held
    if held.id != slot { presenter.present(.parted) }
    return held
  }

  /// The draft under an id under which no other window wrote anything else: all that is held under
  /// the id leaves the drafts with it.
  private func sendable(_ draft: Draft) async throws(StoreError) -> Draft {
    // What another window sent as it stands here is known by its id, so that it is sent once.
    if let kept, kept == draft.copied(as: kept.id), try await session.drafts.isSent(kept) {
      return kept
    }
    return try await keep(draft)
  }

  private func send() async {
    guard let draft, let limits = session.connection.draftLimits else { return }
    let measure = DraftMeasure(draft, within: limits, at: session.world.now)
    let hindrance = measure.isQuick ? measure.hindrance : await measure.soughtHindrance()
    guard self.draft == draft else { return }
    if let hindrance { return presenter.present(hindrance) }
    // Nobody sends twice by pressing twice; the draft is here again if it cannot be kept.
    self.draft = nil
    await saves.finish()
    if let gone = await goneFile(of: draft) {
      self.draft = draft
      return presenter.present(gone)
    }
    do throws(StoreError) {
      let bounded = draft.tidied.bounded(by: try await session.bounds(of: draft))
      let item = try await actions.queue(.publish(try await sendable(bounded)))
      let until = item.heldUntil ?? session.world.now
      presenter.present(.queued(item, until: until, wait: await wait(of: item, at: until)))
    } catch {
      self.draft = draft
      presenter.present(.notKept(error))
    }
  }

  /// What a post waits for that was queued just now, when it can no longer be undone.
  private func wait(of item: OutboxItem, at moment: Timestamp) async -> OutboxWaitReason {
    do throws(StoreError) {
      let items = try await session.shelf.outbox.items(of: session.account.id)
      return OutboxWaitReason(of: item, among: items, now: moment, isNew: true)
    } catch {
      // The outbox will tell, as soon as it can be read.
      session.note(error, doing: "look what waits")
      return .turn
    }
  }

  private func leave() async {
    guard let draft else { return presenter.present(.left(keptDraft: false)) }
    await saves.finish()
    // What was typed while we waited goes first; the scene asks again.
    guard self.draft == draft else { return await leave() }
    if draft.isEmpty || !isTouched {
      await forget()
      return presenter.present(.left(keptDraft: false))
    }
    // Signed out meanwhile, what was saved is gone.
    if lastFailure != nil || session.isOver { await save(draft) }
    guard lastFailure == nil else { return }
    self.draft = nil
    presenter.present(.left(keptDraft: true))
  }

  private func forget() async {
    draft = nil
    guard let kept, !session.isOver else { return }
    do throws(StoreError) {
      try await session.shelf.drafts.discard(kept)
    } catch {
      // It will be offered again, under the same key: sending it twice is sending it once.
      session.note(error, doing: "drop a draft")
    }
  }

  private func complete(_ beginning: String) async {
    if beginning.hasPrefix(":") {
      return await emoji.complete(beginning) { presenter.present($0) }
    }
    if vocabulary == nil {
      do throws(StoreError) {
        let window = try await session.shelf.feeds.window(
          of: .home, account: session.account.id, around: .top, above: 0, below: 200)
        vocabulary = Vocabulary(window.rows.compactMap(\.entry))
      } catch {
        session.note(error, doing: "look for names")
      }
    }
    presenter.present(.completions(vocabulary?.words(beginning: beginning) ?? []))
  }
}

extension ComposeInteractor {
  /// Begins to change a post: with what is left of an earlier try, else as it was written, which the
  /// service knows alone.
  private func amend(_ post: Post.ID) async {
    let connection = session.connection
    guard connection.edits, let limits = connection.draftLimits,
      let publishing = connection.publishing
    else { return }
    do throws(StoreError) {
      if let left = try await DraftBeginning(session, actions: actions).left(changing: post) {
        return begin(left, within: limits)
      }
    } catch {
      // Changing it must be possible even where nothing can be read.
      session.note(error, doing: "look for a draft")
    }
    presenter.present(.fetching)
    do throws(FeedError) {
      let id = Draft.ID(session.world.orderedKey())
      let draft = try await publishing.draft(of: post, as: id)
      guard !session.isOver else { return }
      begin(DraftBeginning.Start(draft: draft, answered: nil, isResumed: false), within: limits)
    } catch {
      presenter.present(.notFetched(error))
    }
  }
}

extension ComposeInteractor {
  /// Adds a picture to a post, once it is known that it can be posted: nobody should learn that from
  /// the outbox, hours later.
  private func attach(_ path: String, _ altText: String, to place: Int) async {
    guard let limits = session.connection.draftLimits, let before = draft else { return }
    let limitExceeded = limits.limitExceeded(ofAltText: altText)
    guard limitExceeded == 0 else { return presenter.present(.altTextTooLong(by: limitExceeded)) }
    guard let pictures = session.shelf.pictures, await isPicture(path, for: place) else { return }
    // What was typed or added while we looked stays.
    guard let draft, draft.id == before.id, let post = draft.post(place),
      post.attachments.count < limits.attachments(for: post)
    else { return }
    let picture = Draft.Attachment(path: pictures.rooted(path), altText: altText)
    tellAttached(post.attaching(post.attachments + [picture]), at: place, of: draft)
  }

  /// Says anew what a picture of a post shows.
  private func describe(_ picture: Int, _ altText: String, of place: Int) {
    guard let limits = session.connection.draftLimits, let draft, let post = draft.post(place),
      post.attachments.indices.contains(picture)
    else { return }
    let limitExceeded = limits.limitExceeded(ofAltText: altText)
    guard limitExceeded == 0 else { return presenter.present(.altTextTooLong(by: limitExceeded)) }
    var pictures = post.attachments
    pictures[picture] = pictures[picture].described(as: altText)
    tellAttached(post.attaching(pictures), at: place, of: draft)
  }

  private func tellAttached(_ post: Draft, at place: Int, of draft: Draft) {
    let draft = draft.with(post, at: place)
    edit(draft)
    presenter.present(.attached(draft, post: place))
  }

  /// Whether the file is a picture for which there is room in a post; where not, that is told.
  private func isPicture(_ path: String, for place: Int) async -> Bool {
    guard let limits = session.connection.draftLimits, let pictures = session.shelf.pictures,
      let post = draft?.post(place)
    else { return false }
    guard pictures.takesFiles else {
      presenter.present(.notAttached(.forbidden))
      return false
    }
    let most = limits.attachments(for: post)
    guard post.attachments.count < most else {
      presenter.present(.tooManyPictures(limit: most))
      return false
    }
    do throws(PictureProblem) {
      _ = try await pictures.prepare(path, within: limits.pictures)
    } catch {
      presenter.present(.notAttached(error))
      return false
    }
    return true
  }

  /// Looks for files whose path begins so.
  private func completePath(_ beginning: String) async {
    let pictures = session.shelf.pictures.flatMap { $0.takesFiles ? $0 : nil }
    let paths = await pictures?.paths(beginning: beginning) ?? []
    presenter.present(.paths(paths, beginning: beginning))
  }
}

extension OutboxItem {
  /// Until when it is held back.
  fileprivate var heldUntil: Timestamp? {
    if case .queued(let notBefore, _) = state { notBefore } else { nil }
  }
}

/// What counting a draft comes to.
private struct DraftMeasure: Sendable {
  /// A text with more bytes is counted away from the keys.
  private static let quickBytes = 20_000

  let draft: Draft
  private let limits: DraftLimits
  private let now: Timestamp

  init(_ draft: Draft, within limits: DraftLimits, at now: Timestamp) {
    (self.draft, self.limits, self.now) = (draft, limits, now)
  }

  var isQuick: Bool {
    draft.posts.allSatisfy {
      $0.text.utf8.count + ($0.warning?.utf8.count ?? 0) <= Self.quickBytes
    }
  }

  var response: Compose.Response {
    .measured(
      remaining: limits.remaining(for: draft), following: draft.following.map(limits.remaining),
      canSend: hindrance == nil)
  }

  @concurrent func counted() async -> Compose.Response { response }

  @concurrent func soughtHindrance() async -> Compose.Response? { hindrance }

  /// Why the draft cannot be sent: what is wrong with the first of its posts with which something
  /// is. One in which there is nothing is left out.
  var hindrance: Compose.Response? {
    if draft.isEmpty { return .empty }
    let isThread = draft.tidied.place != nil
    for (place, post) in draft.posts.enumerated() where !post.isBlank {
      let remaining = limits.remaining(for: post)
      if remaining < 0 { return .tooLong(by: -remaining, post: place) }
      if isThread, post.postsAt != nil { return .unfit(.threadLater, post: place) }
      if let problem = limits.problem(with: post, at: now) { return .unfit(problem, post: place) }
    }
    return limits.problem(with: draft.tidied, at: now).map { .unfit($0) }
  }
}

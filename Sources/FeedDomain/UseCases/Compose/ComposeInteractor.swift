/// Decides what writing does: each change is measured at once, and saved as fast as the disk allows.
@MainActor package final class ComposeInteractor: Interacting {
  private let session: Session
  private let actions: any Acting
  private let presenter: any Presenting<Compose.Response>
  private var draft: Draft?
  /// The draft as it is held, as far as this window knows: what it read or wrote last, perhaps under
  /// another id than the one it began with.
  private var kept: Draft?
  private var vocabulary: Vocabulary?
  private var lastFailure: StoreError?
  /// A draft that was never touched is not worth keeping.
  private var isTouched = false
  private lazy var saves = LatestWrite<Draft> { [weak self] in await self?.save($0) }

  package init(_ session: Session, actions: any Acting, presenter: any Presenting<Compose.Response>)
  {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
  }

  /// Answers a request; saving goes on by itself.
  package func handle(_ request: Compose.Request) async {
    switch request {
    case .open(.amend(let post)): await amend(post)
    case .open(let purpose): await open(purpose)
    case .edit(let draft): edit(draft)
    // What is wrong with a file is told at once: nobody should describe a picture in vain.
    case .look(let path): _ = await isPicture(path)
    case .attach(let path, let altText): await attach(path, altText)
    case .describe(let place, let altText): describe(place, altText)
    case .completePath(let beginning): await completePath(beginning)
    case .send: await send()
    case .leave: await leave()
    case .discard:
      await saves.cancel()
      await forget()
      presenter.present(.left(keptDraft: false))
    case .complete(let beginning): await complete(beginning)
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
        beginning.draft, limits, replyingTo: beginning.answered.map { actions.shown($0) },
        isResumed: beginning.isResumed))
    measure(beginning.draft)
    guard beginning.isResumed else { return }
    // What is missing is told now, not when the post is written.
    Task {
      guard let gone = await goneFile(of: beginning.draft), draft?.id == beginning.draft.id
      else { return }
      presenter.present(.unfit(gone))
    }
  }

  /// A picture of the draft whose file is gone since it was added.
  private func goneFile(of draft: Draft) async -> DraftTrouble? {
    guard let pictures = session.shelf.pictures else { return nil }
    for picture in draft.attachments where !picture.isPosted && picture.uploaded == nil {
      guard await pictures.isThere(picture.path) else { return .pictureGone(path: picture.path) }
    }
    return nil
  }

  private func measure(_ draft: Draft) {
    guard let limits = session.connection.draftLimits else { return }
    let remaining = limits.remaining(for: draft)
    presenter.present(
      .measured(
        remaining: remaining,
        canSend: remaining >= 0 && !draft.isEmpty
          && limits.trouble(with: draft, at: session.world.now) == nil))
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
    let remaining = limits.remaining(for: draft)
    if draft.isEmpty { return presenter.present(.empty) }
    if remaining < 0 { return presenter.present(.tooLong(by: -remaining)) }
    if let trouble = limits.trouble(with: draft, at: session.world.now) {
      return presenter.present(.unfit(trouble))
    }
    // Nobody sends twice by pressing twice; the draft is here again if it cannot be kept.
    self.draft = nil
    await saves.finish()
    if let gone = await goneFile(of: draft) {
      self.draft = draft
      return presenter.present(.unfit(gone))
    }
    do throws(StoreError) {
      let item = try await actions.queue(.publish(try await sendable(draft)))
      let until = item.heldUntil ?? session.world.now
      presenter.present(.queued(item, until: until, wait: await wait(of: item, at: until)))
    } catch {
      self.draft = draft
      presenter.present(.notKept(error))
    }
  }

  /// What a post waits for that was queued just now, when it can no longer be undone.
  private func wait(of item: OutboxItem, at moment: Timestamp) async -> OutboxWait {
    do throws(StoreError) {
      let items = try await session.shelf.outbox.items(of: session.account.id)
      return OutboxWait(of: item, among: items, now: moment, isNew: true)
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
    guard let limits = session.connection.draftLimits, let editing = session.connection.editing
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
      let draft = try await editing.draft(of: post, as: id)
      guard !session.isOver else { return }
      begin(DraftBeginning.Start(draft: draft, answered: nil, isResumed: false), within: limits)
    } catch {
      presenter.present(.notFetched(error))
    }
  }
}

extension ComposeInteractor {
  /// Adds a picture, once it is known that it can be posted: nobody should learn that from the
  /// outbox, hours later.
  private func attach(_ path: String, _ altText: String) async {
    guard let limits = session.connection.draftLimits, let before = draft else { return }
    let most = limits.attachments(for: before)
    let excess = limits.excess(ofAltText: altText)
    guard excess == 0 else { return presenter.present(.altTextTooLong(by: excess)) }
    guard let pictures = session.shelf.pictures, await isPicture(path) else { return }
    // What was typed or added while we looked stays.
    guard let draft, draft.id == before.id, draft.attachments.count < most else {
      return
    }
    let picture = Draft.Attachment(path: pictures.rooted(path), altText: altText)
    let added = draft.attaching(draft.attachments + [picture])
    edit(added)
    presenter.present(.attached(added))
  }

  /// Says anew what a picture of the draft shows.
  private func describe(_ place: Int, _ altText: String) {
    guard let limits = session.connection.draftLimits, let draft,
      draft.attachments.indices.contains(place)
    else { return }
    let excess = limits.excess(ofAltText: altText)
    guard excess == 0 else { return presenter.present(.altTextTooLong(by: excess)) }
    var pictures = draft.attachments
    pictures[place] = pictures[place].described(as: altText)
    let described = draft.attaching(pictures)
    edit(described)
    presenter.present(.attached(described))
  }

  /// Whether the file is a picture for which there is room; where not, that is told.
  private func isPicture(_ path: String) async -> Bool {
    guard let limits = session.connection.draftLimits, let pictures = session.shelf.pictures,
      let draft
    else { return false }
    let most = limits.attachments(for: draft)
    guard draft.attachments.count < most else {
      presenter.present(.tooManyPictures(limit: most))
      return false
    }
    do throws(PictureTrouble) {
      _ = try await pictures.prepare(path, within: limits.pictures)
    } catch {
      presenter.present(.notAttached(error))
      return false
    }
    return true
  }

  /// Looks for files whose path begins so.
  private func completePath(_ beginning: String) async {
    let paths = await session.shelf.pictures?.paths(beginning: beginning) ?? []
    presenter.present(.paths(paths, beginning: beginning))
  }
}

extension OutboxItem {
  /// Until when it is held back.
  fileprivate var heldUntil: Timestamp? {
    if case .queued(let notBefore, _) = state { notBefore } else { nil }
  }
}

internal import FeedDomain

/// What writing begins with.
@MainActor struct DraftBeginning {
  /// A draft to go on with.
  struct Start {
    let draft: Draft
    let answered: Post?
    let isResumed: Bool
  }

  private let session: Session
  private let actions: PendingActions

  init(_ session: Session, actions: PendingActions) {
    (self.session, self.actions) = (session, actions)
  }

  /// The draft, new or as it was left; nil where what should be edited is on the wire or gone.
  func begin(_ purpose: Compose.Purpose) async throws(StoreError) -> Start? {
    switch purpose {
    case .edit(let id):
      guard let draft = try await actions.takeBack(id) else { return nil }
      return try await resumed(draft)
    case .draft(let id):
      guard let draft = try await session.drafts.all().first(where: { $0.id == id }) else {
        return nil
      }
      return try await resumed(draft)
    case .post, .reply, .quote, .amend:
      let empty = fresh(for: purpose)
      let answered = try await post(empty.replyTo ?? empty.quoting)
      let left = try await session.drafts.all().first {
        $0.replyTo == empty.replyTo && $0.quoting == empty.quoting && $0.editing == nil
      }
      if let left {
        return Start(draft: left.bounded(by: answered), answered: answered, isResumed: true)
      }
      guard let answered, empty.replyTo != nil else {
        return Start(draft: empty, answered: answered, isResumed: false)
      }
      return Start(
        draft: session.connection.answering(answered, with: empty).bounded(by: answered),
        answered: answered,
        isResumed: false)
    }
  }

  /// A draft that was left, for no more eyes than what it answers.
  private func resumed(_ draft: Draft) async throws(StoreError) -> Start {
    let answered = try await post(draft.replyTo ?? draft.quoting)
    return Start(draft: draft.bounded(by: answered), answered: answered, isResumed: true)
  }

  func fresh(for purpose: Compose.Purpose) -> Draft {
    let id = Draft.ID(session.world.orderedKey())
    let visibility = session.connection.usualVisibility
    let draft =
      switch purpose {
      case .reply(let post): Draft(id: id, visibility: visibility, replyTo: post)
      case .quote(let post): Draft(id: id, visibility: visibility, quoting: post)
      case .post, .edit, .amend, .draft: Draft(id: id, visibility: visibility)
      }
    let habits = session.connection.habits
    let canSetLanguage = session.connection.draftLimits?.canSetLanguage == true
    return draft.sensitive(habits.coversPictures)
      .written(in: canSetLanguage ? habits.language : nil)
  }

  private func post(_ id: Post.ID?) async throws(StoreError) -> Post? {
    guard let id else { return nil }
    return try await session.shelf.feeds.post(id, account: session.account.id)
  }

  /// What is left of an earlier try to change a post: what waits for that in the outbox, taken back
  /// from there, else a draft.
  func left(changing post: Post.ID) async throws(StoreError) -> Start? {
    for item in try await session.shelf.outbox.items(of: session.account.id) {
      guard case .publish(let draft) = item.change, draft.editing == post,
        let taken = try await actions.takeBack(item.id)
      else { continue }
      return Start(draft: taken, answered: nil, isResumed: true)
    }
    return try await session.drafts.all().first { $0.editing == post }
      .map { Start(draft: $0, answered: nil, isResumed: true) }
  }
}

package import FeedDomain

/// A draft found or created for a purpose of the compose scene, with the post it answers and
/// whether it is continued.
struct OpenedDraft {
  let draft: Draft
  /// The post that the draft replies to or quotes; nil if there is none, or the post is not stored.
  let answeredPost: Post?
  /// The draft as it is stored, if it was saved earlier and is now continued; nil for a new draft.
  /// The opened draft may differ from it, as its visibility is limited.
  let storedDraft: Draft?

  var isResumed: Bool { storedDraft != nil }
}

/// A finder of the draft to open in the compose scene, which creates one if none is stored.
@MainActor
struct DraftOpener {
  private let session: AccountSession
  private let actions: UserActionPerformer

  init(_ session: AccountSession, actions: UserActionPerformer) {
    (self.session, self.actions) = (session, actions)
  }

  /// Opens a draft for a purpose such as a reply; nil if the draft to edit is gone or being sent.
  func openDraft(for purpose: ComposeScene.ComposePurpose) async throws(StoreError)
    -> OpenedDraft?
  {
    switch purpose {
    case .edit(let id):
      guard let draft = try await actions.withdrawPost(id) else { return nil }
      return try await resumedDraft(draft)
    case .draft(let id):
      guard let draft = try await session.drafts.unsentDrafts().first(where: { $0.id == id }) else {
        return nil
      }
      return try await resumedDraft(draft)
    case .post, .reply, .quote, .editPublished, .redraft:
      let empty = newDraft(for: purpose)
      let answered = try await session.readStoredPost(empty.replyTo ?? empty.quoting)
      let left = try await session.drafts.unsentDrafts().first {
        $0.replyTo == empty.replyTo && $0.quoting == empty.quoting && $0.editing == nil
      }
      if let left {
        return OpenedDraft(
          draft: left.keepingDirectReplyDirect(to: answered), answeredPost: answered,
          storedDraft: left)
      }
      guard let answered, empty.replyTo != nil else {
        return OpenedDraft(draft: empty, answeredPost: answered, storedDraft: nil)
      }
      return OpenedDraft(
        draft: session.connection.draftAnswering(answered, with: empty).keepingDirectReplyDirect(
          to: answered),
        answeredPost: answered, storedDraft: nil)
    }
  }

  /// Returns a draft that was saved earlier as opened, with the post that it replies to or quotes;
  /// a reply to a direct post is made direct.
  private func resumedDraft(_ draft: Draft) async throws(StoreError) -> OpenedDraft {
    let answered = try await session.readStoredPost(draft.replyTo ?? draft.quoting)
    return OpenedDraft(
      draft: draft.keepingDirectReplyDirect(to: answered), answeredPost: answered,
      storedDraft: draft)
  }

  func newDraft(for purpose: ComposeScene.ComposePurpose) -> Draft {
    let defaults = session.connection.postingDefaults
    let canSetLanguage = session.connection.draftLimits?.canSetLanguage == true
    var draft = Draft(
      id: Draft.ID(session.world.timeSortableKey()), visibility: session.connection.usualVisibility,
      isSensitive: defaults.coversPictures)
    switch purpose {
    case .reply(let post): draft.replyTo = post
    case .quote(let post): draft.quoting = post
    case .post, .edit, .editPublished, .redraft, .draft: break
    }
    return draft.settingLanguage(canSetLanguage ? defaults.language : nil)
  }

  /// Returns an earlier edit of a published post: withdrawn from the outbox, else a stored draft;
  /// nil if there is none.
  func withdrawOrLoadEarlierEdit(of post: Post.ID) async throws(StoreError) -> OpenedDraft? {
    for item in try await session.stores.outbox.outboxItems(of: session.account.id) {
      guard case .publish(let draft) = item.change, draft.editing == post,
        let taken = try await actions.withdrawPost(item.id)
      else { continue }
      return OpenedDraft(draft: taken, answeredPost: nil, storedDraft: taken)
    }
    return try await session.drafts.unsentDrafts().first { $0.editing == post }
      .map { OpenedDraft(draft: $0, answeredPost: nil, storedDraft: $0) }
  }
}

extension ServiceConnection {
  /// Returns the draft as a reply to a post: with mentions of the participants, no wider visibility
  /// than the post, and its content warning.
  package func draftAnswering(_ answered: Post, with draft: Draft) -> Draft {
    changedCopy(draft) {
      $0.text = replyMentions(for: answered, missingIn: draft.text) + draft.text
      $0.visibility = draft.visibility.moreRestrictiveVisibility(with: answered.visibility)
      $0.warning = draft.warning ?? contentWarningForReply(of: answered)
    }
  }

  /// Returns the mentions with which a reply begins: of all participants of the conversation whom
  /// the text does not mention, the author first; some services deliver a reply only to mentioned
  /// people. Empty if the service needs no mentions.
  private func replyMentions(for answered: Post, missingIn text: String) -> String {
    guard self.draftLimits?.repliesStartWithHandle ?? true else { return "" }
    let author = answered.author
    var named = Set(PlainTextFacets(text).handles.map { String($0.lowercased().dropFirst()) })
    if author.id == account.person { named.insert(author.handle.lowercased()) }
    return ([author.handle] + answered.content.mentions).filter {
      !account.isMeantByName($0) && named.insert($0.lowercased()).inserted
        // A handle with blanks or control characters is invalid, and would break the line of
        // mentions.
        && !$0.contains(where: \.isWhitespace) && $0.utf8.allSatisfy { $0 > 0x20 }
    }.reduce(into: "") { $0 += "@\($1) " }
  }

  /// Returns the author's content warning of the answered post, for the reply; nil if there is
  /// none, or the service has no content warnings.
  private func contentWarningForReply(of answered: Post) -> String? {
    self.draftLimits?.allowsWarning == true ? answered.content.warning : nil
  }
}

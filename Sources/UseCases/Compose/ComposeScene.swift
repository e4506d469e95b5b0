package import FeedDomain

/// A namespace for the requests and the state of the compose scene, in which posts, threads and
/// replies are written.
package enum ComposeScene {
  package enum ComposePurpose: Equatable, Sendable {
    /// A purpose of the compose scene: write a new post, or continue its latest draft.
    case post
    /// A purpose of the compose scene: write a reply, or continue its draft.
    case reply(to: Post.ID)
    /// A purpose of the compose scene: quote a post, or continue the draft of a quote.
    case quote(Post.ID)
    /// A purpose of the compose scene: edit a post in the outbox, from which it is withdrawn.
    case edit(OutboxItem.ID)
    /// A purpose of the compose scene: continue a draft. The scene closes if the draft is gone.
    case draft(Draft.ID)
    /// A purpose of the compose scene: edit the user's own published post, or continue an earlier
    /// edit.
    case editPublished(Post.ID)
    /// A purpose of the compose scene: delete the user's own published post, and edit it as a new
    /// draft.
    case redraft(Post.ID)
  }

  /// A request of the compose scene. `post` is an index in the thread, `picture` an index among the
  /// pictures of that post.
  package enum SceneRequest: Equatable, Sendable {
    case open(ComposePurpose)
    /// A request of the compose scene: count the characters of the shown draft, and save it.
    case edit(Draft)
    case send
    /// A request of the compose scene: close; a draft that is not empty is kept.
    case leave
    case discard
    /// A request of the compose scene: check that a file can be added as a picture, before the user
    /// writes its description.
    case checkPicture(path: String, post: Int = 0)
    case attach(path: String, altText: String, post: Int = 0)
    case describe(picture: Int, altText: String, post: Int = 0)
    case completePath(String)
    /// A request of the compose scene: offer completions of a name, hashtag or emoji; the text
    /// begins with "@", "#" or ":".
    case complete(String)
    /// A request of the compose scene: offer corrections of a misspelt word.
    case correct(String, post: Int)
    case offerVersions
    /// A request of the compose scene: store the text of a post as a version of the draft, before
    /// an earlier version replaces it.
    case keepText(post: Int)
  }

  package struct SceneState: Equatable, Sendable {
    /// The draft as the compose scene first shows it; nil until the draft is read.
    package var page: InitiallyDisplayedDraft?
    /// The number of characters left in each post of the thread in the compose scene; empty until
    /// they are counted.
    package var remaining: [Int] = []
    /// The misspelt words of each post of the thread being written; empty until checked.
    package var misspeltWords: [Set<String>] = []
    package var saving = DraftSaveState.pending
    /// The completions or corrections offered in the compose scene for the word at the cursor; nil
    /// if there are none.
    package var offer: WordSuggestions?
    /// The user as the author of the draft in the compose scene, with only the handle until the
    /// stored person is read; nil before the draft is opened.
    package var author: Person?

    package init(page: InitiallyDisplayedDraft? = nil) { self.page = page }
  }

  /// A draft with its limits and the post that it answers, as the compose scene first shows it. The
  /// text typed later stays in the view, since a state after each key would copy and compare up to
  /// a megabyte.
  package struct InitiallyDisplayedDraft: Equatable, Sendable {
    /// The draft as the compose scene opened it, without later typing.
    package let draft: Draft
    package let limits: DraftLimits
    /// The post that the draft replies to or quotes; nil for none, or if the post is not stored.
    package let original: Post?

    package init(_ draft: Draft, _ limits: DraftLimits, original: Post? = nil) {
      (self.draft, self.limits, self.original) = (draft, limits, original)
    }
  }

  package enum DraftSaveState: Equatable, Sendable {
    case pending
    case saved
    /// A state of saving a draft: failed, so that the draft exists on the screen alone.
    case failed
  }

  /// A list of completions or corrections offered for the word that is being typed.
  package struct WordSuggestions: Equatable, Sendable {
    package enum WordSuggestionKind: Equatable, Sendable {
      /// A kind of offer in the compose scene: names with "@", or hashtags with "#", that complete
      /// the typed text.
      case name
      case emoji
      /// A kind of offer in the compose scene: paths of files that complete the typed path; folders
      /// end with a slash.
      case path
      /// A kind of offer in the compose scene: corrections of a misspelt word, the likeliest first.
      case correction
    }

    package struct SuggestedWord: Equatable, Sendable {
      package let text: String
      /// The name of an offered emoji; nil for other offers.
      package let name: String?

      package init(_ text: String, name: String? = nil) { (self.text, self.name) = (text, name) }
    }

    package let kind: WordSuggestionKind
    /// The typed word for which completions or corrections are offered.
    package let typedWord: String
    package let words: [SuggestedWord]

    package init(_ kind: WordSuggestionKind, _ typedWord: String, _ words: [SuggestedWord]) {
      (self.kind, self.typedWord, self.words) = (kind, typedWord, words)
    }
  }
}

/// An interactor of the compose scene: counts and saves the draft, and queues it in the outbox.
@MainActor
package final class ComposeInteractor: Interacting {
  /// Maximum numbers of emoji that the compose scene offers: in all, and custom emoji among them.
  private static let maximumEmoji = (all: 8, own: 3)

  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<ComposeScene.SceneState>
  private var state = ComposeScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  /// The draft as last typed in the compose scene; nil before it is opened, and after it is sent or
  /// closed.
  private var draft: Draft?
  /// The draft as this window last read or wrote it, for detecting changes by another window; its
  /// id may differ from that of the opened draft.
  private var stored: Draft?
  private var isSaveFailed = false
  /// True if the user has edited the draft in the compose scene, so that it is saved.
  private var isEdited = false
  /// The watchers that find passages deleted from the texts of the draft's thread, one for each
  /// post.
  private var watches: [LostDraftTextDetector] = []
  private let keeping = SerialQueue()
  private let sending = RunningWorkCounter()
  private let attaching = RunningWorkCounter()
  /// The number of pictures that were not added to the draft, for a reason that was reported.
  private var refusedPictures = 0
  private var vocabulary: NameAndHashtagCompletions?
  private let spelling: DraftSpellingChecker?
  private lazy var emoji = EmojiNameIndex()
  private lazy var counting = LatestValueWriter<DraftLimitCheck> { [weak self] in
    await self?.updateRemainingCharacterCounts($0)
  }
  private lazy var checking = LatestValueWriter<Draft> { [weak self] in
    await self?.checkSpelling($0)
  }
  private lazy var saving = LatestValueWriter<Draft> { [weak self] in await self?.saveDraft($0) }

  /// Creates the interactor of the compose scene. Without `spelling` no word counts as misspelt.
  package init(
    _ session: AccountSession, actions: UserActionPerformer,
    presenter: any Presenting<ComposeScene.SceneState>,
    spelling: (any SpellingGateway)? = nil
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    self.spelling = spelling.map { DraftSpellingChecker($0) }
  }

  package func handle(_ request: ComposeScene.SceneRequest) async {
    switch request {
    case .open(.editPublished(let post)): await openPublishedPostForEditing(post)
    case .open(.redraft(let post)): await deletePostAndOpenDraft(post)
    case .open(let purpose): await openDraft(for: purpose)
    case .edit(let draft): updateEditedDraft(with: draft)
    case .checkPicture(let path, let post):
      _ = await checkPictureOrReportProblem(at: path, for: post)
    case .attach(let path, let altText, let post):
      await attaching.runCountedWork { await attachPicture(path, altText, to: post) }
    case .describe(let picture, let altText, let post):
      setPictureAltText(picture, altText, of: post)
    case .completePath(let beginning): await offerPathCompletions(beginning)
    case .send:
      await session.lastWrites.runCountedWork { await sending.runCountedWork { await sendPost() } }
    case .leave: await session.lastWrites.runCountedWork { await saveDraftAndLeave() }
    case .discard:
      await saving.cancelPendingWrite()
      await discardDraft()
      presenter.perform(.leave(nil))
    case .complete(let beginning):
      state.offer = nil
      if beginning.hasPrefix(":") {
        await offerEmojiCompletions(beginning)
      } else {
        await offerNameCompletions(beginning)
      }
    case .correct(let word, let post): await offerCorrections(of: word, in: post)
    case .offerVersions: await offerEarlierDraftTexts()
    case .keepText(let post):
      if let text = draft?.threadPost(at: post)?.text { keepEarlierDraftText(text) }
    }
  }

  private func showDraftReport(_ report: SceneEffect.DraftReport) {
    presenter.perform(.say(.draft(report)))
  }
}

extension ComposeInteractor {
  private func openDraft(for purpose: ComposeScene.ComposePurpose) async {
    guard let limits = session.connection.draftLimits else { return }
    let opener = DraftOpener(session, actions: actions)
    do throws(StoreError) {
      guard let opened = try await opener.openDraft(for: purpose) else {
        return presenter.perform(.leave(nil))
      }
      showOpenedDraft(opened, within: limits)
    } catch {
      // If the store cannot be read, the user can still write a new draft.
      let draft = opener.newDraft(for: purpose)
      (self.draft, stored) = (draft, nil)
      watches = [LostDraftTextDetector(draft.text)]
      state = ComposeScene.SceneState(page: ComposeScene.InitiallyDisplayedDraft(draft, limits))
      showUserAsDraftAuthor()
      showDraftNotSaved(error)
    }
  }

  /// Opens a published post for editing: an earlier edit if there is one, else the post's source
  /// from the service.
  private func openPublishedPostForEditing(_ post: Post.ID) async {
    let connection = session.connection
    guard connection.edits, let limits = connection.draftLimits,
      let publishing = connection.publishing
    else { return }
    do throws(StoreError) {
      if let left = try await DraftOpener(session, actions: actions).withdrawOrLoadEarlierEdit(
        of: post)
      {
        return showOpenedDraft(left, within: limits)
      }
    } catch {
      // If the store cannot be read, the post can still be edited.
      session.logStoreError(error, doing: "read the draft")
    }
    showDraftReport(.fetching)
    do throws(FeedError) {
      let id = Draft.ID(session.world.timeSortableKey())
      let draft = try await publishing.editableDraft(of: post, as: id)
      guard !session.isOver else { return }
      showOpenedDraft(
        OpenedDraft(draft: draft, answeredPost: nil, storedDraft: nil), within: limits)
    } catch {
      presenter.perform(.leave(.draft(.notFetched(error))))
    }
  }

  /// Saves the content of a published post as a draft, deletes the post, and opens the draft. The
  /// post stays if its content cannot be saved, or if the scene was closed meanwhile.
  private func deletePostAndOpenDraft(_ id: Post.ID) async {
    guard let limits = session.connection.draftLimits, let post = await session.storedPost(id)
    else { return presenter.perform(.leave(nil)) }
    let isOwn = post.author.id == session.account.person
    if case .withheld(let reason) = session.connection.abilities.permission(
      to: .redraft, on: post, isOwn: isOwn)
    {
      return presenter.perform(.leave(.unavailable(reason)))
    }
    showDraftReport(.fetching)
    let redrafter = PublishedPostDraftSaver(
      session.connection, stores: session.stores, world: session.world)
    do throws(RedraftError) {
      let draft = try await redrafter.saveDraftCopy(of: post)
      guard !session.isOver, !Task.isCancelled else { return }
      actions.deletePost(post)
      let answered = await session.storedPost(draft.replyTo ?? draft.quoting)
      showOpenedDraft(
        OpenedDraft(
          draft: draft.keepingDirectReplyDirect(to: answered), answeredPost: answered,
          storedDraft: draft),
        within: limits, .redrafted)
    } catch {
      presenter.perform(.leave(.draft(.notRedrafted(error))))
    }
  }

  /// Shows an opened draft in the compose scene; `report` is shown for one saved earlier.
  private func showOpenedDraft(
    _ opened: OpenedDraft, within limits: DraftLimits, _ report: SceneEffect.DraftReport = .resumed
  ) {
    draft = opened.draft
    watches = opened.draft.posts.map { LostDraftTextDetector($0.text) }
    stored = opened.storedDraft
    isEdited = opened.isResumed
    state = ComposeScene.SceneState(
      page: ComposeScene.InitiallyDisplayedDraft(
        opened.draft, limits.keepingDirectReplyDirect(to: opened.answeredPost, for: opened.draft),
        original: opened.answeredPost.map { actions.applyingPendingChanges(to: $0) }))
    showUserAsDraftAuthor()
    countRemainingCharacters(of: opened.draft)
    guard opened.isResumed else { return }
    showDraftReport(report)
    if spelling != nil { checking.submitValueToWrite(opened.draft) }
    // A missing picture file is reported when the draft opens, not only after writing.
    Task {
      guard let gone = await missingPictureReport(of: opened.draft), draft?.id == opened.draft.id
      else { return }
      showDraftReport(gone)
    }
  }

  /// Shows the user as the draft's author: with the handle at once, then as the stored person.
  private func showUserAsDraftAuthor() {
    let account = session.account
    state.author = Person(id: account.person, handle: account.handle, name: "")
    Task { [weak self, feeds = session.stores.feeds] in
      // If the person is not stored, only the handle is shown.
      guard let person = try? await feeds.storedPerson(account.person, account: account.id) else {
        return
      }
      self?.state.author = person
    }
  }

  private func updateEditedDraft(with draft: Draft) {
    guard let current = self.draft, current.id == draft.id else { return }
    self.draft = draft
    isEdited = true
    storeVersionsOfLostTexts(before: draft)
    countRemainingCharacters(of: draft)
    saving.submitValueToWrite(draft)
    if spelling != nil { checking.submitValueToWrite(draft) }
  }

  /// Counts the characters left in the compose scene's draft: at once, or on another thread if the
  /// text is very long.
  private func countRemainingCharacters(of draft: Draft) {
    guard let limits = session.connection.draftLimits else { return }
    let measure = DraftLimitCheck(draft, within: limits, at: session.world.now)
    var next = state
    if next.saving == .saved { next.saving = .pending }
    if measure.canCountOnMainThread {
      next.remaining = measure.remaining
    } else {
      counting.submitValueToWrite(measure)
    }
    state = next
  }

  private func updateRemainingCharacterCounts(_ measure: DraftLimitCheck) async {
    let remaining = await measure.remainingCharacterCounts()
    // Counts of an older text are shown as well; the newer text is counted next.
    if draft?.id == measure.draft.id { state.remaining = remaining }
  }

  private func checkSpelling(_ draft: Draft) async {
    if let misspelt = await spelling?.misspeltWords(in: draft) { state.misspeltWords = misspelt }
  }

  /// Returns a report about the draft's first picture without a file; nil if all files exist.
  private func missingPictureReport(of draft: Draft) async -> SceneEffect.DraftReport? {
    guard let pictures = session.stores.pictures else { return nil }
    for (place, post) in draft.posts.enumerated() {
      for picture in post.attachments where !picture.isPosted && picture.uploaded == nil {
        guard await pictures.pictureFileExists(at: picture.path) else {
          return .invalidPost(.pictureGone(path: picture.path), post: place)
        }
      }
    }
    return nil
  }
}

extension ComposeInteractor {
  private func saveDraft(_ draft: Draft, isLeaving: Bool = false) async {
    do throws(StoreError) {
      _ = try await storeDraft(draft)
      isSaveFailed = false
      state.saving = .saved
    } catch {
      isSaveFailed = true
      // While the draft is being sent, it is stored once more, and only that failure is reported.
      guard self.draft != nil else { return state.saving = .failed }
      showDraftNotSaved(error, isLeaving: isLeaving)
    }
  }

  private func showDraftNotSaved(_ error: StoreError, isLeaving: Bool = false) {
    state.saving = .failed
    showDraftReport(.notSaved(error, isLeaving: isLeaving))
  }

  /// Writes the draft to disk, under a new id if another window changed or sent the stored version;
  /// returns the draft as stored.
  private func storeDraft(_ draft: Draft) async throws(StoreError) -> Draft {
    let id = stored?.id ?? draft.id
    let written = try await session.drafts.storeDraft(
      draft.draftCopyWithUnsentPictures(as: id), over: stored)
    stored = written
    if written.id != id { showDraftReport(.savedAsNewDraft) }
    return written
  }

  /// Stores the draft before sending, and returns the stored draft. Its id is shared with no
  /// different text of another window, since sending deletes every draft with that id.
  private func storeDraftBeforeSending(_ draft: Draft) async throws(StoreError) -> Draft {
    // If another window sent the unchanged draft, the draft keeps its id, so that it is sent only
    // once.
    if let stored, stored == draft.draftCopyWithUnsentPictures(as: stored.id),
      try await session.drafts.wasDraftSentByOtherWindow(stored)
    {
      return stored
    }
    return try await storeDraft(draft)
  }

  private func sendPost() async {
    if attaching.isRunning {
      let refused = refusedPictures
      await attaching.waitUntilCountedWorkIsFinished()
      // A picture that was refused has been reported, and the post is not sent without it.
      guard refusedPictures == refused else { return }
    }
    guard let draft, let limits = session.connection.draftLimits else { return }
    let measure = DraftLimitCheck(draft, within: limits, at: session.world.now)
    let hindrance =
      measure.canCountOnMainThread ? measure.hindrance : await measure.draftProblemReport()
    guard self.draft == draft else { return await sendPost() }
    if let hindrance { return showDraftReport(hindrance) }
    // Without a draft, a second key press sends nothing; the draft is restored if it cannot be
    // queued.
    self.draft = nil
    await saving.waitUntilValueIsWritten()
    if let gone = await missingPictureReport(of: draft) {
      self.draft = draft
      return showDraftReport(gone)
    }
    do throws(StoreError) {
      let bounded = draft.withoutBlankPosts.keepingDirectReplyDirect(
        to: try await session.answeredPostLimitingVisibility(of: draft))
      let item = try await actions.queueChange(.publish(try await storeDraftBeforeSending(bounded)))
      var end: Timestamp?
      if case .queued(let until, nil) = item.state { end = until }
      presenter.perform(
        .leave(
          .draft(
            .queued(
              item.change, await waitReasonAfterUndoTime(of: item), until: end, at: item.createdAt))
        ))
    } catch {
      self.draft = draft
      showDraftNotSaved(error)
    }
  }

  /// Returns the reason why a queued post of the compose scene will wait in the outbox once it can
  /// no longer be undone.
  private func waitReasonAfterUndoTime(of item: OutboxItem) async -> OutboxWaitReason {
    var moment = session.world.now
    if case .queued(let until?, _) = item.state { moment = until }
    do throws(StoreError) {
      let items = try await session.stores.outbox.outboxItems(of: session.account.id)
      return OutboxWaitReason(of: item, among: items, now: moment, isNew: true)
    } catch {
      // The outbox scene shows the reason once the outbox can be read.
      session.logStoreError(error, doing: "read the outbox")
      return .sentNext
    }
  }

  private func saveDraftAndLeave() async {
    guard let draft else {
      guard sending.isRunning else { return presenter.perform(.leave(nil)) }
      await sending.waitUntilCountedWorkIsFinished()
      // A draft that was sent has closed the scene.
      if self.draft != nil { await saveDraftAndLeave() }
      return
    }
    await saving.waitUntilValueIsWritten()
    await attaching.waitUntilCountedWorkIsFinished()
    // If the user typed, or a picture was added, during the wait, the newer draft is saved first.
    guard self.draft == draft else { return await saveDraftAndLeave() }
    if draft.isEmpty || !isEdited {
      await discardDraft()
      return presenter.perform(.leave(nil))
    }
    // After a sign-out the saved draft is erased, so it is saved again.
    if isSaveFailed || session.isOver { await saveDraft(draft, isLeaving: true) }
    guard !isSaveFailed else { return }
    self.draft = nil
    presenter.perform(.leave(.draft(.saved)))
  }

  private func discardDraft() async {
    draft = nil
    guard let stored, !session.isOver else { return }
    do throws(StoreError) {
      try await session.stores.drafts.discardDraftIfUnchanged(stored)
    } catch {
      // The draft will be offered again; as it has the same key, sending it again does not publish
      // it twice.
      session.logStoreError(error, doing: "drop a draft")
    }
  }
}

extension ComposeInteractor {
  /// Stores the earlier text of each post that lost a passage, as a version of the draft.
  private func storeVersionsOfLostTexts(before draft: Draft) {
    let texts = draft.posts.map(\.text)
    // The number of posts changed because posts were joined or divided, which loses no text.
    guard texts.count == watches.count else {
      watches = texts.map { LostDraftTextDetector($0) }
      return
    }
    for (place, text) in texts.enumerated() {
      if let earlier = watches[place].recordTypedTextReturningLostText(text) {
        keepEarlierDraftText(earlier)
      }
    }
  }

  private func keepEarlierDraftText(_ text: String) {
    guard let id = stored?.id ?? draft?.id, !text.allSatisfy(\.isWhitespace),
      text.utf8.count <= EarlierDraftText.maximumBytes
    else { return }
    let version = EarlierDraftText(text: text, replacedAt: session.world.now)
    keeping.enqueueWork { [session] in
      do throws(StoreError) {
        let drafts = session.stores.drafts
        guard !session.isOver, try await drafts.earlierDraftTexts(of: id).first?.text != text else {
          return
        }
        try await drafts.keepEarlierDraftText(version, of: id, account: session.account.id)
      } catch {
        session.logStoreError(error, doing: "keep an earlier text")
      }
    }
  }

  private func offerEarlierDraftTexts() async {
    guard let id = stored?.id ?? draft?.id else { return }
    await keeping.waitUntilWorkIsFinished()
    do throws(StoreError) {
      presenter.perform(.offerVersions(try await session.stores.drafts.earlierDraftTexts(of: id)))
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }
}

extension ComposeInteractor {
  /// Adds a picture file to a post of the thread, if the service would accept it: otherwise the
  /// service would refuse the post hours later.
  private func attachPicture(_ path: String, _ altText: String, to place: Int) async {
    guard let before = draft, checkAltTextOrReportProblem(altText),
      let pictures = session.stores.pictures,
      await checkPictureOrReportProblem(at: path, for: place)
    else {
      refusedPictures += 1
      return
    }
    // The present draft is used, since it may have changed during the check.
    guard let draft, draft.id == before.id, let post = draft.threadPost(at: place),
      let limits = session.connection.draftLimits
    else { return }
    let limit = limits.maximumAttachmentCount(for: post)
    guard post.attachments.count < limit else {
      refusedPictures += 1
      return showDraftReport(.tooManyPictures(limit: limit))
    }
    let picture = Draft.DraftAttachment(path: pictures.absolutePicturePath(path), altText: altText)
    replaceDraftPictures(post.attachments + [picture], of: post, at: place, in: draft)
  }

  private func setPictureAltText(_ picture: Int, _ altText: String, of place: Int) {
    guard let draft, let post = draft.threadPost(at: place),
      post.attachments.indices.contains(picture),
      checkAltTextOrReportProblem(altText)
    else { return }
    var pictures = post.attachments
    pictures[picture] = pictures[picture].settingAltText(altText)
    replaceDraftPictures(pictures, of: post, at: place, in: draft)
  }

  /// Returns true if an alt text is within the service's limit; otherwise reports the excess to the
  /// user.
  private func checkAltTextOrReportProblem(_ altText: String) -> Bool {
    guard let limits = session.connection.draftLimits else { return false }
    let excess = limits.excessAltTextLength(ofAltText: altText)
    if excess > 0 { showDraftReport(.altTextTooLong(by: excess)) }
    return excess == 0
  }

  private func replaceDraftPictures(
    _ pictures: [Draft.DraftAttachment], of post: Draft, at place: Int, in draft: Draft
  ) {
    updateEditedDraft(
      with: draft.replacingPost(changedCopy(post) { $0.attachments = pictures }, at: place))
    presenter.perform(.attached(pictures, toPost: place))
  }

  /// Returns true if a file is a picture, and the post at this place of the thread has room for
  /// another one; otherwise reports the reason to the user.
  private func checkPictureOrReportProblem(at path: String, for place: Int) async -> Bool {
    guard let limits = session.connection.draftLimits, let pictures = session.stores.pictures,
      let post = draft?.threadPost(at: place)
    else { return false }
    let limit = limits.maximumAttachmentCount(for: post)
    do throws(PictureFileProblem) {
      guard pictures.takesFiles else { throw .forbidden }
      guard post.editing == nil || limits.canEditPictures else {
        showDraftReport(.invalidPost(.picturesStay, post: place))
        return false
      }
      guard post.attachments.count < limit else {
        showDraftReport(.tooManyPictures(limit: limit))
        return false
      }
      _ = try await pictures.preparePictureForUpload(path, within: limits.pictures)
      return true
    } catch {
      showDraftReport(.pictureRefused(error))
      return false
    }
  }
}

extension ComposeInteractor {
  private func offerWordSuggestions(
    _ kind: ComposeScene.WordSuggestions.WordSuggestionKind, for typed: String, _ words: [String]
  ) {
    state.offer = ComposeScene.WordSuggestions(
      kind, typed, words.map { ComposeScene.WordSuggestions.SuggestedWord($0) })
  }

  private func offerPathCompletions(_ beginning: String) async {
    state.offer = nil
    let pictures = session.stores.pictures.flatMap { $0.takesFiles ? $0 : nil }
    offerWordSuggestions(
      .path, for: beginning, await pictures?.pictureAndFolderPaths(beginning: beginning) ?? [])
  }

  private func offerNameCompletions(_ beginning: String) async {
    if vocabulary == nil {
      do throws(StoreError) {
        let window = try await session.stores.feeds.feedWindow(
          of: .home, account: session.account.id, around: .top, above: 0, below: 200)
        vocabulary = NameAndHashtagCompletions(window.rows.compactMap(\.entry))
      } catch {
        session.logStoreError(error, doing: "search for names")
      }
    }
    offerWordSuggestions(
      .name, for: beginning, vocabulary?.namesAndHashtags(beginning: beginning) ?? [])
  }

  /// Offers completions of a typed emoji name: Unicode emoji at once, and again with the service's
  /// custom emoji once they are fetched.
  private func offerEmojiCompletions(_ beginning: String) async {
    updateEmojiSuggestions(for: beginning)
    guard case .notRequested = session.ownEmoji, let gateway = session.connection.completion else {
      return
    }
    session.ownEmoji = .requested
    do throws(FeedError) {
      session.ownEmoji = .fetched(try await gateway.emojiNames())
      // The present offer is used, since the user may have typed more.
      if let offer = state.offer, offer.kind == .emoji {
        updateEmojiSuggestions(for: offer.typedWord)
      }
    } catch {
      // Without custom emoji, Unicode emoji are still offered; the next compose page requests them
      // again.
      session.ownEmoji = .notRequested
      session.log.writeLogLine(.network, .info, "could not fetch custom emoji: \(error)")
    }
  }

  private func updateEmojiSuggestions(for beginning: String) {
    let name = String(beginning.dropFirst())
    let own = session.ownEmoji.customEmojiNames(beginning: name).prefix(Self.maximumEmoji.own)
      .map { ComposeScene.WordSuggestions.SuggestedWord(":\($0):", name: $0) }
    let all = emoji.matchingEmoji(name, limit: Self.maximumEmoji.all - own.count)
    state.offer = ComposeScene.WordSuggestions(.emoji, beginning, own + all)
  }

  private func offerCorrections(of word: String, in threadPostIndex: Int) async {
    state.offer = nil
    guard let spelling, let post = draft?.threadPost(at: threadPostIndex) else { return }
    let words = await spelling.spellingSuggestions(for: word, in: post.language)
    if words.isEmpty {
      showDraftReport(.noSuggestions(for: word))
    } else {
      offerWordSuggestions(.correction, for: word, words)
    }
  }
}

/// A check of a draft against the service's limits: counts the characters left in each post, and
/// finds the first reason why the draft cannot be sent.
private struct DraftLimitCheck: Sendable {
  /// Maximum length, in bytes, of a post's text whose characters are counted on the main thread.
  private static let maximumBytesForMainThread = 20_000

  let draft: Draft
  private let limits: DraftLimits
  private let now: Timestamp

  init(_ draft: Draft, within limits: DraftLimits, at now: Timestamp) {
    (self.draft, self.limits, self.now) = (draft, limits, now)
  }

  var canCountOnMainThread: Bool {
    draft.posts.allSatisfy {
      $0.text.utf8.count + ($0.warning?.utf8.count ?? 0) <= Self.maximumBytesForMainThread
    }
  }

  var remaining: [Int] { ([draft] + draft.following).map(limits.remainingCharacters) }

  @concurrent func remainingCharacterCounts() async -> [Int] { remaining }

  @concurrent func draftProblemReport() async -> SceneEffect.DraftReport? { hindrance }

  /// The report of the first problem that prevents sending the draft; nil if it can be sent. Empty
  /// posts of a thread are ignored.
  var hindrance: SceneEffect.DraftReport? {
    if draft.isEmpty { return .empty }
    let isThread = draft.withoutBlankPosts.threadPosition != nil
    for (place, post) in draft.posts.enumerated() where !post.isBlank {
      let remaining = limits.remainingCharacters(for: post)
      if remaining < 0 { return .tooLong(by: -remaining, post: place) }
      if isThread, post.postsAt != nil { return .invalidPost(.threadLater, post: place) }
      if let problem = limits.draftProblem(with: post, at: now) {
        return .invalidPost(problem, post: place)
      }
    }
    return limits.draftProblem(with: draft.withoutBlankPosts, at: now).map {
      .invalidPost($0, post: 0)
    }
  }
}

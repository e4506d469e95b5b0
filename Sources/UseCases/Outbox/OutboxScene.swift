package import FeedDomain

/// A namespace for the requests and the state of the outbox scene, which lists unsent changes and
/// drafts.
package enum OutboxScene {
  package enum SceneRequest: Equatable, Sendable, ListSceneRequest {
    case open
    /// A request of the outbox scene: send an unsent change now, even if it was refused before.
    case send(OutboxItem.ID)
    /// A request of the outbox scene: withdraw an unsent change; a post becomes a draft again.
    case withdraw(OutboxItem.ID)
    case discard(Draft.ID)
    case close
  }

  package struct SceneState: Equatable, Sendable {
    /// The unsent changes in the outbox scene, oldest first; nil until they are read.
    package var waiting: [UnsentItemRow]?
    package var drafts: [SavedDraftRow]
    package var unreadable: [OutboxItem.ID]
    package var upload: PictureUploadProgress?

    package init(
      _ waiting: [UnsentItemRow]? = nil, drafts: [SavedDraftRow] = [],
      unreadable: [OutboxItem.ID] = [],
      upload: PictureUploadProgress? = nil
    ) {
      (self.waiting, self.drafts) = (waiting, drafts)
      (self.unreadable, self.upload) = (unreadable, upload)
    }
  }

  package struct PictureUploadProgress: Equatable, Sendable {
    package let item: OutboxItem.ID
    package let part: Double

    package init(_ item: OutboxItem.ID, _ part: Double) { (self.item, self.part) = (item, part) }
  }

  /// A row of the outbox scene that shows an unsent change, with the post that the change is about.
  package struct UnsentItemRow: Equatable, Sendable {
    package let item: OutboxItem
    /// The post that the unsent change is about; nil if the post is not stored.
    package let post: Post?
    package let wait: OutboxWaitReason
    /// The host name of the account's server; nil for a service with a single server.
    package let server: String?

    package init(
      _ item: OutboxItem, post: Post?, wait: OutboxWaitReason? = nil, server: String? = nil
    ) {
      (self.item, self.post, self.server) = (item, post, server)
      self.wait = wait ?? OutboxWaitReason(of: item, among: [item], now: item.createdAt)
    }
  }
}

extension OutboxScene {
  /// A row of the outbox scene that shows a draft, with the post that the draft is about.
  package struct SavedDraftRow: Equatable, Sendable {
    package let draft: Draft
    /// The post that the draft in a row of the outbox scene edits, replies to or quotes; nil if
    /// there is none, or the post is not stored.
    package let post: Post?

    package init(_ draft: Draft, post: Post?) {
      (self.draft, self.post) = (draft, post)
    }
  }
}

/// An interactor of the outbox scene: shows unsent changes and drafts; sends, withdraws and deletes
/// them.
@MainActor
package final class OutboxInteractor: Interacting {
  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<OutboxScene.SceneState>
  private var state = OutboxScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private var isOpen = false
  /// The timer that updates the outbox scene when the reason why an item waits changes; nil if no
  /// such time is known.
  private var alarm: Task<Void, Never>?
  private lazy var outboxReloads = LatestValueWriter<Void> { [weak self] in
    await self?.reloadOutboxItems()
  }

  package init(
    _ session: AccountSession, actions: UserActionPerformer,
    presenter: any Presenting<OutboxScene.SceneState>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    actions.addActionReportListener(self) { $0.handleActionReport($1) }
  }

  package func handle(_ request: OutboxScene.SceneRequest) async {
    switch request {
    case .open:
      isOpen = true
      outboxReloads.submitValueToWrite(())
      await outboxReloads.waitUntilValueIsWritten()
    case .send(let id):
      // Not awaited, since sending takes as long as the service; the result arrives as an action
      // event.
      Task { await actions.deliverItemOrAllNow(id) }
    case .withdraw(let id): await withdrawItem(id)
    case .discard(let id): await discardDraft(id)
    case .close:
      isOpen = false
      alarm?.cancel()
    }
  }
}

extension OutboxInteractor {
  /// Reloads the outbox scene after an action report; several reports cause one reload.
  private func handleActionReport(_ event: ActionReport) {
    guard isOpen else { return }
    if case .uploading(let item, let part) = event {
      state.upload = part.map { OutboxScene.PictureUploadProgress(item, $0) }
    }
    outboxReloads.submitValueToWrite(())
  }
}

extension OutboxInteractor {
  private func withdrawItem(_ id: OutboxItem.ID) async {
    do throws(StoreError) {
      // An unreadable item was never applied to the screen, so it is only removed from the outbox.
      let isTaken =
        state.unreadable.contains(id)
        ? try await session.stores.outbox.withdrawItem(id) : try await actions.withdrawItem(id)
      if !isTaken { presenter.perform(.say(.tooLate)) }
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
    outboxReloads.submitValueToWrite(())
    await outboxReloads.waitUntilValueIsWritten()
  }

  /// Deletes a draft, unless the stored version differs from the one that the outbox scene shows.
  private func discardDraft(_ id: Draft.ID) async {
    guard !session.isOver, let draft = state.drafts.first(where: { $0.draft.id == id })?.draft
    else { return }
    do throws(StoreError) {
      try await session.stores.drafts.discardDraftIfUnchanged(draft)
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
    outboxReloads.submitValueToWrite(())
    await outboxReloads.waitUntilValueIsWritten()
  }

  private func reloadOutboxItems() async {
    // Waits for changes that are being written, so that the list includes them.
    await actions.waitUntilChangesWritten()
    guard isOpen else { return }
    do throws(StoreError) {
      var waiting: [OutboxScene.UnsentItemRow] = []
      let items = try await session.stores.outbox.outboxItems(of: session.account.id)
      let waitReasons = OutboxWaitReason.waitReasons(of: items, now: session.world.now)
      for (item, wait) in zip(items, waitReasons) {
        waiting.append(
          .init(
            item, post: try await session.readStoredPost(item.change.subjectPost), wait: wait,
            server: session.account.host))
      }
      let unreadable = try await session.stores.outbox.unreadableItemIDs(of: session.account.id)
      var drafts: [OutboxScene.SavedDraftRow] = []
      for draft in try await session.drafts.unsentDrafts() {
        drafts.append(.init(draft, post: try await session.readStoredPost(draft.subjectPost)))
      }
      guard isOpen else { return }
      state = OutboxScene.SceneState(
        waiting, drafts: drafts, unreadable: unreadable, upload: state.upload)
      let later = items.compactMap(\.lastMoment).filter { $0 >= session.world.now }
      scheduleOutboxReload(at: (waiting.compactMap(\.wait.end) + later).min())
    } catch {
      guard isOpen else { return }
      if state.waiting == nil { presenter.present(state) }
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  private func scheduleOutboxReload(at moment: Timestamp?) {
    alarm?.cancel()
    let world = session.world
    alarm = moment.map { moment in
      Task { [weak self] in
        // Cancelled, since the scene was reloaded or closed.
        guard (try? await world.sleep(for: moment.elapsedTime(since: world.now))) != nil else {
          return
        }
        self?.outboxReloads.submitValueToWrite(())
      }
    }
  }
}

extension PendingChange {
  /// The id of the post that the pending change likes, edits, deletes, replies to or quotes; nil
  /// for a change about no post.
  fileprivate var subjectPost: Post.ID? {
    if case .publish(let draft) = self { draft.subjectPost } else { post }
  }
}

extension Draft {
  /// The id of the post that the draft edits, replies to or quotes; nil if there is none.
  fileprivate var subjectPost: Post.ID? { editing ?? replyTo ?? quoting }
}

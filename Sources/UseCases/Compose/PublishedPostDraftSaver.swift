package import FeedDomain

/// A writer that saves the content of the user's own published post as a draft before the post is
/// deleted.
package struct PublishedPostDraftSaver: Sendable {
  private let connection: ServiceConnection
  private let stores: AccountSession.SessionStores
  private let world: any World

  package init(
    _ connection: ServiceConnection, stores: AccountSession.SessionStores, world: any World
  ) {
    (self.connection, self.stores, self.world) = (connection, stores, world)
  }

  private var account: Account.ID { connection.account.id }

  /// Fetches a post's source and pictures, and returns the draft made of them once it is on disk.
  /// Saves nothing if the task was cancelled meanwhile.
  package func saveDraftCopy(of post: Post) async throws(RedraftError) -> Draft {
    var draft = try await fetchDraft(of: post)
    if draft.attachments.isEmpty { draft.attachments = try await savePictures(of: post) }
    draft.replaces = post.id
    guard !Task.isCancelled else { throw .service(.cancelled) }
    do throws(StoreError) {
      let isSaved = try await stores.drafts.saveDraftIfUnchanged(
        draft, over: nil, account: account, now: world.now)
      guard isSaved else { throw .busy }
      return draft
    } catch {
      throw .store(error)
    }
  }

  private func fetchDraft(of post: Post) async throws(RedraftError) -> Draft {
    do throws(FeedError) {
      guard let publishing = connection.publishing else { throw .refused(nil) }
      return try await publishing.draftForPostingAgain(post, as: Draft.ID(world.timeSortableKey()))
    } catch {
      throw .service(error)
    }
  }

  /// Fetches the pictures of a post in their largest size, saves them in files, and returns the
  /// files as attachments.
  private func savePictures(of post: Post) async throws(RedraftError) -> [Draft.DraftAttachment] {
    let photos = post.content.photos
    guard !photos.isEmpty else { return [] }
    guard let gateway = connection.photos else { throw .service(.refused(nil)) }
    guard let folder = stores.draftPictures else { throw .store(.noPlace(folder: nil)) }
    var pictures: [(photo: Photo, bytes: [UInt8])] = []
    do throws(FeedError) {
      for photo in photos {
        guard let largest = photo.renditions.last else { throw .notFound }
        pictures.append((photo, try await gateway.fetchPhotoBytes(of: largest) { _ in }))
      }
    } catch {
      throw .service(error)
    }
    guard !Task.isCancelled else { throw .service(.cancelled) }
    do throws(StoreError) {
      try await deleteUnusedPictures(in: folder)
      var saved: [Draft.DraftAttachment] = []
      for (photo, bytes) in pictures {
        let name = PhotoFileName(photo, by: post.author, bytes: bytes)
        let path = try await folder.saveDraftPicture(bytes, as: name, account: account)
        saved.append(Draft.DraftAttachment(path: path, altText: photo.altText))
      }
      return saved
    } catch {
      throw .store(error)
    }
  }

  /// Deletes the picture files that no draft and no unsent post of the account uses any more.
  private func deleteUnusedPictures(in folder: any DraftPictureStore) async throws(StoreError) {
    var drafts = try await stores.drafts.drafts(of: account)
    for item in try await stores.outbox.outboxItems(of: account) {
      if case .publish(let draft) = item.change { drafts.append(draft) }
    }
    let used = drafts.flatMap(\.posts).flatMap(\.attachments).map(\.path)
    await folder.deleteUnusedDraftPictures(of: account, except: Set(used), now: world.now)
  }
}

package import FeedDomain

/// A namespace for the requests and the state of the bookmark tags scene, which changes the tags of
/// a post, or lists all tags and opens the bookmarks with a tag.
package enum BookmarkTagsScene {
  package struct TagEntry: Equatable, Sendable {
    package let tag: BookmarkTag
    /// True if the post whose tags the scene changes has this bookmark tag.
    package let isSet: Bool
    /// The number of posts that are bookmarked with the tag of this row.
    package let count: Int

    package init(_ tag: BookmarkTag, isSet: Bool, count: Int) {
      (self.tag, self.isSet, self.count) = (tag, isSet, count)
    }
  }

  package enum SceneRequest: Equatable, Sendable {
    /// A request of the bookmark tags scene: show all tags, and which of them a post has; for nil,
    /// the tags alone.
    case open(Post.ID?)
    case toggle(BookmarkTag)
    case add(String)
  }

  package struct SceneState: Equatable, Sendable {
    /// The user's bookmark tags in alphabetical order; tags removed from the post stay listed until
    /// the scene is closed.
    package var entries: [TagEntry]
    /// The bookmark tag that the user added last by typing; nil while it is being stored.
    package var lastAdded: BookmarkTag?

    package init(_ entries: [TagEntry] = [], lastAdded: BookmarkTag? = nil) {
      (self.entries, self.lastAdded) = (entries, lastAdded)
    }
  }
}

/// An interactor of the bookmark tags scene: changes the stored tags, and bookmarks a post that
/// gets its first tag.
@MainActor
package final class BookmarkTagsInteractor: Interacting {
  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<BookmarkTagsScene.SceneState>
  private var state = BookmarkTagsScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private var post: Post.ID?
  private var tags = BookmarkTagIndex()
  /// The bookmark tags listed since the scene was opened; removed tags stay listed, so that they
  /// can be added again.
  private var listedTags: Set<BookmarkTag> = []

  package init(
    _ session: AccountSession, actions: UserActionPerformer,
    presenter: any Presenting<BookmarkTagsScene.SceneState>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
  }

  package func handle(_ request: BookmarkTagsScene.SceneRequest) async {
    switch request {
    case .open(let post):
      self.post = post
      await reloadTagEntries()
      // An empty list is presented explicitly, since the state did not change.
      if state.entries.isEmpty { presenter.present(state) }
    case .toggle(let tag):
      guard let post else { return }
      await setTagAndBookmarkPost(tag, isSet: !tags.tags(of: post).contains(tag))
    case .add(let typed):
      guard let tag = BookmarkTag(typed) else { return presenter.perform(.say(.invalid(.tag))) }
      state.lastAdded = nil
      if await setTagAndBookmarkPost(tag, isSet: true) { state.lastAdded = tag }
    }
  }

  /// Adds a tag to the post's bookmark or removes it, and bookmarks the post for its first tag;
  /// returns false after a store error.
  @discardableResult
  private func setTagAndBookmarkPost(_ tag: BookmarkTag, isSet: Bool) async -> Bool {
    guard let post, let store = session.stores.bookmarkTags, !session.isOver else { return false }
    do throws(StoreError) {
      try await store.storeLocalBookmarkTag(tag, isSet, on: post, account: session.account.id)
    } catch {
      presenter.perform(.say(.storeFailed(error)))
      return false
    }
    if isSet, tags.tags(of: post).isEmpty { await bookmarkPostUnlessBookmarked(post) }
    return await reloadTagEntries()
  }

  private func bookmarkPostUnlessBookmarked(_ id: Post.ID) async {
    guard let post = await session.storedPost(id) else { return }
    let shown = actions.applyingPendingChanges(to: post)
    if !shown.userMarks.contains(.bookmarked) { actions.toggleMark(.bookmarked, on: shown) }
  }

  @discardableResult
  private func reloadTagEntries() async -> Bool {
    do throws(StoreError) {
      tags = try await session.stores.bookmarkTags(of: session.account.id)
    } catch {
      presenter.perform(.say(.storeFailed(error)))
      return false
    }
    listedTags.formUnion(tags.all)
    state.entries = listedTags.sorted { $0.name < $1.name }.map { tag in
      let posts = tags.posts[tag] ?? []
      return BookmarkTagsScene.TagEntry(
        tag, isSet: post.map(posts.contains) ?? false, count: posts.count)
    }
    return true
  }
}

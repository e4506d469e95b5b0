/// A store for the reader's tags of bookmarks. A tag stays if the bookmark is removed.
public protocol BookmarkTagStore: Sendable {
  func bookmarkTags(of account: Account.ID) async throws(StoreError) -> BookmarkTags
  /// Adds a tag to a post, or removes the tag.
  func setBookmarkTag(
    _ tag: BookmarkTag, _ isSet: Bool, on post: Post.ID, account: Account.ID
  ) async throws(StoreError)
}

package import FeedDomain

/// A store for tags of bookmarks in memory, which a test can make fail.
package actor FakeBookmarkTags: BookmarkTagStore {
  private var failure: StoreError?
  private var kept: [(tag: BookmarkTag, post: Post.ID)] = []

  package init() {}

  package func fail(_ error: StoreError) { failure = error }

  package func bookmarkTags(of account: Account.ID) throws(StoreError) -> BookmarkTagIndex {
    if let failure { throw failure }
    return BookmarkTagIndex(kept)
  }

  package func storeLocalBookmarkTag(
    _ tag: BookmarkTag, _ isSet: Bool, on post: Post.ID, account: Account.ID
  ) throws(StoreError) {
    if let failure { throw failure }
    kept.removeAll { $0.tag == tag && $0.post == post }
    if isSet { kept.insert((tag: tag, post: post), at: 0) }
  }
}

package import FeedDomain

/// An album of photos in memory, which a test can make fail.
package actor FakeAlbum: PhotoFolder {
  private var failure: StoreError?
  package private(set) var kept: [String: [UInt8]] = [:]

  package init() {}

  package func fail(_ error: StoreError) { failure = error }

  package func savePhoto(_ bytes: [UInt8], as name: PhotoFileName) throws(StoreError) -> String {
    if let failure { throw failure }
    kept[name.fileName()] = bytes
    return "/album/" + name.fileName()
  }
}

/// A store for pictures of drafts in memory, which a test can make fail.
package actor FakeDraftPictures: DraftPictureStore {
  private var failure: StoreError?
  package private(set) var kept: [String] = []
  /// The paths that each clean-up was told to keep.
  package private(set) var needed: [Set<String>] = []
  package private(set) var erased: [Account.ID] = []

  package init() {}

  package func fail(_ error: StoreError) { failure = error }

  package func saveDraftPicture(
    _ bytes: [UInt8], as name: PhotoFileName, account: Account.ID
  ) throws(StoreError) -> String {
    if let failure { throw failure }
    kept.append("/kept/" + name.fileName())
    return "/kept/" + name.fileName()
  }

  package func deleteUnusedDraftPictures(
    of account: Account.ID, except paths: Set<String>, now: Timestamp
  ) {
    needed.append(paths)
  }

  package func eraseAllDraftPictures(of account: Account.ID) { erased.append(account) }
}

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

package import FeedDomain
internal import Threads

/// A store of accounts in memory, for runs without a usable accounts file.
package final class MemoryCredentialStore: CredentialStore {
  private let accountList = LockedValue<[SignedInAccount]>([])

  package init() {}

  package func storedAccounts() throws(StoreError) -> [SignedInAccount] {
    accountList.withLock { $0 }
  }

  package func saveAccountAndMakeActive(_ account: SignedInAccount) throws(StoreError) {
    let before = try storedAccounts().first { $0.account.id == account.account.id }
    try saveAndActivateReplacingSecretSource(account.inheritingSecretSource(before?.source))
  }

  package func saveAndActivateReplacingSecretSource(_ account: SignedInAccount) throws(StoreError) {
    accountList.withLock { $0 = $0.addingAccount(account, isCurrent: true) }
  }

  package func addAccountWithoutActivating(_ account: SignedInAccount) throws(StoreError) {
    accountList.withLock { $0 = $0.addingAccount(account, isCurrent: false) }
  }

  package func saveRenewedToken(of account: SignedInAccount) throws(StoreError) {
    accountList.withLock { kept in
      kept = kept.map {
        $0.account.id == account.account.id ? account.inheritingSecretSource($0.source) : $0
      }
    }
  }

  package func removeAccount(_ account: Account.ID) throws(StoreError) {
    accountList.withLock { kept in kept.removeAll { $0.account.id == account } }
  }
}

/// A store of mutes in memory, for runs without a usable file of mutes.
package final class MemoryMuteStore: MuteStore {
  private let storedMutes = LockedValue<[Mute]>([])

  package init() {}

  package func mutes() throws(StoreError) -> [Mute] { storedMutes.withLock { $0 } }

  package func setMute(_ mute: Mute, isMuted: Bool) throws(StoreError) -> [Mute] {
    storedMutes.withLock { kept in
      kept = kept.settingMute(mute, isMuted: isMuted)
      return kept
    }
  }

  package func deleteAllMutes() throws(StoreError) { storedMutes.withLock { $0 = [] } }
}

/// A cache of photos in memory, for runs without a usable cache folder.
package actor MemoryPhotoCache: PhotoCache {
  private struct PhotoCacheKey: Hashable {
    let account: Account.ID
    let url: String
  }

  private let limit: Int
  private var photos: [PhotoCacheKey: (bytes: [UInt8], seen: Int)] = [:]
  private var size = 0
  private var clock = 0

  package init(limit: Int = 8 * 1024 * 1024) { self.limit = limit }

  package nonisolated var outlivesProgram: Bool { false }

  package func cachedPhotoBytes(of rendition: Photo.PhotoRendition, for account: Account.ID)
    -> [UInt8]?
  {
    clock += 1
    let key = PhotoCacheKey(account: account, url: rendition.url)
    photos[key]?.seen = clock
    return photos[key]?.bytes
  }

  package func storePhotoBytes(
    _ bytes: [UInt8], of rendition: Photo.PhotoRendition, for account: Account.ID
  ) {
    guard bytes.count <= limit / 4 else { return }
    clock += 1
    let key = PhotoCacheKey(account: account, url: rendition.url)
    size += bytes.count - (photos[key]?.bytes.count ?? 0)
    photos[key] = (bytes, clock)
    while size > limit, let oldest = photos.min(by: { $0.value.seen < $1.value.seen }) {
      size -= oldest.value.bytes.count
      photos[oldest.key] = nil
    }
  }

  package func eraseAllPhotos(of account: Account.ID) {
    photos = photos.filter { $0.key.account != account }
    size = photos.values.reduce(0) { $0 + $1.bytes.count }
  }
}

package import FeedDomain
internal import Glibc
internal import Groundwork

/// A store for pictures of drafts in files that only their owner can read, in a directory for each
/// account.
package struct FileDraftPictures: DraftPictureStore {
  /// The age in seconds from which on a picture without a draft is deleted.
  private static let minimumAge = 3600

  private let path: String

  package init(path: String) { self.path = path }

  package func saveDraftPicture(
    _ bytes: [UInt8], as name: PhotoFileName, account: Account.ID
  ) async throws(StoreError) -> String {
    try StoreError.convertingFileErrors { () throws(FileOperationError) in
      try PrivateDirectory(path: path).prepareDirectory()
    }
    return try await SavedPhotoFolder(path: pictureDirectory(of: account)).savePhoto(
      bytes, as: name)
  }

  @concurrent package func deleteUnusedDraftPictures(
    of account: Account.ID, except paths: Set<String>, now: Timestamp
  ) async {
    let directory = pictureDirectory(of: account)
    for file in savedPictures(in: directory)
    where !paths.contains(file.path) && file.pictureAgeInSeconds(at: now) >= Self.minimumAge {
      unlink(file.path)
    }
  }

  @concurrent package func eraseAllDraftPictures(of account: Account.ID) async throws(StoreError) {
    let directory = pictureDirectory(of: account)
    for file in savedPictures(in: directory) {
      guard unlink(file.path) == 0 || errno == ENOENT else {
        throw StoreError(errno: errno, doing: "removing \(file.path)")
      }
    }
    guard rmdir(directory) == 0 || errno == ENOENT else {
      throw StoreError(errno: errno, doing: "removing \(directory)")
    }
  }

  private func pictureDirectory(of account: Account.ID) -> String {
    var hash = ByteHash()
    hash.addBytesToHash(account.rawValue.utf8)
    return "\(path)/\(hash.digits)"
  }

  private func savedPictures(in directory: String) -> [SavedDraftPicture] {
    guard let names = FolderEntryNames(in: directory) else { return [] }
    return names.compactMap { name in
      let path = "\(directory)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return SavedDraftPicture(path: path, savedAt: status.st_mtim.tv_sec)
    }
  }
}

private struct SavedDraftPicture {
  let path: String
  /// The time when the file of a draft's picture was last written, in seconds since 1970.
  let savedAt: Int

  func pictureAgeInSeconds(at now: Timestamp) -> Int { Int(now.milliseconds / 1000) - savedAt }
}

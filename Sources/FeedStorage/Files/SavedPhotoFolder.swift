package import FeedDomain
internal import Glibc
internal import Threads

package struct SavedPhotoFolder: PhotoFolder {
  private let path: String

  /// Creates a gateway that saves photos in a directory, which is created with the first photo.
  package init(path: String) { self.path = path }

  /// Saves a photo under a file name, or under a similar one if that is taken, and returns the
  /// path. Never overwrites a file or follows a link; leaves no file if the disk is full.
  package func savePhoto(_ bytes: [UInt8], as name: PhotoFileName) async throws(StoreError)
    -> String
  {
    try await SavedPhotoWriter(path: path).savePhoto(bytes, as: name)
  }
}

/// A writer of saved photos, which runs on a thread of its own.
private actor SavedPhotoWriter {
  /// Maximum number of saved photos whose file names differ only by a number.
  private static let mostCopies = 999

  private let path: String
  private let thread = SerialThread(name: "saving")

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(path: String) { self.path = path }

  func savePhoto(_ bytes: [UInt8], as name: PhotoFileName) throws(StoreError) -> String {
    let directory = try openOrCreatePhotoDirectory()
    defer { close(directory) }
    for copy in 1...Self.mostCopies {
      let text = name.fileName(copy: copy)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let file = openat(directory, text, flags, 0o666)
      if file < 0, errno == EEXIST { continue }
      guard file >= 0 else { throw StoreError(errno: errno, doing: "creating \(path)/\(text)") }
      do throws(StoreError) {
        try writeBytes(bytes, to: file, called: text)
      } catch {
        unlinkat(directory, text, 0)
        throw error
      }
      return "\(path)/\(text)"
    }
    throw .failed(step: "creating \(path)/\(name.fileName())", reason: "the name is taken")
  }
}

extension SavedPhotoWriter {
  private func openOrCreatePhotoDirectory() throws(StoreError) -> Int32 {
    func photoDirectoryDescriptor() -> Int32 { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    var directory = photoDirectoryDescriptor()
    if directory < 0, errno == ENOENT, mkdir(path, 0o777) == 0 {
      directory = photoDirectoryDescriptor()
    }
    guard directory >= 0 else { throw StoreError(errno: errno, doing: "opening \(path)") }
    return directory
  }

  private func writeBytes(_ bytes: [UInt8], to file: Int32, called name: String) throws(StoreError)
  {
    var rest = bytes[...]
    while !rest.isEmpty {
      let step = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if step >= 0 {
        rest = rest.dropFirst(step)
      } else if errno != EINTR {
        let code = errno
        close(file)
        throw StoreError(errno: code, doing: "writing \(path)/\(name)")
      }
    }
    let isSaved = fsync(file) == 0
    let code = errno
    guard close(file) == 0, isSaved else {
      throw StoreError(errno: code, doing: "saving \(path)/\(name)")
    }
  }
}

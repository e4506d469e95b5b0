import Console
import FeedDomain
import Glibc
import Groundwork
import Pictures
import Terminal

/// A preparer of picture files for posting, which decodes them in a sandbox and encodes them again
/// without metadata. Files are read away from the caller's actor, as a disk may be remote.
struct PictureFiles: PicturePreparing {
  /// The maximum size in bytes of a picture file for a post.
  private static let maximumBytes = PictureDecoder.maximumOwnBytes
  private static let maximumNames = 200

  /// The decoder of pictures for posts; nil if it is not installed.
  let decoder: PictureDecoder?
  var takesFiles = true

  @concurrent func preparePictureForUpload(
    _ path: String, within limits: PictureUploadLimits
  ) async throws(PictureFileProblem) -> PreparedPicture {
    let bytes = try fileContents(of: Self.expandedPath(path))
    guard let decoder else { throw .notOpened }
    do throws(PictureRefusal) {
      let picture = try await decoder.encodeUploadJPEG(
        bytes, longestSide: limits.longestSide, mostBytes: limits.bytes)
      return PreparedPicture(
        bytes: picture.bytes, mediaType: "image/jpeg",
        size: PhotoSize(width: picture.size.width, height: picture.size.height))
    } catch {
      throw PictureFileProblem(error)
    }
  }

  @concurrent func pictureFileExists(at path: String) async -> Bool {
    access(Self.expandedPath(path), F_OK) == 0
  }
  func absolutePicturePath(_ path: String) -> String {
    ExistingInputFilePath.absolutePathIfFileExists(of: Self.expandedPath(path))
  }

  @concurrent func pictureAndFolderPaths(beginning: String) async -> [String] {
    let whole = Self.expandedPath(beginning)
    let cut = whole.lastIndex(of: "/").map { whole.index(after: $0) } ?? whole.startIndex
    let (directory, start) = (String(whole[..<cut]), whole[cut...])
    guard takesFiles, var names = FolderEntryNames(in: directory.isEmpty ? "." : directory) else {
      return []
    }
    var found: [String] = []
    while found.count < Self.maximumNames, let name = names.next() {
      guard name.hasPrefix(start), name.hasPrefix(".") == start.hasPrefix(".") else { continue }
      let path = directory + name
      if Self.isDirectory(path) { found.append(path + "/") }
      if Self.hasPictureFileExtension(name) { found.append(path) }
    }
    return found.sorted()
  }

  private func fileContents(of path: String) throws(PictureFileProblem) -> [UInt8] {
    // A pipe without a writer must not block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAPicture }
    guard status.st_size <= off_t(Self.maximumBytes) else {
      throw .tooLarge(limit: Self.maximumBytes)
    }
    let count = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        // A buffer of at least one byte has an address.
        let got = read(file, buffer.baseAddress! + done, count - done)
        if got < 0 && errno == EINTR { continue }
        guard got > 0 else { return }
        done += got
      }
    }
    guard bytes.count == count else { throw .unreadable }
    return bytes
  }

  /// Returns the path of a file with "~/" at its beginning replaced by the home folder.
  private static func expandedPath(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func hasPictureFileExtension(_ name: String) -> Bool {
    let ending = name.lowercased().split(separator: ".").last
    return ["jpg", "jpeg", "png", "webp", "gif", "avif", "heic"].contains(ending)
  }
}

extension PictureFileProblem {
  /// Creates the problem with a draft's picture from the picture decoder's refusal of a file of
  /// allowed size.
  fileprivate init(_ refusal: PictureRefusal) {
    self =
      switch refusal {
      case .unknownFormat: .notAPicture
      case .damaged, .noSuchFrame: .damaged
      case .tooLarge, .doesNotFit: .tooManyPixels
      case .tooSlow: .tookTooLong
      case .missingLibrary(let name):
        SystemLibrary(rawValue: name).map { .missingLibrary($0) } ?? .notOpened
      case .badOrder, .noSandbox, .confined, .crashed, .badReply, .notStarted, .cancelled:
        .notOpened
      }
  }
}

package import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A cache of photos in files that only their owner can read. The folder and its thread are created
/// with the first photo.
package final class FilePhotoCache: PhotoCache {
  private let path: String
  private let quota: Int
  private let world: any World
  private let isGone: @Sendable (Account.ID) -> Bool
  private let opened = LockedValue<CachedPhotoFolder?>(nil)

  /// Creates a photo cache with a quota in bytes; 0 stores nothing. `isGone` is called from any
  /// thread and returns true for a signed-out account, for which nothing is stored.
  package init(
    path: String, quota: Int, world: any World,
    isGone: @escaping @Sendable (Account.ID) -> Bool = { _ in false }
  ) {
    (self.isGone, self.path, self.quota, self.world) = (isGone, path, quota, world)
  }

  package var outlivesProgram: Bool { quota > 0 }
  package var room: Int? { quota }

  package func cachedPhotoBytes(of rendition: Photo.PhotoRendition, for account: Account.ID) async
    -> [UInt8]?
  {
    guard quota > 0 else { return nil }
    return await folder.cachedPhotoBytes(of: rendition.url, for: account)
  }

  package func storePhotoBytes(
    _ bytes: [UInt8], of rendition: Photo.PhotoRendition, for account: Account.ID
  ) async {
    guard quota > 0 else { return }
    await folder.storePhotoBytes(bytes, of: rendition.url, for: account)
  }

  package func deletePhotos(storedBefore moment: Timestamp, for account: Account.ID) async {
    guard quota > 0 else { return }
    await folder.deletePhotos(storedBefore: moment, for: account)
  }

  package func eraseAllPhotos(of account: Account.ID) async throws(StoreError) {
    try await folder.eraseAllPhotos(of: account)
  }

  private var folder: CachedPhotoFolder {
    opened.withLock { opened in
      if let opened { return opened }
      let folder = CachedPhotoFolder(path: path, quota: quota, world: world, isGone: isGone)
      opened = folder
      return folder
    }
  }
}

/// A folder of cached photos within a quota, shared by several processes; the least recently used
/// photos are deleted first. Each process checks the size after writing a fiftieth of the quota, so
/// the folder exceeds the quota by a few percent at most.
actor CachedPhotoFolder {
  private let thread = SerialThread(name: "photos")
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// The value of the C macro `UTIME_OMIT`, which Swift cannot import.
  private static let omitTime = (1 << 30) - 2

  private let path: String
  private let quota: Int
  private let world: any World
  private let isGone: @Sendable (Account.ID) -> Bool
  /// The number of bytes written to the photo folder since its size was last checked; nil before
  /// the first check.
  private var bytesSinceCheck: Int?
  private var writes = 0

  init(
    path: String, quota: Int, world: any World,
    isGone: @escaping @Sendable (Account.ID) -> Bool
  ) {
    (self.isGone, self.path, self.quota, self.world) = (isGone, path, quota, world)
  }

  /// Returns the cached photo of a web address, and marks its file as used; nil if there is none.
  func cachedPhotoBytes(of url: String, for account: Account.ID) -> [UInt8]? {
    let file = "\(path)/\(CachedPhotoFileFormat.fileName(of: url, for: account))"
    // A file that cannot be opened counts as missing.
    guard let open = try? OpenFile(file, O_RDONLY | O_NONBLOCK) else { return nil }
    guard let contents = fileContents(of: open),
      let bytes = CachedPhotoFileFormat.decodedPhotoBytes(in: contents, of: url)
    else {
      unlink(file)
      return nil
    }
    updateFileAccessTime(open, isNew: false)
    return bytes
  }

  /// Stores the photo of a web address in the cache, unless it is larger than a quarter of the
  /// quota. A failure is not reported, and leaves no file.
  func storePhotoBytes(_ bytes: [UInt8], of url: String, for account: Account.ID) {
    guard let contents = CachedPhotoFileFormat.encodedPhotoFileContents(of: url, bytes),
      contents.count <= quota / 4
    else {
      return
    }
    if bytesSinceCheck == nil { createAndTrimPhotoFolder() }
    writes += 1
    let temporary = "\(path)/new-\(getpid())-\(writes)"
    let file = "\(path)/\(CachedPhotoFileFormat.fileName(of: url, for: account))"
    do throws(FileOperationError) {
      let open = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL, doing: "creating")
      try open.writeBytes(contents)
      updateFileAccessTime(open, isNew: true)
      guard rename(temporary, file) == 0 else {
        throw FileOperationError(doing: "replacing \(file)")
      }
    } catch {
      unlink(temporary)
      return
    }
    // The check follows the write, so that a later sign-out finds the file and deletes it.
    guard !isGone(account) else {
      unlink(file)
      return
    }
    bytesSinceCheck = (bytesSinceCheck ?? 0) + contents.count
    if bytesSinceCheck ?? 0 > quota / 50 { deleteLeastRecentlyUsedPhotos() }
  }

  func deletePhotos(storedBefore moment: Timestamp, for account: Account.ID) {
    let prefix = CachedPhotoFileFormat.fileNamePrefix(of: account)
    for file in allCachedPhotoFiles()
    where file.name.hasPrefix(prefix) && file.keptAt < Int(moment.milliseconds) {
      unlink("\(path)/\(file.name)")
    }
  }

  func eraseAllPhotos(of account: Account.ID) throws(StoreError) {
    let prefix = CachedPhotoFileFormat.fileNamePrefix(of: account)
    // An unfinished file may belong to any account.
    for file in allCachedPhotoFiles() where file.name.hasPrefix(prefix) || file.isUnfinished {
      guard unlink("\(path)/\(file.name)") == 0 || errno == ENOENT else {
        throw StoreError(errno: errno, doing: "removing \(path)/\(file.name)")
      }
    }
  }
}

extension CachedPhotoFolder {
  private func createAndTrimPhotoFolder() {
    // Without a folder no photo is cached, which is not reported.
    try? PrivateDirectory(path: path).prepareDirectory()
    deleteLeastRecentlyUsedPhotos()
  }

  /// Deletes the least recently used photos until the photo folder is a little below its quota.
  private func deleteLeastRecentlyUsedPhotos() {
    bytesSinceCheck = 0
    var files = allCachedPhotoFiles()
    for file in files where file.isUnfinished && file.secondsSincePhotoUse(at: now) > 600 {
      unlink("\(path)/\(file.name)")
    }
    var size = files.reduce(0) { $0 + $1.size }
    guard size > quota - quota / 50 else { return }
    files.sort { $0.seenAt < $1.seenAt }
    for file in files where size > quota - quota / 25 && !file.isUnfinished {
      if unlink("\(path)/\(file.name)") == 0 { size -= file.size }
    }
  }

  private var now: Int { Int(world.now.milliseconds / 1000) }

  /// Sets the access time of a cached photo's file to now, and for a new file also the modification
  /// time.
  private func updateFileAccessTime(_ file: OpenFile, isNew: Bool) {
    let milliseconds = world.now.milliseconds
    let moment = timespec(
      tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
    let unchanged = timespec(tv_sec: 0, tv_nsec: Self.omitTime)
    _ = withUnsafePointer(to: (moment, isNew ? moment : unchanged)) { both in
      both.withMemoryRebound(to: timespec.self, capacity: 2) { futimens(file.descriptor, $0) }
    }
  }

  private func allCachedPhotoFiles() -> [CachedPhotoFile] {
    guard let names = FolderEntryNames(in: path) else { return [] }
    return names.compactMap { name in
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        return nil
      }
      let keptAt = status.st_mtim.tv_sec * 1000 + status.st_mtim.tv_nsec / 1_000_000
      let seenAt = status.st_atim.tv_sec * 1000 + status.st_atim.tv_nsec / 1_000_000
      return CachedPhotoFile(
        name: name, size: Int(status.st_size), keptAt: keptAt, seenAt: max(keptAt, seenAt))
    }
  }

  private func fileContents(of file: OpenFile) -> [UInt8]? {
    // A photo that cannot be read counts as missing.
    guard let status = try? file.fileStatus(), status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_size <= CachedPhotoFileFormat.maximumSize
    else { return nil }
    return try? file.readBytes(Int(status.st_size))
  }
}

private struct CachedPhotoFile {
  let name: String
  let size: Int
  /// The time when a photo was stored in the cache, in milliseconds since 1970.
  let keptAt: Int
  /// The time when a cached photo was last used, in milliseconds since 1970.
  let seenAt: Int

  var isUnfinished: Bool { name.hasPrefix("new-") }

  func secondsSincePhotoUse(at now: Int) -> Int { now - seenAt / 1000 }
}

/// A namespace for the format of a cached photo's file: a magic number, the lengths of address and
/// photo, a checksum, the address and the photo. The address is stored because different addresses
/// may get the same file name.
enum CachedPhotoFileFormat {
  /// Maximum size in bytes of a cached photo's file.
  static let maximumSize = 13 * 1024 * 1024
  private static let signature = Array("TWPHOTO1".utf8)
  private static let headerSize = 24

  static func fileNamePrefix(of account: Account.ID) -> String {
    var hash = ByteHash()
    hash.addBytesToHash(account.rawValue.utf8)
    return hash.digits + "-"
  }

  static func fileName(of url: String, for account: Account.ID) -> String {
    var (first, second) = (ByteHash(seed: 1), ByteHash(seed: 2))
    first.addBytesToHash(url.utf8)
    second.addBytesToHash(url.utf8)
    return fileNamePrefix(of: account) + first.digits + second.digits
  }

  /// Returns the contents of a cached photo's file; nil if the photo is too large.
  static func encodedPhotoFileContents(of url: String, _ bytes: [UInt8]) -> [UInt8]? {
    let address = Array(url.utf8)
    guard bytes.count <= maximumSize - headerSize - address.count else { return nil }
    var contents: [UInt8] = []
    contents.reserveCapacity(headerSize + address.count + bytes.count)
    contents += signature
    appendLittleEndianNumber(UInt64(address.count) << 32 | UInt64(bytes.count), to: &contents)
    appendLittleEndianNumber(checksum(address, bytes), to: &contents)
    contents += address
    contents += bytes
    return contents
  }

  /// Returns the photo in the contents of a cached file; nil if the file is damaged or of another
  /// web address.
  static func decodedPhotoBytes(in contents: [UInt8], of url: String) -> [UInt8]? {
    guard contents.count >= headerSize, contents.starts(with: signature) else { return nil }
    let (lengths, sum) = (decodedNumber(at: 8, in: contents), decodedNumber(at: 16, in: contents))
    let (addressLength, length) = (Int(lengths >> 32), Int(lengths & 0xffff_ffff))
    guard contents.count == headerSize + addressLength + length else { return nil }
    let address = contents[headerSize..<(headerSize + addressLength)]
    guard address.elementsEqual(url.utf8) else { return nil }
    let bytes = Array(contents[(headerSize + addressLength)...])
    return sum == self.checksum(Array(address), bytes) ? bytes : nil
  }

  private static func checksum(_ address: [UInt8], _ bytes: [UInt8]) -> UInt64 {
    var hash = ByteHash(seed: 3)
    hash.addBytesToHash(address)
    hash.addBytesToHash(bytes)
    return hash.value
  }

  private static func appendLittleEndianNumber(_ number: UInt64, to contents: inout [UInt8]) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      contents.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private static func decodedNumber(at offset: Int, in contents: [UInt8]) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(contents[offset + $1]) << (8 * UInt64($1)) }
  }
}

/// A hasher of bytes, fast but not safe against deliberate collisions.
struct ByteHash {
  private(set) var value: UInt64

  init(seed: UInt64 = 0) { value = 0xcbf2_9ce4_8422_2325 ^ seed &* 0x9e37_79b9_7f4a_7c15 }

  /// Adds bytes to the hash, eight at a time.
  mutating func addBytesToHash(_ bytes: some Collection<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ addBytesToHash(UnsafeRawBufferPointer($0)) }) == nil
    {
      Array(bytes).withUnsafeBytes { addBytesToHash($0) }
    }
  }

  private mutating func addBytesToHash(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count / 8 * 8
    for offset in stride(from: 0, to: whole, by: 8) {
      mixWordIntoHash(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
    }
    var rest: UInt64 = UInt64(bytes.count) << 56
    for (shift, byte) in bytes[whole...].enumerated() {
      rest ^= UInt64(byte) << (8 * UInt64(shift))
    }
    mixWordIntoHash(rest)
  }

  private mutating func mixWordIntoHash(_ word: UInt64) {
    value = (value ^ word) &* 0xff51_afd7_ed55_8ccd
    value ^= value >> 32
  }

  /// The hash as sixteen hexadecimal digits.
  var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

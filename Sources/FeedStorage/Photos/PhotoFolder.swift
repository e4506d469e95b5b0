internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A folder of photos that holds no more than its quota: what was looked at longest ago goes first.
///
/// Several processes may share it. Each looks through it anew after it wrote a fiftieth of the
/// quota, so that together they stay within a few parts in a hundred of it.
actor PhotoFolder {
  private let thread = SerialThread(name: "photos")
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// `UTIME_OMIT`, a macro that Swift cannot read.
  private static let leaveAsItIs = (1 << 30) - 2

  private let path: String
  private let quota: Int
  private let world: any World
  private let isGone: @Sendable (Account.ID) -> Bool
  /// How much was written since the folder was looked through; nil before the first time.
  private var writtenSince: Int?
  private var writes = 0

  init(
    path: String, quota: Int, world: any World,
    isGone: @escaping @Sendable (Account.ID) -> Bool
  ) {
    (self.isGone, self.path, self.quota, self.world) = (isGone, path, quota, world)
  }

  /// The bytes of an address, which count as looked at now.
  func bytes(of url: String, for account: Account.ID) -> [UInt8]? {
    let file = "\(path)/\(PhotoFile.name(of: url, for: account))"
    // What cannot be opened is not there.
    guard let open = try? OpenFile(file, O_RDONLY | O_NONBLOCK) else { return nil }
    guard let contents = contents(of: open),
      let bytes = PhotoFile.bytes(in: contents, of: url)
    else {
      unlink(file)
      return nil
    }
    mark(open, isNew: false)
    return bytes
  }

  /// Keeps the bytes of an address; where that cannot be, as on a full disk, nothing is left.
  func keep(_ bytes: [UInt8], of url: String, for account: Account.ID) {
    guard let contents = PhotoFile.contents(of: url, bytes), contents.count <= quota / 4 else {
      return
    }
    if writtenSince == nil { prepare() }
    writes += 1
    let temporary = "\(path)/new-\(getpid())-\(writes)"
    let file = "\(path)/\(PhotoFile.name(of: url, for: account))"
    do throws(SystemError) {
      let open = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL, doing: "creating")
      try open.write(contents)
      mark(open, isNew: true)
      guard rename(temporary, file) == 0 else { throw SystemError(doing: "replacing \(file)") }
    } catch {
      unlink(temporary)
      return
    }
    // Looked at afterwards: who is signed out later finds the file and removes it.
    guard !isGone(account) else {
      unlink(file)
      return
    }
    writtenSince = (writtenSince ?? 0) + contents.count
    if writtenSince ?? 0 > quota / 50 { makeRoom() }
  }

  /// Removes an account's files that were kept before that moment.
  func forget(keptBefore moment: Timestamp, for account: Account.ID) {
    let prefix = PhotoFile.prefix(of: account)
    for file in files()
    where file.name.hasPrefix(prefix) && file.keptAt < Int(moment.milliseconds) {
      unlink("\(path)/\(file.name)")
    }
  }

  func erase(account: Account.ID) throws(StoreError) {
    let prefix = PhotoFile.prefix(of: account)
    // What is half written may be anybody's.
    for file in files() where file.name.hasPrefix(prefix) || file.isUnfinished {
      guard unlink("\(path)/\(file.name)") == 0 || errno == ENOENT else {
        throw StoreError(errno: errno, doing: "removing \(path)/\(file.name)")
      }
    }
  }
}

extension PhotoFolder {
  private func prepare() {
    // Without it nothing is kept, which nobody has to be told.
    try? PrivateDirectory(path: path).prepare()
    makeRoom()
  }

  /// Removes what was looked at longest ago, down to a little below the quota.
  private func makeRoom() {
    writtenSince = 0
    var files = files()
    for file in files where file.isUnfinished && file.age(at: now) > 600 {
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

  /// A file's access is when its photo was looked at last, its modification when it was kept.
  private func mark(_ file: OpenFile, isNew: Bool) {
    let milliseconds = world.now.milliseconds
    let moment = timespec(
      tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
    let unchanged = timespec(tv_sec: 0, tv_nsec: Self.leaveAsItIs)
    _ = withUnsafePointer(to: (moment, isNew ? moment : unchanged)) { both in
      both.withMemoryRebound(to: timespec.self, capacity: 2) { futimens(file.descriptor, $0) }
    }
  }

  private func files() -> [FolderEntry] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var files: [FolderEntry] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      guard fstatat(dirfd(directory), name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      let keptAt = status.st_mtim.tv_sec * 1000 + status.st_mtim.tv_nsec / 1_000_000
      let seenAt = status.st_atim.tv_sec * 1000 + status.st_atim.tv_nsec / 1_000_000
      files.append(
        FolderEntry(
          name: name, size: Int(status.st_size), keptAt: keptAt, seenAt: max(keptAt, seenAt)))
    }
    return files
  }

  private func contents(of file: OpenFile) -> [UInt8]? {
    // What cannot be read is fetched again.
    guard let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_size <= PhotoFile.maximumSize
    else { return nil }
    return try? file.bytes(Int(status.st_size))
  }
}

/// A file in the folder.
private struct FolderEntry {
  let name: String
  let size: Int
  /// When it was kept, in milliseconds.
  let keptAt: Int
  /// When it was looked at last, in milliseconds.
  let seenAt: Int

  var isUnfinished: Bool { name.hasPrefix("new-") }

  /// How many seconds ago that was.
  func age(at now: Int) -> Int { now - seenAt / 1000 }
}

/// One photo in the cache: whose it is, what it is, and a sum that tells whether it is whole.
///
/// A mark, the lengths of the address and of the bytes, the sum, the address, the bytes. The address
/// is in the file, so that two addresses with the same name cannot be taken for each other.
enum PhotoFile {
  /// Larger ones are not kept, and what is larger on disk is not ours.
  static let maximumSize = 13 * 1024 * 1024
  private static let mark = Array("TWPHOTO1".utf8)
  private static let headerSize = 24

  /// The name of an account's files begins like this.
  static func prefix(of account: Account.ID) -> String {
    var hash = ByteHash()
    hash.add(account.rawValue.utf8)
    return hash.digits + "-"
  }

  /// What the file of an address is called.
  static func name(of url: String, for account: Account.ID) -> String {
    var (first, second) = (ByteHash(seed: 1), ByteHash(seed: 2))
    first.add(url.utf8)
    second.add(url.utf8)
    return prefix(of: account) + first.digits + second.digits
  }

  /// The file's contents; nil for what is too large to be kept.
  static func contents(of url: String, _ bytes: [UInt8]) -> [UInt8]? {
    let address = Array(url.utf8)
    guard bytes.count <= maximumSize - headerSize - address.count else { return nil }
    var contents: [UInt8] = []
    contents.reserveCapacity(headerSize + address.count + bytes.count)
    contents += mark
    append(UInt64(address.count) << 32 | UInt64(bytes.count), to: &contents)
    append(sum(address, bytes), to: &contents)
    contents += address
    contents += bytes
    return contents
  }

  /// The bytes in a file; nil where it is damaged or another address's.
  static func bytes(in contents: [UInt8], of url: String) -> [UInt8]? {
    guard contents.count >= headerSize, contents.starts(with: mark) else { return nil }
    let (lengths, sum) = (number(at: 8, in: contents), number(at: 16, in: contents))
    let (addressLength, length) = (Int(lengths >> 32), Int(lengths & 0xffff_ffff))
    guard contents.count == headerSize + addressLength + length else { return nil }
    let address = contents[headerSize..<(headerSize + addressLength)]
    guard address.elementsEqual(url.utf8) else { return nil }
    let bytes = Array(contents[(headerSize + addressLength)...])
    return sum == self.sum(Array(address), bytes) ? bytes : nil
  }

  private static func sum(_ address: [UInt8], _ bytes: [UInt8]) -> UInt64 {
    var hash = ByteHash(seed: 3)
    hash.add(address)
    hash.add(bytes)
    return hash.value
  }

  private static func append(_ number: UInt64, to contents: inout [UInt8]) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      contents.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private static func number(at offset: Int, in contents: [UInt8]) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(contents[offset + $1]) << (8 * UInt64($1)) }
  }
}

/// A number that tells bytes from other bytes; nobody is kept from finding two with the same one.
struct ByteHash {
  private(set) var value: UInt64

  /// A hash of nothing yet; another seed makes an unrelated hash.
  init(seed: UInt64 = 0) { value = 0xcbf2_9ce4_8422_2325 ^ seed &* 0x9e37_79b9_7f4a_7c15 }

  /// Goes on with more bytes, eight at a time.
  mutating func add(_ bytes: some Collection<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ add(UnsafeRawBufferPointer($0)) }) == nil {
      Array(bytes).withUnsafeBytes { add($0) }
    }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count / 8 * 8
    for offset in stride(from: 0, to: whole, by: 8) {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
    }
    var rest: UInt64 = UInt64(bytes.count) << 56
    for (shift, byte) in bytes[whole...].enumerated() {
      rest ^= UInt64(byte) << (8 * UInt64(shift))
    }
    mix(rest)
  }

  private mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0xff51_afd7_ed55_8ccd
    value ^= value >> 32
  }

  /// The number in sixteen digits.
  var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

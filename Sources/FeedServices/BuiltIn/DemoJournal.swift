internal import FeedDomain
internal import Glibc
internal import Groundwork

/// A journal of the demo service's state, one record per line: a text file that is replaced as a
/// whole, and shared by all processes that open it; without a path, the journal is in memory alone.
final class DemoJournal {
  /// Maximum size of the demo service's journal in bytes, more than a person can cause.
  private static let maximumSize = 16 << 20

  private let file: PrivateFile?
  /// The bytes of the demo service's journal if it is kept in memory, without a file; nil if
  /// nothing was written.
  private var memory: [UInt8]?
  /// The contents of the demo's journal when it was read last.
  private var lastReadBytes: [UInt8] = []
  private var lock: OpenFile?

  struct NewJournalRecords: Equatable {
    /// True if the demo's journal was erased or begun anew since the last read, so that earlier
    /// records no longer count.
    var startsOver = false
    var records: [DemoJournalRecord] = []
  }

  init(path: String?) { file = path.map { PrivateFile(path: $0, maximumSize: Self.maximumSize) } }

  /// Returns the records that any process wrote to the demo's journal since the last call.
  func readNewRecords() throws(FileOperationError) -> NewJournalRecords {
    let bytes = try fileContents() ?? []
    guard bytes != lastReadBytes else { return NewJournalRecords() }
    let startsOver = !bytes.starts(with: lastReadBytes)
    let fresh = bytes[(startsOver ? 0 : lastReadBytes.count)...]
    lastReadBytes = bytes
    return NewJournalRecords(
      startsOver: startsOver,
      records: fresh.split(separator: UInt8(ascii: "\n")).compactMap {
        JournalLineFormat.decodedRecord(from: $0)
      })
  }

  /// Locks the demo's journal against other processes until `unlockFile`; returns false if the
  /// journal is missing and must not be created.
  func lockFile(creating: Bool) throws(FileOperationError) -> Bool {
    if let file {
      // The folder is locked, since each change replaces the file.
      let end = file.path.lastIndex(of: "/") ?? file.path.startIndex
      let folder = try OpenFile(String(file.path[..<end]) + "/", O_RDONLY | O_DIRECTORY)
      try folder.lockFile()
      lock = folder
    }
    let isThere = try fileContents() != nil
    if creating || isThere { return true }
    unlockFile()
    return false
  }

  func unlockFile() {
    lock?.unlockFile()
    lock = nil
  }

  /// Appends records to the demo's journal, which must be locked.
  func appendRecords(_ records: [DemoJournalRecord]) throws(FileOperationError) {
    let lines = records.reduce(into: "") { $0 += JournalLineFormat.encodedLine(of: $1) }
    let bytes = try (fileContents() ?? []) + Array(lines.utf8)
    if let file { try file.replaceContentsWithoutSync(with: bytes) } else { memory = bytes }
  }

  func eraseFile() throws(FileOperationError) {
    guard try lockFile(creating: false) else { return }
    defer { unlockFile() }
    try file?.removeFileAndDamagedVersions()
    memory = nil
  }

  private func fileContents() throws(FileOperationError) -> [UInt8]? {
    guard let file else { return memory }
    return try file.readContents()
  }
}

/// A namespace for the format of a line in the demo service's journal; tabs separate the fields.
enum JournalLineFormat {
  static func encodedLine(of record: DemoJournalRecord) -> String {
    record.fields.map(escapedField).joined(separator: "\t") + "\n"
  }

  /// Parses a line of the demo's journal, without line end, into a record; nil if it is invalid.
  static func decodedRecord(from line: some Collection<UInt8>) -> DemoJournalRecord? {
    guard let text = String(validating: line, as: UTF8.self) else { return nil }
    let fields = text.split(separator: "\t", omittingEmptySubsequences: false).map(unescapedField)
    return fields.contains(nil) ? nil : DemoJournalRecord(fields: fields.compactMap(\.self))
  }

  /// Returns a field of the demo's journal with control characters escaped, so that the journal can
  /// be shown on a terminal.
  private static func escapedField(_ field: String) -> String {
    var text = ""
    for scalar in field.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += "\\{\(String(scalar.value, radix: 16))}"
      default: text += scalar == "\\" ? "\\\\" : String(scalar)
      }
    }
    return text
  }

  private static func unescapedField(_ field: Substring) -> String? {
    var text = String.UnicodeScalarView()
    var rest = field.unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "\\": text.append("\\")
      case "{":
        guard let end = rest.firstIndex(of: "}"),
          let value = UInt32(String(rest[..<end]), radix: 16), let scalar = Unicode.Scalar(value)
        else { return nil }
        text.append(scalar)
        rest = rest[rest.index(after: end)...]
      default: return nil
      }
    }
    return String(text)
  }
}

/// A store of the pictures that the user uploaded to the demo service, each in a file of a private
/// directory; without a directory, in memory alone.
final class DemoUploadedPictureStore {
  /// Maximum size of an uploaded picture in bytes, larger than any picture that can be posted.
  private static let largest = 64 << 20

  private let directory: String?
  private var pictures: [String: [UInt8]] = [:]

  init(directory: String?) { self.directory = directory }

  /// Stores a picture that the user uploaded to the demo service; its name consists of letters,
  /// digits and hyphens.
  func storePicture(_ bytes: [UInt8], named name: String) throws(FileOperationError) {
    guard let directory else { return pictures[name] = bytes }
    try PrivateDirectory(path: directory).prepareDirectory()
    try pictureFile(name, in: directory).replaceContents(with: bytes)
  }

  func pictureBytes(named name: String) throws(FileOperationError) -> [UInt8]? {
    guard let directory else { return pictures[name] }
    do throws(FileOperationError) {
      return try pictureFile(name, in: directory).readContents()
    } catch {
      if error.code == ENOTDIR { return nil }
      throw error
    }
  }

  func erasePictures() throws(FileOperationError) {
    pictures = [:]
    guard let directory, let names = FolderEntryNames(in: directory) else { return }
    for name in names {
      guard unlink("\(directory)/\(name)") == 0 || errno == ENOENT else {
        throw FileOperationError(doing: "removing \(name)")
      }
    }
    guard rmdir(directory) == 0 || errno == ENOENT else {
      throw FileOperationError(doing: "removing \(directory)")
    }
  }

  private func pictureFile(_ name: String, in directory: String) -> PrivateFile {
    PrivateFile(path: "\(directory)/\(name)", maximumSize: Self.largest)
  }
}

/// A name of a picture that the user uploaded to the demo service; it contains the picture's size.
struct UploadedPictureName: Equatable {
  let text: String
  let size: PhotoSize

  /// Creates the name of a picture that was uploaded to the demo service, from the key of the
  /// outbox item and the picture's size.
  init(key: String, size: PhotoSize) {
    let plain = key.unicodeScalars.filter(Self.isPlainNameCharacter)
    text = "\(String(String.UnicodeScalarView(plain)))-\(size.width)x\(size.height)"
    self.size = size
  }

  init?(_ text: String) {
    guard let hyphen = text.lastIndex(of: "-"),
      text.unicodeScalars.allSatisfy(Self.isPlainNameCharacter)
    else { return nil }
    let sides = text[text.index(after: hyphen)...].split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ (1...65535).contains($0) }) else { return nil }
    self.text = text
    size = PhotoSize(width: sides[0], height: sides[1])
  }

  private static func isPlainNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-")
  }
}

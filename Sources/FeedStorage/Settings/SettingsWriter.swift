package import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A writer of single settings to the settings file, on a thread of its own. Each edit replaces the
/// file atomically, and keeps its owner, permissions and other text; a symbolic link is followed.
package actor SettingsWriter {
  private let thread = SerialThread(name: "settings")
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  private let path: String
  /// True if the settings file is not written, and edits apply only until the program ends.
  private let isTrial: Bool
  /// The settings file's text with the edits of a trial run, which does not write the file; nil
  /// before the first edit.
  private var trialText: [UInt8]?
  /// The closure called right before the settings file is replaced, for tests of concurrent edits.
  private let beforeReplacing: @Sendable () -> Void

  /// Creates a writer of a settings file, which may be missing; with `isTrial` it is not written.
  package init(
    path: String, isTrial: Bool = false, beforeReplacing: @escaping @Sendable () -> Void = {}
  ) {
    (self.path, self.isTrial, self.beforeReplacing) = (path, isTrial, beforeReplacing)
  }

  /// Applies all edits to the settings file or none; returns the edited file.
  package func saveSettingChanges(_ edits: [SettingChange]) throws(StoreError) -> SettingsFile {
    if isTrial {
      if trialText == nil, !path.isEmpty {
        trialText = try SettingsFile.settingsFileBytes(path: path)
      }
      let text = try settingsBytesAfterAllChanges(trialText ?? [], edits)
      trialText = text
      return SettingsFile(parsing: text)
    }
    // Without edits, no file is created.
    guard !edits.isEmpty else { return try SettingsFile.readSettingsFile(path: path) }
    for _ in 0..<5 {
      if let file = try saveSettingChangesIfFileUnchanged(edits) { return file }
    }
    throw .busy
  }
}

extension SettingsWriter {
  /// Applies the edits to the settings file, and returns the edited file; nil if another process
  /// changed the file meanwhile.
  private func saveSettingChangesIfFileUnchanged(_ edits: [SettingChange]) throws(StoreError)
    -> SettingsFile?
  {
    let target = try resolvedSettingsPathCreatingFolder()
    let before = Self.fileStatus(of: target)
    if before != nil, access(target, W_OK) != 0 {
      throw StoreError(errno: errno, doing: "writing \(path)")
    }
    let old = try SettingsFile.settingsFileBytes(path: target)
    let text = try settingsBytesAfterAllChanges(old, edits)
    guard text != old else { return SettingsFile(parsing: text) }
    guard text.count <= SettingsFile.maximumSize else {
      throw .failed(step: "writing \(path)", reason: "it would be too large")
    }
    return try replaceSettingsFile(target, with: text, instead: before)
      ? SettingsFile(parsing: text) : nil
  }

  private func settingsBytesAfterAllChanges(
    _ old: [UInt8], _ edits: [SettingChange]
  ) throws(StoreError) -> [UInt8] {
    var text = old
    for edit in edits {
      guard let edited = edit.settingsBytesAfterChange(from: text) else {
        throw .failed(step: "writing \(path)", reason: "a settings file cannot contain this value")
      }
      text = edited
    }
    return text
  }

  /// Returns the settings file's path without symbolic links, after creating a missing folder.
  private func resolvedSettingsPathCreatingFolder() throws(StoreError) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    guard errno == ENOENT else { throw StoreError(errno: errno, doing: "opening \(path)") }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    if access(folder, F_OK) != 0 {
      try StoreError.convertingFileErrors { () throws(FileOperationError) in
        try PrivateDirectory(path: folder).prepareDirectory()
      }
    }
    return path
  }

  private static func fileStatus(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// Replaces the settings file; returns false if another process changed it meanwhile.
  private func replaceSettingsFile(
    _ target: String, with text: [UInt8], instead before: stat?
  ) throws(StoreError) -> Bool {
    let temporary = "\(target).new"
    // An earlier process that died may have left the file.
    unlink(temporary)
    defer { unlink(temporary) }
    try StoreError.convertingFileErrors { () throws(FileOperationError) in
      let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL, doing: "creating")
      try file.writeBytes(text)
      if let before {
        // The owner is set only if it differs, since users cannot give files to others.
        let own = try file.fileStatus()
        if own.st_uid != before.st_uid || own.st_gid != before.st_gid,
          fchown(file.descriptor, before.st_uid, before.st_gid) != 0
        {
          throw FileOperationError(doing: "keeping the owner of \(target)")
        }
        guard fchmod(file.descriptor, before.st_mode & 0o7777) == 0 else {
          throw FileOperationError(doing: "keeping the rights of \(target)")
        }
      }
      try file.syncToDisk()
    }
    beforeReplacing()
    guard Self.haveSameFileStatus(before, Self.fileStatus(of: target)) else { return false }
    try StoreError.convertingFileErrors { () throws(FileOperationError) in
      guard rename(temporary, target) == 0 else {
        throw FileOperationError(doing: "replacing \(target)")
      }
    }
    return true
  }

  /// Returns true if two statuses belong to one unchanged settings file (same inode, size and time
  /// of modification), or if the file is missing in both.
  private static func haveSameFileStatus(_ one: stat?, _ other: stat?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.st_ino == other.st_ino && one.st_size == other.st_size
      && one.st_mtim.tv_sec == other.st_mtim.tv_sec
      && one.st_mtim.tv_nsec == other.st_mtim.tv_nsec
  }
}

extension SettingChange {
  private typealias Bytes = ArraySlice<UInt8>

  /// Returns the settings file's text after the change; nil if the format cannot express the value.
  package func settingsBytesAfterChange(from bytes: [UInt8]) -> [UInt8]? {
    let before = SettingsFile(parsing: bytes)
    var lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false)[...]
    let places = before.entries.filter(changesSetting).map { $0.line - 1 }
    if let value {
      if let place = places.last {
        lines[place] = Self.lineWithReplacedValue(lines[place], to: value)
      } else {
        insertSettingLine("\(key) = \(value)", into: &lines, before)
      }
    } else {
      for place in places.reversed() {
        // A comment at the end of the line is kept.
        let remark = Self.trailingComment(in: lines[place]).drop(while: Self.isBlank)
        if remark.isEmpty { lines.remove(at: place) } else { lines[place] = remark }
      }
    }
    let text = Array(lines.joined(separator: [Self.newline]))
    return differsOnlyByChange(text, before) ? text : nil
  }

  private func changesSetting(_ entry: SettingEntry) -> Bool {
    entry.section == section && entry.key == key
  }

  /// Returns true if an edited text of the settings file has the new value, and otherwise the
  /// settings and mistakes that it had before.
  private func differsOnlyByChange(_ text: [UInt8], _ before: SettingsFile) -> Bool {
    let after = SettingsFile(parsing: text)
    func comparableOtherSettings(_ file: SettingsFile) -> [[String]] {
      file.entries.filter { !changesSetting($0) }.map { [$0.section, $0.key, $0.value] }
    }
    return after.entries.last(where: changesSetting)?.value == value
      && comparableOtherSettings(after) == comparableOtherSettings(before)
      && after.mistakes.map(\.reason) == before.mistakes.map(\.reason)
  }
}

extension SettingChange {
  private static let newline = UInt8(ascii: "\n")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns a line of the settings file with its value replaced, and its comment kept.
  private static func lineWithReplacedValue(_ line: Bytes, to value: String) -> Bytes {
    let isSign = { (byte: UInt8) in byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") }
    let sign = line.firstIndex(where: isSign) ?? line.startIndex
    let isTight = line[sign...].dropFirst().first.map { !isBlank($0) } ?? false
    return line[...sign] + (isTight ? [] : [0x20]) + Array(value.utf8) + trailingComment(in: line)
  }

  /// Returns the comment at the end of a line of the settings file, with the blanks before it and a
  /// carriage return.
  private static func trailingComment(in line: Bytes) -> Bytes {
    let end = line.last == 0x0D ? line.index(before: line.endIndex) : line.endIndex
    let isRemark = { (place: Int) in
      line[place] == UInt8(ascii: ";") && place > line.startIndex && isBlank(line[place - 1])
    }
    guard var start = line.indices.first(where: isRemark) else { return line[end...] }
    while start > line.startIndex, isBlank(line[start - 1]) { start -= 1 }
    return line[start...]
  }

  /// Returns the name of the section that a line of the settings file opens; nil if none.
  private static func sectionName(openedBy line: Bytes) -> String? {
    let text = (line.starts(with: byteOrderMark) ? line.dropFirst(byteOrderMark.count) : line).drop(
      while: isBlank)
    guard text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")) else {
      return nil
    }
    return String(decoding: text[..<end].dropFirst(), as: UTF8.self)
  }

  /// Inserts a line at the end of its section in the settings file; adds a missing section.
  private func insertSettingLine(
    _ text: String, into lines: inout ArraySlice<Bytes>, _ file: SettingsFile
  ) {
    let end: [UInt8] = lines.contains { $0.last == 0x0D } ? [0x0D] : []
    let line = (Array(text.utf8) + end)[...]
    let entries = file.entries.filter { $0.section == section }.map { $0.line - 1 }
    let headings = lines.indices.filter { Self.sectionName(openedBy: lines[$0]) == section }
    if let place = (entries + headings).max() {
      lines.insert(line, at: place + 1)
      // The last line of the file had no line end.
      if place + 2 == lines.endIndex { lines.append([]) }
      return
    }
    while lines.last?.allSatisfy({ Self.isBlank($0) || $0 == 0x0D }) == true { lines.removeLast() }
    if !lines.isEmpty { lines.append(end[...]) }
    lines += [(Array("[\(section)]".utf8) + end)[...], line, []]
  }
}

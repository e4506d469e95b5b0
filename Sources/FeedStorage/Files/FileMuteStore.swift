package import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A store of mutes in a file that only its owner can read, one mute a line.
package struct FileMuteStore: MuteStore {
  private let file: PrivateFile
  private let lock: String

  /// Creates the store of mutes for a file whose directory exists.
  package init(path: String) {
    file = PrivateFile(path: path, maximumSize: 1 << 20)
    lock = path + ".lock"
  }

  /// Returns the stored mutes, the latest first; invalid lines of the file are skipped.
  package func mutes() throws(StoreError) -> [Mute] {
    guard
      let bytes = try StoreError.convertingFileErrors(of: { () throws(FileOperationError) in
        try file.readContents()
      })
    else {
      return []
    }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .compactMap { Mute(String($0)) }
  }

  package func setMute(_ mute: Mute, isMuted: Bool) throws(StoreError) -> [Mute] {
    try changeMutes { $0.settingMute(mute, isMuted: isMuted) }
  }

  package func addMutes(_ mutes: [Mute]) throws(StoreError) {
    let added = Set(mutes)
    _ = try changeMutes { held in mutes + held.filter { !added.contains($0) } }
  }

  private func changeMutes(_ change: ([Mute]) -> [Mute]) throws(StoreError) -> [Mute] {
    try FileLock.withFileLock(lock) { () throws(StoreError) in
      let mutes = change(try mutes())
      let bytes = [UInt8](mutes.map { Self.fileLine(of: $0) }.joined().utf8)
      guard bytes.count <= file.maximumSize else {
        throw .failed(step: "writing \(file.path)", reason: "it would be too large")
      }
      try StoreError.convertingFileErrors { () throws(FileOperationError) in
        if mutes.isEmpty {
          try file.removeFileAndDamagedVersions()
        } else {
          try file.replaceContents(with: bytes)
        }
      }
      return mutes
    }
  }

  /// Returns a mute as a line for the file of mutes. Line ends within the mute, as in a name from a
  /// service, become blanks, since the rest would count as another mute.
  private static func fileLine(of mute: Mute) -> String {
    String(mute.text.map { $0.isNewline ? " " : $0 }) + "\n"
  }

  package func deleteAllMutes() throws(StoreError) {
    guard access(file.path, F_OK) == 0 else { return }
    try FileLock.withFileLock(lock) { () throws(StoreError) in
      try StoreError.convertingFileErrors { () throws(FileOperationError) in
        try file.removeFileAndDamagedVersions()
      }
    }
  }
}

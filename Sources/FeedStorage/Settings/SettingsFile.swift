package import FeedDomain
internal import Glibc

/// What a settings file says, before anybody asks whether the keys exist.
package struct SettingsFile: Equatable, Sendable {
  /// One setting.
  package struct Entry: Hashable, Sendable {
    /// The name in brackets above it; empty where there is none.
    package let section: String
    package let key: String
    package let value: String
    /// The line it stands on, the first being 1.
    package let line: Int

    package init(section: String, key: String, value: String, line: Int) {
      (self.section, self.key, self.value, self.line) = (section, key, value, line)
    }
  }

  /// A line that says nothing a settings file can say.
  package struct Mistake: Hashable, Sendable {
    /// The line, the first being 1.
    package let line: Int
    package let kind: Kind

    /// What can be wrong with a line.
    package enum Kind: Hashable, Sendable {
      /// It has no "=" between a key and a value.
      case noValue
      /// It begins with "[" and has no "]".
      case openSection
      /// It is longer than can be read.
      case tooLong
      case notText
    }

    package init(line: Int, kind: Kind) {
      (self.line, self.kind) = (line, kind)
    }
  }

  /// The settings, in the file's order; where a key is set twice, the later one counts.
  package let entries: [Entry]
  /// The lines that were passed over.
  package let mistakes: [Mistake]

  /// A larger file is not a settings file.
  package static let maximumSize = 1 << 20

  /// Reads a file; one that is not there says nothing.
  package static func read(path: String) throws(StoreError) -> SettingsFile {
    SettingsFile(parsing: try bytes(path: path))
  }

  /// The text of a file; none where it is not there, unless it must be.
  static func bytes(path: String, mustExist: Bool = false) throws(StoreError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT, !mustExist { return [] }
      throw .failed(step: "opening \(path)", reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .failed(step: "reading \(path)", reason: "it is not a file")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw .failed(step: "reading \(path)", reason: String(cString: strerror(errno)))
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= maximumSize else {
        throw .failed(step: "reading \(path)", reason: "it is too large")
      }
    }
  }

  package init(parsing bytes: [UInt8]) {
    let parser = SettingsParser(bytes)
    parser.parse()
    self.init(entries: parser.entries, mistakes: parser.mistakes)
  }

  private init(entries: [Entry], mistakes: [Mistake]) {
    (self.entries, self.mistakes) = (entries, mistakes)
  }
}

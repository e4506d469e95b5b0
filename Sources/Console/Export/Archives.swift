import FeedDomain
import Glibc
import Groundwork
import Terminal
import UseCases

/// A file format of archives of posts: an opening text, each part's posts between a heading and an
/// ending, and an end.
protocol ArchiveFormat {
  func openingText(_ account: Account, parts: [ArchivePart]) -> String
  func partHeading(of part: ArchivePart) -> String
  /// Returns the text of a post in an archive, given the file names of its pictures beside the
  /// archive.
  func postText(of post: Post, in part: ArchivePart, files: [Photo.ID: String]) -> String
  /// Returns the text at the end of an archive's part; `problem` is the reason why the part is
  /// incomplete, nil if it is complete.
  func partEnding(of part: ArchivePart, count: Int, problem: SafeText?) -> String
  var end: String { get }
}

extension ArchiveFormat {
  func openingText(_ account: Account, parts: [ArchivePart]) -> String { "" }
  func partHeading(of part: ArchivePart) -> String { "" }
  func partEnding(of part: ArchivePart, count: Int, problem: SafeText?) -> String { "" }
  var end: String { "" }
}

enum ArchiveKind: String, CaseIterable {
  /// A format of archives: JSON for programs, an object a line.
  case json
  case html
  case mbox

  var ending: String { self == .json ? "jsonl" : rawValue }
}

/// An archive of posts for programs: a post a line as JSON, and a line at the end of each part that
/// says whether the part is complete. The names of members never change.
struct JSONArchive: ArchiveFormat {
  func postText(of post: Post, in part: ArchivePart, files: [Photo.ID: String]) -> String {
    jsonLine([
      "part": part.rawValue, "post": JSONValue.postObject(post),
      "files": post.content.photos.map { files[$0.id] },
    ])
  }

  func partEnding(of part: ArchivePart, count: Int, problem: SafeText?) -> String {
    jsonLine([
      "part": part.rawValue, "count": count, "complete": problem == nil,
      "trouble": problem?.string,
    ])
  }

  private func jsonLine(_ object: JSONValue) -> String { object.jsonLine() + "\n" }
}

/// The folder beside an archive with the posts' pictures.
///
/// The name of a picture depends only on the ids of its post and of the picture, so that an archive
/// that is written again finds existing files.
final class ArchivePictures {
  private static let endings: Set<String> = ["jpg", "png", "gif", "webp", "avif"]

  private let path: String
  private let name: String
  /// The picture files in an archive's folder, by their names without the extension.
  private lazy var files: [Substring: String] = Dictionary(
    (FolderNames(in: path).map(Array.init) ?? []).map { ($0.prefix { $0 != "." }, $0) },
    uniquingKeysWith: { first, _ in first })

  init(beside archive: String) {
    let end = archive.lastIndex(of: "/").map { archive.index(after: $0) } ?? archive.startIndex
    let stem = archive[end...].split(separator: ".").dropLast().joined(separator: ".")
    name = (stem.isEmpty ? String(archive[end...]) : stem) + "-pictures"
    path = archive[..<end] + name
  }

  /// Returns the path of a picture's file relative to the archive; nil if there is no file.
  func pictureFile(of photo: Photo, in post: Post) -> String? {
    files[Substring(Self.pictureFileStem(of: photo, in: post))].map { "\(name)/\($0)" }
  }

  /// Writes a picture file of an archive, whole or not at all, and returns its path; nil for bytes
  /// that no browser would take for a picture.
  func storePicture(_ bytes: [UInt8], of photo: Photo, in post: Post) throws(SystemError) -> String?
  {
    let ending = PhotoFileName(photo, by: post.author, bytes: bytes).ending
    guard Self.endings.contains(ending) else { return nil }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw SystemError(doing: "creating \(path)")
    }
    let stem = Self.pictureFileStem(of: photo, in: post)
    let file = try AtomicFile(path: "\(path)/\(stem).\(ending)")
    try file.writeBytes(bytes)
    try file.finishFile()
    files[Substring(stem)] = "\(stem).\(ending)"
    return self.pictureFile(of: photo, in: post)
  }

  /// Returns the name of a picture file without extension: the day, and a number made of the ids.
  private static func pictureFileStem(of photo: Photo, in post: Post) -> String {
    let day = CalendarDate(seconds: Int(post.createdAt.milliseconds / 1_000)).isoDay
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(post.id.rawValue)/\(photo.id.rawValue)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return "\(day)-" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

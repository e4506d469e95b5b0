import FeedDomain
import Glibc
import Groundwork
import Terminal
import UseCases

/// A protocol of archive formats of `tweetie export`, which make the text of an archive: an
/// opening, for each part a heading, its posts and an ending, and a text at the end.
protocol ArchiveFormat {
  func archiveOpeningText(_ account: Account, parts: [ArchivePart]) -> String
  func archivePartHeading(of part: ArchivePart) -> String
  func archivedPostText(
    of post: Post, in part: ArchivePart, tags: [BookmarkTag], files: [Photo.ID: String]
  ) -> String
  /// Returns the text after the last post of an archive's part; `problem` is the reason why posts
  /// of the part are missing, nil if none are.
  func archivePartEndingText(of part: ArchivePart, count: Int, problem: SafeText?) -> String
  var end: String { get }
}

extension ArchiveFormat {
  func archiveOpeningText(_ account: Account, parts: [ArchivePart]) -> String { "" }
  func archivePartHeading(of part: ArchivePart) -> String { "" }
  func archivePartEndingText(of part: ArchivePart, count: Int, problem: SafeText?) -> String { "" }
  var end: String { "" }
}

enum ArchiveFormatName: String, CaseIterable {
  /// A value of the option `--format` of `export`: JSON Lines, for programs, with one object a
  /// line.
  case json
  case html
  case mbox

  var ending: String { self == .json ? "jsonl" : rawValue }
}

/// An archive format of `tweetie export` that makes JSON: each post is one line, and a line after
/// each part says whether the part is complete. Names of members never change.
struct JSONArchive: ArchiveFormat {
  func archivedPostText(
    of post: Post, in part: ArchivePart, tags: [BookmarkTag], files: [Photo.ID: String]
  ) -> String {
    jsonLine([
      "part": part.rawValue, "post": JSONValue.postJSONObject(post), "tags": tags.map(\.name),
      "files": post.content.photos.map { files[$0.id] },
    ])
  }

  func archivePartEndingText(of part: ArchivePart, count: Int, problem: SafeText?) -> String {
    jsonLine([
      "part": part.rawValue, "count": count, "complete": problem == nil,
      "trouble": problem?.string,
    ])
  }

  private func jsonLine(_ object: JSONValue) -> String { object.jsonLine() + "\n" }
}

/// A folder beside an archive with the posts' pictures. The name of a file depends only on the post
/// and the picture, so that a later export finds existing files.
final class ArchivePictureFolder {
  private static let endings: Set<String> = ["jpg", "png", "gif", "webp", "avif"]

  private let path: String
  private let name: String
  /// The names of the picture files in an archive's folder, by name without extension; without the
  /// unfinished files of an export that was killed.
  private lazy var files: [Substring: String] = existingPictureFiles()

  init(beside archive: String) {
    let end = archive.lastIndex(of: "/").map { archive.index(after: $0) } ?? archive.startIndex
    let stem = archive[end...].split(separator: ".").dropLast().joined(separator: ".")
    name = (stem.isEmpty ? String(archive[end...]) : stem) + "-pictures"
    path = archive[..<end] + name
  }

  private func existingPictureFiles() -> [Substring: String] {
    var files: [Substring: String] = [:]
    guard let names = FolderEntryNames(in: path) else { return files }
    for name in names {
      let isPicture = Self.endings.contains { name.hasSuffix(".\($0)") }
      if isPicture { files[name.prefix { $0 != "." }] = name }
    }
    return files
  }

  /// Returns the path of a picture's file relative to the archive; nil if the archive's folder has
  /// no such file.
  func pictureFilePath(of photo: Photo, in post: Post) -> String? {
    files[Substring(Self.pictureFileStem(of: photo, in: post))].map { "\(name)/\($0)" }
  }

  /// Writes a picture to a file in the archive's folder, whole or not at all, and returns the path;
  /// nil for bytes of a format that browsers do not show.
  func storePicture(_ bytes: [UInt8], of photo: Photo, in post: Post) throws(FileOperationError)
    -> String?
  {
    let ending = PhotoFileName(photo, by: post.author, bytes: bytes).ending
    guard Self.endings.contains(ending) else { return nil }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw FileOperationError(doing: "creating \(path)")
    }
    let stem = Self.pictureFileStem(of: photo, in: post)
    let file = try AtomicFile(path: "\(path)/\(stem).\(ending)")
    try file.writeBytes(bytes)
    try file.moveToFinalPath()
    files[Substring(stem)] = "\(stem).\(ending)"
    return self.pictureFilePath(of: photo, in: post)
  }

  /// Returns the file name, without extension, of a picture in an archive's folder: the day of the
  /// post, and a number made of the ids of post and picture.
  private static func pictureFileStem(of photo: Photo, in post: Post) -> String {
    let day = CalendarDateTime(seconds: Int(post.createdAt.milliseconds / 1_000)).isoDay
    let hexadecimalHash = StableHash.hexadecimalHash(of: "\(post.id.rawValue)/\(photo.id.rawValue)")
    return "\(day)-" + String(repeating: "0", count: 16 - hexadecimalHash.utf8.count)
      + hexadecimalHash
  }
}

import FeedDomain
import Terminal
import UseCases

/// How an archive is written: a beginning, for each part its posts between a head and an end, and an
/// end.
protocol ArchiveFormat {
  func beginning(_ account: Account, parts: [ArchivePart]) -> String
  func head(of part: ArchivePart) -> String
  /// A post, with the files in which its pictures are, each beside the archive.
  func text(of post: Post, in part: ArchivePart, files: [Photo.ID: String]) -> String
  /// The end of a part, and why it is not whole; nil where it is.
  func end(of part: ArchivePart, count: Int, trouble: SafeText?) -> String
  var end: String { get }
}

extension ArchiveFormat {
  func beginning(_ account: Account, parts: [ArchivePart]) -> String { "" }
  func head(of part: ArchivePart) -> String { "" }
  func end(of part: ArchivePart, count: Int, trouble: SafeText?) -> String { "" }
  var end: String { "" }
}

/// What an archive can be written as.
enum ArchiveKind: String, CaseIterable {
  /// For programs: an object a line.
  case json
  /// To be looked at in a browser.
  case html
  /// For mail programs.
  case mbox

  /// What its files end in.
  var ending: String { self == .json ? "jsonl" : rawValue }
}

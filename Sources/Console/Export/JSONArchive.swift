import FeedDomain
import Terminal
import UseCases

/// An archive for programs: a post a line, and a line at the end of each part that says whether it is
/// whole. The names stay.
struct JSONArchive: ArchiveFormat {
  func text(of post: Post, in part: ArchivePart, files: [Photo.ID: String]) -> String {
    line([
      "part": .string(part.rawValue), "post": PostJSON.object(for: post),
      "files": .array(post.content.photos.map { .optional(files[$0.id]) }),
    ])
  }

  func end(of part: ArchivePart, count: Int, trouble: SafeText?) -> String {
    line([
      "part": .string(part.rawValue), "count": .number(count), "complete": .bool(trouble == nil),
      "trouble": .optional(trouble?.string),
    ])
  }

  private func line(_ members: KeyValuePairs<String, JSONValue>) -> String {
    JSONValue.object(members).line() + "\n"
  }
}

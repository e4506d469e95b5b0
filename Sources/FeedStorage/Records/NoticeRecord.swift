internal import FeedDomain

/// A notice as bytes; its post is named, and held with the others.
enum NoticeRecord {
  /// Since 2, it says how many did it, and with which others the service tells it; since 3, what it is
  /// about besides a post.
  private static let version: UInt8 = 3

  static func bytes(of notice: Notice) -> [UInt8] {
    var writer = ByteWriter()
    writer.byte(version)
    writer.text(notice.id.rawValue)
    writer.code(notice.kind, in: .noticeKinds)
    writer.list(notice.people) { $0.person($1) }
    writer.text(orNil: notice.post?.id.rawValue)
    writer.number(notice.at.milliseconds)
    writer.number(notice.count)
    writer.text(orNil: notice.group)
    writer.text(orNil: notice.subject?.title)
    writer.text(orNil: notice.subject?.url)
    return writer.bytes
  }

  /// The notice the bytes are of, and its post's id; nil where they mean nothing to this version.
  static func notice(
    from bytes: UnsafeRawBufferPointer
  ) -> (notice: Notice, post: Post.ID?)? {
    var reader = ByteReader(bytes)
    do throws(Unreadable) {
      let written = try reader.byte()
      guard (1...version).contains(written) else { return nil }
      let id = Notice.ID(try reader.text())
      let kind = try reader.coded(in: .noticeKinds)
      let people = try reader.list { reader throws(Unreadable) in try reader.person() }
      let post = try reader.optionalText().map { Post.ID($0) }
      let at = Timestamp(milliseconds: try reader.number())
      let count = written > 1 ? try reader.integer() : 0
      let group = written > 1 ? try reader.optionalText() : nil
      let title = written > 2 ? try reader.optionalText() : nil
      let url = written > 2 ? try reader.optionalText() : nil
      guard reader.isAtEnd else { return nil }
      return (
        Notice(
          id: id, kind: kind, people: people, count: count, group: group, post: nil,
          subject: title.map { Notice.Subject(title: $0, url: url) }, at: at),
        post
      )
    } catch { return nil }
  }
}

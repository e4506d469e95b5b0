internal import FeedDomain

/// How far somebody has read, as a server keeps it.
struct MastodonMarks: Sendable {
  let home: FeedEntry.ID?
  let notice: NoticeMark?

  init(_ json: JSON) {
    home = json["home"]["last_read_id"].id.map { FeedEntry.ID($0) }
    notice = json["notifications"]["last_read_id"].id.map { .notice(Notice.ID($0)) }
  }
}

internal import FeedDomain

/// What others did that the reader is told of.
struct BlueskyNotices: NoticeGateway {
  let connection: BlueskyConnection

  var kinds: Set<Notice.Kind> { [.like, .boost, .mention, .quote, .follow, .published, .verified] }

  func notices(after cursor: Cursor?) async throws(FeedError) -> Page<Notice> {
    let reader = try await connection.reader()
    let query = [("limit", "50"), ("cursor", cursor?.rawValue)]
    let (notices, mark, next) = try await connection.get(
      "app.bsky.notification.listNotifications", query, labelers: reader.taste.acceptedLabelers
    ) { json throws(FeedError) in
      guard json["notifications"].isArray else { throw .badReply }
      return (
        json["notifications"].array.readable(BlueskyNotice.init), BlueskyMarkers.mark(in: json),
        Cursor(below: json)
      )
    }
    connection.memory.seen.keep(mark, at: connection.world.now)
    let views = try await posts(of: notices)
    return Page(
      BlueskyNoticeReader(reader).notices(notices, about: views.mapValues(\.json)), next: next)
  }

  /// The posts that the notices are about, as far as they can be had.
  private func posts(of notices: [BlueskyNotice]) async throws(FeedError) -> [String: BlueskyView] {
    do throws(FeedError) {
      return try await connection.views(of: notices.compactMap(\.post))
    } catch {
      switch error {
      case .cancelled, .signedOut: throw error
      // Who did something is worth telling even without what it was done to.
      default: return [:]
      }
    }
  }
}

internal import FeedDomain

/// Where a list goes on.
struct MastodonCursor: Equatable, Sendable {
  private static let names: Set<Substring> = ["max_id", "offset", "page", "cursor"]

  /// What is added to the query, encoded.
  let query: String

  init(query: String) { self.query = query }

  /// Reads a cursor of ours.
  init(_ cursor: Cursor) { self.init(query: cursor.rawValue) }

  var cursor: Cursor { Cursor(query) }

  /// Where the list goes on after a page; nil at its end.
  ///
  /// Only the position is taken from a link: the rest of its address is somebody's word, and the
  /// token goes along.
  static func after(
    _ page: JSON, _ reply: HTTPReply, asked: MastodonCursor?, way: MastodonPaging,
    id: (JSON) -> String? = { $0["id"].id }
  ) -> MastodonCursor? {
    // The last element that has an id: one without must not end the list.
    guard let last = page.array.lazy.reversed().compactMap(id).first else { return nil }
    let link = LinkHeader(reply)
    if way != .offset, let next = way == .swappedLink ? link.previous : link.next {
      guard let position = position(in: next) else { return nil }
      // Pixelfed leads back to the top of what one liked; a like's own number leads on.
      if way == .link, let like = page.array.lazy.reversed().compactMap({ $0["like_id"].id }).first
      {
        return MastodonCursor(query: "max_id=\(WebQuery.encoded(like))")
      }
      return MastodonCursor(query: position)
    }
    switch way {
    case .ids where reply.headers["Link"] == nil:
      return MastodonCursor(query: "max_id=\(WebQuery.encoded(last))")
    case .offset:
      let start = asked.flatMap { Int($0.query.dropFirst("offset=".utf8.count)) } ?? 0
      return MastodonCursor(query: "offset=\(max(0, start) &+ page.array.count)")
    case .ids, .link, .swappedLink: return nil
    }
  }

  /// What a link says of the position; not every server encodes what may not stand in an address.
  private static func position(in link: String) -> String? {
    let query = link.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
    let items = query.split(separator: "&").compactMap { item -> (String, String)? in
      let name = item.prefix { $0 != "=" }
      guard names.contains(name) else { return nil }
      return (String(name), WebQuery.decoded(String(item.dropFirst(name.count + 1))))
    }
    return items.isEmpty ? nil : WebQuery(items).text
  }
}

/// How a list is paged.
enum MastodonPaging: Equatable, Sendable {
  /// By the ids of its elements.
  case ids
  /// By numbers that only the links know.
  case link
  /// The same, where what is called the page before is the next.
  case swappedLink
  /// By how many came before.
  case offset
}

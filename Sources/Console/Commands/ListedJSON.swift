internal import FeedDomain
internal import UseCases

/// What a service tells besides as JSON, with names that stay.
enum ListedJSON {
  /// Nil for what another line tells already.
  static func object(for item: Listing.Item) -> JSONValue? {
    switch item {
    case .edition(let edition, _):
      .object([
        "written_at": .optional(PostJSON.date(edition.moment)),
        "paragraphs": texts(edition.paragraphs), "pictures": texts(edition.pictures),
      ])
    case .announcement(let announcement):
      .object([
        "id": .string(announcement.id),
        "published_at": .optional(announcement.moment.flatMap(PostJSON.date)),
        "text": .string(announcement.text.withWholeAddresses),
        "links": PostJSON.links(of: announcement.text),
        "reactions": .array(
          announcement.reactions.map {
            .object([
              "name": .string($0.name), "count": .number($0.count), "own": .bool($0.isOwn),
            ])
          }),
      ])
    case .server(let facts):
      .object([
        "name": .string(facts.name), "summary": .string(facts.summary.withWholeAddresses),
        "links": PostJSON.links(of: facts.summary),
        "contact": .optional(facts.contact), "people": PostJSON.number(facts.people),
        "version": .string(facts.version),
        "rules": .array(
          facts.rules.map { .object(["id": .string($0.id), "words": .string($0.words)]) }),
      ])
    case .rules: nil
    case .list(let list):
      .object([
        "id": .string(list.id), "title": .string(list.title),
        "has_person": list.hasPerson.map { .bool($0) } ?? .null,
      ])
    case .trend(let trend): object(for: trend)
    case .scheduled(let post):
      .object([
        "id": .string(post.id), "posts_at": .optional(PostJSON.date(post.moment)),
        "words": .string(post.words), "pictures": .number(post.pictures),
      ])
    case .filter(let filter):
      .object([
        "id": .string(filter.id), "title": .string(filter.title), "words": texts(filter.words),
        "places": texts(filter.places.map(\.rawValue).sorted()), "hides": .bool(filter.isHiding),
        "ends_at": .optional(filter.end.flatMap(PostJSON.date)),
      ])
    case .statistic(let statistic):
      .object([
        "name": .string(statistic.kind == .views ? "views" : "downloads"),
        "total": .number(statistic.total), "days": .array(statistic.days.map { .number($0) }),
      ])
    case .feed(let feed):
      .object([
        "id": .string(feed.id), "name": .string(feed.name), "author": .string(feed.author),
        "words": .string(feed.words), "likes": PostJSON.number(feed.likes),
        "liked": .bool(feed.isLiked), "pinned": .bool(feed.isPinned),
      ])
    }
  }

  private static func object(for trend: Trend) -> JSONValue {
    let (tag, page): (String?, (address: String, title: String, site: String)?) =
      switch trend.subject {
      case .tag(let tag): (tag, nil)
      case .page(let address, let title, let site): (nil, (address, title, site))
      }
    return .object([
      "tag": .optional(tag), "url": .optional(page?.address), "title": .optional(page?.title),
      "site": .optional(page?.site), "people": .number(trend.people),
      "uses": .array(trend.uses.map { .number($0) }),
    ])
  }

  private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

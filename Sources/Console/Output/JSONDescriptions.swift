import FeedDomain
import Groundwork
import Preferences
import UseCases

/// What a value of the domain is as JSON. Names of members never change.
extension JSONValue {
  /// A post with all its text, and whole addresses.
  static func post(_ post: Post, boostedBy: Person? = nil) -> JSONValue {
    let content = post.content
    return .object([
      "id": .string(post.id.rawValue),
      "created_at": date(post.createdAt), "edited_at": date(content.editedAt),
      "author": author(post.author),
      "text": .string(content.text.withWholeAddresses), "links": links(content.text),
      "warning": .optional(content.cover), "reply_to": .optional(post.reply?.post.rawValue),
      "boosted_by": optional(boostedBy, author),
      "visibility": .string(post.visibility.rawValue), "url": .optional(post.url),
      "replies": .optional(post.counts.replies), "boosts": .optional(post.counts.boosts),
      "likes": .optional(post.counts.likes),
      "liked": .bool(post.own.contains(.liked)), "boosted": .bool(post.own.contains(.boosted)),
      "bookmarked": .bool(post.own.contains(.bookmarked)),
      "photos": .array(content.photos.map(photo)), "poll": optional(content.poll, poll),
      "card": optional(content.card) {
        .object(["title": .string($0.title), "url": .string($0.url)])
      },
      "quote": optional(content.quote, quote), "place": optional(content.place, place),
    ])
  }

  /// A post as one of several accounts sees it, with all that do, and by which id.
  static func post(
    _ post: Post, boostedBy: Person?, seenBy sightings: [(account: Account.ID, post: Post.ID)],
    reader: Account.ID
  ) -> JSONValue {
    let seenBy = sightings.map { sighting -> JSONValue in
      .object([
        "account": .string(sighting.account.rawValue), "id": .string(sighting.post.rawValue),
      ])
    }
    return .joined(
      .post(post, boostedBy: boostedBy),
      .object(["account": .string(reader.rawValue), "seen_by": .array(seenBy)]))
  }

  /// Somebody as they are named in something else.
  static func author(_ person: Person) -> JSONValue {
    .object([
      "id": .string(person.id.rawValue), "handle": .string(person.handle),
      "name": .string(person.name),
    ])
  }

  /// Somebody's profile; null for each number that the service does not tell.
  static func person(_ person: Person) -> JSONValue {
    .joined(
      author(person),
      .object([
        "bio": .string(person.bio.withWholeAddresses), "links": links(person.bio),
        "url": .optional(person.url), "posts": .optional(person.counts?.posts),
        "followers": .optional(person.counts?.followers),
        "following": .optional(person.counts?.following),
        "relationship": optional(person.relationship) { .string(name(of: $0)) },
        "follows_you": optional(person.ties) { .bool($0.followsReader) },
      ]))
  }

  /// What happened to a reader, who is named where that is not always the same.
  static func notification(_ notice: Notice, to reader: Account.ID? = nil) -> JSONValue {
    let told = JSONValue.object([
      "id": .string(notice.id.rawValue), "kind": .string(notice.kind.rawValue),
      "at": date(notice.at), "people": .array(notice.people.map(author)),
      "count": .number(notice.count), "post": optional(notice.post) { .post($0) },
      "subject": optional(notice.subject) {
        .object(["title": .string($0.title), "url": .optional($0.url)])
      },
    ])
    guard let reader else { return told }
    return .joined(told, .object(["account": .string(reader.rawValue)]))
  }

  static func messages(_ talk: Correspondence) -> JSONValue {
    .object([
      "id": .string(talk.id.rawValue), "unread": .bool(talk.isUnread),
      "people": .array(talk.people.map(author)), "last": optional(talk.last) { .post($0) },
    ])
  }

  /// An account, and where its secret is kept.
  static func account(_ signedIn: SignedInAccount, isCurrent: Bool) -> JSONValue {
    let (account, source) = (signedIn.account, signedIn.source)
    let secret = source == nil ? "file" : source?.inStore == nil ? "command" : "secret-service"
    return .object([
      "id": .string(account.id.rawValue), "service": .string(account.service.rawValue),
      "handle": .string(account.handle), "server": .optional(account.server),
      "current": .bool(isCurrent), "secret": .string(secret),
      "command": .optional(source?.inStore == nil ? source?.command : nil),
    ])
  }

  static func subscription(_ subscription: Subscription) -> JSONValue {
    .object([
      "id": .string(subscription.id.rawValue), "name": .string(subscription.name),
      "address": .string(subscription.address), "folder": .optional(subscription.folder),
      "trouble": .optional(subscription.trouble?.rawValue),
    ])
  }

  /// What a service tells besides; nil for what another line tells already.
  static func listed(_ item: Listing.Item) -> JSONValue? {
    switch item {
    case .edition(let edition, _):
      .object([
        "written_at": date(edition.moment),
        "paragraphs": texts(edition.paragraphs), "pictures": texts(edition.pictures),
      ])
    case .announcement(let announcement):
      .object([
        "id": .string(announcement.id), "published_at": date(announcement.moment),
        "text": .string(announcement.text.withWholeAddresses),
        "links": links(announcement.text),
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
        "links": links(facts.summary), "contact": .optional(facts.contact),
        "people": .optional(facts.people), "version": .string(facts.version),
        "rules": .array(
          facts.rules.map { .object(["id": .string($0.id), "words": .string($0.words)]) }),
      ])
    case .rules: nil
    case .list(let list):
      .object([
        "id": .string(list.id), "title": .string(list.title),
        "has_person": optional(list.hasPerson) { .bool($0) },
      ])
    case .trend(let trend): self.trend(trend)
    case .scheduled(let post):
      .object([
        "id": .string(post.id), "posts_at": date(post.moment), "words": .string(post.words),
        "pictures": .number(post.pictures),
      ])
    case .filter(let filter):
      .object([
        "id": .string(filter.id), "title": .string(filter.title), "words": texts(filter.words),
        "places": texts(filter.places.map(\.rawValue).sorted()), "hides": .bool(filter.isHiding),
        "ends_at": date(filter.end),
      ])
    case .statistic(let statistic):
      .object([
        "name": .string(statistic.kind == .views ? "views" : "downloads"),
        "total": .number(statistic.total), "days": .array(statistic.days.map { .number($0) }),
      ])
    case .feed(let feed):
      .object([
        "id": .string(feed.id), "name": .string(feed.name), "author": .string(feed.author),
        "words": .string(feed.words), "likes": .optional(feed.likes),
        "liked": .bool(feed.isLiked), "pinned": .bool(feed.isPinned),
      ])
    }
  }

  /// A moment as everybody reads it, in Greenwich's time; null for one before the year 0 or after 9999.
  static func date(_ moment: Timestamp?) -> JSONValue { .optional(moment.flatMap(dateText)) }

  static func dateText(_ moment: Timestamp) -> String? {
    let date = CalendarDate(seconds: Int(moment.milliseconds / 1_000))
    return (0...9999).contains(date.year) ? date.iso : nil
  }
}

extension JSONValue {
  private static func optional(_ number: Int?) -> JSONValue { optional(number) { .number($0) } }

  private static func optional<Value>(
    _ value: Value?, _ object: (Value) -> JSONValue
  ) -> JSONValue {
    value.map(object) ?? .null
  }

  private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// The links in a text, each with its words.
  private static func links(_ text: RichText) -> JSONValue {
    .array(text.links.map { .object(["url": .string($0.address), "text": .string($0.text)]) })
  }

  private static func photo(_ photo: Photo) -> JSONValue {
    .object([
      "id": .string(photo.id.rawValue), "kind": .string(photo.kind.rawValue),
      "url": .optional(photo.url), "preview": .optional(photo.renditions.first?.url),
      "description": .string(photo.altText),
      "width": .number(photo.size.width), "height": .number(photo.size.height),
      "sensitive": .bool(photo.isSensitive), "photographer": .optional(photo.photographer),
      "licence": .optional(photo.licence), "place": optional(photo.place, place),
    ])
  }

  private static func poll(_ poll: Poll) -> JSONValue {
    .object([
      "options": .array(
        poll.options.map {
          .object(["title": .string($0.title), "votes": .optional($0.votes)])
        }),
      "closes_at": date(poll.closesAt), "voters": .optional(poll.voters),
      "voted": .bool(poll.isAnswered),
    ])
  }

  private static func quote(_ quote: Quote) -> JSONValue {
    .object([
      "id": .string(quote.id.rawValue), "handle": .string(quote.handle),
      "text": .string(quote.text.withWholeAddresses), "links": links(quote.text),
      "warning": .optional(quote.warning), "missing": .optional(quote.absence?.rawValue),
    ])
  }

  private static func place(_ place: Place) -> JSONValue {
    .object([
      "name": .string(place.name), "latitude": .decimal(place.latitude),
      "longitude": .decimal(place.longitude),
    ])
  }

  private static func trend(_ trend: Trend) -> JSONValue {
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

  private static func name(of relationship: Relationship) -> String {
    switch relationship {
    case .oneself: "oneself"
    case .stranger: "stranger"
    case .requested: "requested"
    case .followed: "followed"
    case .muted: "muted"
    case .mutedFollowed: "muted-followed"
    case .blocked: "blocked"
    }
  }
}

internal import FeedDomain
internal import Groundwork
import Preferences

/// A post as JSON, with names that stay.
enum PostJSON {
  /// The post as one of several accounts sees it, with all that do, and by which id.
  static func object(
    for post: Post, boostedBy: Person?, seenBy sightings: [(account: Account.ID, post: Post.ID)],
    reader: Account.ID
  ) -> JSONValue {
    let seenBy = sightings.map { sighting -> JSONValue in
      .object([
        "account": .string(sighting.account.rawValue), "id": .string(sighting.post.rawValue),
      ])
    }
    return .joined(
      object(for: post, boostedBy: boostedBy),
      .object(["account": .string(reader.rawValue), "seen_by": .array(seenBy)]))
  }

  /// The post; all its text, with whole addresses.
  static func object(for post: Post, boostedBy: Person? = nil) -> JSONValue {
    .object([
      "id": .string(post.id.rawValue),
      "created_at": .optional(date(post.createdAt)),
      "edited_at": .optional(post.content.editedAt.flatMap(date)),
      "author": object(for: post.author),
      "text": .string(post.content.text.withWholeAddresses),
      "links": links(of: post.content.text),
      "warning": .optional(post.content.cover),
      "reply_to": .optional(post.reply?.post.rawValue),
      "boosted_by": boostedBy.map(object) ?? .null,
      "visibility": .string(post.visibility.rawValue),
      "url": .optional(post.url),
      "replies": number(post.counts.replies),
      "boosts": number(post.counts.boosts),
      "likes": number(post.counts.likes),
      "liked": .bool(post.own.contains(.liked)),
      "boosted": .bool(post.own.contains(.boosted)),
      "bookmarked": .bool(post.own.contains(.bookmarked)),
      "photos": .array(post.content.photos.map(object)),
      "poll": post.content.poll.map(object) ?? .null,
      "card": post.content.card.map {
        .object(["title": .string($0.title), "url": .string($0.url)])
      } ?? .null,
      "quote": post.content.quote.map(object) ?? .null,
      "place": post.content.place.map(object) ?? .null,
    ])
  }

  /// A moment as everybody reads it, in Greenwich's time; nil for one that cannot be written so, before
  /// the year 0 or after 9999.
  static func date(_ moment: Timestamp) -> String? {
    let date = CalendarDate(seconds: Int(moment.milliseconds / 1_000))
    return (0...9999).contains(date.year) ? date.iso : nil
  }
}

extension PostJSON {
  /// A number; null where the service does not tell it.
  static func number(_ count: Int?) -> JSONValue { count.map { .number($0) } ?? .null }

  /// Somebody.
  static func object(for person: Person) -> JSONValue {
    .object([
      "id": .string(person.id.rawValue), "handle": .string(person.handle),
      "name": .string(person.name),
    ])
  }

  /// The links in a text, each with its words.
  static func links(of text: RichText) -> JSONValue {
    .array(
      text.links.map { .object(["url": .string($0.address), "text": .string($0.text)]) })
  }

  private static func object(for photo: Photo) -> JSONValue {
    .object([
      "id": .string(photo.id.rawValue), "kind": .string(photo.kind.rawValue),
      "url": .optional(photo.url), "preview": .optional(photo.renditions.first?.url),
      "description": .string(photo.altText),
      "width": .number(photo.size.width), "height": .number(photo.size.height),
      "sensitive": .bool(photo.isSensitive), "photographer": .optional(photo.photographer),
      "licence": .optional(photo.licence), "place": photo.place.map(object) ?? .null,
    ])
  }

  private static func object(for poll: Poll) -> JSONValue {
    let options = poll.options.map { option -> JSONValue in
      .object([
        "title": .string(option.title), "votes": number(option.votes),
      ])
    }
    return .object([
      "options": .array(options), "closes_at": .optional(poll.closesAt.flatMap(date)),
      "voters": number(poll.voters), "voted": .bool(poll.isAnswered),
    ])
  }

  private static func object(for quote: Quote) -> JSONValue {
    .object([
      "id": .string(quote.id.rawValue), "handle": .string(quote.handle),
      "text": .string(quote.text.withWholeAddresses), "links": links(of: quote.text),
      "warning": .optional(quote.warning), "missing": .optional(quote.absence?.rawValue),
    ])
  }

  private static func object(for place: Place) -> JSONValue {
    .object([
      "name": .string(place.name), "latitude": .decimal(place.latitude),
      "longitude": .decimal(place.longitude),
    ])
  }
}

package import FeedDomain
import Groundwork
import Preferences
import UseCases

/// Makes JSON of values of the domain, such as posts. Names of members never change.
extension JSONValue {
  /// Returns the JSON object of a post with its whole text, and its links with their whole
  /// addresses.
  package static func postJSONObject(_ post: Post, boostedBy: Person? = nil) -> JSONValue {
    let (content, counts, own) = (post.content, post.counts, post.userMarks)
    return [
      "id": post.id.rawValue, "created_at": post.createdAt.isoText,
      "edited_at": content.editedAt?.isoText, "author": shortPersonJSONObject(post.author),
      "text": content.text.withWholeAddresses, "links": linkJSONObjects(content.text),
      "warning": content.cover, "reply_to": post.reply?.post.rawValue,
      "boosted_by": boostedBy.map(shortPersonJSONObject), "visibility": post.visibility.rawValue,
      "url": post.url, "replies": counts.replies, "boosts": counts.boosts, "likes": counts.likes,
      "liked": own.contains(.liked), "boosted": own.contains(.boosted),
      "bookmarked": own.contains(.bookmarked), "photos": content.photos.map(photoJSONObject),
      "poll": content.poll.map(pollJSONObject), "card": content.card.map(linkPreviewJSONObject),
      "quote": content.quote.map(quoteJSONObject), "place": content.place.map(placeJSONObject),
    ]
  }

  static func postJSONObject(
    _ post: Post, boostedBy: Person?, seenBy accountPostIDs: [(account: Account.ID, post: Post.ID)],
    reader: Account.ID
  ) -> JSONValue {
    let seenBy = accountPostIDs.map { sighting -> JSONValue in
      ["account": sighting.account.rawValue, "id": sighting.post.rawValue]
    }
    return .postJSONObject(post, boostedBy: boostedBy).appendingMembers(of: [
      "account": reader.rawValue, "seen_by": seenBy,
    ])
  }

  /// Returns the short JSON object of a person, for use inside another object.
  static func shortPersonJSONObject(_ person: Person) -> JSONValue {
    ["id": person.id.rawValue, "handle": person.handle, "name": person.name]
  }

  /// Returns the JSON object of a person's profile; null for each number that the service does not
  /// report.
  static func personJSONObject(_ person: Person) -> JSONValue {
    shortPersonJSONObject(person).appendingMembers(of: [
      "bio": person.bio.withWholeAddresses, "links": linkJSONObjects(person.bio), "url": person.url,
      "posts": person.counts?.posts, "followers": person.counts?.followers,
      "following": person.counts?.following,
      "relationship": person.relationship.map(relationshipName),
      "follows_you": person.relationshipFlags?.followsReader,
    ])
  }

  /// Returns the JSON object of a notification, with the account if `reader` is given.
  static func notificationJSONObject(_ notice: Notification, of reader: Account.ID? = nil)
    -> JSONValue
  {
    let told: JSONValue = [
      "id": notice.id.rawValue, "kind": notice.kind.rawValue, "at": notice.createdAt.isoText,
      "people": notice.people.map(shortPersonJSONObject), "count": notice.count,
      "post": notice.post.map { JSONValue.postJSONObject($0) },
      "subject": notice.subject.map { subject -> JSONValue in
        ["title": subject.title, "url": subject.url]
      },
    ]
    return reader.map { told.appendingMembers(of: ["account": $0.rawValue]) } ?? told
  }

  static func conversationJSONObject(_ talk: DirectConversation) -> JSONValue {
    [
      "id": talk.id.rawValue, "unread": talk.isUnread,
      "people": talk.people.map(shortPersonJSONObject),
      "last": talk.latestPost.map { JSONValue.postJSONObject($0) },
    ]
  }

  /// Returns the JSON object of a signed-in account, with the kind of place that has its secret:
  /// file, command or keyring.
  static func accountJSONObject(_ signedIn: SignedInAccount, isCurrent: Bool) -> JSONValue {
    let (account, source) = (signedIn.account, signedIn.source)
    return [
      "id": account.id.rawValue, "service": account.service.rawValue, "handle": account.handle,
      "server": account.server, "current": isCurrent,
      "secret": source == nil ? "file" : source?.inStore == nil ? "command" : "secret-service",
      "command": source?.inStore == nil ? source?.command : nil,
    ]
  }

  static func subscriptionJSONObject(_ subscription: Subscription, unread: Int) -> JSONValue {
    [
      "id": subscription.id.rawValue, "name": subscription.name,
      "address": subscription.address, "folder": subscription.folder,
      "folders": subscription.folders, "hidden": subscription.isHidden,
      "trouble": subscription.problem?.rawValue,
      "paused_until": subscription.pausedUntil?.isoText, "unread": unread,
    ]
  }

  /// Returns the JSON object of an item that the command `list` prints; nil for the rules of a
  /// server, which are part of the server's object.
  static func listItemJSONObject(_ item: ListingScene.ListingItem) -> JSONValue? {
    switch item {
    case .edition(let edition, _):
      [
        "written_at": edition.moment.isoText, "paragraphs": edition.paragraphs,
        "pictures": edition.pictures,
      ]
    case .announcement(let announcement):
      [
        "id": announcement.id, "published_at": announcement.moment?.isoText,
        "text": announcement.text.withWholeAddresses, "links": linkJSONObjects(announcement.text),
        "reactions": announcement.reactions.map { reaction -> JSONValue in
          ["name": reaction.name, "count": reaction.count, "own": reaction.isOwn]
        },
      ]
    case .server(let facts):
      [
        "name": facts.name, "summary": facts.summary.withWholeAddresses,
        "links": linkJSONObjects(facts.summary), "contact": facts.contact,
        "people": facts.activeUserCount,
        "version": facts.version,
        "rules": facts.rules.map { rule -> JSONValue in ["id": rule.id, "words": rule.words] },
      ]
    case .rules: nil
    case .list(let list): ["id": list.id, "title": list.title, "has_person": list.hasPerson]
    case .trend(let trend): self.trendJSONObject(trend)
    case .scheduled(let post):
      [
        "id": post.id, "posts_at": post.moment.isoText, "words": post.words,
        "pictures": post.pictures,
      ]
    case .filter(let filter):
      [
        "id": filter.id, "title": filter.title, "words": filter.words,
        "places": filter.places.map(\.rawValue).sorted(), "hides": filter.isHiding,
        "ends_at": filter.end?.isoText,
      ]
    case .statistic(let statistic):
      [
        "name": statistic.kind == .views ? "views" : "downloads", "total": statistic.total,
        "days": statistic.days,
      ]
    case .feed(let feed):
      [
        "id": feed.id, "name": feed.name, "author": feed.author, "words": feed.words,
        "likes": feed.likes, "liked": feed.isLiked, "pinned": feed.isPinned,
      ]
    }
  }
}

extension Timestamp {
  /// The timestamp as text in UTC (ISO 8601); nil before the year 0 and after 9999.
  var isoText: String? {
    let date = CalendarDateTime(seconds: Int(milliseconds / 1_000))
    return (0...9999).contains(date.year) ? date.iso : nil
  }
}

extension JSONValue {
  private static func linkJSONObjects(_ text: RichText) -> [JSONValue] {
    text.links.map { ["url": $0.address, "text": $0.text] }
  }

  private static func photoJSONObject(_ photo: Photo) -> JSONValue {
    [
      "id": photo.id.rawValue, "kind": photo.kind.rawValue, "url": photo.url,
      "preview": photo.renditions.first?.url, "description": photo.altText,
      "width": photo.size.width, "height": photo.size.height, "sensitive": photo.isSensitive,
      "photographer": photo.photographer, "licence": photo.licence,
      "place": photo.place.map(placeJSONObject),
    ]
  }

  private static func pollJSONObject(_ poll: Poll) -> JSONValue {
    [
      "options": poll.options.map { option -> JSONValue in
        ["title": option.title, "votes": option.votes]
      },
      "closes_at": poll.closesAt?.isoText, "voters": poll.voters, "voted": poll.isAnswered,
    ]
  }

  private static func linkPreviewJSONObject(_ card: LinkPreview) -> JSONValue {
    ["title": card.title, "url": card.url]
  }

  private static func quoteJSONObject(_ quote: Quote) -> JSONValue {
    [
      "id": quote.id.rawValue, "handle": quote.handle, "text": quote.text.withWholeAddresses,
      "links": linkJSONObjects(quote.text), "warning": quote.warning,
      "missing": quote.unavailableReason?.rawValue,
    ]
  }

  private static func placeJSONObject(_ place: Place) -> JSONValue {
    ["name": place.name, "latitude": place.latitude, "longitude": place.longitude]
  }

  private static func trendJSONObject(_ trend: TrendingTagOrPage) -> JSONValue {
    let (tag, page): (String?, (address: String, title: String, site: String)?) =
      switch trend.subject {
      case .tag(let tag): (tag, nil)
      case .page(let address, let title, let site): (nil, (address, title, site))
      }
    return [
      "tag": tag, "url": page?.address, "title": page?.title, "site": page?.site,
      "people": trend.personCount, "uses": trend.uses,
    ]
  }

  private static func relationshipName(of relationship: Relationship) -> String {
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

/// A JSON value; the members of an object keep their order.
package indirect enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(Int)
  case decimal(Double)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  func appendingMembers(of other: JSONValue) -> JSONValue {
    guard case .object(let members) = self, case .object(let more) = other else { return self }
    return .object(members + more)
  }

  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    left.jsonLine() == right.jsonLine()
  }

  /// Returns the JSON value as one line, in which control characters and invisible characters are
  /// escaped; all characters beyond ASCII if `asciiOnly`.
  package func jsonLine(asciiOnly: Bool = false) -> String {
    var writer = JSONWriter(escaping: asciiOnly ? .beyondASCII : .unseen)
    writeJSON(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func writeJSON(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.writeLiteral("null")
    case .bool(let isTrue): writer.writeLiteral(isTrue ? "true" : "false")
    case .number(let number): writer.writeLiteral(String(number))
    // JSON cannot express infinity or not-a-number.
    case .decimal(let number): writer.writeLiteral(number.isFinite ? "\(number)" : "null")
    case .string(let text): writer.writeString(text)
    case .array(let elements): writer.writeArray(elements) { $1.writeJSON(to: &$0) }
    case .object(let members):
      writer.writeObject(members, named: \.key) { $1.value.writeJSON(to: &$0) }
    }
  }
}

package protocol JSONConvertible {
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible, ExpressibleByDictionaryLiteral {
  package var json: JSONValue { self }

  package init(dictionaryLiteral members: (String, any JSONConvertible)...) {
    self = .object(members.map { (key: $0, value: $1.json) })
  }
}

extension String: JSONConvertible { package var json: JSONValue { .string(self) } }
extension Bool: JSONConvertible { package var json: JSONValue { .bool(self) } }
extension Int: JSONConvertible { package var json: JSONValue { .number(self) } }
extension Double: JSONConvertible { package var json: JSONValue { .decimal(self) } }

extension Array: JSONConvertible where Element: JSONConvertible {
  package var json: JSONValue { .array(map(\.json)) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  package var json: JSONValue { self?.json ?? .null }
}

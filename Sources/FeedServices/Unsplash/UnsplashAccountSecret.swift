internal import FeedDomain

/// A stored secret of an Unsplash account: an application's key, a person's authorization if there
/// is one, and the last fetched topics.
struct UnsplashAccountSecret: SecretWithAccountFacts, Equatable {
  struct UnsplashPersonAuthorization: Equatable, Sendable {
    let token: Secret
    let handle: String
    /// True if Unsplash's API still reports likes of photos for this person, as found at sign-in
    /// and once a day; once false, it is checked again only at the next sign-in.
    var hasLikes: Bool
    var collections: [UnsplashCollection]
  }

  /// An Unsplash collection, a list of photos made by a person.
  struct UnsplashCollection: Equatable, Sendable {
    let id: String
    let title: String
  }

  /// An Unsplash topic, a list of photos made by Unsplash's editors.
  struct UnsplashTopic: Equatable, Sendable {
    let slug: String
    let title: String
  }

  var access: Secret
  var topics: [UnsplashTopic]
  var tokenGrant: UnsplashPersonAuthorization?
  /// The time when the account's topics and collections were last refreshed from Unsplash; nil
  /// before the first refresh.
  var refreshedAt: Timestamp?
}

extension UnsplashAccountSecret {
  init?(_ secret: Secret) {
    let json = secret.json
    guard let access = json["access"].nonEmptyString else { return nil }
    self.init(
      access: Secret(access), topics: Self.parsedTopics(json["topics"]),
      tokenGrant: UnsplashPersonAuthorization(storedJSON: json["permit"]),
      refreshedAt: json["seen_at"].moment)
  }

  var secret: Secret {
    Secret(json: [
      "access": .string(access.revealed),
      "permit": tokenGrant.map(\.storedJSON) ?? .null, "seen_at": JSON(moment: refreshedAt),
      "topics": .array(topics.map { ["slug": .string($0.slug), "title": .string($0.title)] }),
    ])
  }

  static func parsedTopics(_ json: JSON) -> [UnsplashTopic] {
    json.array.prefix(8).compactMap { topic in
      guard let slug = topic["slug"].nonEmptyString, let title = topic["title"].nonBlankText else {
        return nil
      }
      return UnsplashTopic(slug: slug, title: title)
    }
  }

  /// The streams that are shown as tabs of an Unsplash account: the editors' choice, the topics
  /// and, for a signed-in person, the saved photos and own collections.
  var streams: [Feed] {
    let own = tokenGrant.map { [.bookmarks] + $0.collections.map(\.stream) }
    let edited = topics.map { topic in
      Feed.list(id: UnsplashQuery.topic + topic.slug, name: topic.title.shortened(to: .name))
    }
    return [.photos] + edited + (own ?? [])
  }

  static func parsedCollections(_ json: JSON) -> [UnsplashCollection] {
    json.array.prefix(8).compactMap(UnsplashCollection.init)
  }
}

extension UnsplashAccountSecret.UnsplashCollection {
  init?(_ json: JSON) {
    guard let id = json["id"].id, !id.contains("/"), let title = json["title"].nonBlankText else {
      return nil
    }
    self.init(id: id, title: title)
  }

  var stream: Feed { .list(id: UnsplashQuery.collection + id, name: title.shortened(to: .name)) }
}

extension UnsplashAccountSecret.UnsplashPersonAuthorization {
  fileprivate init?(storedJSON json: JSON) {
    guard let token = json["token"].nonEmptyString, let handle = json["handle"].nonEmptyString
    else { return nil }
    self.init(
      token: Secret(token), handle: handle, hasLikes: json["likes"].bool == true,
      collections: UnsplashAccountSecret.parsedCollections(json["collections"]))
  }

  fileprivate var storedJSON: JSON {
    [
      "token": .string(token.revealed), "handle": .string(handle), "likes": .bool(hasLikes),
      "collections": .array(
        collections.map { ["id": .string($0.id), "title": .string($0.title)] }),
    ]
  }
}

internal import FeedDomain

/// What opens Unsplash, as it is kept: an application's key, and the topics there were when it was
/// first used.
struct UnsplashKey: Equatable, Sendable {
  /// A collection of photos that the editors keep.
  struct Topic: Equatable, Sendable {
    let slug: String
    let title: String
  }

  let access: Secret
  let topics: [Topic]

  init(access: Secret, topics: [Topic]) {
    self.access = access
    self.topics = topics
  }

  /// Reads what was kept; nil where it is none of ours.
  init?(_ secret: Secret) {
    guard let json = try? JSON(Array(secret.revealed.utf8)),  // Somebody else's is no JSON.
      let access = json["access"].filledString
    else { return nil }
    self.init(access: Secret(access), topics: Self.topics(json["topics"]))
  }

  /// How it is kept.
  var secret: Secret {
    let json: JSON = [
      "access": .string(access.revealed),
      "topics": .array(topics.map { ["slug": .string($0.slug), "title": .string($0.title)] }),
    ]
    return Secret(String(decoding: json.encoded(), as: UTF8.self))
  }

  /// The topics in a reply.
  static func topics(_ json: JSON) -> [Topic] {
    json.array.prefix(8).compactMap { topic in
      guard let slug = topic["slug"].filledString, let title = topic["title"].words else {
        return nil
      }
      return Topic(slug: slug, title: title)
    }
  }

  /// The streams it offers as tabs: what the editors chose, and their topics.
  var streams: [Feed] {
    [.photos] + topics.map { .list(id: UnsplashStream.topic + $0.slug, name: $0.title) }
  }
}

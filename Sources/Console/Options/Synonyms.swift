import FeedDomain
import Preferences

/// Words by which other programs call commands and services, for whoever types them here.
enum Synonyms {
  /// The service that is meant by a word: by another name, or a slip of either; nil for none.
  static func service(meant typed: String) -> Service? {
    let word = typed.lowercased()
    if let service = Service(rawValue: word) ?? services[word] { return service }
    let names = Service.allCases.map(\.rawValue) + services.keys.filter { $0.count > 3 }.sorted()
    return NearestName.to(word, among: names).flatMap { Service(rawValue: $0) ?? services[$0] }
  }
}

extension Synonyms {
  /// Other names of services, and what belongs to one.
  static let services: [String: Service] = [
    "masto": .mastodon, "fediverse": .mastodon, "gotosocial": .mastodon, "gts": .mastodon,
    "pleroma": .mastodon, "akkoma": .mastodon, "pixelfed": .mastodon, "snac": .mastodon,
    "takahe": .mastodon, "friendica": .mastodon, "activitypub": .mastodon, "bsky": .bluesky,
    "atproto": .bluesky, "insta": .instagram, "ig": .instagram, "feeds": .rss, "feed": .rss,
    "atom": .rss, "jsonfeed": .rss, "opml": .rss, "newsboat": .rss, "demo": .tweetie,
    "builtin": .tweetie, "built-in": .tweetie,
  ]
}

import FeedDomain
import Preferences

/// A table of synonyms for the names of commands and services, such as the words of other programs,
/// used to suggest the right word after an unknown one.
enum CommandSynonyms {
  /// Returns the service meant by a typed name, synonym or misspelling; nil if no name is near.
  static func serviceMeant(by typed: String) -> Service? {
    let word = typed.lowercased()
    if let service = Service(rawValue: word) ?? services[word] { return service }
    let names = Service.allCases.map(\.rawValue) + services.keys.filter { $0.count > 3 }.sorted()
    return NearestNameSearch.nearestName(for: word, among: names).flatMap {
      Service(rawValue: $0) ?? services[$0]
    }
  }

  /// The names of services that `tweetie login` accepts besides their own, such as "miniflux".
  static let acceptedServiceNames: [String: Service] = [
    "freshrss": .feedServer, "miniflux": .feedServer,
  ]

  static let services: [String: Service] = [
    "masto": .mastodon, "fediverse": .mastodon, "gotosocial": .mastodon, "gts": .mastodon,
    "pleroma": .mastodon, "akkoma": .mastodon, "pixelfed": .mastodon, "snac": .mastodon,
    "takahe": .mastodon, "friendica": .mastodon, "activitypub": .mastodon, "bsky": .bluesky,
    "atproto": .bluesky, "insta": .instagram, "ig": .instagram, "feeds": .rss, "feed": .rss,
    "atom": .rss, "jsonfeed": .rss, "opml": .rss, "newsboat": .rss, "demo": .tweetie,
    "builtin": .tweetie, "built-in": .tweetie, "freshrss": .feedServer, "miniflux": .feedServer,
    "greader": .feedServer, "google-reader": .feedServer, "theoldreader": .feedServer,
    "bazqux": .feedServer, "feedserver": .feedServer,
  ]

  /// Returns the command that a typed word means, or the listed word: the typed word itself if it
  /// is a command or in `words`, or the command, such as "list trends", of which it is a synonym or
  /// misspelling; nil if none is near.
  static func commandOrListedWordMeant(by typed: String, amongAlso words: [String]) -> String? {
    let word = typed.lowercased()
    let names = CommandName.allCases.map(\.rawValue) + words
    if names.contains(word) { return word }
    if let command = commands[word] ?? subcommandMeant(word) { return command }
    if let service = services[word] { return "login \(service.rawValue)" }
    // A single letter would match every name of two letters.
    guard word.count > 1 else { return nil }
    if let name = NearestNameSearch.nearestName(for: word, among: names) { return name }
    if let service = Service.allCases.first(where: { isMisspelling(word, of: $0.rawValue) }) {
      return "login \(service.rawValue)"
    }
    // Short words are near too many others.
    let synonyms = commands.keys.filter { $0.count > 4 }.sorted()
    return word.count > 4
      ? NearestNameSearch.nearestName(for: word, among: synonyms).flatMap { commands[$0] } : nil
  }

  /// Returns the full command for a typed word that is a subject of `list` or an action of `act`,
  /// such as "list trends" for "trends"; nil for other words.
  private static func subcommandMeant(_ word: String) -> String? {
    if ListCommandSubject(rawValue: word) != nil { return "list \(word)" }
    return ServiceAction.ServiceActionKind(named: word).map { "act \($0.name)" }
  }

  private static func isMisspelling(_ word: String, of name: String) -> Bool {
    word.count > 3 && NearestNameSearch.nearestName(for: word, among: [name]) != nil
  }

  static let commands: [String: String] = [
    "favourite": "like", "favorite": "like", "fav": "like", "fave": "like", "heart": "like",
    "star": "like", "upvote": "like", "unfavourite": "unlike", "unfavorite": "unlike",
    "unfav": "unlike", "unstar": "unlike", "reblog": "boost", "retweet": "boost", "rt": "boost",
    "repost": "boost", "renote": "boost", "share": "boost", "unreblog": "unboost",
    "unretweet": "unboost", "unrepost": "unboost", "unsave": "unbookmark",
    "timeline": "feed", "timelines": "feeds", "tl": "feed", "home": "feed home", "stream": "feed",
    "local": "feed local", "public": "feed federated", "federated": "feed federated",
    "favourites": "feed likes", "favorites": "feed likes", "likes": "feed likes",
    "bookmarks": "feed bookmarks", "photos": "feed photos", "settings": "config", "set": "config",
    "setting": "config", "preferences": "config", "prefs": "config", "configure": "config",
    "options": "config", "toot": "post", "tweet": "post", "publish": "post", "compose": "post",
    "new": "post", "write": "post", "create": "post", "send": "post",
    "skeet": "post", "note": "act note", "answer": "reply", "respond": "reply",
    "edit": "post --edit", "quote": "post --quote", "signin": "login", "sign-in": "login",
    "auth": "login", "authorize": "login", "authorise": "login", "register": "login",
    "signout": "logout", "sign-out": "logout", "logoff": "logout", "switch": "use",
    "activate": "use", "select": "use", "default": "use", "users": "accounts", "me": "whoami",
    "profile": "whois", "user": "whois", "account": "whois", "who": "whois",
    "notifs": "notifications",
    "notify": "notifications", "notification": "notifications", "mentions": "notifications",
    "alerts": "notifications", "inbox": "notifications", "dm": "messages", "dms": "messages",
    "direct": "messages", "chat": "messages", "message": "act message",
    "conversations": "messages", "find": "search", "grep": "search", "query": "search",
    "context": "thread", "conversation": "thread", "replies": "thread", "view": "show",
    "cat": "show", "get": "show", "browse": "open", "web": "open",
    "remove": "delete", "rm": "delete", "del": "delete", "erase": "delete", "destroy": "delete",
    "silence": "mute", "ignore": "mute", "ban": "block", "unban": "unblock",
    "fans": "followers", "friends": "following", "followings": "following",
    "follow-requests": "requests", "accept": "requests accept", "approve": "requests accept",
    "reject": "requests reject", "deny": "requests reject", "poll": "vote",
    "subscribe": "feeds add",
    "unsubscribe": "feeds remove", "subscriptions": "feeds list", "subs": "feeds list",
    "opml": "feeds import", "import": "feeds import", "rss": "feeds", "atom": "feeds",
    "digest": "catch-up", "catchup": "catch-up", "missed": "catch-up", "sync": "fetch",
    "download": "fetch", "offline": "fetch", "backup": "export", "archive": "export",
    "dump": "export", "queue": "outbox", "drafts": "outbox", "diagnose": "doctor",
    "check": "doctor", "debug": "doctor", "instance": "list server", "tags": "list trends",
    "trending": "list trends", "man": "help", "usage": "help", "commands": "help",
  ]
}

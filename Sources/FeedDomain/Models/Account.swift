/// An account of a person at one service, by which the person is signed in.
public struct Account: Hashable, Sendable {
  public typealias ID = Identifier<Account>

  /// The account's id, made of service, server and handle, joined by colons.
  public let id: ID
  public let service: Service
  public let person: Person.ID
  public let handle: String
  /// The base URL of the account's server; nil for services with a single server.
  public let server: String?

  package init(service: Service, person: Person.ID, handle: String, server: String? = nil) {
    let handle = handle.shortened(to: .name)
    id = ID(
      server.map { "\(service.rawValue):\($0):\(handle)" } ?? "\(service.rawValue):\(handle)")
    (self.service, self.person, self.handle, self.server) = (service, person, handle, server)
  }
}

extension Account {
  /// The host name of the account's server; nil for services with a single server.
  public var host: String? {
    // The host stands between the scheme and the path.
    server?.split(separator: "/").dropFirst().first.map(String.init)
  }

  /// The account's handle with its server, as users of other servers write it.
  public var fullHandle: String {
    guard let host, !handle.contains("@") else { return handle }
    return "\(handle)@\(host)"
  }

  /// Returns true if a typed handle, with or without the account's server, refers to a person. The
  /// server may be given by its own name or by a parent domain.
  package func matchesPerson(_ person: Person, by handle: String) -> Bool {
    handleWithoutOwnServer(person.handle) == handleWithoutOwnServer(handle)
  }

  private func handleWithoutOwnServer(_ handle: String) -> String {
    let handle = handle.lowercased()
    let parts = handle.split(separator: "@")
    guard let host, parts.count == 2, host == parts[1] || host.hasSuffix(".\(parts[1])") else {
      return handle
    }
    return String(parts[0])
  }

  /// Returns true if a typed name refers to this account: its id, or its handle with or without the
  /// server.
  public func isMeantByName(_ name: String) -> Bool {
    let bare = name.hasPrefix("@") ? String(name.dropFirst()) : name
    return id.rawValue == name || handle == bare || fullHandle == bare
  }
}

public enum Service: String, CaseIterable, Sendable {
  /// A kind of service: the built-in demo, which needs no network.
  case tweetie
  /// A kind of service: Mastodon, with all servers that speak its protocol.
  case mastodon
  case bluesky, unsplash, flickr
  /// A kind of service: Instagram, of which only the user's own photos and videos are shown, and
  /// those that mention the user.
  case instagram
  /// A kind of service: web feeds of any website, as RSS, Atom or JSON Feed.
  case rss
  /// A kind of service: a server that keeps the user's web feeds and read states for all devices,
  /// such as FreshRSS, Miniflux and others with the Google Reader API.
  case feedServer = "feed-server"
}

extension Service {
  /// True if the service's posts are entries of web feeds, which are read as articles.
  public var hasArticles: Bool { self == .rss || self == .feedServer }

  /// True if accounts of the service keep saved links, and all articles, on this machine.
  public var keepsSavedEntries: Bool { self == .rss }

  /// True if the service is for photos, so that every post has one.
  public var isOfPhotos: Bool {
    switch self {
    case .tweetie, .mastodon, .bluesky, .rss, .feedServer: false
    case .unsplash, .flickr, .instagram: true
    }
  }
}

/// A remark about a service, shown beside its name in the list of services to sign in to.
public enum ServiceListRemark: Sendable {
  /// A remark on the demo service: sign-in needs no account of a real service and no network.
  case demo
  /// A remark on a service: several server programs speak its protocol.
  case family
  case postsAndPhotos, photographs
  /// A remark on a service: only the signed-in user's own photos are shown.
  case ownPhotos
  case web
  /// A remark on a service: several programs of feed readers speak its protocol.
  case feedReaders
}

extension Service {
  public var signInRemark: ServiceListRemark {
    switch self {
    case .tweetie: .demo
    case .mastodon: .family
    case .bluesky: .postsAndPhotos
    case .unsplash, .flickr: .photographs
    case .instagram: .ownPhotos
    case .rss: .web
    case .feedServer: .feedReaders
    }
  }
}

public enum AppPassword {
  /// Returns true if a typed text has the form of the beginning of an app password: groups of four
  /// letters or digits, divided by hyphens.
  public static func isBeginningOfAppPassword(_ typed: String) -> Bool {
    typed.utf8.count <= 19
      && typed.unicodeScalars.enumerated().allSatisfy { place, sign in
        place % 5 == 4
          ? sign == "-" : ("a"..."z").contains(sign) || ("0"..."9").contains(sign)
      }
  }
}

public enum ReplyPolicy: String, CaseIterable, Sendable {
  case followers
  /// A choice of who may reply to a post: only people whom the author follows.
  case followed
  case mentioned, nobody
}

public enum LikingUnavailableReason: CaseIterable, Sendable {
  /// A reason for missing likes: the service has no likes.
  case unknown
  /// A reason for missing likes: the account reads without signing in.
  case needsSignIn
  case notFromPrograms
  /// A reason for missing likes: programs cannot like; a bookmark is nearly the same.
  case bookmarkInstead
}

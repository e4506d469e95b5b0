/// Somebody signed in to a service.
public struct Account: Hashable, Sendable {
  public typealias ID = Identifier<Account>

  /// Its id: the service and the handle with its server, one for each pair.
  public let id: ID
  public let service: Service
  /// Who this is at the service.
  public let person: Person.ID
  /// The handle, without "@".
  public let handle: String
  /// The server's base URL; nil where the service has but one.
  public let server: String?

  package init(service: Service, person: Person.ID, handle: String, server: String? = nil) {
    let handle = handle.bounded(.name)
    id = ID([service.rawValue, server, handle].compactMap(\.self).joined(separator: ":"))
    (self.service, self.person, self.handle, self.server) = (service, person, handle, server)
  }
}

extension Account {
  /// The name of the server; nil where the service has but one.
  public var host: String? {
    // Behind the scheme; a path may follow.
    server?.split(separator: "/").dropFirst().first.map(String.init)
  }

  /// The handle with the server, as somebody elsewhere would call it.
  public var fullHandle: String {
    guard let host, !handle.contains("@") else { return handle }
    return "\(handle)@\(host)"
  }

  /// Whether somebody who types that handle, with or without the account's server, means that person;
  /// it may be the name of the server or the one it stands beneath.
  package func means(_ person: Person, by handle: String) -> Bool {
    bare(person.handle) == bare(handle)
  }

  private func bare(_ handle: String) -> String {
    let handle = handle.lowercased()
    let parts = handle.split(separator: "@")
    guard let host, parts.count == 2, host == parts[1] || host.hasSuffix(".\(parts[1])") else {
      return handle
    }
    return String(parts[0])
  }

  /// Whether somebody who types that name means this account: its id, or its handle with or
  /// without the server.
  public func isCalled(_ name: String) -> Bool {
    let bare = name.hasPrefix("@") ? String(name.dropFirst()) : name
    return id.rawValue == name || handle == bare || fullHandle == bare
  }
}

/// The services Tweetie speaks to.
public enum Service: String, CaseIterable, Sendable {
  /// The one built in: it needs no network.
  case tweetie
  /// Mastodon and its family.
  case mastodon
  case bluesky
  /// Unsplash, for photographs.
  case unsplash
  /// Flickr, for photographs.
  case flickr
  /// Instagram, one's own media.
  case instagram
  /// Feeds of all the web, in RSS, Atom or JSON.
  case rss
}

extension Service {
  /// Whether everything at it is there for its photos.
  public var isOfPhotos: Bool {
    switch self {
    case .tweetie, .mastodon, .bluesky, .rss: false
    case .unsplash, .flickr, .instagram: true
    }
  }
}

/// A remark about a service in the list from which one signs in.
public enum SignInNote: Hashable, Sendable {
  /// The service works without an account elsewhere and without a network.
  case demo
  /// Servers of several programs speak the same protocol.
  case family
  case postsAndPhotos
  case photographs
  /// The service shows the signed-in person's own photos.
  case ownPhotos
  /// The service reads the feeds of any website.
  case web
}

extension Service {
  /// What one may want to know before signing in to it.
  public var signInNote: SignInNote {
    switch self {
    case .tweetie: .demo
    case .mastodon: .family
    case .bluesky: .postsAndPhotos
    case .unsplash, .flickr: .photographs
    case .instagram: .ownPhotos
    case .rss: .web
    }
  }
}

/// A password that a service made for one program, as "abcd-efgh-ijkl-mnop".
public enum AppPassword {
  /// Whether what was typed so far may become one.
  public static func mayBecome(_ typed: String) -> Bool {
    typed.utf8.count <= 19
      && typed.unicodeScalars.enumerated().allSatisfy { place, sign in
        place % 5 == 4
          ? sign == "-" : ("a"..."z").contains(sign) || ("0"..."9").contains(sign)
      }
  }
}

/// Who may answer a post, where not everybody may.
public enum ReplyPolicy: String, CaseIterable, Hashable, Sendable {
  /// Those who follow its author.
  case followers
  /// Those whom its author follows.
  case followed
  case mentioned
  case nobody
}

/// Why nothing can be liked at a service.
public enum LikeRefusal: Hashable, CaseIterable, Sendable {
  /// There are no likes.
  case unknown
  /// Nobody is signed in who could.
  case needsSignIn
  case notFromPrograms
  /// Programs may not, but a bookmark does nearly the same.
  case bookmarkInstead
}

internal import FeedDomain

/// The subscriptions, stored as a token, since an address may hold a key.
struct SubscriptionList: Equatable, Sendable {
  /// The most remembered former subscriptions.
  private static let mostFormer = 50

  private(set) var subscriptions: [Subscription] = []
  /// Former subscriptions, last first, which can be restored.
  private(set) var former: [Subscription] = []

  /// Names and passwords of users, by the ids of their feeds.
  private(set) var logins: [String: String] = [:]

  init(_ subscriptions: [Subscription] = []) { self.subscriptions = subscriptions }

  init?(_ secret: Secret) {
    let json = secret.json
    guard json["feeds"].isArray else { return nil }
    subscriptions = json["feeds"].array.compactMap(Subscription.init(kept:))
    former = json["former"].array.compactMap(Subscription.init(kept:))
    for entry in json["logins"].array {
      guard let id = entry["id"].nonEmptyString else { continue }
      logins[id] = entry["login"].nonEmptyString
    }
  }

  var secret: Secret {
    Secret(json: [
      "feeds": .array(subscriptions.map(\.kept)), "former": .array(former.map(\.kept)),
      "logins": .array(
        logins.sorted { $0.key < $1.key }.map {
          ["id": .string($0.key), "login": .string($0.value)]
        }),
    ])
  }

  subscript(id: Subscription.ID) -> Subscription? { subscriptions.first { $0.id == id } }

  /// Adds a subscription; an existing one stays, but may be anywhere once the reader names it.
  /// Returns the one in the list.
  @discardableResult mutating func add(_ subscription: Subscription) -> Subscription {
    if let place = subscriptions.firstIndex(where: {
      $0.id == subscription.id || $0.address == subscription.address
    }) {
      let known = subscriptions[place]
      guard known.address == subscription.address, !subscription.isElsewhere else { return known }
      subscriptions[place] = known.moved(to: known.address, isElsewhere: false)
      return subscriptions[place]
    }
    subscriptions.append(subscription)
    former.removeAll { $0.id == subscription.id }
    return subscription
  }

  /// Keeps the name and the password that a feed asks for; nil leaves those that are kept.
  mutating func keep(_ login: String?, for id: Subscription.ID) {
    if let login { logins[id.rawValue] = login }
  }

  /// Keeps those of another list.
  mutating func keepLogins(of other: SubscriptionList) {
    logins.merge(other.logins) { _, new in new }
  }

  /// A current or former subscription.
  func known(_ id: Subscription.ID) -> Subscription? {
    self[id] ?? former.first { $0.id == id }
  }

  mutating func remove(_ id: Subscription.ID) {
    guard let left = self[id] else { return }
    subscriptions.removeAll { $0.id == id }
    former = [left] + former.filter { $0.id != id }.prefix(Self.mostFormer - 1)
  }

  mutating func restore(_ id: Subscription.ID) {
    guard let left = former.first(where: { $0.id == id }) else { return }
    add(left)
  }

  mutating func replace(_ subscription: Subscription) {
    guard let place = subscriptions.firstIndex(where: { $0.id == subscription.id }) else { return }
    subscriptions[place] = subscription
  }

  var folders: [String] {
    var known: Set<String> = []
    return subscriptions.compactMap(\.folder).filter { known.insert($0).inserted }
  }

  /// The subscriptions of a stream; nil for other streams.
  func subscriptions(in feed: Feed) -> [Subscription]? {
    switch feed {
    case .home: return subscriptions
    case .person(let id): return known(Subscription.ID(id.rawValue)).map { [$0] }
    case .list(let id, _):
      if let folder = id.without(prefix: Self.folder) {
        let within = subscriptions.filter { $0.folder == folder }
        return within.isEmpty ? nil : within
      }
      return id.without(prefix: Self.single).flatMap { self[Subscription.ID($0)] }.map { [$0] }
    case .everything, .local, .federated, .photos, .trending, .nearby, .tag, .search, .likes,
      .bookmarks,
      .answers, .portfolio:
      return nil
    }
  }

  /// The most tabs of feeds without a folder; others are found among the collections.
  private static let mostSingle = 30

  /// The streams: all feeds, the folders, and feeds without a folder.
  var streams: [Feed] {
    let single = subscriptions.filter { $0.folder == nil }.prefix(Self.mostSingle)
    return [.home]
      + folders.map { .list(id: Self.folder + $0, name: $0.bounded(.name)) } + single.map(\.stream)
  }

  fileprivate static let folder = "folder/"
  fileprivate static let single = "feed/"
}

extension String {
  fileprivate func without(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

extension Subscription {
  /// A subscription of which the address alone is known.
  init(
    at address: String, name: String = "", folder: String? = nil, isElsewhere: Bool = false
  ) {
    self.init(
      id: ID(RawEntry.short(address)), address: address,
      name: name.isEmpty ? Self.host(of: address) : name, folder: folder,
      isElsewhere: isElsewhere)
  }

  var stream: Feed { .list(id: SubscriptionList.single + id.rawValue, name: name) }

  /// The server's name, for a feed without a name.
  var host: String { Self.host(of: address) }

  private static func host(of address: String) -> String {
    address.split(separator: "/").dropFirst().first.map(String.init) ?? address
  }

  fileprivate init?(kept json: JSON) {
    guard let id = json["id"].nonEmptyString, let address = json["url"].nonEmptyString else {
      return nil
    }
    self.init(
      id: ID(id), address: address, name: json["name"].nonBlankText ?? Self.host(of: address),
      folder: json["folder"].nonBlankText, isElsewhere: json["elsewhere"].bool == true)
  }

  fileprivate var kept: JSON {
    [
      "id": .string(id.rawValue), "url": .string(address), "name": .string(name),
      "folder": folder.map { .string($0) } ?? .null, "elsewhere": .bool(isElsewhere),
    ]
  }
}

internal import FeedDomain

/// An account's list of subscriptions to web feeds, kept secret, since an address may contain a
/// key.
struct SubscriptionList: Equatable, Sendable {
  /// Maximum number of cancelled subscriptions that are kept to be restored.
  private static let mostFormer = 50

  private(set) var subscriptions: [Subscription] = []
  /// The cancelled subscriptions to web feeds that can be restored, the last cancelled first.
  private(set) var cancelled: [Subscription] = []

  /// The logins for the servers of web feeds, by the subscription's id: user name and password,
  /// joined by a colon.
  private(set) var logins: [String: String] = [:]

  init(_ subscriptions: [Subscription] = []) { self.subscriptions = subscriptions }

  init?(_ secret: Secret) {
    let json = secret.json
    guard json["feeds"].isArray else { return nil }
    subscriptions = json["feeds"].array.compactMap(Subscription.init(storedJSON:))
    cancelled = json["former"].array.compactMap(Subscription.init(storedJSON:))
    for entry in json["logins"].array {
      guard let id = entry["id"].nonEmptyString else { continue }
      logins[id] = entry["login"].nonEmptyString
    }
  }

  var secret: Secret {
    Secret(json: [
      "feeds": .array(subscriptions.map(\.storedJSON)),
      "former": .array(cancelled.map(\.storedJSON)),
      "logins": .array(
        logins.sorted { $0.key < $1.key }.map {
          ["id": .string($0.key), "login": .string($0.value)]
        }),
    ])
  }

  subscript(id: Subscription.ID) -> Subscription? { subscriptions.first { $0.id == id } }

  /// Adds a subscription to the list of web feeds, and returns the listed one. If the list has one
  /// with an equal address, that gets the new one's folders, and its title if the user gave one,
  /// and also loses its restriction to public hosts if the new one has none.
  @discardableResult
  mutating func addSubscription(_ subscription: Subscription) -> Subscription {
    let place = subscriptions.firstIndex {
      $0.id == subscription.id || $0.hasSameAddressIgnoringScheme(as: subscription)
    }
    return mergeOrAppendSubscription(subscription, at: place)
  }

  /// Adds many subscriptions to the list of web feeds, one after another, in a time that grows with
  /// their number alone.
  mutating func addSubscriptions(_ added: [Subscription]) {
    var index = SubscriptionIndex(subscriptions)
    for subscription in added { addSubscription(subscription, using: &index) }
  }

  /// Adds a subscription to the list of web feeds like `addSubscription`, with an index of the
  /// list, which is kept up to date.
  @discardableResult
  mutating func addSubscription(
    _ subscription: Subscription, using index: inout SubscriptionIndex
  ) -> Subscription {
    let place = index.place(of: subscription, in: subscriptions)
    if place == nil { index.indexSubscription(subscription, at: subscriptions.count) }
    return mergeOrAppendSubscription(subscription, at: place)
  }

  /// Adds a subscription to the one in the list that has an equal address, at `place`; nil appends
  /// it.
  private mutating func mergeOrAppendSubscription(_ subscription: Subscription, at place: Int?)
    -> Subscription
  {
    if let place {
      let folders = [subscription.folder].compactMap(\.self) + subscription.otherFolders
      for folder in folders where !subscriptions[place].folders.contains(folder) {
        subscriptions[place].otherFolders.append(folder)
      }
      if let title = subscription.settings.title {
        subscriptions[place].settings.title = title
        subscriptions[place].name = title.shortened(to: .name)
      }
      let known = subscriptions[place]
      guard known.hasSameAddressIgnoringScheme(as: subscription), !subscription.isElsewhere else {
        return known
      }
      subscriptions[place] = known.replacingAddress(with: known.address, isElsewhere: false)
      return subscriptions[place]
    }
    subscriptions.append(subscription)
    cancelled.removeAll { $0.id == subscription.id }
    return subscription
  }

  /// Stores the login for a web feed: user name and password, joined by a colon. nil leaves the
  /// stored login as it is.
  mutating func storeLoginIfGiven(_ login: String?, for id: Subscription.ID) {
    if let login { logins[id.rawValue] = login }
  }

  /// Returns those subscriptions of the list that another list does not have in the same state.
  func subscriptionsChanged(since other: SubscriptionList) -> [Subscription] {
    let known = Dictionary(other.subscriptions.map { ($0.id, $0) }) { first, _ in first }
    return subscriptions.filter { known[$0.id] != $0 }
  }

  mutating func copyLogins(of other: SubscriptionList) {
    logins.merge(other.logins) { _, new in new }
  }

  /// Returns the subscription with an id, including cancelled ones; nil if there is none.
  func currentOrFormerSubscription(_ id: Subscription.ID) -> Subscription? {
    self[id] ?? cancelled.first { $0.id == id }
  }

  mutating func removeSubscription(_ id: Subscription.ID) {
    guard let left = self[id] else { return }
    subscriptions.removeAll { $0.id == id }
    cancelled = [left] + cancelled.filter { $0.id != id }.prefix(Self.mostFormer - 1)
  }

  mutating func restoreSubscription(_ id: Subscription.ID) {
    guard let left = cancelled.first(where: { $0.id == id }) else { return }
    addSubscription(left)
  }

  /// Renames a folder and its sub-folders; feeds that are in a folder of the new name already stay
  /// there once.
  mutating func renameFolder(_ old: String, to new: String) {
    for place in subscriptions.indices where subscriptions[place].isInFolderOrSubfolder(old) {
      var folders: [String] = []
      for folder in subscriptions[place].folders {
        let renamed =
          folder == old
          ? new : folder.hasPrefix(old + "/") ? new + folder.dropFirst(old.count) : folder
        if !folders.contains(renamed) { folders.append(renamed) }
      }
      subscriptions[place].replaceFolders(with: folders)
    }
  }

  mutating func replaceSubscription(_ subscription: Subscription) {
    replaceSubscriptions([subscription])
  }

  /// Replaces the listed subscriptions that have the ids of changed ones; changed subscriptions
  /// that are not in the list are ignored.
  mutating func replaceSubscriptions(_ changed: [Subscription]) {
    let changed = Dictionary(changed.map { ($0.id, $0) }) { _, last in last }
    for place in subscriptions.indices {
      if let subscription = changed[subscriptions[place].id] { subscriptions[place] = subscription }
    }
  }

  var folders: [String] {
    var known: Set<String> = []
    return subscriptions.flatMap(\.folders).filter { known.insert($0).inserted }
  }

  /// Returns the subscriptions whose entries a stream shows, such as those of a folder; nil if the
  /// stream is not one of web feeds, or its folder is empty.
  func subscriptions(in feed: Feed) -> [Subscription]? {
    switch feed {
    case .home: return subscriptions
    case .person(let id):
      return currentOrFormerSubscription(Subscription.ID(id.rawValue)).map { [$0] }
    case .list(let id, _):
      if let folder = id.removingPrefix(Self.folder) {
        let within = subscriptions.filter { $0.isInFolderOrSubfolder(folder) }
        return within.isEmpty ? nil : within
      }
      return id.removingPrefix(Self.single).flatMap { self[Subscription.ID($0)] }.map { [$0] }
    case .everything, .local, .federated, .photos, .trending, .nearby, .tag, .search, .likes,
      .bookmarks,
      .answers, .portfolio:
      return nil
    }
  }

  /// Maximum number of web feeds without a folder that have a stream tab of their own; further
  /// feeds are listed among the collections.
  private static let mostSingle = 30

  /// The streams of the list of web feeds that are shown as tabs: all feeds, each folder, and the
  /// first feeds outside of folders that are not hidden.
  var streams: [Feed] {
    let single = subscriptions.lazy.filter { $0.folders.isEmpty && !$0.isHidden }
      .prefix(Self.mostSingle)
    let addresses = subscriptions.distinguishingAddresses
    return [.home]
      + folders.map { .list(id: Self.folder + $0, name: $0.shortened(to: .name)) }
      + single.map { $0.stream(withAddressInName: addresses[$0.id]) }
  }

  fileprivate static let folder = "folder/"
  fileprivate static let single = "feed/"
}

/// An index of the places of subscriptions in a list, by id and by address without its scheme, with
/// which thousands of subscriptions are added without a search through the list for each.
struct SubscriptionIndex {
  private var placesByID: [Subscription.ID: Int] = [:]
  private var placesByAddress: [String: [Int]] = [:]

  init(_ subscriptions: [Subscription]) {
    for (place, subscription) in subscriptions.enumerated() {
      indexSubscription(subscription, at: place)
    }
  }

  /// Enters the place of a subscription in the list into this index.
  mutating func indexSubscription(_ subscription: Subscription, at place: Int) {
    if placesByID[subscription.id] == nil { placesByID[subscription.id] = place }
    placesByAddress[Self.addressWithoutScheme(of: subscription), default: []].append(place)
  }

  /// Returns the first place in the list with the id or an equal address of a subscription; nil if
  /// there is none.
  func place(of subscription: Subscription, in list: [Subscription]) -> Int? {
    let place = places(ofAddressOf: subscription, in: list).first
    guard let other = placesByID[subscription.id] else { return place }
    return min(place ?? other, other)
  }

  /// Returns the places in the list of the subscriptions with an equal address.
  func places(ofAddressOf subscription: Subscription, in list: [Subscription]) -> [Int] {
    (placesByAddress[Self.addressWithoutScheme(of: subscription)] ?? []).filter {
      list[$0].hasSameAddressIgnoringScheme(as: subscription)
    }
  }

  private static func addressWithoutScheme(of subscription: Subscription) -> String {
    String(Substring(subscription.address.utf8.drop { $0 != UInt8(ascii: ":") }))
  }
}

extension String {
  fileprivate func removingPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

extension Subscription {
  /// Creates a subscription to a web feed from its address alone, or with a name and folder.
  init(
    at address: String, name: String = "", folder: String? = nil, isElsewhere: Bool = false
  ) {
    self.init(
      id: ID(RawFeedEntry.shortHash(address)), address: address,
      name: name.isEmpty ? Self.hostName(of: address) : name, folder: folder,
      isElsewhere: isElsewhere)
  }

  /// The pseudo-subscription under which entries saved by their addresses are stored; it has no
  /// address and is never fetched.
  static let saved = Subscription(id: ID(SavedAddressesStream.id), address: "", name: "Saved")

  /// Returns true if another subscription has the same address, whether with http or https.
  func hasSameAddressIgnoringScheme(as other: Subscription) -> Bool {
    guard address != other.address else { return true }
    // Most addresses differ after the scheme, which is checked first, since parsing each pair of a
    // long list takes minutes.
    let colon = UInt8(ascii: ":")
    guard
      address.utf8.drop(while: { $0 != colon })
        .elementsEqual(other.address.utf8.drop(while: { $0 != colon }))
    else { return false }
    return LinkBaseAddress.addressWithHTTPS(address)
      == LinkBaseAddress.addressWithHTTPS(other.address)
  }

  var stream: Feed { stream(withAddressInName: nil) }

  /// Returns the stream of a subscription's web feed. Its name is that of the feed, followed by the
  /// given part of the feed's address if other feeds have the same name.
  func stream(withAddressInName address: String?) -> Feed {
    .list(
      id: SubscriptionList.single + id.rawValue,
      name: name(addingAddress: address).shortened(to: .name))
  }

  /// The host name in the web feed's address, which serves as the name of a feed that states none.
  var host: String { Self.hostName(of: address) }

  private static func hostName(of address: String) -> String {
    address.split(separator: "/").dropFirst().first.map(String.init) ?? address
  }

  fileprivate init?(storedJSON json: JSON) {
    guard let id = json["id"].nonEmptyString, let address = json["url"].nonEmptyString else {
      return nil
    }
    self.init(
      id: ID(id), address: address, name: json["name"].nonBlankText ?? Self.hostName(of: address),
      folder: json["folder"].nonBlankText, isElsewhere: json["elsewhere"].bool == true)
    settings = SubscriptionSettings(storedJSON: json["settings"])
    otherFolders = json["folders"].array.compactMap(\.nonBlankText)
    isHidden = json["hidden"].bool == true
  }

  fileprivate var storedJSON: JSON {
    // Members with the usual value are left out, as the list may have thousands of feeds.
    .object(withoutNulls: [
      "id": .string(id.rawValue), "url": .string(address), "name": .string(name),
      "folder": folder.map { .string($0) } ?? .null,
      "elsewhere": isElsewhere ? true : .null, "settings": settings.storedJSON,
      "folders": otherFolders.isEmpty ? .null : .array(otherFolders.map { .string($0) }),
      "hidden": isHidden ? true : .null,
    ])
  }
}

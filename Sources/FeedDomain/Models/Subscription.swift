/// A web feed that the user subscribes to.
public struct Subscription: Hashable, Sendable {
  public typealias ID = Identifier<Subscription>

  /// A problem of a web feed, because of which the last refreshes brought no new entries.
  public enum WebFeedProblem: String, Hashable, Sendable {
    /// A problem of a web feed: the server says that it is gone for good.
    case gone
    case unreachable, unreadable
    /// A problem of a web feed: the server has nothing at its address.
    case notFound
    case tooLarge
    /// A problem of a web feed: the server asks for a user name and password, or denies access.
    case loginRequired
    /// A problem of a web feed: the server asked to wait; `pausedUntil` says until when.
    case rateLimited
    case serverFailed
    /// A problem of a web feed: no secure connection, as with an expired certificate.
    case untrusted
    /// A problem of a web feed: the server's name has no address.
    case nameNotFound
    case timedOut
    /// A problem of a web feed: its address leads to this machine or its local network, which the
    /// subscription may not reach.
    case ownNetwork

    /// True if a web feed's server was not reached, so that the network may be the reason.
    public var isOutOfReach: Bool {
      switch self {
      case .unreachable, .untrusted, .nameNotFound, .timedOut: true
      case .gone, .unreadable, .notFound, .tooLarge, .loginRequired, .rateLimited, .serverFailed,
        .ownNetwork:
        false
      }
    }
  }

  /// The id of the subscription, which does not change if the web feed moves to another address.
  public let id: ID
  public var address: String
  public var name: String
  /// The name of the folder in which the user put the web feed; nil if it is in none.
  public var folder: String?
  /// The names of the web feed's folders besides the first, such as further tags of the feed in an
  /// imported list of web feeds.
  public var otherFolders: [String] = []
  /// True if the web feed is hidden: it has no stream of its own, and its entries are not in the
  /// home stream.
  public var isHidden = false
  /// True if the web feed's address is one to which a redirect or the feed itself led, instead of
  /// the one that the user entered.
  public var isElsewhere: Bool
  /// The latest problem of the web feed; nil if none is known.
  public var problem: WebFeedProblem?
  /// True if the web feed has ended or failed for weeks, so that the user should remove it.
  public var isDead = false
  public var settings = SubscriptionSettings()
  /// The time of the next automatic refresh of the web feed; nil if unknown, or due.
  public var nextRefresh: Timestamp?
  /// The first error in the text that a followed web feed had at its last fetch, which the list of
  /// web feeds shows; nil if the text had none.
  public var flaw: WebFeedTextError?
  /// The time of the last request for the web feed that succeeded; nil before the first.
  public var fetchedAt: Timestamp?
  /// The time until which the web feed's server must not be asked again, after a refused request
  /// for this feed or another one of the server; nil if the server asked for no pause.
  public var pausedUntil: Timestamp?
  /// True if a user name and password for the web feed's server are stored.
  public var hasLogin = false

  package init(
    id: ID, address: String, name: String, folder: String? = nil, isElsewhere: Bool = false,
    problem: WebFeedProblem? = nil
  ) {
    self.id = id
    self.address = address
    self.name = name.shortened(to: .name)
    self.folder = folder?.shortened(to: .name)
    self.isElsewhere = isElsewhere
    self.problem = problem
  }

  package func replacingAddress(with address: String, isElsewhere: Bool) -> Subscription {
    changedCopy(self) {
      $0.address = address
      $0.isElsewhere = isElsewhere
    }
  }

  /// The names of all folders that contain the web feed; the first is the only one at services that
  /// have a single folder for each feed.
  public var folders: [String] { [folder].compactMap(\.self) + otherFolders }

  /// Returns true if the web feed is in a folder or in one of its sub-folders, whose names continue
  /// the folder's name after a slash.
  package func isInFolderOrSubfolder(_ name: String) -> Bool {
    folders.contains { $0 == name || $0.hasPrefix(name + "/") }
  }

  /// Returns true if the web feed is in the folder with a typed name. `nestsFolders`: true if a
  /// slash in a folder's name separates it from the name of the folder around it, so that the web
  /// feeds of its sub-folders are in it, too.
  package func isInFolder(named name: String, nestsFolders: Bool) -> Bool {
    let sought = Self.normalizedFolderPath(ofFolder: name, nestsFolders: nestsFolders)
    guard !sought.isEmpty else { return false }
    return folders.contains {
      Self.normalizedFolderPath(ofFolder: $0, nestsFolders: nestsFolders).starts(with: sought)
    }
  }

  /// Returns the names of the folders on the path to a folder, without upper case and accents.
  private static func normalizedFolderPath(ofFolder name: String, nestsFolders: Bool) -> [String] {
    name.split(separator: "/", maxSplits: nestsFolders ? .max : 0).map { part in
      let folded = TypedNameBeginning.normalizedDottedName(String(part))
      return folded.isEmpty ? part.lowercased() : folded
    }
  }

  /// Returns true if a typed name means the web feed: its whole address, or whole words at the
  /// beginning of its name or host.
  package func isMeantByName(_ name: String) -> Bool {
    let host = address.split(separator: "/").dropFirst().first.map(String.init) ?? address
    return address == name
      || TypedNameBeginning(name).isBeginningOfHandleOrName(handle: host, name: self.name)
  }

  /// Moves the web feed from the first of its folders to another folder; nil takes it out of the
  /// first one.
  package mutating func replaceFirstFolder(_ folder: String?) {
    let others = otherFolders.filter { $0 != folder }
    replaceFolders(with: folder.map { [$0] + others } ?? others)
  }

  /// Replaces the name of a folder that contains the web feed; a web feed in both folders stays in
  /// one.
  package mutating func renameContainingFolder(_ old: String, to new: String) {
    var names: [String] = []
    for name in folders.map({ $0 == old ? new : $0 }) where !names.contains(name) {
      names.append(name)
    }
    replaceFolders(with: names)
  }

  /// Replaces the folders that contain the web feed.
  package mutating func replaceFolders(with folders: [String]) {
    folder = folders.first?.shortened(to: .name)
    otherFolders = folders.dropFirst().map { $0.shortened(to: .name) }
  }

  /// The web feed's address without the scheme, and without its beginning if the name states that.
  package var addressBesideName: String {
    let bare = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
    return String(bare.hasPrefix(name) ? bare.dropFirst(name.count) : bare)
  }

  /// Returns the web feed's name with a part of its address behind, as for feeds of one name.
  package func name(addingAddress address: String?) -> String {
    guard let address, !address.isEmpty else { return name }
    return name + (address.hasPrefix("/") ? "" : " ") + address
  }

  package func renamed(to name: String) -> Subscription { changedCopy(self) { $0.name = name } }
}

extension Collection where Element == Subscription {
  /// The parts of the addresses that tell web feeds of the same name apart, by their ids; feeds
  /// with a name of their own are missing.
  package var distinguishingAddresses: [Subscription.ID: String] {
    let counts = Dictionary(map { ($0.name, 1) }, uniquingKeysWith: +)
    guard counts.count < count else { return [:] }
    var addresses: [Subscription.ID: String] = [:]
    for subscription in self where counts[subscription.name, default: 0] > 1 {
      addresses[subscription.id] = subscription.addressBesideName
    }
    return addresses
  }
}

extension Subscription.WebFeedProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .gone: "gone for good"
    case .unreachable: "unreachable"
    case .unreadable: "unreadable"
    case .notFound: "not found"
    case .tooLarge: "too large"
    case .loginRequired: "needs a user name and password"
    case .rateLimited: "asked to wait"
    case .serverFailed: "the server failed"
    case .untrusted: "no secure connection"
    case .nameNotFound: "server name not found"
    case .timedOut: "timed out"
    case .ownNetwork: "in the local network, which is not allowed"
    }
  }
}

/// An error in the text of a web feed, the first one found, because of which the feed, or a part of
/// it, may not have been read.
public struct WebFeedTextError: Hashable, Sendable, CustomStringConvertible {
  public enum WebFeedTextErrorKind: String, CaseIterable, Hashable, Sendable {
    case malformed, tooDeep, tooManyAttributes, tooManyElements, tooMuchMemory
    /// A kind of error in a web feed: parsing it took more processor time than allowed.
    case tooSlow
  }

  public let kind: WebFeedTextErrorKind
  public let position: LineAndColumn

  package init(_ kind: WebFeedTextErrorKind, at position: LineAndColumn) {
    (self.kind, self.position) = (kind, position)
  }

  public var description: String {
    let fact =
      switch kind {
      case .malformed: "not well-formed"
      case .tooDeep: "nested too deeply"
      case .tooManyAttributes: "too many attributes"
      case .tooManyElements: "too many elements"
      case .tooMuchMemory: "needs too much memory"
      case .tooSlow: "takes too long to read"
      }
    return "\(fact) at \(position)"
  }
}

/// A position in the text of a file, given by line and column, counted from 1.
public struct LineAndColumn: Hashable, Sendable, CustomStringConvertible {
  public let line: Int
  public let column: Int

  package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  public var description: String { "line \(line), column \(column)" }
}

/// A web feed that a web page names, for the user to choose from.
public struct FeedCandidate: Equatable, Sendable {
  public let address: String
  /// The title that the linking web page gives for the web feed; may be empty.
  public let title: String

  package init(address: String, title: String) {
    self.address = address
    self.title = title.shortened(to: .name)
  }
}

/// An order of the folders and feeds in the list of web feeds.
public enum WebFeedSortOrder: String, CaseIterable, Sendable {
  case name
  /// An order of the list of web feeds: most unread entries first.
  case unread
  /// An order of the list of web feeds: as they were added, which is the order of an imported file.
  case added

  /// The order that follows when the user switches to the next one.
  public var next: WebFeedSortOrder {
    switch self {
    case .name: .unread
    case .unread: .added
    case .added: .name
    }
  }
}

/// An entry of an imported list of web feeds that cannot be added, with the reason.
public struct RejectedImportEntry: Equatable, Sendable {
  public enum ImportRejectionReason: Equatable, Sendable {
    case noAddress, unusableAddress
    /// A reason not to add a web feed of an imported list of web feeds: the feed is a file on the
    /// machine.
    case localFile
    /// A reason not to add a web feed of an imported list of web feeds: the address is not one of
    /// http or https.
    case scheme
    /// A reason not to add a web feed of an imported list of web feeds: a program on the machine
    /// would make or change its content.
    case program
    /// A reason not to add a saved search of an imported list of web feeds: this program does not
    /// support its conditions.
    case search
    /// A reason not to add a saved search of an imported list of web feeds: it asks for an
    /// attribute with this name that no search term stands for.
    case searchAttribute(String)
    /// A reason not to add a saved search of an imported list of web feeds: no search term makes
    /// this comparison, such as "age =~".
    case searchComparison(String)
    /// A reason not to add a saved search of an imported list of web feeds: its name has a
    /// character that the settings file cannot store, such as "=".
    case searchName
  }

  /// The line number of the rejected entry in the imported file, from 1.
  public let line: Int
  /// The title or other text by which the rejected entry is recognised; may be empty.
  public let name: String
  public let address: String?
  public let reason: ImportRejectionReason

  package init(line: Int, name: String, address: String?, _ reason: ImportRejectionReason) {
    (self.line, self.name, self.address, self.reason) = (line, name, address, reason)
  }
}

/// A set of the user's settings for one web feed, such as its title and refresh interval.
public struct SubscriptionSettings: Hashable, Sendable {
  /// The user's own title of the web feed; nil to use the feed's title.
  public var title: String?
  /// The time between automatic refreshes of the web feed; nil for the interval that the feed asks
  /// for.
  public var interval: Duration?
  /// True if the program fetches the whole text of each entry of the web feed from its page.
  public var showsFullText = false
  /// The name under which the program asks the web feed's server; nil for the usual one.
  public var userAgent: String?
  /// True if entries of the web feed are marked as read when the user moves past them, false if
  /// not; nil for the setting of all feeds.
  public var marksPassed: Bool?

  package init(
    title: String? = nil, interval: Duration? = nil, showsFullText: Bool = false,
    userAgent: String? = nil, marksPassed: Bool? = nil
  ) {
    (self.title, self.interval, self.showsFullText) = (title, interval, showsFullText)
    (self.userAgent, self.marksPassed) = (userAgent, marksPassed)
  }

  public var isEmpty: Bool { self == SubscriptionSettings() }
}

/// An edit of a subscription in the user's list of web feeds, such as another title.
public enum SubscriptionChange: Equatable, Sendable {
  /// An edit of a subscription: gives the web feed another title; nil restores the feed's own.
  case rename(String?)
  /// An edit of a subscription: moves the web feed to the folder with this name; nil moves it out
  /// of its folder.
  case move(String?)
  /// An edit of a subscription to a web feed in several folders: moves the feed from one of them to
  /// another; nil takes it out of the folder.
  case moveFrom(String, to: String?)
  /// An edit of a subscription: replaces the web feed's settings; the title in them is ignored.
  case set(SubscriptionSettings)
}

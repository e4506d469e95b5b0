/// An account's connection to its service: the gateways and abilities offered to the account. One
/// instance exists per account.
@dynamicMemberLookup public final class ServiceConnection: Sendable {
  public let account: Account
  /// The reader's abilities, computed once.
  public let abilities: PostAbilities
  private let features: Features

  /// The gateways and abilities of a service; nil for those it lacks.
  public struct Features: Sendable {
    /// The timelines offered as tabs, in order.
    public var streams: [StreamTab]
    public var feeds: any FeedGateway
    public var people: (any PeopleGateway)?
    /// The tabs of a profile, in order.
    public var profileParts: [ProfilePart] = [.posts]
    public var addresses: (any AddressGateway)?
    public var notifications: (any NotificationGateway)?
    public var extras: (any ExtrasGateway)?
    /// Direct messages; nil if they are ordinary posts.
    public var messages: (any DirectConversationGateway)?
    public var photos: (any PhotoGateway)?
    /// Place search, for services with photo locations.
    public var places: (any PlaceGateway)?
    public var completion: (any CompletionGateway)?
    /// True if tags can be opened as timelines.
    public var hasTagStreams = false
    public var live: (any LiveGateway)?
    public var markers: (any MarkerGateway)?
    public var uploads: (any UploadGateway)?
    /// Sends the reader's changes; nil for read-only services.
    public var publishing: (any PublishingGateway)?
    public var edits = false
    /// The list of web feeds; nil for services where people are followed.
    public var subscriptions: (any SubscriptionGateway)?
    public var moderatesPeople = false
    /// The actions that can be toggled on posts.
    public var marks: Post.OwnActions = []
    /// Actions the service offers besides marks on posts.
    public var acts: Set<ServiceAction.Kind> = []
    /// Form fields of actions that the service does not accept.
    public var unasked: Set<InputField> = []
    /// Length limits of texts in actions, if known.
    public var textLimits: [ServiceAction.Kind: [InputField: TextLimit]] = [:]
    /// The reason shown if likes are not offered.
    public var likeRefusal = LikesUnavailableReason.unknown
    public var canLikeOwn = true
    /// True if replies are comments, which can be answered, deleted and hidden but not liked.
    public var repliesAreComments = false
    /// The shortest interval of automatic refreshes; nil for the default.
    public var refreshInterval: Duration?
    public var canSearch = true
    /// The kinds of search terms for posts.
    public var searchSubjects: SearchSubjects = [.words, .tags]
    /// The maximum time fetched data may be kept; nil without a limit.
    public var retentionLimit: Duration?
    /// Rules for posts; nil if none can be written.
    public var draftLimits: DraftLimits?
    /// Returns the current posting defaults, which can change while the account is open.
    public var usually: @Sendable () -> PostingDefaults = { PostingDefaults() }
    public var upkeep: (any AccountRefreshGateway)?
  }

  /// Creates a connection; `offer` sets the features beyond timelines.
  package convenience init(
    account: Account, streams: [StreamTab], feeds: any FeedGateway,
    _ offer: (inout Features) -> Void = { _ in }
  ) {
    var features = Features(streams: streams, feeds: feeds)
    offer(&features)
    self.init(account, features)
  }

  private init(_ account: Account, _ features: Features) {
    (self.account, self.features) = (account, features)
    abilities = PostAbilities(account, features)
  }

  public subscript<Value>(dynamicMember feature: KeyPath<Features, Value>) -> Value {
    features[keyPath: feature]
  }

  /// Returns a connection of the account with other gateways, for wrapping its own.
  package func replacing(_ change: (inout Features) -> Void) -> ServiceConnection {
    var features = features
    change(&features)
    return ServiceConnection(account, features)
  }
}

extension ServiceConnection {
  public var habits: PostingDefaults { features.usually() }

  /// Returns the gateway for optional information; nil if the service does not offer it.
  package func gateway(for extra: ServiceExtra) -> (any ExtrasGateway)? {
    features.extras.flatMap { $0.extras.contains(extra) ? $0 : nil }
  }

  public func canFind(_ query: SearchQuery) -> Bool {
    features.canSearch && !features.searchSubjects.isDisjoint(with: query.subjects)
  }

  /// The visibility of new posts by default.
  public var usualVisibility: Visibility {
    guard let usual = habits.visibility, let offered = features.draftLimits?.visibilities else {
      return .everybody
    }
    // Where that is not offered, nobody more: as few as can be, where all of them are more.
    let all = Visibility.allCases.filter(offered.contains)
    return all.first { $0.narrowed(to: usual) == $0 } ?? all.last ?? .everybody
  }
}

public protocol ServiceDirectory: Sendable {
  /// Returns the sign-in of a service; nil if this version does not support it.
  func signIn(to service: Service) -> (any SignInGateway)?
  /// Returns the connection of an account; nil if this version does not support its service.
  func connection(for account: SignedInAccount) -> ServiceConnection?
  /// Returns the account's remaining request quota; nil if unknown.
  func allowance(of account: Account.ID) -> RequestQuota?
  /// Erases data that belongs to no single account, after the last one signs out.
  func forget() async
}

extension ServiceDirectory {
  public func allowance(of account: Account.ID) -> RequestQuota? { nil }

  public func forget() async {}
}

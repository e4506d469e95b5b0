/// A connection of an account to its service, which holds the gateways and abilities offered to the
/// account. Its gateways never change; wrapping them makes a new connection.
@dynamicMemberLookup
public final class ServiceConnection: Sendable {
  public let account: Account
  /// The actions that the account's service offers, computed once from the connection's gateways.
  public let abilities: PostAbilities
  @usableFromInline let features: ServiceGatewaysAndProperties

  /// A set of the gateways and properties of an account's service; gateways that the service lacks
  /// are nil.
  public struct ServiceGatewaysAndProperties: Sendable {
    /// The timelines that the service offers as tabs, in order.
    public var streams: [AccountStreamTab]
    public var feeds: any FeedGateway
    public var people: (any PeopleFetchingGateway)?
    /// The tabs of a person's profile at the service, in order.
    public var profileParts: [ProfileStreamKind] = [.posts]
    public var addresses: (any AddressResolvingGateway)?
    public var notifications: (any NotificationGateway)?
    public var optionalInformation: (any OptionalInformationGateway)?
    /// The gateway for direct conversations; nil if direct messages are ordinary posts at the
    /// service.
    public var messages: (any DirectConversationGateway)?
    public var photos: (any PhotoGateway)?
    /// The gateway for place search; nil for services without photo locations.
    public var places: (any PlaceGateway)?
    public var completion: (any TagAndEmojiCompletionGateway)?
    /// True if hashtags can be opened as timelines at the service.
    public var hasTagStreams = false
    public var live: (any LiveGateway)?
    public var markers: (any ReadingMarkGateway)?
    public var uploads: (any UploadGateway)?
    /// The gateway that sends the user's changes, such as posts and likes; nil for services that
    /// can only be read.
    public var publishing: (any PublishingGateway)?
    public var edits = false
    /// The gateway for the list of web feeds; nil for services where people are followed.
    public var subscriptions: (any SubscriptionGateway)?
    /// The gateway for the read states that the service keeps; nil for services that keep none, so
    /// that the stored read state is the only one.
    public var readStates: (any ReadStateFetchingGateway)?
    /// The gateway for articles; nil for services whose posts are read in conversations.
    public var articles: (any ArticleGateway)?
    /// The gateway for podcasts; nil for services without web feeds.
    public var podcasts: (any EpisodeFileGateway)?
    public var moderatesPeople = false
    public var marks: Post.UserPostMarks = []
    public var serviceActions: Set<ServiceAction.ServiceActionKind> = []
    /// The form fields that the service does not accept, so that forms of actions leave them out.
    public var unasked: Set<InputField> = []
    /// The maximum lengths of texts in the forms of service actions, if known.
    public var textLimits: [ServiceAction.ServiceActionKind: [InputField: FormTextLimit]] = [:]
    public var likeRefusal = LikingUnavailableReason.unknown
    public var canLikeOwn = true
    /// True if replies at the service are comments, which can be answered, deleted and hidden but
    /// not liked.
    public var repliesAreComments = false
    /// The shortest time between automatic refreshes that the service allows; nil for the program's
    /// default.
    public var refreshInterval: Duration?
    public var canSearch = true
    /// The kinds of search terms for posts that the service supports.
    public var searchSubjects: SupportedSearchTerms = [.words, .tags]
    /// The time after which stored data of the service must be deleted, as the service's terms
    /// demand; nil if there is no limit.
    public var retentionLimit: Duration?
    /// The service's rules for drafts; nil if no posts can be written.
    public var draftLimits: DraftLimits?
    /// The closure that returns the user's posting defaults at the service, which may change while
    /// the account is open.
    public var postingDefaults: @Sendable () -> PostingDefaults = { PostingDefaults() }
    public var upkeep: (any AccountRefreshGateway)?
    /// The gateway to servers that are read without an account; nil if no such server is ever
    /// asked.
    public var publicServers: (any AccountlessReadingGateway)?
  }

  /// Creates the connection of an account; `offer` sets the features beyond timelines.
  package convenience init(
    account: Account, streams: [AccountStreamTab], feeds: any FeedGateway,
    _ offer: (inout ServiceGatewaysAndProperties) -> Void = { _ in }
  ) {
    var features = ServiceGatewaysAndProperties(streams: streams, feeds: feeds)
    offer(&features)
    self.init(account, features)
  }

  private init(_ account: Account, _ features: ServiceGatewaysAndProperties) {
    (self.account, self.features) = (account, features)
    abilities = PostAbilities(account, features)
  }

  // Inlined, so that the compiler turns the key path into a plain access; the first use of a real
  // key path takes as long as the layout of a post.
  @inlinable @inline(__always)
  public subscript<Value>(dynamicMember feature: KeyPath<ServiceGatewaysAndProperties, Value>)
    -> Value
  {
    features[keyPath: feature]
  }

  /// Returns a connection of the same account whose gateways and properties a closure has changed,
  /// for instance wrapped.
  package func changingGatewaysAndProperties(_ change: (inout ServiceGatewaysAndProperties) -> Void)
    -> ServiceConnection
  {
    var features = features
    change(&features)
    return ServiceConnection(account, features)
  }
}

extension ServiceConnection {
  public var postingDefaults: PostingDefaults { features.postingDefaults() }

  /// Returns the gateway for a kind of optional information; nil if the service does not offer it.
  package func optionalInformationGateway(for extra: OptionalInformationKind) -> (
    any OptionalInformationGateway
  )? {
    features.optionalInformation.flatMap { $0.extras.contains(extra) ? $0 : nil }
  }

  public func canSearchFor(_ query: SearchQuery) -> Bool {
    features.canSearch && !query.namesBookmarkTags
      && !features.searchSubjects.isDisjoint(with: query.subjects)
  }

  /// The default visibility of the account's new posts: the user's default at the service, or the
  /// nearest that the service offers, if possible no wider.
  public var usualVisibility: Visibility {
    guard let usual = postingDefaults.visibility, let offered = features.draftLimits?.visibilities
    else {
      return .everybody
    }
    // If the default is not offered, an audience without additional people is chosen; if there is
    // none, the smallest one.
    let all = Visibility.allCases.filter(offered.contains)
    return all.first { $0.moreRestrictiveVisibility(with: usual) == $0 } ?? all.last ?? .everybody
  }
}

/// A protocol of directories of the services that the program supports, with the sign-in gateway of
/// each service and the connections of signed-in accounts.
public protocol ServiceDirectory: Sendable {
  /// Returns the sign-in gateway of a service; nil if this version does not support the service.
  func signInGateway(to service: Service) -> (any SignInGateway)?
  /// Returns the connection of an account; nil if this version does not support its service.
  func connection(for account: SignedInAccount) -> ServiceConnection?
  /// Returns the account's remaining request quota, as the server reported or as counted; nil if
  /// unknown.
  func requestQuota(of account: Account.ID) -> RequestQuota?
  /// Erases data that belongs to no single account, after the last account signs out.
  func eraseDataSharedByAccounts() async
  /// The account of web feeds to add when the user saves a link to read later and no signed-in
  /// account keeps saved links; nil if the program is built without web feeds.
  var savedEntriesAccount: SignedInAccount? { get }
}

extension ServiceDirectory {
  public func requestQuota(of account: Account.ID) -> RequestQuota? { nil }

  public func eraseDataSharedByAccounts() async {}

  public var savedEntriesAccount: SignedInAccount? { nil }
}

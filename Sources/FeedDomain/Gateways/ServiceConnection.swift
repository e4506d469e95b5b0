/// An account at its service: the gateways and abilities that the service offers it. Made once per
/// account, and handed around by reference.
@dynamicMemberLookup public final class ServiceConnection: Sendable {
  /// Whose connection it is.
  public let account: Account
  /// What the reader can do with its posts, decided once.
  public let abilities: PostAbilities
  private let features: Features

  /// The gateways and abilities of a connection; nil where the service has no such thing.
  public struct Features: Sendable {
    /// The streams it offers as tabs, the first one first.
    public var streams: [StreamTab]
    public var feeds: any FeedGateway
    public var people: (any PeopleGateway)?
    /// The parts of what somebody posted that it tells, the first of them first.
    public var profileParts: [ProfilePart] = [.posts]
    /// The posts and people that addresses lead to; nil where none is known by its address.
    public var addresses: (any AddressGateway)?
    public var notices: (any NotificationGateway)?
    /// What else it tells; nil for nothing.
    public var extras: (any ExtrasGateway)?
    /// What people say to the reader directly; nil where that is told among everything else.
    public var messages: (any DirectConversationGateway)?
    /// The bytes of its photos; nil where it has none.
    public var photos: (any PhotoGateway)?
    /// Where places are, for a service that knows where photos were taken.
    public var places: (any PlaceGateway)?
    /// What it knows of words that are being typed; nil where it cannot be asked.
    public var completion: (any CompletionGateway)?
    /// Whether the posts with a tag are a stream of its own.
    public var hasTagStreams = false
    /// What it tells by itself; nil where it must be asked.
    public var live: (any LiveGateway)?
    /// How far one has read; nil where it keeps no such thing.
    public var markers: (any MarkerGateway)?
    /// Sending pictures; nil where none can be posted.
    public var uploads: (any UploadGateway)?
    /// Sending; nil for a service that is only for looking.
    public var publishing: (any PublishingGateway)?
    /// Whether what was posted can be changed.
    public var edits = false
    /// The reader's list of what they follow; nil where what they follow is no list of theirs.
    public var subscriptions: (any SubscriptionGateway)?
    /// Whether people can be muted and blocked there.
    public var moderatesPeople = false
    /// Which marks can be put on a post.
    public var marks: Post.OwnActions = []
    /// What else can be done there.
    public var acts: Set<ServiceAction.Kind> = []
    /// What is not asked there of what belongs to acts.
    public var unasked: Set<AskedField> = []
    /// How long may be what is said with acts, where that is known.
    public var textLimits: [ServiceAction.Kind: [AskedField: TextLimit]] = [:]
    /// Why nothing can be liked, where nothing can.
    public var likeRefusal = LikeRefusal.unknown
    /// Whether the reader may like what is their own.
    public var likesOwn = true
    /// Whether answers are comments, which can be answered and taken back, and bear no mark but that
    /// of being hidden.
    public var answersAreComments = false
    /// How often a stream may look for new posts by itself; nil where it may as often as one likes.
    public var refreshPace: Duration?
    /// Whether its posts and people can be searched.
    public var canSearch = true
    /// What a search for posts can begin with, where there is any.
    public var searchSubjects: SearchSubjects = [.words, .tags]
    /// How long what was fetched may be kept; nil for as long as one likes.
    public var keepsFor: Duration?
    /// What a post may be; nil where none can be written.
    public var draftLimits: DraftLimits?
    /// How the reader is used to write by now: they may change it while it is open.
    public var usually: @Sendable () -> PostingDefaults = { PostingDefaults() }
    /// Keeping what is known of the service up to date; nil where nothing of it changes.
    public var upkeep: (any UpkeepGateway)?
  }

  /// Makes the connection; `offer` sets what the service has beyond its streams and posts.
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

  /// A gateway or an ability, as `connection.feeds`.
  public subscript<Value>(dynamicMember feature: KeyPath<Features, Value>) -> Value {
    features[keyPath: feature]
  }

  /// Returns a connection of the same account with other gateways, as one that stands before its own.
  package func replacing(_ change: (inout Features) -> Void) -> ServiceConnection {
    var features = features
    change(&features)
    return ServiceConnection(account, features)
  }
}

extension ServiceConnection {
  /// How the reader is used to write.
  public var habits: PostingDefaults { features.usually() }

  /// Who tells that; nil where nobody does.
  package func gateway(for extra: ServiceExtra) -> (any ExtrasGateway)? {
    features.extras.flatMap { $0.extras.contains(extra) ? $0 : nil }
  }

  /// Whether the service can look for posts with that.
  public func canFind(_ query: SearchQuery) -> Bool {
    features.canSearch && !features.searchSubjects.isDisjoint(with: query.subjects)
  }

  /// Who sees what the reader writes, unless they say otherwise.
  public var usualVisibility: Visibility {
    guard let usual = habits.visibility, let offered = features.draftLimits?.visibilities else {
      return .everybody
    }
    // Where that is not offered, nobody more: as few as can be, where all of them are more.
    let all = Visibility.allCases.filter(offered.contains)
    return all.first { $0.narrowed(to: usual) == $0 } ?? all.last ?? .everybody
  }
}

/// Opens connections for accounts.
public protocol ServiceDirectory: Sendable {
  /// How to sign in to a service; nil for one this version cannot speak to.
  func signIn(to service: Service) -> (any SignInGateway)?
  /// What the account offers; nil for a service this version cannot speak to.
  func connection(for account: SignedInAccount) -> ServiceConnection?
  /// What the account may still ask its server, as it was told last; nil where that is not known.
  func allowance(of account: Account.ID) -> Allowance?
  /// Erases what is kept of no account alone: the last one was signed out of.
  func forget() async
}

extension ServiceDirectory {
  /// Most count nothing.
  public func allowance(of account: Account.ID) -> Allowance? { nil }

  /// Most keep nothing.
  public func forget() async {}
}

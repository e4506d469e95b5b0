/// What one account offers; nil where the service has no such thing.
public struct ServiceConnection: Sendable {
  /// The account.
  public let account: Account
  /// The streams it offers as tabs, the first one first.
  public let streams: [StreamTab]
  /// Its posts.
  public let feeds: any FeedGateway
  /// Its people.
  public let people: (any PeopleGateway)?
  /// What its people put together; nil where they put nothing together.
  public let collections: (any CollectionGateway)?
  /// What happened to the reader.
  public let notices: (any NoticeGateway)?
  /// The bytes of its photos; nil where it has none.
  public let photos: (any PhotoGateway)?
  /// Where places are, for a service that knows where photos were taken.
  public let places: (any PlaceGateway)?
  /// Its tags; nil where they cannot be looked for.
  public let tags: (any TagGateway)?
  /// Whether the posts with a tag are a stream of its own.
  public let hasTagStreams: Bool
  /// What it tells by itself; nil where it must be asked.
  public let live: (any LiveGateway)?
  /// How far one has read; nil where it keeps no such thing.
  public let markers: (any MarkerGateway)?
  /// Sending pictures; nil where none can be posted.
  public let uploads: (any UploadGateway)?
  /// Sending; nil for a service that is only for looking.
  public let publishing: (any PublishingGateway)?
  /// Changing what was posted; nil where that stays as it is.
  public let editing: (any EditingGateway)?
  /// Which marks can be put on a post.
  public let marks: Post.OwnActions
  /// Whether the reader may like what is their own.
  public let likesOwn: Bool
  /// Whether answers are comments, which can be answered and taken back, and bear no mark but that
  /// of being hidden.
  public let answersAreComments: Bool
  /// How often a stream may look for new posts by itself; nil where it may as often as one likes.
  public let refreshPace: Duration?
  /// Whether its posts and people can be searched.
  public let canSearch: Bool
  /// How long what was fetched may be kept; nil for as long as one likes.
  public let keepsFor: Duration?
  /// What a post may be; nil where none can be written.
  public let draftLimits: DraftLimits?
  /// How the reader is used to write.
  public let habits: DraftHabits
  /// Keeping what is known of the service up to date; nil where nothing of it changes.
  public let upkeep: (any UpkeepGateway)?

  /// What one account offers.
  public init(
    account: Account, streams: [StreamTab], feeds: any FeedGateway, people: (any PeopleGateway)?,
    collections: (any CollectionGateway)? = nil, notices: (any NoticeGateway)?,
    photos: (any PhotoGateway)? = nil,
    places: (any PlaceGateway)? = nil, tags: (any TagGateway)? = nil, hasTagStreams: Bool = false,
    live: (any LiveGateway)? = nil, markers: (any MarkerGateway)? = nil,
    uploads: (any UploadGateway)? = nil, publishing: (any PublishingGateway)?,
    editing: (any EditingGateway)? = nil,
    marks: Post.OwnActions, likesOwn: Bool = true, answersAreComments: Bool = false,
    refreshPace: Duration? = nil,
    canSearch: Bool = true, keepsFor: Duration? = nil, draftLimits: DraftLimits?,
    habits: DraftHabits = DraftHabits(), upkeep: (any UpkeepGateway)? = nil
  ) {
    self.account = account
    self.streams = streams
    self.feeds = feeds
    self.people = people
    self.collections = collections
    self.notices = notices
    self.photos = photos
    self.places = places
    self.tags = tags
    self.hasTagStreams = hasTagStreams || tags != nil
    self.live = live
    self.markers = markers
    self.uploads = uploads
    self.publishing = publishing
    self.editing = editing
    self.marks = marks
    self.likesOwn = likesOwn
    self.answersAreComments = answersAreComments
    self.refreshPace = refreshPace
    self.canSearch = canSearch
    self.keepsFor = keepsFor
    self.draftLimits = draftLimits
    self.habits = habits
    self.upkeep = upkeep
  }
}

extension ServiceConnection {
  /// The marks that can be put on a post.
  public func marks(for post: Post) -> Post.OwnActions {
    if answersAreComments, post.reply != nil { return marks.intersection(.hidden) }
    return post.author.id == unlikable ? marks.subtracting(.liked) : marks
  }

  /// Whose posts take no like: the reader's own, where the service wants it so.
  public var unlikable: Person.ID? { likesOwn ? nil : account.person }

  /// Who alone can be looked at: the reader, where the service tells of nobody else.
  public var onlyPerson: Person.ID? { people?.knowsOthers == false ? account.person : nil }

  /// Who sees what the reader writes, unless they say otherwise.
  public var usualVisibility: Visibility {
    guard let usual = habits.visibility, let offered = draftLimits?.visibilities else {
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
  /// Erases what is kept of no account alone: the last one was signed out of.
  func forget() async
}

extension ServiceDirectory {
  /// Most keep nothing.
  public func forget() async {}
}

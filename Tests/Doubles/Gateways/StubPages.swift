package import FeedDomain

/// A service with one stream of given pages.
package struct StubPages: ServiceDirectory, SignInGateway, FeedGateway, PublishingGateway {
  package let forgotten = Flag()
  package var edits = false
  /// The error of fetching a published post for editing; nil if it succeeds.
  package var draftFailure: FeedError?
  package var moderatesPeople = true
  package var acts: Set<ServiceAction.ServiceActionKind> = []
  package var textLimits: [ServiceAction.ServiceActionKind: [InputField: FormTextLimit]] = [:]
  package var quotes = false
  package var canLikeOwn = true
  package var hasPlaces = false
  package var canSchedule = false
  package var streams: [AccountStreamTab] = [.feed(.home), .feed(.photos)]
  package var lists: [Feed] = []
  package var notifications: (any NotificationGateway)?
  package var addresses: (any AddressResolvingGateway)?
  package var messages: (any DirectConversationGateway)?
  package var extras: (any OptionalInformationGateway)?
  package var subscriptions: (any SubscriptionGateway)?
  package var podcasts: (any EpisodeFileGateway)?
  package var articles: (any ArticleGateway)?
  package var needsPicture = false
  /// The limits of drafts that the service states; nil for the usual ones.
  package var draftLimits: DraftLimits?
  /// The people who can be found by their handles; nil without a gateway for people.
  package var people: [Person]?
  /// The gateway for people that replaces `people`; nil to use them.
  package var collectors: (any PeopleFetchingGateway)?
  package var pages: [FeedPage] = []
  package var canSearch = true
  package var marks: Post.UserPostMarks = [.liked]
  package var visibilities: [Visibility] = [.everybody]
  package var conversations: [Post.ID: Conversation] = [:]
  package var failure: FeedError?
  /// The cursors of the stream's pages that cannot be fetched.
  package var brokenPages: Set<String> = []
  package var signOutFailure: FeedError?

  package init(pages: [FeedPage] = []) { self.pages = pages }

  package func signInGateway(to service: Service) -> (any SignInGateway)? {
    service == .tweetie ? self : nil
  }
  package func eraseDataSharedByAccounts() async { forgotten.raise() }

  package func connection(for account: SignedInAccount) -> ServiceConnection? {
    ServiceConnection(
      account: account.account,
      streams: streams + (hasPlaces ? [.nearby] : [])
        + lists.map { .feed($0) }, feeds: self
    ) {
      $0.people = collectors ?? people.map { StubPeople(people: $0) }
      $0.notifications = notifications
      $0.addresses = addresses
      $0.subscriptions = subscriptions
      $0.podcasts = podcasts
      $0.articles = articles
      $0.canSearch = canSearch
      $0.messages = messages
      $0.serviceActions = acts
      $0.textLimits = textLimits
      $0.optionalInformation = extras
      $0.publishing = self
      $0.edits = edits
      $0.moderatesPeople = moderatesPeople
      $0.marks = marks
      $0.canLikeOwn = canLikeOwn
      $0.draftLimits =
        draftLimits
        ?? DraftLimits(
          characters: 20, attachments: 1, needsPicture: needsPicture, visibilities: visibilities,
          allowsWarning: false, quotes: quotes, canSchedule: canSchedule)
    }
  }

  package func editableDraft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft {
    if let draftFailure { throw draftFailure }
    return Draft(
      id: id, text: "before", editing: post, attachments: [.init(posted: "m", altText: "A")])
  }

  package var methods: [SignInMethod] { [SignInMethod(.password, fields: [.user, .password])] }

  package func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    guard answers == [.user: Secret("ada"), .password: Secret("engine")] else {
      throw .invalidCredentials
    }
    return .signedIn(.ada)
  }

  package func accountTokenHoldingCommandSecret(of account: SignedInAccount, holding secret: Secret)
    -> Secret?
  {
    Secret("\(account.token.revealed) with \(secret.revealed)")
  }

  package func signOut(_ account: SignedInAccount) async throws(FeedError) {
    if let signOutFailure { throw signOutFailure }
  }

  package func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError)
    -> FeedPage
  {
    if let failure { throw failure }
    guard case .older(let cursor) = fetchRange else { return pages[0] }
    if brokenPages.contains(cursor.rawValue) { throw .unreachable }
    let number = Int(cursor.rawValue) ?? 0
    guard pages.indices.contains(number) else { throw .notFound }
    return pages[number]
  }

  package func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    guard let conversation = conversations[post] else { throw .notFound }
    return conversation
  }

  package func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    if let failure { throw failure }
    return Page(pages.flatMap { $0.entries.map(\.post) })
  }

  package func sendChange(_ change: PendingChange, of item: OutboxItem) async throws(FeedError)
    -> ChangeOutcome
  {
    .done
  }
}

/// A gateway for people who can be found by their handles.
private struct StubPeople: PeopleFetchingGateway {
  let people: [Person]
  let lists = PeopleListKinds.all.union(.requests)

  func person(_ id: Person.ID) async throws(FeedError) -> Person { try found { $0.id == id } }

  func person(called handle: String) async throws(FeedError) -> Person {
    try found { $0.handle == handle }
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    Page(people)
  }

  private func found(_ isMeant: (Person) -> Bool) throws(FeedError) -> Person {
    guard let person = people.first(where: isMeant) else { throw .notFound }
    return person
  }
}

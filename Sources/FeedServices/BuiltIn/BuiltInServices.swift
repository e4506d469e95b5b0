package import FeedDomain

/// The service that is built in.
package struct BuiltInServices: ServiceDirectory {
  private let line: SimulatedLine

  /// The service, on that clock and dice; its calls are noted there.
  ///
  /// The built-in service keeps what the reader does in the file named by `journal`, until
  /// sign-out; without one it forgets it when the program ends. The file's directory must be
  /// there. `folder` holds the people, posts and pictures. Nothing is read or begun before the
  /// first call.
  package init(
    world: any World, log: (any Log)? = nil, settings: ServiceSettings = ServiceSettings(),
    journal: String? = nil, folder: String = ""
  ) {
    line = SimulatedLine(
      host: ServerHost(clock: world, settings: settings, journal: journal, folder: folder),
      log: log)
  }

  package func signIn(to service: Service) -> (any SignInGateway)? {
    service == .tweetie ? TweetieSignIn(line: line) : nil
  }

  package func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard account.account.service == .tweetie else { return nil }
    let gateway = TweetieConnection(line: line, token: account.token)
    return ServiceConnection(account: account.account, streams: Self.streams, feeds: gateway) {
      $0.people = gateway
      $0.addresses = gateway
      $0.profileParts = ProfilePart.allCases
      $0.notices = gateway
      $0.photos = gateway
      $0.places = gateway
      $0.completion = gateway
      $0.hasTagStreams = true
      $0.uploads = gateway
      $0.publishing = gateway
      $0.moderatesPeople = true
      $0.marks = [.liked, .boosted, .bookmarked]
      $0.draftLimits = PublishingDesk.limits
      $0.searchSubjects = .all
    }
  }

  private static let streams: [StreamTab] = [
    .feed(.home), .feed(.photos), .feed(.trending), .nearby, .feed(.likes), .feed(.bookmarks),
  ]
}

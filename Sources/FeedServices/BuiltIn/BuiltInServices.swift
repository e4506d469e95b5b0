public import FeedDomain

/// The service that is built in.
public struct BuiltInServices: ServiceDirectory {
  private let line: SimulatedLine

  /// The service, on that clock and dice.
  ///
  /// The built-in service keeps what the reader does in the file named by `journal`, until
  /// sign-out; without one it forgets it when the program ends. The file's directory must be
  /// there. Nothing is read or begun before the first call.
  public init(
    world: any World, settings: ServiceSettings = ServiceSettings(), journal: String? = nil
  ) {
    line = SimulatedLine(host: ServerHost(clock: world, settings: settings, journal: journal))
  }

  /// How to sign in to a service.
  public func signIn(to service: Service) -> (any SignInGateway)? {
    service == .tweetie ? TweetieSignIn(line: line) : nil
  }

  /// What the account offers.
  public func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard account.account.service == .tweetie else { return nil }
    let gateway = TweetieConnection(line: line, token: account.token)
    return ServiceConnection(
      account: account.account, streams: Self.streams,
      feeds: gateway, people: gateway, notices: gateway, photos: gateway, places: gateway,
      tags: gateway, uploads: gateway, publishing: gateway,
      marks: [.liked, .boosted, .bookmarked], draftLimits: PublishingDesk.limits)
  }

  private static let streams: [StreamTab] = [
    .feed(.home), .feed(.photos), .feed(.trending), .nearby, .feed(.likes), .feed(.bookmarks),
  ]

  /// Places around which the built-in service has photographs.
  public static var places: [Place] { City.all.map(\.place) }
}

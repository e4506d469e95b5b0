package import FeedDomain
internal import Threads

package struct DemoServiceDirectory: ServiceDirectory {
  private let connection: SimulatedServerConnection

  /// Creates the built-in demo service with the people, posts and pictures in `folder`; nothing is
  /// read or started before the first call. The user's actions are stored until sign-out in the
  /// file `journal`, in a folder that must exist; without a file, they are kept in memory.
  package init(
    world: any World, log: (any Log)? = nil,
    settings: SimulatedServerSettings = SimulatedServerSettings(),
    journal: String? = nil, folder: String = ""
  ) {
    connection = SimulatedServerConnection(
      host: DemoServerStarter(clock: world, settings: settings, journal: journal, folder: folder),
      log: log)
  }

  package func signInGateway(to service: Service) -> (any SignInGateway)? {
    service == .tweetie ? DemoSignIn(connection: connection) : nil
  }

  package func connection(for account: SignedInAccount) -> ServiceConnection? {
    guard account.account.service == .tweetie else { return nil }
    let gateway = DemoConnection(connection: connection, token: account.token)
    return ServiceConnection(account: account.account, streams: Self.streams, feeds: gateway) {
      $0.people = gateway
      $0.addresses = gateway
      $0.profileParts = ProfileStreamKind.allCases
      $0.notifications = gateway
      $0.photos = gateway
      $0.places = gateway
      $0.completion = gateway
      $0.hasTagStreams = true
      $0.uploads = gateway
      $0.publishing = gateway
      $0.moderatesPeople = true
      $0.marks = [.liked, .boosted, .bookmarked]
      $0.draftLimits = DemoChangeValidator.limits
      $0.searchSubjects = .all
    }
  }

  private static let streams: [AccountStreamTab] = [
    .feed(.home), .feed(.photos), .feed(.trending), .nearby, .feed(.likes), .feed(.bookmarks),
  ]
}

package struct SimulatedServerSettings: Equatable, Sendable {
  /// The average duration of a call to the demo service; each takes up to half more or less.
  package let latency: Duration
  /// The average time between new posts by other people in the demo world; zero for no posts.
  /// Stored at the first sign-in, and kept until sign-out.
  package let newPostInterval: Duration
  package let faults: SimulatedFaults
  /// The path of a file of simulated faults, which is read at each call and replaces the setting
  /// `faults`; nil for no file.
  package let faultsFile: String?
  /// True if the first sign-in to the demo service and its first page come without the simulated
  /// delay, so that new users see posts at once.
  package let opensAtOnce: Bool
  /// The seed of the demo world's random numbers: the same seed and start time give the same world.
  package let seed: UInt64

  package init(
    latency: Duration = .milliseconds(350), newPostInterval: Duration = .seconds(45),
    faults: SimulatedFaults = SimulatedFaults(), faultsFile: String? = nil,
    opensAtOnce: Bool = false,
    seed: UInt64 = 20
  ) {
    self.latency = max(.zero, latency)
    // The journal stores whole milliseconds.
    self.newPostInterval = newPostInterval > .zero ? max(.milliseconds(1), newPostInterval) : .zero
    self.faults = faults
    self.faultsFile = faultsFile
    self.opensAtOnce = opensAtOnce
    self.seed = seed
  }
}

/// An object that starts the demo service's server at the first call, so that programs that never
/// call the demo do not pay for it.
final class DemoServerStarter: Sendable {
  let clock: any World
  let settings: SimulatedServerSettings
  private let journal: String?
  private let folder: String
  private let started = LockedValue<DemoServer?>(nil)
  /// The kinds of calls to the demo service whose first reply comes without the simulated delay;
  /// each is removed at its first call.
  private let instantCalls: LockedValue<Set<SimulatedFaults.DemoCallKind>>

  init(clock: any World, settings: SimulatedServerSettings, journal: String?, folder: String) {
    self.clock = clock
    self.settings = settings
    self.journal = journal
    self.folder = folder
    instantCalls = LockedValue(settings.opensAtOnce ? [.signIn, .feed] : [])
  }

  /// Returns the simulated duration of a call to the demo service, half of it before the server
  /// acts.
  func simulatedCallDuration(for call: SimulatedFaults.DemoCallKind) -> Duration {
    let isInstant = instantCalls.withLock { $0.remove(call) != nil }
    return isInstant ? .zero : settings.latency * (0.5 + clock.randomFraction())
  }

  var server: DemoServer {
    started.withLock { server in
      if let server { return server }
      let new = DemoServer(clock: clock, settings: settings, journal: journal, folder: folder)
      server = new
      return new
    }
  }
}

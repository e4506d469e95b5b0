package import FeedDomain
internal import Threads

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
      $0.draftLimits = DemoPublisher.limits
      $0.searchSubjects = .all
    }
  }

  private static let streams: [StreamTab] = [
    .feed(.home), .feed(.photos), .feed(.trending), .nearby, .feed(.likes), .feed(.bookmarks),
  ]
}

/// How the built-in service behaves.
package struct ServiceSettings: Hashable, Sendable {
  /// How long a call takes, give or take a third.
  package let latency: Duration
  /// How long it takes on average until somebody posts something new; zero: nobody ever does.
  ///
  /// It is chosen when the world begins, at the first sign-in, and stays with it until sign-out.
  package let newPostInterval: Duration
  package let faults: Faults
  /// A file that says what goes wrong, in place of `faults`; it is read again at each call.
  package let faultsFile: String?
  /// Whether its first sign-in and its first page take no time: whoever looks around for the first
  /// time sees something at once.
  package let opensAtOnce: Bool
  /// Which world: the same seed and beginning make the same one.
  package let seed: UInt64

  package init(
    latency: Duration = .milliseconds(350), newPostInterval: Duration = .seconds(45),
    faults: Faults = Faults(), faultsFile: String? = nil, opensAtOnce: Bool = false,
    seed: UInt64 = 20
  ) {
    self.latency = max(.zero, latency)
    // In the journal it is a number of milliseconds.
    self.newPostInterval = newPostInterval > .zero ? max(.milliseconds(1), newPostInterval) : .zero
    self.faults = faults
    self.faultsFile = faultsFile
    self.opensAtOnce = opensAtOnce
    self.seed = seed
  }
}

/// Has the server, which is started by the first call: a program that only opens its cache, or
/// speaks to other services, pays nothing for it.
final class ServerHost: Sendable {
  let clock: any World
  let settings: ServiceSettings
  private let journal: String?
  private let folder: String
  private let started = Guarded<TweetieServer?>(nil)
  /// What takes no time the first time.
  private let quick: Guarded<Set<Faults.Call>>

  init(clock: any World, settings: ServiceSettings, journal: String?, folder: String) {
    self.clock = clock
    self.settings = settings
    self.journal = journal
    self.folder = folder
    quick = Guarded(settings.opensAtOnce ? [.signIn, .feed] : [])
  }

  /// How long a call takes that is made now, half of which passes on its way there.
  func time(for call: Faults.Call) -> Duration {
    let isQuick = quick.withLock { $0.remove(call) != nil }
    return isQuick ? .zero : settings.latency * (0.5 + clock.random())
  }

  var server: TweetieServer {
    started.withLock { server in
      if let server { return server }
      let new = TweetieServer(
        clock: clock, settings: settings, journal: journal, folder: folder)
      server = new
      return new
    }
  }
}

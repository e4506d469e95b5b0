internal import FeedDomain
internal import Threads

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

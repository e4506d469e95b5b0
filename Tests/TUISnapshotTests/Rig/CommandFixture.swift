import Doubles
import FeedDomain
import Terminal
import UseCases

@testable import Console
@testable import Preferences
@testable import Words

/// Everything a command works with, made for a test.
struct CommandFixture {
  static let ada = SignedInAccount.ada

  var service = StubPages()
  /// In its place.
  var services: (any ServiceDirectory)?
  var accounts = FakeCredentials([ada])
  var store = FakeFeedStore()
  var outbox = FakeOutbox()
  var drafts = FakeOutbox()
  var result = OutboxSendResult.delivered(.done)
  var stopsAtFirst = false
  /// Whether another process takes what waits out of the outbox.
  var isSentElsewhere = false
  var pictures: (any PicturePreparing)?
  var tabs: (any TabAndDeckColumnStore)?
  var notifications: (any NotificationStore)?
  var prompt = StubPrompt()
  var input = StubInput()
  var secrets = StubSecrets()
  var mutes: [Mute] = []
  var episodes: (any PodcastQueueStore)?
  var readStates: (any ReadStateStore)?
  var rules: (any FilterRuleStore)?
  /// What comes of playing an episode.
  var player = EpisodePlaybackResult.stopped(nil)
  var place: Place?
  var portableSettings: FakePortableSettings?
  var memoryOnlyReason: StoreError?
  var environment: [String: String] = [:]
  /// What standard output can show.
  var look = OutputProperties()
  /// The addresses that were opened.
  let opened = Opened()
  let world = FakeWorld()
  var settings = CurrentSettings(path: "config.ini", entries: [])
  let output = SinkSpy()
  let errors = SinkSpy()

  /// Runs a command line as it would be typed.
  func run(_ arguments: String..., sink: SinkSpy? = nil) async throws -> ExitCode {
    try await run(arguments, sink: sink)
  }

  /// Runs a command line that is given as a list.
  func run(_ arguments: [String], sink: SinkSpy? = nil) async throws -> ExitCode {
    let options = try LaunchOptions.parsedCommandLine(from: arguments, environment: environment)
    let shelf = AccountSession.SessionStores(
      feeds: store, outbox: outbox, drafts: drafts, credentials: accounts,
      pictures: pictures, tabs: tabs, notifications: notifications, readStates: readStates,
      rules: rules, episodes: episodes)
    var services = CommandServices(
      directory: self.services ?? service, stores: shelf,
      sending: StubSending(
        outbox: outbox, result: result, stopsAtFirst: stopsAtFirst,
        isSentElsewhere: isSentElsewhere),
      world: world, secrets: secrets)
    services.mutes = mutes
    services.place = { [place] _ in place }
    services.session = { [service, world] account in
      service.connection(for: account).map {
        AccountSession(account, connection: $0, stores: shelf, world: world, log: NoLog())
      }
    }
    services.portableSettings = portableSettings
    services.memoryOnlyReason = memoryOnlyReason
    return await CommandRunner(
      options: options,
      printer: ResultPrinter(output: sink ?? output, errors: errors, properties: look),
      wording: Wording(), settings: settings, prompt: prompt, input: input,
      installationCheck: { _ in
        [DoctorSection(name: "versions", facts: [DoctorFact("tweetie", "1")])]
      },
      openLink: { [opened] link in
        opened.addresses.append(link.address)
        return nil
      },
      playEpisode: { [opened, player] place, start in
        opened.addresses.append("\(place) from \(start)")
        return player
      },
      services: { [services] _ in services }
    ).runCommand()
  }

  /// What was opened, in order.
  @MainActor final class Opened {
    var addresses: [String] = []
    nonisolated init() {}
  }

  /// A post by somebody else, an hour old.
  static func post(
    _ id: String, _ text: String, name: String = "Grace", warning: String? = nil,
    visibility: Visibility = .everybody, mentions: [String] = [], url: String? = nil
  ) -> Post {
    Post(
      id: Post.ID(id),
      author: Person(id: Person.ID("2"), handle: "grace", name: name),
      createdAt: FakeWorld.noon.timeAdvanced(by: .seconds(-3_600)),
      content: Post.PostContent(text: RichText(text), warning: warning, mentions: mentions),
      visibility: visibility, url: url,
      counts: Post.PostCounts(replies: 1, boosts: 0, likes: 12))
  }
}

import Doubles
import FeedDomain
import FeedStorage
import ServiceRig
import Testing
import Threads
import UseCases

@testable import FeedServices

/// Posts whose replies are lost, at servers of all kinds, over real connections and with the real
/// outbox: each post arrives once, or the person is asked.
@MainActor @Suite struct LostReplyTests {
  private static let greeting = "Good morning"

  @Test(arguments: [1, 5, 30, 130], ["mastodon", "snac"])
  func `a lost post with the text of a recent one is not taken for that one`(
    gap: Int, software: String
  ) async throws {
    let line = try await LosingConnection(software)
    try await line.post(Self.greeting)
    line.world.pass(.seconds(gap))

    line.server.change { $0.loses = .request }
    try await line.post(Self.greeting)

    if software == "mastodon" {
      // Under its key it can be sent again by itself.
      #expect(line.server.texts == [Self.greeting, Self.greeting])
      #expect(try await line.states() == [])
      #expect(Set(line.delivered).count == 2)
    } else {
      #expect(line.server.texts == [Self.greeting])
      #expect(try await line.states() == [.refused(.outcomeUnknown)])
      try await line.sendAgain()
      #expect(line.server.texts == [Self.greeting, Self.greeting])
      #expect(try await line.states() == [])
    }
  }

  @Test(arguments: ["mastodon", "snac"])
  func `a post that arrived despite a lost reply is found`(software: String) async throws {
    let line = try await LosingConnection(software)
    try await line.post(Self.greeting)
    line.world.pass(.seconds(3))

    line.server.change { $0.loses = .reply }
    try await line.post(Self.greeting)

    #expect(line.server.texts == [Self.greeting, Self.greeting])
    #expect(line.delivered == ["1", "2"])
    #expect(try await line.states() == [])
  }

  @Test(arguments: ["mastodon", "snac"])
  func `posts missing from the list of own posts are found in the home stream`(
    software: String
  ) async throws {
    let line = try await LosingConnection(software)
    line.server.change { $0.listsOwnPosts = software != "snac" }
    let poll = Draft.DraftPoll(choices: ["Yes", "No"], lasts: .seconds(3_600))
    let drafts = [
      Draft(id: Draft.ID("a"), text: "Rye?", poll: poll),
      Draft(id: Draft.ID("b"), text: "For some", visibility: .followers),
      Draft(id: Draft.ID("c"), text: "@ada For one", visibility: .mentioned),
    ]

    for draft in drafts {
      line.server.change { $0.loses = .reply }
      try await line.post(draft)
      line.world.pass(.seconds(600))
    }

    #expect(line.server.texts == drafts.map(\.text))
    #expect(line.delivered == ["1", "2", "3"])
    #expect(try await line.states() == [])
  }

  @Test func `a post is sent again under its idempotency key only after a minute`()
    async throws
  {
    let line = try await LosingConnection("mastodon")
    try await line.post("Earlier")
    line.server.change { $0.loses = .request }

    try await line.post(Self.greeting)

    let tries = line.server.moments(of: Self.greeting)
    #expect(tries.count == 2)
    #expect(tries[1].elapsedTime(since: tries[0]) >= .seconds(60))
    #expect(Set(line.server.keys(of: Self.greeting)).count == 1)
    #expect(line.server.texts == ["Earlier", Self.greeting])
  }

  @Test(arguments: ["mastodon", "snac"], [true, false])
  func `a post whose text the server changed is found by its source, or its outcome is unknown`(
    software: String, tellsSource: Bool
  ) async throws {
    let line = try await LosingConnection(software)
    line.server.change {
      $0.loses = .reply
      $0.knowsKeys = false
      $0.tellsSource = tellsSource
      $0.content = { "<p>\($0.replacing("**bold**", with: "<b>bold</b>"))</p>" }
    }

    try await line.post("All **bold** `code`")

    #expect(line.server.texts == ["All **bold** `code`"])
    #expect(try await line.states() == (tellsSource ? [] : [.refused(.outcomeUnknown)]))
    #expect(line.delivered == (tellsSource ? ["1"] : []))
  }

  @Test(arguments: ["mastodon", "snac"])
  func `a post whose text the server replaced has an unknown outcome`(
    software: String
  ) async throws {
    let line = try await LosingConnection(software)
    line.server.change {
      $0.loses = .reply
      $0.knowsKeys = false
      $0.replaces = "[removed]"
    }

    try await line.post(Self.greeting)

    #expect(line.server.texts == ["[removed]"])
    #expect(line.delivered == [])
    #expect(try await line.states() == [.refused(.outcomeUnknown)])
  }

  @Test
  func `a post that is listed late is found or has an unknown outcome, and is never sent twice`()
    async throws
  {
    for (looks, isFound) in [(1, true), (20, false)] {
      let line = try await LosingConnection("snac")
      try await line.post("Earlier")
      line.server.change {
        $0.loses = .reply
        $0.knowsKeys = false
        $0.hidesFor = looks
      }

      try await line.post(Self.greeting)

      #expect(line.server.texts == ["Earlier", Self.greeting])
      #expect(line.delivered == (isFound ? ["1", "2"] : ["1"]))
      #expect(try await line.states() == (isFound ? [] : [.refused(.outcomeUnknown)]))
    }
  }

  @Test(arguments: ["mastodon", "snac"])
  func `a post that the server does not list has an unknown outcome`(software: String) async throws
  {
    let line = try await LosingConnection(software)
    line.server.change {
      $0.loses = .reply
      $0.knowsKeys = false
      $0.hidesFor = 100
    }

    try await line.post(Self.greeting)

    #expect(line.server.texts == [Self.greeting])
    #expect(line.delivered == [])
    #expect(try await line.states() == [.refused(.outcomeUnknown)])
  }

  @Test(arguments: ["mastodon", "snac"], [3600, -3600])
  func `a server clock an hour off is read from its replies, or the outcome is unknown`(
    software: String, error: Int
  ) async throws {
    for tellsClock in [true, false] {
      let line = try await LosingConnection(software)
      line.server.change {
        $0.loses = .reply
        $0.knowsKeys = false
        $0.postsClock = .seconds(error)
        $0.repliesClock = tellsClock ? .seconds(error) : .zero
      }

      try await line.post(Self.greeting)

      #expect(line.server.texts == [Self.greeting])
      #expect(line.delivered == (tellsClock ? ["1"] : []))
      #expect(try await line.states() == (tellsClock ? [] : [.refused(.outcomeUnknown)]))
    }
  }

  @Test(arguments: ["mastodon", "snac"], [404, 403, 500])
  func `a failed search for a lost post leaves its outcome unknown`(
    software: String, status: Int
  ) async throws {
    let line = try await LosingConnection(software)
    line.server.change {
      $0.loses = .reply
      $0.knowsKeys = false
      $0.lookStatus = status
    }

    try await line.post(Self.greeting)

    #expect(line.server.texts == [Self.greeting])
    #expect(line.delivered == [])
    #expect(try await line.states() == [.refused(.outcomeUnknown)])
  }

  @Test(arguments: [500, 502])
  func `a post answered with a server error after it was stored is not sent twice`(status: Int)
    async throws
  {
    let line = try await LosingConnection("mastodon")
    line.server.change { $0.loses = .status(status) }

    try await line.post(Self.greeting)

    #expect(line.server.texts == [Self.greeting])
    #expect(line.delivered == ["1"])
    #expect(try await line.states() == [])
  }

  @Test(arguments: ["mastodon", "snac"])
  func `two posts with the same text and lost replies are both delivered`(software: String)
    async throws
  {
    let line = try await LosingConnection(software)
    line.server.change { $0.loses = .replies }

    try await line.postTwice(Self.greeting)

    #expect(line.server.texts == [Self.greeting, Self.greeting])
    #expect(Set(line.delivered) == ["1", "2"])
    #expect(try await line.states() == [])
  }

  @Test
  func `of two posts with the same text of which one arrived, the other's outcome is unknown`()
    async throws
  {
    let line = try await LosingConnection("snac")
    line.server.change {
      $0.loses = .request
      $0.then = .reply
    }

    try await line.postTwice(Self.greeting)

    #expect(line.server.texts == [Self.greeting])
    #expect(line.delivered == ["1"])
    #expect(try await line.states() == [.refused(.outcomeUnknown)])
  }

  @Test
  func `a post returned for another draft's key has an unknown outcome, and can be sent again`()
    async throws
  {
    let line = try await LosingConnection("mastodon")
    try await line.post("Earlier")
    // To the second draft's key, the server answers with what came of the first.
    line.server.change { $0.aliases = true }

    try await line.post(Self.greeting)

    #expect(line.delivered == ["1"])
    #expect(try await line.states() == [.refused(.outcomeUnknown)])
    line.server.change { $0.aliases = false }
    try await line.sendAgain()
    #expect(line.server.texts == ["Earlier", Self.greeting])
    #expect(line.delivered == ["1", "2"])
  }

  @Test(arguments: ["mastodon", "snac"])
  func `posts known before a lost reply are still known after a restart`(software: String)
    async throws
  {
    let line = try await LosingConnection(software)
    try await line.post(Self.greeting)
    line.world.pass(.seconds(2))
    line.server.change { $0.loses = .request }
    try await line.begin(Self.greeting)
    #expect(await eventually { line.world.sleeping == 1 })

    try await line.restart()
    await line.run()

    if software == "mastodon" {
      #expect(line.server.texts == [Self.greeting, Self.greeting])
      #expect(try await line.states() == [])
    } else {
      #expect(line.server.texts == [Self.greeting])
      #expect(try await line.states() == [.refused(.outcomeUnknown)])
    }
  }

  @Test func `without a connection a post stays queued with no delivery attempt recorded`()
    async throws
  {
    let line = try await LosingConnection("snac", isDown: true)

    try await line.begin(Self.greeting)
    #expect(await eventually { line.world.sleeping == 1 })

    #expect(try await line.states().count == 1)
    #expect(try await line.outbox.outboxItems(of: nil).map(\.earlierAttempts) == [nil])
  }

  @Test func `a post that succeeds takes one request`() async throws {
    let line = try await LosingConnection("mastodon")

    try await line.post(Self.greeting)

    #expect(line.server.requests.map(\.method) == ["POST"])
  }
}

/// A program that posts over a line on which replies are lost.
@MainActor private final class LosingConnection {
  let world = FakeWorld()
  let server: LosingServer
  private(set) var outbox: SQLiteOutbox
  private(set) var delivered: [String] = []
  private let folder = ScratchFolder()
  private let account: SignedInAccount
  private var actions: UserActionPerformer?
  private var count = 0

  init(_ software: String, isDown: Bool = false) async throws {
    let world = world
    server = try LosingServer(world)
    let server = server
    server.change { $0.knowsKeys = software == "mastodon" }
    // Nobody listens at the first port.
    let origin = isDown ? "http://127.0.0.1:1" : server.origin
    account = SignedInAccount(
      Account(service: .mastodon, person: Person.ID("me"), handle: "sol", server: origin),
      token: Secret(
        json: [
          "access": "token", "application": ["client_id": "id", "client_secret": "secret"],
          "server": ["origin": .string(origin), "software": .string(software)],
        ]))
    outbox = try await SQLiteOutbox(.file(folder["outbox"]))
    open()
  }

  /// Ends the program and begins it again.
  func restart() async throws {
    await actions?.stopDelivery()
    await outbox.closeDatabase()
    outbox = try await SQLiteOutbox(.file(folder["outbox"]))
    open()
    await actions?.startDelivery()
  }

  private func open() {
    let services = AllServices.forTests(world: world, log: NoLog())
    guard let connection = services.connection(for: account) else { return }
    let session = AccountSession(
      account, connection: connection,
      stores: AccountSession.SessionStores(
        feeds: FakeFeedStore(), outbox: outbox, drafts: SQLiteDraftStore(outbox),
        credentials: FakeCredentials()),
      world: world, log: NoLog())
    let actions = UserActionPerformer(session, undoWindow: .zero)
    actions.addActionReportListener(self) { line, news in
      if case .delivered(.publish, .post(let post)) = news {
        line.delivered.append(post.id.rawValue)
      }
    }
    self.actions = actions
  }

  /// Posts, and goes on until nothing more happens by itself.
  func post(_ text: String) async throws {
    try await begin(text)
    await run()
  }

  func post(_ draft: Draft) async throws {
    _ = try await actions?.queueChange(.publish(draft))
    await run()
  }

  /// Posts the same again before anybody looked what came of the first.
  func postTwice(_ text: String) async throws {
    try await begin(text)
    #expect(await eventually { self.world.sleeping == 1 })
    try await begin(text)
    await run()
  }

  func begin(_ text: String) async throws {
    count += 1
    _ = try await actions?.queueChange(.publish(Draft(id: Draft.ID("draft-\(count)"), text: text)))
  }

  /// Has the person send again what they were asked about.
  func sendAgain() async throws {
    for item in try await outbox.outboxItems(of: nil) {
      await actions?.deliverItemOrAllNow(item.id)
    }
    await run()
  }

  func states() async throws -> [OutboxItem.OutboxItemState] {
    try await outbox.outboxItems(of: nil).map(\.state)
  }

  /// Lets time pass until nothing waits any more, but for the person.
  func run() async {
    for _ in 0..<20 {
      #expect(await eventually { await self.isDone() || self.world.sleeping > 0 })
      guard await !isDone(), let next = world.nextWaking else { return }
      world.pass(next.elapsedTime(since: world.now))
    }
  }

  private func isDone() async -> Bool {
    await (try? outbox.outboxItems(of: nil))?.allSatisfy(\.isRefused) ?? false  // It is read again.
  }
}

/// A server of the family on which a test can play tricks.
private final class LosingServer: Sendable {
  /// What becomes of a try to post.
  enum Loss: Sendable {
    case request
    case reply
    /// All of them, until the first look.
    case replies
    case status(Int)
  }

  struct Posted: Sendable {
    let id: String
    let text: String
    let moment: Timestamp
    var choices: [String] = []
    var visibility = "public"

    var isListed: Bool { choices.isEmpty && visibility == "public" }
  }

  struct State: Sendable {
    var posts: [Posted] = []
    var byKey: [String: Int] = [:]
    var tries: [(text: String, key: String, moment: Timestamp)] = []
    var loses: Loss?
    /// What is lost after that.
    var then: Loss?
    var knowsKeys = true
    var tellsSource = false
    /// Whether polls and posts for few people are among the person's posts, as at Mastodon.
    var listsOwnPosts = true
    /// Whether every key is taken for the first.
    var aliases = false
    /// What is posted instead of what was sent.
    var replaces: String?
    var content: @Sendable (String) -> String = { "<p>\($0)</p>" }
    /// How many looks find nothing of what was posted since.
    var hidesFor = 0
    var shown = 0
    var lookStatus = 200
    /// By how much its clocks are wrong: the one posts are dated by, and the one in its replies.
    var postsClock = Duration.zero
    var repliesClock = Duration.zero
  }

  private let state = LockedValue(State())
  private let server: LoopbackServer

  init(_ world: any World) throws {
    let state = state
    server = try LoopbackServer { request in state.withLock { $0.answer(request, at: world.now) } }
  }

  var origin: String { server.origin }
  var requests: [RecordedRequest] { server.requests }
  /// What was posted, oldest first.
  var texts: [String] { state.withLock { $0.posts.map(\.text) } }
  func keys(of text: String) -> [String] {
    state.withLock { $0.tries.filter { $0.text == text }.map(\.key) }
  }
  func moments(of text: String) -> [Timestamp] {
    state.withLock { $0.tries.filter { $0.text == text }.map(\.moment) }
  }

  func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }
}

extension LosingServer.State {
  mutating func answer(_ request: RecordedRequest, at now: Timestamp) -> ScriptedReply {
    let date = ["Date": HTTPDateText.of(now.timeAdvanced(by: repliesClock))]
    switch (request.method, request.path) {
    case ("POST", "/api/v1/statuses"): return publish(request, at: now, date)
    case ("GET", "/api/v1/accounts/me/statuses"):
      if case .replies = loses { loses = nil }
      guard lookStatus == 200 else { return .json("{}", status: lookStatus, date) }
      if hidesFor > 0 {
        hidesFor -= 1
      } else {
        shown = posts.count
      }
      let listed = posts.prefix(shown).filter { listsOwnPosts || $0.isListed }
      return .json(WireJSON.array(listed.reversed().map(status)).encoded, status: 200, date)
    case ("GET", "/api/v1/timelines/home"):
      return .json(
        WireJSON.array(posts.prefix(shown).reversed().map(status)).encoded, status: 200, date)
    case ("GET", let path) where path.hasSuffix("/source"):
      let id = path.split(separator: "/").dropLast().last.map(String.init)
      guard tellsSource, let post = posts.first(where: { $0.id == id }) else {
        return .json("{}", status: 404, date)
      }
      return .json(
        WireJSON.object(["id": .string(post.id), "text": .string(post.text), "spoiler_text": ""])
          .encoded, status: 200, date)
    default: return .json("{}", status: 404, date)
    }
  }

  private mutating func publish(
    _ request: RecordedRequest, at now: Timestamp, _ date: [String: String]
  ) -> ScriptedReply {
    let text = request.form["status"] ?? ""
    let key = request.header("Idempotency-Key") ?? "none"
    tries.append((text, key, now))
    let loss = loses
    if case .replies = loss {} else { (loses, then) = (then, nil) }
    if case .request = loss { return ScriptedReply([.reset]) }
    var place = knowsKeys ? byKey[key] : nil
    if aliases { place = 0 }
    if place == nil {
      posts.append(
        LosingServer.Posted(
          id: String(posts.count + 1), text: replaces ?? text,
          moment: now.timeAdvanced(by: postsClock),
          choices: request.json["poll"]["options"].elements.map(\.text)
            + (request.form["poll[options][]"] == nil ? [] : ["Yes", "No"]),
          visibility: request.form["visibility"] ?? "public"))
      byKey[key] = posts.count - 1
    }
    let post = posts[place ?? posts.count - 1]
    switch loss {
    case nil, .request:
      if hidesFor == 0 { shown = posts.count }
      return .json(status(post).encoded, status: 200, date)
    case .reply, .replies: return ScriptedReply([.reset])
    case .status(let code): return .json("{}", status: code, date)
    }
  }

  private func status(_ post: LosingServer.Posted) -> WireJSON {
    [
      "id": .string(post.id), "created_at": .string(ISODate.isoDateText(post.moment)),
      "account": ["id": "me", "acct": "sol"], "content": .string(content(post.text)),
      "media_attachments": [], "visibility": .string(post.visibility),
      "poll": post.choices.isEmpty
        ? .null
        : [
          "id": "1", "expires_at": .null,
          "options": .array(post.choices.map { ["title": .string($0), "votes_count": 0] }),
        ],
    ]
  }
}

/// A moment as a header tells it.
private enum HTTPDateText {
  static func of(_ moment: Timestamp) -> String {
    let parts = ISODate.isoDateText(moment).split { "-T:.Z".contains($0) }.map(String.init)
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let month = months[(Int(parts[1]) ?? 1) - 1]
    return "Wed, \(parts[2]) \(month) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) GMT"
  }
}

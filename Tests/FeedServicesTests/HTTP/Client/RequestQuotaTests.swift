import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// How much a server lets an account ask, and who comes first.
@Suite struct RequestQuotaTests {
  private static let now = Timestamp(milliseconds: 1_795_271_547_000)  // 2026-11-21T14:32:27Z

  @Test(
    arguments: [
      // Mastodon, Bluesky, Unsplash (which tells no end), and the later drafts of the IETF.
      (
        [
          "X-RateLimit-Limit": "300", "X-RateLimit-Remaining": "287",
          "X-RateLimit-Reset": "2026-11-21T14:35:00.123456Z",
        ], 287, 300, 153
      ),
      (
        [
          "RateLimit-Limit": "3000", "RateLimit-Remaining": "2999",
          "RateLimit-Reset": "1795271607", "RateLimit-Policy": "3000;w=300",
        ], 2999, 3000, 60
      ),
      (["X-Ratelimit-Limit": "50", "X-Ratelimit-Remaining": "49"], 49, 50, 1653),
      (["RateLimit-Limit": "100, 100;w=60", "RateLimit-Remaining": "7"], 7, 100, 1653),
      (["RateLimit": "limit=100, remaining=50, reset=5"], 50, 100, 5),
      (
        ["RateLimit": "\"default\";r=50;t=30", "RateLimit-Policy": "\"default\";q=100;w=60"], 50,
        100, 30
      ),
    ] as [([String: String], Int, Int, Int64)])
  func `a request quota is read from every known form of headers`(
    headers: [String: String], remaining: Int, limit: Int, seconds: Int64
  ) throws {
    let allowance = try #require(RequestQuota(reply(headers), at: Self.now))

    #expect((allowance.remaining, allowance.limit) == (remaining, limit))
    #expect(allowance.resetsAt.elapsedTime(since: Self.now).components.seconds == seconds)
  }

  @Test(arguments: [
    [:], ["X-RateLimit-Limit": "300"], ["X-RateLimit-Limit": "0", "X-RateLimit-Remaining": "0"],
    ["X-RateLimit-Limit": "many", "X-RateLimit-Remaining": "some"], ["RateLimit": "nonsense"],
    [
      "X-RateLimit-Limit": "300", "X-RateLimit-Remaining": "1",
      "X-RateLimit-Reset": "2026-11-21T14:30:00Z",
    ],
  ])
  func `headers without a quota, or with one of the past, yield no quota`(headers: [String: String])
  {
    #expect(RequestQuota(reply(headers), at: Self.now) == nil)
  }

  @Test func `a request quota is used for at most an hour`() {
    let allowance = RequestQuota(
      reply([
        "X-RateLimit-Limit": "300", "X-RateLimit-Remaining": "1",
        "X-RateLimit-Reset": "2099-11-21T14:30:00Z",
      ]), at: Self.now)

    #expect(allowance?.resetsAt == Self.now.timeAdvanced(by: .seconds(3600)))
  }

  @Test func `an extremely large quota still allows requests`() {
    let most = String(Int.max)
    let allowance = RequestQuota(
      reply(["X-RateLimit-Limit": most, "X-RateLimit-Remaining": most]), at: Self.now)

    #expect(allowance?.allowsRequestWithinQuota(.preview, at: Self.now) == true)
  }

  @Test
  func `a shrinking quota stops prefetches first, automatic requests next, the user's own never`() {
    let end = Self.now.timeAdvanced(by: .seconds(60))
    let shares = [(151, 3), (150, 2), (76, 2), (75, 1), (0, 1)]

    for (remaining, count) in shares {
      let allowance = RequestQuota(remaining, of: 300, until: end)
      let purposes = RequestPriority.allCases.filter {
        allowance.allowsRequestWithinQuota($0, at: Self.now)
      }
      #expect(purposes == Array(RequestPriority.allCases.prefix(count)))
    }
    #expect(RequestQuota(0, of: 300, until: end).allowsRequestWithinQuota(.preview, at: end))
  }

  @Test func `requests to a server without quota headers are counted by the hour`() {
    var counted: [RequestQuota] = []

    for minute: Int64 in [0, 20, 40, 60] {
      let now = Self.now.timeAdvanced(by: .seconds(minute * 60))
      counted.append(RequestQuota(counting: counted.last, of: 3600, at: now))
    }

    #expect(counted.map(\.remaining) == [3599, 3598, 3597, 3599])
  }

  @Test func `all windows share an account's stored quota until the account is removed`() {
    let folder = ScratchFolder()
    let (one, other) = (
      RequestQuotaStore(folder: folder.path), RequestQuotaStore(folder: folder.path)
    )
    let account = SignedInAccount.sample.account.id
    let told = RequestQuota(7, of: 300, until: Self.now)

    one.createQuotaFile(for: account)
    let learnt = one.changeQuota(of: account) { _ in told }
    let known = other.storedQuota(of: account)
    other.deleteQuotaFile(of: account)
    _ = one.changeQuota(of: account) { _ in told }

    #expect(learnt == told)
    #expect(known == told)
    #expect(one.storedQuota(of: account) == nil)
    #expect(folder.names == [])
  }

  @Test func `prefetches are refused once half the quota is spent, until it resets`() async {
    let fixture = AllowanceFixture(remaining: 150)

    let answers = [
      await fixture.ask(.preview), await fixture.ask(.preview), await fixture.ask(.automatic),
    ]
    fixture.world.pass(.seconds(300))
    let later = await fixture.ask(.preview)

    #expect(answers == [nil, .rateLimited(until: fixture.end), nil])
    #expect(later == nil)
    #expect(fixture.transport.requests.count == 3)
    #expect(fixture.log.facts.contains { $0.hasSuffix("left, 150 of 300 left") })
  }

  @Test
  func
    `automatic requests are refused once three quarters of the quota are spent, the user's are sent`()
    async
  {
    let fixture = AllowanceFixture(remaining: 75)

    let answers = [
      await fixture.ask(.userRequest), await fixture.ask(.automatic),
      await fixture.ask(.userRequest),
    ]

    #expect(answers == [nil, .rateLimited(until: fixture.end), nil])
  }

  @Test func `after a 429 reply the stored quota is zero for all windows`() async {
    let fixture = AllowanceFixture(remaining: 300, status: 429)

    let refused = await fixture.ask(.userRequest)
    let left = fixture.allowances.storedQuota(of: SignedInAccount.sample.account.id)

    #expect(refused == .rateLimited(until: left?.resetsAt))
    #expect(left?.remaining == 0)
  }

  @Test(arguments: [200, 429])
  func `a clock set back does not block automatic requests`(status: Int) async {
    let fixture = AllowanceFixture(remaining: 0, status: status)
    _ = await fixture.ask(.userRequest)
    fixture.world.pass(.seconds(-86_400))

    _ = await fixture.ask(.automatic)

    #expect(fixture.transport.requests.count == 2)
    let left = fixture.allowances.storedQuota(of: SignedInAccount.sample.account.id)
    #expect(left.map { $0.resetsAt <= fixture.world.now.timeAdvanced(by: .seconds(3600)) } == true)
  }

  @Test func `a rejected account's clients open no stream and send no request`() async {
    let transport = StubTransport { _ in HTTPReply(status: 200) }
    let network = NetworkContext.forTests(over: transport).networkContextRefusingUnusableAccount(
      for: .sample)
    let (own, streaming) = (
      network.serviceClient(at: "https://home.example", requestRules: PlainDialect()),
      network.serviceClient(at: "https://streaming.example", requestRules: PlainDialect())
    )
    await own.refuseAllRequests()

    var pieces = await streaming.openStream(HTTPRequest(.get, "/stream"), with: nil)
      .makeAsyncIterator()
    let failure = await failure { try await own.sendRequest(HTTPRequest(.get, "/page")) }

    guard case .opened(let reply)? = try? await pieces.next() else {
      Issue.record("no reply")
      return
    }
    #expect(reply.status == 401)
    #expect(failure == .signedOut)
    #expect(transport.requests.isEmpty)
  }

  @Test func `a later run of the program honours the server's Retry-After`() async throws {
    let folder = ScratchFolder()
    let world = PassingWorld()
    let account = SignedInAccount.sample.account.id
    let isRefusing = LockedValue(true)
    let transport = StubTransport { _ in
      isRefusing.withLock(\.self)
        ? HTTPReply(status: 429, headers: ["Retry-After": "120"]) : HTTPReply(status: 200)
    }
    func run() async -> FeedError? {
      let allowances = RequestQuotaStore(folder: folder.path)
      allowances.createQuotaFile(for: account)
      let network = NetworkContext.forTests(over: transport, world: world, allowances: allowances)
      let client = network.networkContextRefusingUnusableAccount(for: .sample).serviceClient(
        at: "https://home.example", token: Secret("canary"), requestRules: PlainDialect())
      return await failure { try await client.sendRequest(HTTPRequest(.get, "/page")) }
    }
    let end = world.now.timeAdvanced(by: .seconds(120))

    let first = await run()
    isRefusing.withLock { $0 = false }
    world.pass(.seconds(60))
    let second = await run()
    let asked = transport.requests.count
    world.pass(.seconds(60))
    let third = await run()

    #expect(first == .rateLimited(until: end) && second == .rateLimited(until: end))
    #expect(asked == 1)
    #expect(third == nil && transport.requests.count == 2)
  }

  private func reply(_ headers: [String: String]) -> HTTPReply {
    HTTPReply(
      status: 200,
      headers: HTTPHeaders(headers.map { HTTPHeaders.HeaderLine(name: $0.key, value: $0.value) }))
  }
}

/// An account that may still ask its server so much for five minutes.
private struct AllowanceFixture {
  let world = PassingWorld()
  let log = LogSpy()
  let allowances = RequestQuotaStore(folder: nil)
  let transport: StubTransport
  let end: Timestamp
  private let client: ServiceClient

  init(remaining: Int, status: Int = 200) {
    let end = world.now.timeAdvanced(by: .seconds(300))
    self.end = end
    transport = StubTransport { _ in
      HTTPReply(
        status: status,
        headers: [
          "X-RateLimit-Limit": "300", "X-RateLimit-Remaining": String(remaining),
          "X-RateLimit-Reset": String(end.milliseconds / 1000),
        ])
    }
    let network = NetworkContext.forTests(
      over: transport, world: world, log: log, allowances: allowances)
    client = network.networkContextRefusingUnusableAccount(for: .sample).serviceClient(
      at: "https://home.example", token: Secret("canary"), requestRules: PlainDialect())
  }

  /// What a question for that purpose fails with; nil where it is answered.
  func ask(_ purpose: RequestPriority) async -> FeedError? {
    await RequestPriority.$current.withValue(purpose) {
      await failure { try await client.sendRequest(HTTPRequest(.get, "/page")) }
    }
  }
}

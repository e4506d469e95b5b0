import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What services say about being asked too much, and what is made of it.
@Suite struct RateLimitTests {
  private static let now = Timestamp(milliseconds: 1_795_271_547_000)  // 2026-11-21T14:32:27Z

  @Test(
    arguments: [
      (["Retry-After": "30"], 30), (["Retry-After": " 30 "], 30), (["Retry-After": "0"], 27),
      (["Retry-After": "-5"], 27), (["Retry-After": "1000000000"], 900),
      (["Retry-After": "99999999999999999999999"], 900), (["Retry-After": "1e400"], 27),
      (["Retry-After": "Sat, 21 Nov 2026 14:33:27 GMT"], 60),
      (["Retry-After": "Sat, 21 Nov 2026 13:33:27 GMT"], 27),
      (["Retry-After": "Sat, 21 Nov 2099 13:33:27 GMT"], 900), (["Retry-After": "later"], 27),
      (["X-RateLimit-Reset": "2026-11-21T14:35:00.123456Z"], 153),
      (["X-RateLimit-Reset": "2036-11-21T14:35:00Z"], 900),
      (["RateLimit-Reset": "1795271607"], 60), (["RateLimit-Reset": "60"], 60),
      (["RateLimit-Reset": "1"], 27), (["RateLimit-Reset": "2"], 2),
      (["RateLimit-Reset": "1795271547000"], 900),
      (["RateLimit-Reset": "nonsense"], 27), ([:], 27),
      (["Retry-After": "5", "X-RateLimit-Reset": "2026-11-21T14:42:00Z"], 5),
    ] as [([String: String], Int64)])
  func `a rate-limited client waits as long as the server says, at most fifteen minutes`(
    headers: [String: String], seconds: Int64
  ) throws {
    for status in headers["Retry-After"] == nil ? [429] : [429, 503] {
      var limits = RateLimitPause()

      limits.updatePauseAfterReply(reply(status, headers), now: Self.now, random: 0.25)

      let until = try #require(limits.pauseEnd(now: Self.now))
      #expect(until.elapsedTime(since: Self.now).components.seconds == seconds, "\(headers)")
    }
  }

  @Test(arguments: [[:], ["Retry-After": "0"], ["Retry-After": "Sat, 21 Nov 2026 13:33:27 GMT"]])
  func `repeated rate-limit refusals double the pause up to fifteen minutes`(
    headers: [String: String]
  ) throws {
    var limits = RateLimitPause()
    var waits: [Int64] = []
    var now = Self.now

    for _ in 1...9 {
      // Requests that were sent together count as one.
      for _ in 1...6 { limits.updatePauseAfterReply(reply(429, headers), now: now, random: 0.5) }
      let end = try #require(limits.pauseEnd(now: now))
      waits.append(end.elapsedTime(since: now).components.seconds)
      now = end
    }

    #expect(waits == [30, 60, 120, 240, 480, 900, 900, 900, 900])
  }

  @Test func `a spent rate limit starts a pause before the server refuses`() {
    var limits = RateLimitPause()

    limits.updatePauseAfterReply(
      reply(200, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2026-11-21T14:33:27Z"]),
      now: Self.now, random: 0)

    #expect(limits.pauseEnd(now: Self.now) == Self.now.timeAdvanced(by: .seconds(60)))
    #expect(limits.pauseEnd(now: Self.now.timeAdvanced(by: .seconds(60))) == nil)
  }

  @Test(arguments: [
    ["X-RateLimit-Remaining": "0"], ["X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "60"],
    ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2026-11-21T14:30:00Z"],
    ["X-RateLimit-Remaining": "x", "X-RateLimit-Reset": "60"], [:],
  ])
  func `a successful reply with implausible rate-limit headers starts no pause`(
    headers: [String: String]
  ) {
    var limits = RateLimitPause()

    limits.updatePauseAfterReply(reply(200, headers), now: Self.now, random: 0)

    #expect(limits.pauseEnd(now: Self.now) == nil)
  }

  @Test func `a successful reply that was under way does not end the pause`() {
    var limits = RateLimitPause()
    limits.updatePauseAfterReply(reply(429, ["Retry-After": "60"]), now: Self.now, random: 0)

    limits.updatePauseAfterReply(reply(200), now: Self.now.timeAdvanced(by: .seconds(1)), random: 0)

    #expect(limits.pauseEnd(now: Self.now) == Self.now.timeAdvanced(by: .seconds(60)))
  }

  @Test func `a clock set back ends the pause instead of prolonging it`() {
    var limits = RateLimitPause()
    limits.updatePauseAfterReply(reply(429, ["Retry-After": "60"]), now: Self.now, random: 0)

    let pause = limits.pauseEnd(now: Self.now.timeAdvanced(by: .seconds(-7200)))

    #expect(pause == nil)
  }

  @Test func `a paused client sends no requests, and other accounts go on`() async {
    let limited = ClientFixture { _ in HTTPReply(status: 429, headers: ["Retry-After": "60"]) }
    let other = ClientFixture { _ in HTTPReply(status: 200) }
    let until = limited.world.now.timeAdvanced(by: .seconds(60))

    let first = await limited.result(of: HTTPRequest(.get, "/a"))
    let second = await limited.result(of: HTTPRequest(.get, "/b"))
    let elsewhere = await other.result(of: HTTPRequest(.get, "/a"))
    limited.world.pass(.seconds(61))
    _ = await limited.result(of: HTTPRequest(.get, "/c"))

    #expect(first == .failure(.rateLimited(until: until)))
    #expect(second == .failure(.rateLimited(until: until)))
    #expect(elsewhere == .success(HTTPReply(status: 200)))
    #expect(
      limited.transport.requests.map(\.url)
        == ["https://home.example/a", "https://home.example/c"])
  }

  @Test(arguments: [.post, .put, .delete] as [HTTPRequest.HTTPMethod])
  func `a spent limit for uploads or deletes does not pause reading`(method: HTTPRequest.HTTPMethod)
    async
  {
    let fixture = ClientFixture { request in
      request.method == .get
        ? HTTPReply(status: 200)
        : HTTPReply(
          status: 200, headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "600"])
    }

    _ = await fixture.result(of: HTTPRequest(method, "/media"))
    let read = await fixture.result(of: HTTPRequest(.get, "/home"))

    #expect(read == .success(HTTPReply(status: 200)))
  }

  @Test func `a server's rate limit does not pause requests to other servers`() async {
    let fixture = ClientFixture { request in
      request.url.hasPrefix("https://home.example") || request.url.contains("calm")
        ? HTTPReply(status: 200) : HTTPReply(status: 429, headers: ["Retry-After": "60"])
    }
    let until = fixture.world.now.timeAdvanced(by: .seconds(60))

    let refused = await fixture.result(of: HTTPRequest(.get, "https://busy.example/1"))
    let again = await fixture.result(of: HTTPRequest(.get, "https://busy.example/2"))
    let others = [
      await fixture.result(of: HTTPRequest(.get, "/a")),
      await fixture.result(of: HTTPRequest(.get, "https://calm.example/1")),
    ]

    #expect(refused == .failure(.rateLimited(until: until)))
    #expect(again == .failure(.rateLimited(until: until)))
    #expect(others == [.success(HTTPReply(status: 200)), .success(HTTPReply(status: 200))])
    #expect(fixture.transport.requests.count == 3)
  }

  @Test func `rate-limit pauses are remembered for the last 64 servers`() {
    var limits = ServerRateLimitPauses()
    for number in 0..<100 {
      limits.updatePauseAfterReply(
        reply(429, ["Retry-After": "60"]), to: HTTPRequest(.get, "https://\(number).example/"),
        isRefusal: true, now: Self.now, random: 0)
    }

    let waits = (0..<100).filter {
      limits.pauseEnd(forServerOf: "https://\($0).example/x", now: Self.now) != nil
    }

    #expect(waits == Array(36..<100))
  }

  private func reply(_ status: Int, _ headers: [String: String] = [:]) -> HTTPReply {
    HTTPReply(
      status: status,
      headers: HTTPHeaders(headers.map { HTTPHeaders.HeaderLine(name: $0.key, value: $0.value) }))
  }
}

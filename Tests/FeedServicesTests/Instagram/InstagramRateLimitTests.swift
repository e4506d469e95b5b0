import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Instagram's limits, and the renewal of a token.
@Suite struct InstagramRateLimitTests {
  @Test(
    arguments: [
      (#"{"call_count":76,"total_cputime":1,"total_time":1}"#, true),
      (#"{"call_count":1,"total_cputime":80,"total_time":1}"#, true),
      (#"{"call_count":75,"total_cputime":75,"total_time":75}"#, false), ("no json", false),
    ])
  func `requests are paused for a minute when app usage is near its limit`(
    usage: String, isClose: Bool
  ) async {
    let fixture = InstagramFixture { _ in .json(["data": []], status: 200, ["X-App-Usage": usage]) }

    let first = await failure { try await fixture.feeds.feedPage(of: .photos, .latest) }
    let second = await failure { try await fixture.feeds.feedPage(of: .photos, .latest) }
    fixture.stub.world.pass(.seconds(61))
    let third = await failure { try await fixture.feeds.feedPage(of: .photos, .latest) }

    #expect(first == nil && third == nil)
    #expect((second != nil) == isClose)
    #expect(fixture.asked.count == (isClose ? 2 : 3))
  }

  @Test(
    arguments: [
      (#"{"1":[{"call_count":5,"estimated_time_to_regain_access":10}]}"#, 600),
      (#"{"1":[{"call_count":5},{"total_time":90,"estimated_time_to_regain_access":0}]}"#, 60),
      (#"{"1":[{"call_count":5,"estimated_time_to_regain_access":1e300}]}"#, 900),
      (#"{"1":[{"call_count":5,"estimated_time_to_regain_access":0}]}"#, 0), (#"{"1":7}"#, 0),
      ("[]", 0),
    ])
  func `business usage headers pause refreshes for the stated time`(
    usage: String, seconds: Int
  ) async {
    let fixture = InstagramFixture { request in
      .json(
        request.method == .get ? ["data": []] : ["error": ["code": 10]],
        status: request.method == .get ? 200 : 400, ["X-Business-Use-Case-Usage": usage])
    }
    let draft = Draft(id: Draft.ID("1"), text: "Thanks", replyTo: Post.ID("1"))
    let end = fixture.stub.world.now.timeAdvanced(by: .seconds(seconds))

    // A reply that refuses tells it, too.
    _ = await failure {
      try await fixture.publishing.sendChange(.publish(draft), key: OutboxItem.ID("k"))
    }

    #expect(
      fixture.connection.usage.refreshPauseEnd(at: fixture.stub.world.now)
        == (seconds > 0 ? end : nil))
  }

  @Test func `a medium with comments disabled cannot be answered`() {
    let reader = InstagramJSONReader(me: InstagramFixture.account, now: .received)

    #expect(reader.parsedPost(["id": "1", "is_comment_enabled": false])?.canBeAnswered == false)
    #expect(reader.parsedPost(["id": "1", "is_comment_enabled": true])?.canBeAnswered == true)
    #expect(reader.parsedPost(["id": "1"])?.canBeAnswered == true)
  }

  @Test func `a token's expiry is stored, and a token near expiry is due for renewal`() throws {
    let now = Timestamp(milliseconds: 1_795_199_400_000)
    let short = InstagramAccountSecret(
      access: Secret("t"), obtainedAt: now, expiresAt: now.timeAdvanced(by: .seconds(5 * 86_400)))
    let kept = try #require(InstagramAccountSecret(short.secret))

    #expect(kept == short)
    #expect(!kept.isDueForRenewal(at: now.timeAdvanced(by: .seconds(86_000))))
    #expect(kept.isDueForRenewal(at: now.timeAdvanced(by: .seconds(3 * 86_400))))
    #expect(!kept.isDueForRenewal(at: now.timeAdvanced(by: .seconds(6 * 86_400))))
  }

  @Test func `a renewed token stores its new expiry`() async throws {
    let stub = StubNetwork { _ in .json(["access_token": "new", "expires_in": 1000]) }
    let old = InstagramAccountSecret(access: Secret("old"), obtainedAt: stub.world.now)

    let kept = try await InstagramTokenRenewer.fetchRenewedToken(
      old.secret, at: StubNetwork.home, network: stub.network)

    #expect(
      InstagramAccountSecret(kept)?.expiresAt == stub.world.now.timeAdvanced(by: .seconds(1000)))
  }
}

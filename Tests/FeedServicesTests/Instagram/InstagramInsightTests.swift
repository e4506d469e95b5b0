import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What Instagram counts, and what it says where it does not.
@Suite struct InstagramInsightTests {
  /// One medium of that kind, whose counts are answered so.
  private func fixture(
    _ kind: String, product: String? = nil,
    _ insights: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply
  ) -> InstagramFixture {
    InstagramFixture { request throws(TransportError) in
      guard !request.url.contains("/insights") else { return try insights(request) }
      return .json([
        "media_type": .string(kind), "media_url": "https://x.example/1",
        "media_product_type": product.map { .string($0) } ?? .null,
      ])
    }
  }

  private func details(_ fixture: InstagramFixture) async throws -> PhotoDetails {
    try await fixture.photos.photoDetails(ofPhoto: Photo.ID("1"), in: Post.ID("1"))
  }

  private static func metrics(_ request: HTTPRequest) -> [String] {
    let text = request.url.split(separator: "metric=").last.map(String.init) ?? ""
    return WebAddressQuery.percentDecoded(text).split(separator: ",").map(String.init)
  }

  @Test func `a missing insights permission is reported, and the original is still shown`()
    async throws
  {
    let fixture = fixture("IMAGE") { _ in .json(InstagramFixture.failure(10), status: 400) }

    let details = try await details(fixture)

    #expect(details.original == "https://x.example/1")
    #expect(details.lacksInsightPermission)
    #expect(details.insights == [])
    #expect(fixture.asked.count == 2)
  }

  @Test(arguments: [200, 230, 299])
  func `other permission codes are reported as a missing insights permission`(code: Int)
    async throws
  {
    let fixture = fixture("IMAGE") { _ in .json(InstagramFixture.failure(code), status: 400) }

    #expect(try await details(fixture).lacksInsightPermission)
  }

  @Test(arguments: [
    HTTPReply(status: 401), .json(InstagramFixture.failure(190), status: 400),
    .json(InstagramFixture.failure(4), status: 400), HTTPReply(status: 500), HTTPReply(status: 200),
  ])
  func `a video address is read even if insights fail`(reply: HTTPReply) async throws {
    let fixture = fixture("VIDEO", product: "REELS") { _ in reply }

    let details = try await details(fixture)

    #expect(details.film == "https://x.example/1")
    #expect(!details.lacksInsightPermission)
  }

  @Test func `a video address is read even if the insights request gets no reply`() async throws {
    let fixture = fixture("VIDEO") { _ throws(TransportError) in throw .notConnected }

    #expect(try await details(fixture).film == "https://x.example/1")
  }

  @Test(
    arguments: [
      ("IMAGE", "FEED", "profile_visits"), ("CAROUSEL_ALBUM", nil, "follows"),
      ("VIDEO", "REELS", "ig_reels_avg_watch_time"), ("IMAGE", "STORY", "replies"),
    ] as [(String, String?, String)])
  func `each kind of medium is requested with its metrics`(
    kind: String, product: String?, metric: String
  ) async throws {
    let fixture = fixture(kind, product: product) { request in
      .json([
        "data": .array(
          Self.metrics(request).map { ["name": .string($0), "values": [["value": 7]]] })
      ])
    }

    let details = try await details(fixture)

    let asked = Self.metrics(try #require(fixture.stub.transport.requests.last))
    #expect(asked.contains(metric) && asked.contains("views") && asked.contains("reach"))
    #expect(details.views == 7)
    #expect(details.insights.count >= 5)
  }

  @Test func `an unsupported metric is left out, and common metrics are requested again`()
    async throws
  {
    let fixture = fixture("IMAGE") { request in
      let metrics = Self.metrics(request)
      guard !metrics.contains("profile_visits") else {
        return .json(InstagramFixture.failure(100), status: 400)
      }
      return .json([
        "data": .array(metrics.map { ["name": .string($0), "values": [["value": 7]]] })
      ])
    }

    let details = try await details(fixture)

    #expect(details.insights.map(\.kind) == [.reach, .saves, .shares, .interactions])
    #expect(!details.lacksInsightPermission)
  }
}

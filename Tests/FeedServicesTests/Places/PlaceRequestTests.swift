import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Differently spelled names of one place share a request.
@Suite struct PlaceRequestTests {
  @Test func `place names that differ in case and blanks are one request`() async throws {
    let stub = StubNetwork { _ in .json(["features": []]) }
    let photon = PhotonPlaceSearch(
      client: ThrottledCachingPlaceClient(server: StubNetwork.home, network: stub.network),
      language: "en")

    for name in ["New York", " new  york ", "NEW YORK"] {
      _ = try await photon.places(named: name)
    }

    #expect(stub.asked.count == 1)
  }
}

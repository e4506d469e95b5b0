import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// The same place under a name that is written otherwise is asked for once.
@Suite struct PlaceQuestionTests {
  @Test func `case and blanks make no other question`() async throws {
    let stub = StubNetwork { _ in .json(["features": []]) }
    let photon = Photon(
      client: PlaceClient(server: StubNetwork.home, network: stub.network), language: "en")

    for name in ["New York", " new  york ", "NEW YORK"] {
      _ = try await photon.places(named: name)
    }

    #expect(stub.asked.count == 1)
  }
}

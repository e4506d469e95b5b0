import Doubles
import FeedDomain

@testable import FeedServices

/// Unsplash, with every answer chosen by the test.
struct UnsplashFixture {
  let stub: StubNetwork
  let connection: UnsplashConnection

  /// With a key alone, or as somebody who signed in.
  init(
    handle: String? = nil,
    answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply
  ) {
    let stub = StubNetwork(answer: answer)
    let client = stub.network.serviceClient(
      at: StubNetwork.home, token: Secret("canary"),
      requestRules: UnsplashRequestRules(isPersonal: handle != nil))
    self.stub = stub
    connection = UnsplashConnection(
      client: client,
      files: stub.network.serviceClient(at: StubNetwork.home, requestRules: UnsplashRequestRules()),
      savedPhotos: handle.map {
        UnsplashSavedPhotos(client: client, handle: $0, thread: stub.network.thread)
      },
      world: stub.network.world)
  }

  var addresses: UnsplashLinkResolver { UnsplashLinkResolver(connection: connection) }
  var extras: UnsplashPersonStatistics { UnsplashPersonStatistics(connection: connection) }
  var feeds: UnsplashFeeds { UnsplashFeeds(connection: connection) }
  var people: UnsplashPeople { UnsplashPeople(connection: connection) }
  var photos: UnsplashPhotoDetails { UnsplashPhotoDetails(connection: connection) }
  var publishing: UnsplashLikesAndSavedPhotos {
    UnsplashLikesAndSavedPhotos(connection: connection)
  }

  /// One that answers the same to everything.
  init(always json: JSON, _ headers: HTTPHeaders = [:]) {
    self.init { _ in .json(json, headers) }
  }

  static func photo(_ id: String) -> JSON {
    [
      "id": .string(id), "width": 300, "height": 200, "created_at": "2026-06-10T21:03:55Z",
      "user": ["username": "mirre", "name": "Mirre"],
      "urls": ["raw": .string("https://images.example/\(id)?ixid=1")],
    ]
  }

  static func photos(_ ids: String...) -> JSON { .array(ids.map(photo)) }
}

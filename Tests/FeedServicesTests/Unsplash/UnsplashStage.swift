import Doubles
import FeedDomain

@testable import FeedServices

/// Unsplash, with every answer chosen by the test.
struct UnsplashStage {
  let stub: StubStage
  let connection: UnsplashConnection

  init(answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply) {
    stub = StubStage(answer: answer)
    connection = UnsplashConnection(
      client: stub.stage.client(
        at: StubStage.home, token: Secret("canary"), dialect: UnsplashDialect()),
      files: stub.stage.client(at: StubStage.home, dialect: UnsplashDialect()),
      world: stub.stage.world)
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

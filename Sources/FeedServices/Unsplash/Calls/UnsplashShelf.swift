internal import FeedDomain
internal import Threads

/// The collection in which somebody keeps photos with this program; made with the first one.
actor UnsplashShelf {
  private static let title = "Tweetie"

  nonisolated let handle: String
  private let client: ServiceClient
  private let thread: SerialThread
  private var known: String?

  init(client: ServiceClient, handle: String, thread: SerialThread) {
    self.client = client
    self.handle = handle
    self.thread = thread
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// The collection's id; nil where there is none yet.
  func collection() async throws(FeedError) -> String? {
    if let known { return known }
    let path = "/users/\(WebQuery.encoded(handle))/collections?per_page=30"
    known = try await client.json(HTTPRequest(.get, path)) { json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return json.array.first { $0["title"].string == Self.title }?["id"].id
    }
    return known
  }

  /// Puts a photo into it, or takes it out again.
  func keep(_ photo: String, _ isKept: Bool) async throws(FeedError) {
    guard isKept else {
      guard let id = try await collection() else { return }
      let query: WebQuery = ["photo_id": photo]
      let path = "/collections/\(WebQuery.encoded(id))/remove?\(query.text)"
      do throws(FeedError) {
        _ = try await client.send(HTTPRequest(.delete, path, isRepeatable: true))
      } catch {
        // What is not in it need not be taken out.
        guard error == .notFound else { throw error }
      }
      return
    }
    let known = try await collection()
    let id: String
    if let known { id = known } else { id = try await make() }
    _ = try await client.send(
      HTTPRequest(
        .post, "/collections/\(WebQuery.encoded(id))/add",
        body: .json(["photo_id": .string(photo)]), isRepeatable: true))
  }

  private func make() async throws(FeedError) -> String {
    let request = HTTPRequest(
      .post, "/collections", body: .json(["title": .string(Self.title), "private": .bool(true)]))
    let id = try await client.json(request) { json, _ throws(FeedError) in
      guard let id = json["id"].id else { throw .badReply }
      return id
    }
    known = id
    return id
  }
}

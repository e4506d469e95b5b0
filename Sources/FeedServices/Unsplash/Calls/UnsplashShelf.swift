internal import FeedDomain
internal import Threads

/// The collection in which somebody keeps photos with this program; made with the first one.
actor UnsplashShelf {
  static let title = "Tweetie"
  /// More pages of collections are not looked through.
  private static let mostPages = 100

  nonisolated let handle: String
  private let client: ServiceClient
  private let thread: SerialThread
  private var known: String?

  init(client: ServiceClient, handle: String, thread: SerialThread) {
    (self.client, self.handle, self.thread) = (client, handle, thread)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// The collection's id; nil where there is none yet.
  func collection() async throws(FeedError) -> String? {
    if let known { return known }
    let stream = UnsplashStream.collections(of: handle)
    var seen: Set<String> = []
    for number in 1...Self.mostPages {
      let (found, ids, goesOn) = try await client.json(HTTPRequest(.get, stream.page(number))) {
        json, reply throws(FeedError) in
        guard json.isArray else { throw .badReply }
        let collection = json.array.first { $0["title"].string == Self.title }
        return (
          collection?["id"].id, json.array.map { $0["id"].id ?? "" },
          LinkHeader(reply).next != nil && !json.array.isEmpty
        )
      }
      if let found { self.known = found }
      if found != nil || !goesOn { return found }
      // The same page again: no other would be told either.
      if seen.isSuperset(of: ids) { break }
      seen.formUnion(ids)
    }
    // It may be further on still: another one of that name must not be made.
    throw .badReply
  }

  /// Puts a photo into it, or takes it out again.
  func keep(_ photo: String, _ isKept: Bool) async throws(FeedError) {
    guard isKept else {
      guard let id = try await collection() else { return }
      let query: WebQuery = ["photo_id": photo]
      let path = "/collections/\(WebQuery.encoded(id))/remove?\(query.text)"
      do throws(FeedError) {
        try await client.perform(HTTPRequest(.delete, path, isRepeatable: true))
      } catch {
        // What is not in it need not be taken out.
        guard error == .notFound else { throw error }
      }
      return
    }
    let known = try await collection()
    let id: String
    if let known { id = known } else { id = try await make() }
    do throws(FeedError) {
      try await client.perform(
        HTTPRequest(
          .post, "/collections/\(WebQuery.encoded(id))/add",
          body: .json(["photo_id": .string(photo)]), isRepeatable: true))
    } catch {
      // Somebody may have deleted it elsewhere: the next time it is looked for anew.
      if error == .notFound { self.known = nil }
      throw error
    }
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

internal import FeedDomain

/// Sends pictures before the post that shows them.
struct MastodonUploads: UploadGateway {
  /// How often a server is asked whether it is ready; with the waits between, some two minutes.
  private static let mostLooks = 10

  let connection: MastodonConnection

  func upload(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> String {
    // What would be refused in the end need not be sent.
    if let most = connection.server.pictureBytes, picture.bytes.count > most { throw .refused(nil) }
    let arrived: Arrived
    do throws(FeedError) {
      arrived = try await send(picture, altText, to: "/api/v2/media", progress)
    } catch {
      // Older servers take a picture in only under the older path.
      guard error == .notFound else { throw error }
      arrived = try await send(picture, altText, to: "/api/v1/media", progress)
    }
    if !arrived.isReady { try await waitUntilReady(arrived.id) }
    return arrived.id
  }

  private struct Arrived: Sendable {
    let id: String
    let isReady: Bool
  }

  private func send(
    _ picture: PreparedPicture, _ altText: String, to path: String,
    _ progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> Arrived {
    let ending = picture.mediaType.split(separator: "/").last.map(String.init) ?? "jpeg"
    let file = HTTPPart.Content.bytes(
      picture.bytes, fileName: "picture.\(ending)", type: picture.mediaType)
    var parts = [HTTPPart(name: "file", content: file)]
    if !altText.isEmpty { parts.append(HTTPPart(name: "description", content: .text(altText))) }
    var request = HTTPRequest(.post, path, body: .multipart(parts))
    request.kind = .media
    return try await connection.client.json(request) { step in
      if case .sent(let transfer) = step { progress(transfer) }
    } _: { json, reply throws(FeedError) in
      try Self.arrived(json, reply)
    }
  }

  private func waitUntilReady(_ id: String) async throws(FeedError) {
    for look in 0..<Self.mostLooks {
      // 1, 2, 4, … seconds, but never longer than 15.
      let wait = Duration.seconds(min(1 << look, 15))
      do { try await connection.world.sleep(for: wait) } catch { throw .cancelled }
      let arrived = try await connection.get(MastodonPath("/api/v1/media", id)) {
        json, reply throws(FeedError) in
        try Self.arrived(json, reply)
      }
      if arrived.isReady { return }
    }
    // It answers each time, and is not done: with this status.
    throw .serverFailed(206)
  }

  private static func arrived(_ json: JSON, _ reply: HTTPReply) throws(FeedError) -> Arrived {
    guard let id = json["id"].id else { throw .badReply }
    return Arrived(id: id, isReady: reply.status == 200 && !json["url"].isNull)
  }
}

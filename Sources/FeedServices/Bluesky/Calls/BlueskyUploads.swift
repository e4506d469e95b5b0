internal import FeedDomain

/// Sends pictures before the post that shows them.
struct BlueskyUploads: UploadGateway {
  let connection: BlueskyConnection

  func upload(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> String {
    // What would be refused in the end need not be sent.
    guard picture.bytes.count <= BlueskyPublishing.limits.pictures.bytes else {
      throw .refused(nil)
    }
    // The same bytes sent twice are one picture.
    let request = HTTPRequest(
      .post, XRPC("com.atproto.repo.uploadBlob").path,
      body: .bytes(picture.bytes, type: picture.mediaType), kind: .media, isRepeatable: true)
    return try await connection.client.json(request) { step in
      if case .sent(let transfer) = step { progress(transfer) }
    } _: { json, _ throws(FeedError) in
      guard json["blob"].isObject else { throw .badReply }
      return UploadedPicture(blob: json["blob"], size: picture.size).name
    }
  }
}

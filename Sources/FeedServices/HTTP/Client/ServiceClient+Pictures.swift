internal import FeedDomain

extension ServiceClient {
  /// The most bytes of a picture that is kept and not decoded: it is held in memory on its way.
  private static let mostKept = 64 << 20

  /// The bytes of a picture, wherever it is.
  ///
  /// The server itself may stand in the person's own network; no other may be reached there because
  /// a post says so.
  func picture(
    at address: String, isForKeeping: Bool = false,
    progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> [UInt8] {
    var request = HTTPRequest.media(address)
    if isForKeeping { request.maximumBytes = Self.mostKept }
    if address.hasPrefix("\(server)/") { request.reach = .anywhere }
    let reply = try await send(request) { step in
      if case .received(let transfer) = step { progress(transfer) }
    }
    return reply.body
  }
}

/// Shows pictures that anybody may fetch, wherever they are.
protocol PictureFetching: PhotoGateway {
  /// Fetches them in nobody's name.
  var files: ServiceClient { get }
}

extension PictureFetching {
  func bytes(
    of rendition: Photo.Rendition, progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> [UInt8] {
    try await files.picture(
      at: rendition.url, isForKeeping: rendition.isForKeeping, progress: progress)
  }
}

internal import FeedDomain

extension TweetieConnection: UploadGateway {
  func upload(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> String {
    guard picture.bytes.count <= Self.mostBytes else { throw .refused("It is larger than 16 MB.") }
    return try await line.call(.upload) { [token, line] server throws(FeedError) in
      try await Transmission(line: line).pass(picture.bytes.count, progress)
      return try await server.keep(picture, key: key, token).text
    }
  }

  private static var mostBytes: Int { 16 << 20 }
}

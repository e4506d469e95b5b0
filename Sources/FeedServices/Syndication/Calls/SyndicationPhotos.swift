internal import FeedDomain

/// Pictures, films and sounds that come with an entry.
struct SyndicationPhotos: PhotoGateway {
  let connection: SyndicationConnection

  func bytes(
    of rendition: Photo.Rendition, progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> [UInt8] {
    // In the reader's own network only what is beside a feed whose address they told themselves.
    let own = await connection.desk.list.subscriptions.first {
      !$0.isElsewhere && ChannelFinder.isSamePlace($0.address, as: rendition.url)
    }
    let origin = own.flatMap { _ in WebAddress(rendition.url)?.origin } ?? ""
    return try await connection.desk.stage.files(at: origin).picture(
      at: rendition.url, isForKeeping: rendition.isForKeeping, progress: progress)
  }

  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    let (item, _) = try await connection.entry(post)
    guard let media = item.media.first(where: { $0.url == photo.rawValue }) else {
      throw .notFound
    }
    return PhotoDetails(
      original: media.kind.isPlayed ? nil : media.url, film: media.kind.isPlayed ? media.url : nil)
  }
}

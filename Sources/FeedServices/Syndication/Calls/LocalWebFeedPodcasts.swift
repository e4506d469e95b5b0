internal import FeedDomain
internal import Groundwork

/// A gateway for the podcasts among web feeds, with the downloaded files of their episodes.
struct LocalWebFeedPodcasts: EpisodeFileGateway {
  let connection: LocalWebFeedConnection
  let files: EpisodeFileStore

  func episode(_ post: Post.ID) async throws(FeedError) -> Episode? {
    guard let id = WebFeedEntryID(post) else { throw .notFound }
    let (item, posts) = try await connection.webFeedEntryAndConverter(id.post)
    guard let media = item.media.first(where: \.kind.isPlayed) else { return nil }
    return Episode(
      id.post, of: Person.ID(id.subscription.rawValue),
      title: item.title.isEmpty ? item.text.plain.withSingleBlanks : item.title, show: posts.name,
      address: media.url, isFilm: media.kind == .video, page: item.link,
      createdAt: item.writtenAt ?? Timestamp(milliseconds: 0), seconds: media.seconds,
      chapters: item.chapters, chapterFile: item.chapterFile, transcript: item.transcript)
  }

  func episodeFileState(of episode: Episode) -> EpisodeFileState {
    files.episodeFileState(of: episode)
  }

  func downloadEpisode(
    _ episode: Episode, progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(EpisodeDownloadError) {
    let list = await connection.refresher.list
    // In the user's own network, only files on the server of a feed whose address the user typed
    // are fetched.
    let beside = list.subscriptions.first {
      !$0.isElsewhere && WebFeedFinder.isSameOriginOrLoopback($0.address, as: episode.address)
    }
    // A paid podcast needs the login of its feed, which goes to the server of the feed alone.
    let feed = list[Subscription.ID(episode.feed.rawValue)].flatMap {
      WebFeedFinder.isSameOriginOrLoopback($0.address, as: episode.address) ? $0 : nil
    }
    let login = feed.flatMap { list.logins[$0.id.rawValue] }
    try await files.downloadEpisode(
      episode, isOwn: beside != nil,
      authorization: login.map { "Basic \(Base64.standardBase64(Array($0.utf8)))" },
      progress: progress)
  }

  func deleteEpisodeFile(of episode: Episode) { files.deleteFiles(of: episode) }

  func deleteEpisodeFiles(except episodes: [Episode]) { files.deleteAllFiles(except: episodes) }
}

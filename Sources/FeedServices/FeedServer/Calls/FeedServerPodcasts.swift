internal import FeedDomain

struct FeedServerPodcasts: EpisodeFileGateway {
  let connection: FeedServerConnection
  /// The base address of the feed server. Episodes below this address may be in the user's own
  /// network, as the server can be a proxy for other servers' files.
  let base: String
  let files: EpisodeFileStore

  func episode(_ post: Post.ID) async throws(FeedError) -> Episode? {
    let entry = try await connection.cachedOrFetchedEntry(post)
    let shown = await connection.converter.shortenedEntryPost(entry)
    guard let media = shown.content.photos.first(where: \.kind.isPlayed),
      let address = media.address
    else { return nil }
    // Feed servers state no duration.
    return Episode(
      shown.id, of: shown.author.id,
      title: entry.title.isEmpty ? shown.content.text.plain.withSingleBlanks : entry.title,
      show: shown.author.name, address: address, isFilm: media.kind == .video, page: entry.link,
      createdAt: shown.createdAt)
  }

  func episodeFileState(of episode: Episode) -> EpisodeFileState {
    files.episodeFileState(of: episode)
  }

  func downloadEpisode(
    _ episode: Episode, progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(EpisodeDownloadError) {
    try await files.downloadEpisode(
      episode, isOwn: episode.address.hasPrefix("\(base)/"), progress: progress)
  }

  func deleteEpisodeFile(of episode: Episode) { files.deleteFiles(of: episode) }

  func deleteEpisodeFiles(except episodes: [Episode]) { files.deleteAllFiles(except: episodes) }
}

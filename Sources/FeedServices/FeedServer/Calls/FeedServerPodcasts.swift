internal import FeedDomain

struct FeedServerPodcasts: PodcastGateway {
  let connection: FeedServerConnection
  /// The base address of the feed server. Episodes below this address may be in the user's own
  /// network, as the server can be a proxy for other servers' files.
  let base: String
  let files: EpisodeFiles

  func episode(_ post: Post.ID) async throws(FeedError) -> Episode? {
    let entry = try await connection.cachedOrFetchedEntry(post)
    let shown = await connection.converter.entryPost(entry)
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

  func episodeFile(of episode: Episode) -> EpisodeFile { files.fileState(of: episode) }

  func downloadEpisode(
    _ episode: Episode, progress: @escaping @Sendable (ByteProgress) -> Void
  ) async throws(EpisodeError) {
    try await files.download(
      episode, isOwn: episode.address.hasPrefix("\(base)/"), progress: progress)
  }

  func deleteEpisodeFile(of episode: Episode) { files.deleteFiles(of: episode) }

  func deleteEpisodeFiles(except episodes: [Episode]) { files.deleteAllFiles(except: episodes) }
}

/// An error that prevents the download of an episode's file.
public enum EpisodeDownloadError: Error, Equatable, Sendable {
  /// An error of an episode's download: the address of the file leads to this machine or its local
  /// network.
  case notPublic
  /// An error of an episode's download: the address leads to a page or another file that is neither
  /// audio nor video.
  case notMedia
  /// An error of an episode's download: the file is larger than a number of bytes.
  case tooLarge(limit: Int)
  /// An error of an episode's download: the files of all episodes reach a number of bytes.
  case folderFull(limit: Int)
  case diskFull
  /// An error of an episode's download: another window of the program is downloading the file.
  case busy
  /// An error of an episode's download: the program stores nothing on disk in this run.
  case noFolder
  case service(FeedError)
  case storage(StoreError)
}

/// A gateway for the episodes of an account's web feeds, and for their files on this machine.
public protocol EpisodeFileGateway: Sendable {
  /// Returns the episode of an entry; nil for an entry without audio and video.
  func episode(_ post: Post.ID) async throws(FeedError) -> Episode?
  func episodeFileState(of episode: Episode) -> EpisodeFileState
  /// Downloads the file of an episode, or the rest of it after a cancelled or failed download;
  /// cancelling the task keeps what has arrived. `progress` counts all bytes of the file.
  func downloadEpisode(
    _ episode: Episode, progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(EpisodeDownloadError)
  /// Deletes the file of an episode, also one that is not complete.
  func deleteEpisodeFile(of episode: Episode)
  /// Deletes all downloaded files of episodes other than the given ones, such as those of
  /// unsubscribed web feeds.
  func deleteEpisodeFiles(except episodes: [Episode])
}

/// A protocol of stores for the queue of an account's podcasts, with the position in each at which
/// playing stopped. The queue survives the deletion of the cache; it is erased with the account.
public protocol PodcastQueueStore: Sendable {
  /// Reads the queue of episodes in order, the episode added first at the top.
  func queuedEpisodes(account: Account.ID) async throws(StoreError) -> [QueuedEpisode]
  /// Adds an episode to the end of the queue; an episode of the queue gets its new facts and keeps
  /// its position. Returns true if the episode was not in the queue.
  func addEpisode(_ episode: QueuedEpisode, account: Account.ID) async throws(StoreError) -> Bool
  /// Stores the position of an episode, in seconds, at which playing stopped.
  func setPlayingPosition(_ seconds: Int, in post: Post.ID, account: Account.ID)
    async throws(StoreError)
  /// Marks an episode as played or not played; a played episode starts from its beginning when it
  /// is played again.
  func setEpisodePlayed(_ isPlayed: Bool, _ post: Post.ID, account: Account.ID)
    async throws(StoreError)
  /// Stores the duration of an episode that the player found, if the feed states none.
  func setEpisodeDurationIfUnknown(_ seconds: Int, of post: Post.ID, account: Account.ID)
    async throws(StoreError)
  func removeEpisode(_ post: Post.ID, account: Account.ID) async throws(StoreError)
  /// Removes the episodes of an unsubscribed web feed, and returns them.
  func removeFeedEpisodes(
    of feed: Person.ID, account: Account.ID
  ) async throws(StoreError) -> [QueuedEpisode]
}

package import FeedDomain

/// A queue of an account's podcasts, which holds the stored episodes and downloads their files, one
/// at a time. Downloads go on while no scene shows them, until the program or the session ends.
@MainActor
package final class PodcastQueue {
  package enum UnfinishedEpisodeDownloadState: Equatable, Sendable {
    case waiting
    /// A state of an episode's download: running, with the bytes that arrived; nil before the
    /// first.
    case running(ByteTransferProgress?)
    case failed(EpisodeDownloadError)
  }

  /// The duration between two reports of a podcast download's progress.
  private nonisolated static let reportInterval = Duration.milliseconds(250)

  private let account: Account.ID
  private let store: (any PodcastQueueStore)?
  private let world: any World
  private let log: any Log
  private let currentGateway: @MainActor () -> (any EpisodeFileGateway)?
  private var listeners = EventListeners<Void>()
  /// The episodes of the podcast queue in order; nil until they are read.
  package private(set) var episodes: [QueuedEpisode]?
  package private(set) var files: [Post.ID: EpisodeFileState] = [:]
  package private(set) var downloads: [Post.ID: UnfinishedEpisodeDownloadState] = [:]
  private var waiting: [Episode] = []
  private var running: (post: Post.ID, task: Task<Void, Never>)?
  private var isOver = false
  /// The numbers of reads of the queue from the store: of all so far, and of the latest shown one.
  private var reads = (begun: 0, shown: 0)

  init(
    account: Account.ID, store: (any PodcastQueueStore)?, world: any World, log: any Log,
    gateway: @escaping @MainActor () -> (any EpisodeFileGateway)?
  ) {
    (self.account, self.store, self.world, self.log) = (account, store, world, log)
    currentGateway = gateway
  }

  private var gateway: (any EpisodeFileGateway)? { isOver ? nil : currentGateway() }

  /// Adds a listener, held weakly, for changes of the podcast queue.
  package func addPodcastQueueListener<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener) -> Void
  ) {
    listeners.addListener(listener) { listener, _ in hear(listener) }
  }

  /// Reads the queue of episodes from the store; the first time, deletes files of episodes that are
  /// no longer in it.
  package func loadEpisodes() async throws(StoreError) {
    guard let store, let gateway else { return }
    let isFirst = episodes == nil
    reads.begun += 1
    let number = reads.begun
    let read = try await store.queuedEpisodes(account: account)
    let found = await Self.episodeFileStates(of: read.map(\.episode), gateway, isSweeping: isFirst)
    // An earlier read may end after a later one, with older episodes.
    guard !isOver, number > reads.shown else { return }
    reads.shown = number
    (episodes, files) = (read, found)
    listeners.callListeners(())
  }

  /// Returns the states of the files of episodes, read off the main actor; if `isSweeping`, first
  /// deletes all other files.
  @concurrent
  private nonisolated static func episodeFileStates(
    of episodes: [Episode], _ gateway: any EpisodeFileGateway, isSweeping: Bool
  ) async -> [Post.ID: EpisodeFileState] {
    if isSweeping { gateway.deleteEpisodeFiles(except: episodes) }
    return Dictionary(episodes.map { ($0.post, gateway.episodeFileState(of: $0)) }) { first, _ in
      first
    }
  }

  package func episode(_ post: Post.ID) -> QueuedEpisode? { episodes?.first { $0.id == post } }

  // MARK: - Changes

  package func addEpisode(of post: Post.ID) async -> SceneEffect.StatusMessage {
    guard let store, let gateway else { return .noEpisode }
    let episode: Episode?
    do throws(FeedError) { episode = try await gateway.episode(post) } catch {
      return .episodeNotQueued(error)
    }
    guard let episode else { return .noEpisode }
    do throws(StoreError) {
      let isNew = try await store.addEpisode(QueuedEpisode(episode), account: account)
      if episodes != nil { try await loadEpisodes() }
      return .episodeQueued(isNew: isNew)
    } catch {
      return .storeFailed(error)
    }
  }

  /// Adds removed episodes to the queue again, with the position at which playing stopped in each.
  package func putBackRemovedEpisodes(_ episodes: [QueuedEpisode]) async throws(StoreError) {
    guard let store, !episodes.isEmpty else { return }
    for episode in episodes { _ = try await store.addEpisode(episode, account: account) }
    try await loadEpisodes()
  }

  /// Removes an episode from the queue, with its file.
  package func removeEpisodeAndFile(_ post: Post.ID) async throws(StoreError) {
    guard let store else { return }
    cancelDownload(post)
    let known = try await store.queuedEpisodes(account: account).first { $0.id == post }
    try await store.removeEpisode(post, account: account)
    if let known { gateway?.deleteEpisodeFile(of: known.episode) }
    try await loadEpisodes()
  }

  /// Removes the episodes of an unsubscribed web feed from the queue, with their files; returns the
  /// removed episodes.
  package func removeFeedEpisodes(of feed: Person.ID) async throws(StoreError) -> [QueuedEpisode] {
    guard let store else { return [] }
    let removed = try await store.removeFeedEpisodes(of: feed, account: account)
    guard !removed.isEmpty else { return [] }
    for queued in removed {
      cancelDownload(queued.id)
      gateway?.deleteEpisodeFile(of: queued.episode)
    }
    if episodes != nil { try await loadEpisodes() }
    return removed
  }

  package func setEpisodePlayed(_ isPlayed: Bool, _ post: Post.ID) async throws(StoreError) {
    guard let store else { return }
    try await store.setEpisodePlayed(isPlayed, post, account: account)
    if episodes != nil { try await loadEpisodes() }
  }

  /// Stores the position at which a player is in an episode, or stopped. An episode that was played
  /// to its end counts as played.
  package func recordPlaybackPosition(_ playback: PlaybackPosition, of post: Post.ID)
    async throws(StoreError)
  {
    guard let store, !isOver else { return }
    if let seconds = playback.duration {
      try await store.setEpisodeDurationIfUnknown(seconds, of: post, account: account)
    }
    if playback.isFinished {
      try await store.setEpisodePlayed(true, post, account: account)
    } else {
      try await store.setPlayingPosition(playback.position, in: post, account: account)
    }
    if episodes != nil { try await loadEpisodes() }
  }

  /// Ends the queue for good, at the end of the session or the program: cancels all downloads of
  /// episodes; the bytes that have arrived stay.
  package func stopDownloadsForGood() {
    isOver = true
    running?.task.cancel()
    (running, waiting, downloads) = (nil, [], [:])
  }
}

// MARK: - Downloads

extension PodcastQueue {
  /// Queues the download of an episode's file after the downloads that were requested before.
  package func queueEpisodeDownload(_ post: Post.ID) {
    guard let episode = episode(post)?.episode, !isDownloadingOrWaiting(post) else { return }
    if case .complete? = files[post] { return }
    waiting.append(episode)
    downloads[post] = .waiting
    startNextDownload()
    listeners.callListeners(())
  }

  /// Returns true if the file of an episode is being downloaded, or waits for its download.
  package func isDownloadingOrWaiting(_ post: Post.ID) -> Bool {
    switch downloads[post] {
    case .waiting, .running: true
    case .failed, nil: false
    }
  }

  /// Cancels the download of an episode; the bytes that have arrived stay for the next one.
  package func cancelDownload(_ post: Post.ID) {
    waiting.removeAll { $0.post == post }
    downloads[post] = nil
    if running?.post == post { running?.task.cancel() }
    listeners.callListeners(())
  }

  package func waitForDownloads() async {
    while let running { await running.task.value }
  }

  private func startNextDownload() {
    guard running == nil, !isOver, !waiting.isEmpty, let gateway else { return }
    let episode = waiting.removeFirst()
    let post = episode.post
    downloads[post] = .running(nil)
    let (steps, report) = AsyncStream.makeStream(
      of: ByteTransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    let shown = Task { [weak self, world] in
      for await step in steps {
        self?.showDownloadProgress(step, of: post)
        // A cancelled download reports no more progress.
        do throws(CancellationError) { try await world.sleep(for: Self.reportInterval) } catch {
          return
        }
      }
    }
    let task = Task { [weak self] in
      let failure = await RequestBudget.runActionWithNewBudget {
        await Self.downloadEpisodeFile(episode, gateway) { report.yield($0) }
      }
      report.finish()
      shown.cancel()
      await self?.finishDownload(episode, failure, gateway)
    }
    running = (post, task)
  }

  private nonisolated static func downloadEpisodeFile(
    _ episode: Episode, _ gateway: any EpisodeFileGateway,
    _ report: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async -> EpisodeDownloadError? {
    do throws(EpisodeDownloadError) {
      try await gateway.downloadEpisode(episode, progress: report)
      return nil
    } catch {
      return error
    }
  }

  private func showDownloadProgress(_ progress: ByteTransferProgress, of post: Post.ID) {
    guard running?.post == post, case .running? = downloads[post] else { return }
    downloads[post] = .running(progress)
    listeners.callListeners(())
  }

  private func finishDownload(
    _ episode: Episode, _ failure: EpisodeDownloadError?, _ gateway: any EpisodeFileGateway
  ) async {
    let post = episode.post
    let found = await Self.episodeFileStates(of: [episode], gateway, isSweeping: false)
    guard running?.post == post, !isOver else { return }
    running = nil
    if self.episode(post) == nil {
      // The episode was removed from the queue during the download.
      gateway.deleteEpisodeFile(of: episode)
      files[post] = nil
    } else {
      files[post] = found[post]
    }
    switch failure {
    case nil: if case .running? = downloads[post] { downloads[post] = nil }
    case .service(.cancelled): if case .running? = downloads[post] { downloads[post] = nil }
    case let failure?:
      log.writeLogLine(.network, .error, "an episode is not downloaded: \(failure)")
      if self.episode(post) != nil { downloads[post] = .failed(failure) }
    }
    startNextDownload()
    listeners.callListeners(())
  }
}

/// A report of the position at which a player is in an episode, or stopped.
package struct PlaybackPosition: Equatable, Sendable {
  /// The position of the player in seconds from the start of the episode.
  package let position: Int
  /// The duration of the episode in seconds; nil if the player does not know it.
  package let duration: Int?
  /// True if the player reached the end of the episode.
  package let isFinished: Bool

  package init(position: Int, duration: Int?, isFinished: Bool) {
    (self.position, self.duration, self.isFinished) = (position, duration, isFinished)
  }
}

package import FeedDomain

package enum PodcastsScene {
  package enum SceneRequest: Equatable, Sendable, ListSceneRequest {
    case open, close
    case toggleDownload(Post.ID)
    /// A request of the podcasts scene: play an episode from a time in seconds; nil for the
    /// position at which playing stopped.
    case play(Post.ID, from: Int?)
    case togglePlayed(Post.ID)
    case remove(Post.ID)
    case toggleDetails(Post.ID)
    case undo
  }

  package struct SceneState: Equatable, Sendable {
    /// The episodes in the order of the queue, played ones last; nil until they are read.
    package var episodes: [QueuedEpisode]?
    package var files: [Post.ID: EpisodeFileState] = [:]
    package var downloads: [Post.ID: PodcastQueue.UnfinishedEpisodeDownloadState] = [:]
    /// The id of the episode whose details the podcasts scene shows; nil for none.
    package var episodeWithOpenDetails: Post.ID?

    package init(_ episodes: [QueuedEpisode]? = nil) { self.episodes = episodes }
  }
}

@MainActor
package final class PodcastsInteractor: Interacting {
  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<PodcastsScene.SceneState>
  private var state = PodcastsScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private var isOpen = false
  /// The episode that was removed last, for undoing the removal, and the number of the newest other
  /// action before it; later actions are undone first.
  private var removed: (episode: QueuedEpisode, after: Int)?
  private var queue: PodcastQueue { session.podcasts }

  package init(
    _ session: AccountSession, actions: UserActionPerformer,
    presenter: any Presenting<PodcastsScene.SceneState>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    session.podcasts.addPodcastQueueListener(self) { $0.showPodcastQueue() }
    actions.addActionReportListener(self) { interactor, event in
      if interactor.isOpen { presenter.performReportEffects(event, of: session.account) }
    }
  }

  package func handle(_ request: PodcastsScene.SceneRequest) async {
    switch request {
    case .open:
      isOpen = true
      await runPodcastQueueChange { queue throws(StoreError) in try await queue.loadEpisodes() }
    case .close: isOpen = false
    case .toggleDownload(let post):
      if queue.isDownloadingOrWaiting(post) {
        queue.cancelDownload(post)
      } else {
        queue.queueEpisodeDownload(post)
      }
    case .play(let post, let start): playEpisode(post, from: start)
    case .togglePlayed(let post): await toggleEpisodePlayed(post)
    case .remove(let post):
      removed = queue.episode(post).map { ($0, actions.newestUndoableAction) }
      await runPodcastQueueChange { queue throws(StoreError) in
        try await queue.removeEpisodeAndFile(post)
      }
    case .toggleDetails(let post):
      state.episodeWithOpenDetails = state.episodeWithOpenDetails == post ? nil : post
    case .undo:
      guard let removed, actions.newestUndoableAction <= removed.after else {
        return actions.undoLastAction()
      }
      self.removed = nil
      await runPodcastQueueChange { queue throws(StoreError) in
        try await queue.putBackRemovedEpisodes([removed.episode])
      }
    }
  }

  private func showPodcastQueue() {
    guard isOpen, let episodes = queue.episodes else { return }
    var next = state
    next.episodes = episodes.filter { !$0.isPlayed } + episodes.filter(\.isPlayed)
    (next.files, next.downloads) = (queue.files, queue.downloads)
    state = next
  }

  private func runPodcastQueueChange(_ change: (PodcastQueue) async throws(StoreError) -> Void)
    async
  {
    do throws(StoreError) { try await change(queue) } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  private func toggleEpisodePlayed(_ post: Post.ID) async {
    guard let episode = queue.episode(post) else { return }
    await runPodcastQueueChange { queue throws(StoreError) in
      try await queue.setEpisodePlayed(!episode.isPlayed, post)
    }
    guard !episode.isPlayed else { return }
    await actions.setReadState(true, .entries([post]), canBeUndone: false)
  }

  /// Plays an episode in the external player: its downloaded file, or its address if there is no
  /// file; without a start time, from the position at which playing stopped.
  private func playEpisode(_ post: Post.ID, from start: Int?) {
    guard let queued = queue.episode(post) else { return }
    let source: SceneEffect.VideoAddressOrFile =
      if case .complete(let path, _)? = queue.files[post] { .ownFile(path: path) } else {
        .address(queued.episode.address)
      }
    presenter.perform(
      .playEpisode(
        SceneEffect.EpisodePlayback(
          account: session.account.id, post: post, source: source,
          start: start ?? queued.position)))
  }
}

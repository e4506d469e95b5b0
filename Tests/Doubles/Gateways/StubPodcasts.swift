package import FeedDomain
import Threads

/// A gateway for podcasts with the test's episodes and files; downloads end when the test says so.
package actor StubPodcasts: EpisodeFileGateway {
  private struct Contents {
    var files: [Post.ID: EpisodeFileState] = [:]
    var removed: [Post.ID] = []
  }

  private let episodes: [Episode]
  private nonisolated let contents = LockedValue(Contents())
  private var failures: [Post.ID: EpisodeDownloadError] = [:]
  private var waiting: [(post: Post.ID, end: CheckedContinuation<Void, Never>)] = []
  package private(set) var started: [Post.ID] = []
  /// True if each download of an episode ends at once.
  private let isInstant: Bool

  package init(_ episodes: [Episode] = [], isInstant: Bool = true) {
    (self.episodes, self.isInstant) = (episodes, isInstant)
  }

  package func fail(_ post: Post.ID, _ error: EpisodeDownloadError?) { failures[post] = error }

  /// Ends the download of an episode that began first.
  package func finishDownload() {
    guard !waiting.isEmpty else { return }
    waiting.removeFirst().end.resume()
  }

  package nonisolated var removed: [Post.ID] { contents.withLock { $0.removed } }

  package func episode(_ post: Post.ID) throws(FeedError) -> Episode? {
    guard !post.rawValue.hasPrefix("gone") else { throw .notFound }
    return episodes.first { $0.post == post }
  }

  package nonisolated func episodeFileState(of episode: Episode) -> EpisodeFileState {
    contents.withLock { $0.files[episode.post] ?? .missing }
  }

  package func downloadEpisode(
    _ episode: Episode, progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(EpisodeDownloadError) {
    started.append(episode.post)
    progress(ByteTransferProgress(receivedBytes: 1_000_000, totalBytes: 4_000_000))
    if !isInstant { await withCheckedContinuation { waiting.append((episode.post, $0)) } }
    if Task.isCancelled { throw .service(.cancelled) }
    if let failure = failures[episode.post] { throw failure }
    contents.withLock {
      $0.files[episode.post] = .complete(
        path: "/podcasts/\(episode.post.rawValue)", bytes: 4_000_000)
    }
  }

  package nonisolated func deleteEpisodeFile(of episode: Episode) {
    contents.withLock {
      $0.files[episode.post] = nil
      $0.removed.append(episode.post)
    }
  }

  package nonisolated func deleteEpisodeFiles(except episodes: [Episode]) {
    let kept = Set(episodes.map(\.post))
    contents.withLock { $0.files = $0.files.filter { kept.contains($0.key) } }
  }
}

package import FeedDomain

/// A queue of podcasts in memory.
package actor FakeEpisodes: PodcastQueueStore {
  private var queue: [QueuedEpisode]
  private var failure: StoreError?
  private var holdsNextRead = false
  private var held: CheckedContinuation<Void, Never>?

  package init(_ queue: [QueuedEpisode] = []) { self.queue = queue }

  package func fail(_ error: StoreError?) { failure = error }

  /// Makes the next read of the queue, once it has its episodes, wait for `releaseRead`.
  package func holdNextRead() { holdsNextRead = true }
  package var isHoldingRead: Bool { held != nil }

  package func releaseRead() {
    held?.resume()
    held = nil
  }

  package func queuedEpisodes(account: Account.ID) async throws(StoreError) -> [QueuedEpisode] {
    if let failure { throw failure }
    let read = queue
    if holdsNextRead {
      holdsNextRead = false
      await withCheckedContinuation { held = $0 }
    }
    return read
  }

  package func addEpisode(_ episode: QueuedEpisode, account: Account.ID) throws(StoreError) -> Bool
  {
    if let failure { throw failure }
    guard !queue.contains(where: { $0.id == episode.id }) else { return false }
    queue.append(episode)
    return true
  }

  package func setPlayingPosition(
    _ seconds: Int, in post: Post.ID, account: Account.ID
  ) throws(StoreError) {
    try change(post) { $0.position = seconds }
  }

  package func setEpisodePlayed(
    _ isPlayed: Bool, _ post: Post.ID, account: Account.ID
  ) throws(StoreError) {
    try change(post) {
      $0.isPlayed = isPlayed
      if isPlayed { $0.position = 0 }
    }
  }

  package func setEpisodeDurationIfUnknown(_ seconds: Int, of post: Post.ID, account: Account.ID) {}

  package func removeEpisode(_ post: Post.ID, account: Account.ID) throws(StoreError) {
    if let failure { throw failure }
    queue.removeAll { $0.id == post }
  }

  package func removeFeedEpisodes(
    of feed: Person.ID, account: Account.ID
  ) throws(StoreError) -> [QueuedEpisode] {
    if let failure { throw failure }
    let removed = queue.filter { $0.episode.feed == feed }
    queue.removeAll { $0.episode.feed == feed }
    return removed
  }

  private func change(_ post: Post.ID, _ change: (inout QueuedEpisode) -> Void) throws(StoreError) {
    if let failure { throw failure }
    guard let place = queue.firstIndex(where: { $0.id == post }) else { return }
    change(&queue[place])
  }
}

extension Episode {
  /// Returns an episode of a show, two hours old.
  package static func sample(
    _ id: String, title: String = "The Pier at Night", seconds: Int? = 3_723, page: String? = nil,
    chapters: [EpisodeChapter] = [], transcript: String? = nil
  ) -> Episode {
    Episode(
      Post.ID("old/\(id)"), of: Person.ID("old"), title: title, show: "Harbour Talk",
      address: "https://old.example/\(id).mp3", page: page,
      createdAt: FakeWorld.noon.timeAdvanced(by: .seconds(-7_200)), seconds: seconds,
      chapters: chapters, transcript: transcript)
  }
}

package import FeedDomain

/// A part of an archive, which is a choice among own posts, liked posts and bookmarked posts.
package enum ArchivePart: String, CaseIterable, Sendable {
  case posts, likes, bookmarks
}

/// A fetcher of all posts, likes and bookmarks of an account for an archive, newest first, without
/// storing them. It waits for rate limits, and repeats failed requests a few times; the error of a
/// part that ends early is returned.
package struct ArchiveFetcher: Sendable {
  /// The pause between two requests for an archive.
  private static let pace = Duration.milliseconds(250)
  /// Maximum number of attempts to fetch a page of an archive.
  private static let mostTries = 4

  private let connection: ServiceConnection
  private let photos: (any PhotoCache)?
  private let world: any World

  /// Creates a fetcher of posts for an archive of a service's account. `photos` is the cache of
  /// photos, which are not fetched again.
  package init(_ connection: ServiceConnection, photos: (any PhotoCache)?, world: any World) {
    (self.connection, self.photos, self.world) = (connection, photos, world)
  }

  package var parts: [ArchivePart] {
    let offered = connection.streams.compactMap(\.feed)
    let service = connection.account.service
    let hasOwn = connection.publishing != nil && !service.isOfPhotos
    return ArchivePart.allCases.filter { part in
      switch part {
      // An account of web feeds has no posts of its own.
      case .posts: connection.people != nil && !service.hasArticles
      case .likes, .bookmarks: hasOwn || offered.contains(archiveFeed(of: part))
      }
    }
  }

  /// Fetches the posts for one part of an archive (own, liked or bookmarked) and passes each page
  /// of them to a closure; returns the error that ended the fetching early, nil if all were
  /// fetched. Rethrows errors of the closure.
  package func fetchArchivePosts<Failure: Error>(
    of part: ArchivePart, _ take: ([Post]) async throws(Failure) -> Void
  ) async throws(Failure) -> FeedError? {
    let feed = archiveFeed(of: part)
    var known: Set<Post.ID> = []
    var seen: Set<FeedEntry.ID> = []
    var walk = RequestedCursors()
    var fetchRange: FetchRange? = .latest
    while let asked = fetchRange {
      if asked != .latest, await !pauseUnlessCancelled(Self.pace) { return .cancelled }
      let page: FeedPage
      switch await self.fetchPage(of: feed, asked) {
      case .success(let told): page = told
      case .failure(let error): return error
      }
      let posts = page.entries.filter { belongsToArchivePart($0, in: part) }.map(\.post)
      try await take(posts.filter { known.insert($0.id).inserted })
      let before = seen.count
      seen.formUnion(page.entries.map(\.id))
      let next = walk.advanceCursor(to: page.older, foundNew: seen.count > before)
      // The service returns page after page without new posts, so the fetch ends with an error.
      if next == nil, page.older != nil, walk.hasReachedLimitWithoutNewElements { return .endless }
      fetchRange = next.map { .older($0) }
    }
    return nil
  }

  /// Returns the encoded bytes of a photo in its largest size for display, cached or fetched.
  package func cachedOrFetchedPhotoBytes(of photo: Photo) async throws(FeedError) -> [UInt8] {
    guard let largest = photo.renditions.last(where: { !$0.isForKeeping && !$0.isOwnFile }) else {
      throw .notFound
    }
    if let kept = await photos?.cachedPhotoBytes(of: largest, for: connection.account.id) {
      return kept
    }
    guard let gateway = connection.photos else { throw .notFound }
    return try await RequestPriority.automatic.runActionWithPriority { () async throws(FeedError) in
      try await gateway.fetchPhotoBytes(of: largest) { _ in }
    }
  }
}

extension ArchiveFetcher {
  private func archiveFeed(of part: ArchivePart) -> Feed {
    switch part {
    case .posts:
      connection.profileParts.contains(.answers)
        ? .answers(connection.account.person) : .person(connection.account.person)
    case .likes: .likes
    case .bookmarks: .bookmarks
    }
  }

  /// Returns true if a timeline entry belongs in the part of the archive; false for boosts of other
  /// people's posts among the user's own posts.
  private func belongsToArchivePart(_ entry: FeedEntry, in part: ArchivePart) -> Bool {
    part != .posts || (entry.boostedBy == nil && entry.post.author.id == connection.account.person)
  }

  private func fetchPage(of feed: Feed, _ fetchRange: FetchRange) async -> Result<
    FeedPage, FeedError
  > {
    var tries = 1
    while true {
      do throws(FeedError) {
        return .success(
          try await RequestPriority.automatic.runActionWithPriority { () async throws(FeedError) in
            try await connection.feeds.feedPage(of: feed, fetchRange)
          })
      } catch {
        guard error.mayPass, tries < Self.mostTries,
          await pauseUnlessCancelled(world.retryDelay(after: error, failures: tries))
        else { return .failure(error) }
        tries += 1
      }
    }
  }

  /// Waits before the next request for an archive; returns false if the task was cancelled.
  private func pauseUnlessCancelled(_ duration: Duration) async -> Bool {
    do throws(CancellationError) {
      try await world.sleep(for: duration)
      return true
    } catch {
      return false
    }
  }
}

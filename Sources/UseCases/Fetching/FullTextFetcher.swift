internal import FeedDomain

/// A fetcher of the web pages of entries of web feeds, whose articles are kept for offline reading.
@MainActor
struct FullTextFetcher {
  /// Maximum number of web pages that one run fetches for the feeds whose settings ask for full
  /// texts.
  static let mostPages = 50

  let session: AccountSession

  /// Returns those of some posts that are unread entries of web feeds whose settings ask for the
  /// text of the entry's page. `posts` is not called if no feed's settings ask for it.
  func entriesWantingFullText(among posts: @MainActor () async -> [Post]) async -> [Post] {
    guard session.connection.articles != nil else { return [] }
    let feeds = await session.webFeedsShowingFullText()
    guard !feeds.isEmpty else { return [] }
    return await posts().filter { feeds.contains($0.author.id) && !$0.userMarks.contains(.read) }
  }

  /// Fetches the web pages of the first `most` of these entries that are not stored, at most two at
  /// a time from one host, without those that failed lately. `fetched` is called after each page,
  /// with the error if it failed or has no article.
  func fetchWebPages(
    of entries: [Post], most: Int, fetched: @MainActor (_ error: ArticleError?) -> Void = { _ in }
  ) async {
    guard let gateway = session.connection.articles, !entries.isEmpty else { return }
    let missing = Set(await gateway.entriesDueForPageFetch(among: entries.map(\.id)))
    var queue = WebPageQueue(
      waiting: Array(entries.filter { $0.url != nil && missing.contains($0.id) }.prefix(most)))
    await withTaskGroup(of: (host: String, error: ArticleError?).self) { group in
      func startRequests() {
        while let (entry, host) = queue.takeNextRequest() {
          group.addTask { await (host, Self.fetchWebPage(of: entry, from: gateway)) }
        }
      }
      startRequests()
      for await (host, error) in group {
        queue.requests[host, default: 1] -= 1
        fetched(error)
        if !Task.isCancelled, !session.isOver { startRequests() }
      }
    }
  }

  /// A queue of entries whose web pages are to be fetched, with the numbers of requests by host.
  private struct WebPageQueue {
    private static let requestsAtOnce = 4
    private static let requestsPerHost = 2

    var waiting: [Post]
    var requests: [String: Int] = [:]

    /// Takes the next entry whose page may be asked for now, and counts the request; nil if none
    /// may.
    mutating func takeNextRequest() -> (entry: Post.ID, host: String)? {
      guard requests.values.reduce(0, +) < Self.requestsAtOnce,
        let place = waiting.firstIndex(where: {
          requests[Self.host(of: $0), default: 0] < Self.requestsPerHost
        })
      else { return nil }
      let entry = waiting.remove(at: place)
      let host = Self.host(of: entry)
      requests[host, default: 0] += 1
      return (entry.id, host)
    }

    private static func host(of entry: Post) -> String {
      let address = entry.url ?? ""
      return String(address.split(separator: "/").dropFirst().first ?? address[...])
    }
  }

  /// Fetches the web page of an entry; returns the error if that fails, or the page has no article.
  private nonisolated static func fetchWebPage(
    of entry: Post.ID, from gateway: any ArticleGateway
  ) async -> ArticleError? {
    await RequestPriority.automatic.runActionWithPriority {
      do throws(ArticleError) {
        _ = try await gateway.fetchArticle(entry)
        return nil
      } catch {
        return error
      }
    }
  }
}

internal import FeedDomain

/// The reason why fetching a feed failed.
enum FetchFailure: Error, Equatable {
  case service(FeedError)
  /// An automatic refresh was postponed to save the request quota for the reader.
  case heldBack(until: Timestamp?)
  /// The page could not be stored, or stored rows could not be read.
  case store(StoreError)
  /// The page is stored, but the service is still collecting the rest.
  case unfinished
  /// The request was cancelled, or the account signed out.
  case overtaken
}

extension World {
  /// Pauses before the next request.
  func pause(for duration: Duration) async throws(FetchFailure) {
    do throws(CancellationError) { try await sleep(for: duration) } catch { throw .overtaken }
  }
}

internal import FeedDomain

/// Why a stream could not be brought up to date.
enum FetchFailure: Error, Equatable {
  case service(FeedError)
  /// It was due by itself, and is not to be asked before that moment: what is left of what the
  /// service allows is kept for the reader.
  case heldBack(until: Timestamp?)
  /// What it answered could not be stored, or what is stored could not be read.
  case store(StoreError)
  /// What came is stored, but the service is still gathering the rest.
  case unfinished
  /// Nobody wants it any more.
  case overtaken
}

extension World {
  /// Leaves a service in peace for a while before more is asked of it.
  func pause(for duration: Duration) async throws(FetchFailure) {
    do throws(CancellationError) { try await sleep(for: duration) } catch { throw .overtaken }
  }
}

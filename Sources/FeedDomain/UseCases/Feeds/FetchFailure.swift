/// Why a stream could not be brought up to date.
enum FetchFailure: Error, Equatable {
  case service(FeedError)
  /// What it answered could not be stored, or what is stored could not be read.
  case store(StoreError)
  /// What came is stored, but the service is still gathering the rest.
  case unfinished
  /// Nobody wants it any more.
  case overtaken
}

internal import FeedDomain

extension FeedError {
  /// The failure as the log tells it, without the service's words.
  var fact: String { isRefusal ? "refused" : description }
}

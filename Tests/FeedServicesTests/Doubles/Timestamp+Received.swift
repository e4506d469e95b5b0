import FeedDomain

extension Timestamp {
  /// When replies are received that are read without a service.
  static let received = Timestamp(milliseconds: 1_800_000_000_000)
}

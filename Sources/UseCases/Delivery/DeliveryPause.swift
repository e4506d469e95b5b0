internal import FeedDomain

/// A time in which nothing is sent.
struct DeliveryPause: Equatable {
  let until: Timestamp
  /// Whether something new to send ends it: a line may be back, but a limit is a limit.
  let endsEarly: Bool
}

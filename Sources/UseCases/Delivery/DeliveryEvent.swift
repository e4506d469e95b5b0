internal import FeedDomain

/// What the delivery has to tell.
indirect enum DeliveryEvent: Equatable, Sendable {
  /// The item is on the wire.
  case sending(OutboxItem)
  /// So much of the item's pictures has arrived, from 0 to 1.
  case uploading(OutboxItem, Double)
  /// The service did it; what it confirmed is stored, unless the store failed.
  case delivered(OutboxItem, Outcome, ChangeSet, isStored: Bool)
  /// That took the place of what was delivered: the next post of a thread.
  case following(OutboxItem)
  /// The service said no; a post stays in the outbox, everything else is dropped.
  case refused(OutboxItem, FeedError, isKept: Bool)
  /// It did not work, and is tried again.
  case postponed(OutboxItem, FeedError)
  /// The token is no longer accepted; everything stays where it is.
  case signedOut
  /// The outbox is about to be read.
  case reading
  case waiting([OutboxItem])
}

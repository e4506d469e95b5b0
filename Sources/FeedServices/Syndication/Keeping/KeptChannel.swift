internal import FeedDomain

/// What was fetched of a feed, and what its server said about fetching it.
struct KeptChannel: Equatable, Sendable {
  var channel = Channel()
  /// The marks by which the server can say "still the same".
  var tag: String?
  var modified: String?
  /// When it was looked at last, whatever came of that.
  var checkedAt: Timestamp?
  /// Until when its server wants to be left alone.
  var pause: Timestamp?
  var trouble: Subscription.Trouble?
}

extension KeptChannel {
  /// How often what the reader asks for is asked for.
  private static let shortest = Duration.seconds(60)
  /// How often a feed is looked at by itself, where it does not say.
  private static let usual = Duration.seconds(30 * 60)
  private static let longest = Duration.seconds(24 * 3600)
  /// How many entries are kept, those that left the feed included.
  private static let most = 500

  /// Whether it is to be asked for: for what the reader asks, nearly always; for what is due by
  /// itself, as the feed wishes.
  func isDue(_ purpose: Purpose, at now: Timestamp) -> Bool {
    guard trouble != .gone else { return false }
    if let pause, now < pause, pause < now.advanced(by: Self.longest) { return false }
    // What was looked at in the future was looked at by a clock that was wrong.
    guard let checkedAt, checkedAt <= now else { return true }
    let age = now.since(checkedAt)
    guard purpose != .asked else { return age >= Self.shortest }
    let wanted = channel.minutes.map { Duration.seconds(60 * min(max(0, $0), 1440)) } ?? .zero
    let hour = Int(now.milliseconds / 3_600_000 % 24)
    return age >= max(Self.usual, wanted) && !channel.quietHours.contains(hour)
  }

  /// Takes what was fetched: entries that left the feed stay, and those without a date keep the one
  /// under which they were seen first.
  mutating func take(_ fetched: Channel, at now: Timestamp) {
    let old = Dictionary(channel.items.map { ($0.id, $0) }) { first, _ in first }
    var known: Set<String> = []
    var items: [ChannelItem] = []
    // One without a date stands among the others of its feed; where none has any, it came now.
    let dates = fetched.items.map { min($0.writtenAt ?? Timestamp(milliseconds: 0), now) }
    let places = dates.contains { $0.isBelievable(now: now) } ? dates.ordered(now: now) : nil
    for (place, item) in fetched.items.enumerated() where known.insert(item.id).inserted {
      var item = item
      if let written = item.writtenAt {
        // Nothing is written tomorrow: it would stand at the top until then.
        item.writtenAt = min(written, now)
      } else {
        // The first of a feed is its newest.
        item.writtenAt =
          old[item.id]?.writtenAt ?? places?[place]
          ?? now.advanced(by: .milliseconds(-Int64(place)))
      }
      items.append(item)
    }
    let gone = channel.items.filter { !known.contains($0.id) }
    channel = fetched
    channel.items = Array((items + gone).prefix(Self.most))
    trouble = nil
  }
}

internal import FeedDomain

/// The list of what is followed.
struct SyndicationSubscriptions: SubscriptionGateway {
  let connection: SyndicationConnection

  func subscriptions() async throws(FeedError) -> [Subscription] {
    await connection.desk.list.subscriptions.map {
      $0.with(connection.shelf.channel($0.id).trouble)
    }
  }

  func troubled(in feed: Feed) async -> [Subscription] {
    (await connection.desk.list.subscriptions(in: feed) ?? [])
      .map { $0.with(connection.shelf.channel($0.id).trouble) }.filter { $0.trouble != nil }
  }

  func add(_ typed: String, isOwnList: Bool) async throws(FeedError) -> AddedSubscriptions {
    let added = try await connection.intake.subscriptions(
      typed, isOwnList: isOwnList, beside: connection.desk.list)
    try await connection.desk.change { list in
      for subscription in added.new { list.add(subscription) }
    }
    return added
  }

  func rejected(in path: String) async throws(FeedError) -> [RejectedEntry] {
    try connection.intake.rejected(path)
  }

  func remove(_ id: Subscription.ID) async throws(FeedError) {
    try await connection.desk.change { $0.remove(id) }
    connection.shelf.forget(id)
  }

  func outline() async throws(FeedError) -> String {
    Outline(
      await connection.desk.list.subscriptions.map {
        Outline.Entry(address: $0.address, name: $0.name, folder: $0.folder)
      }
    ).text
  }
}

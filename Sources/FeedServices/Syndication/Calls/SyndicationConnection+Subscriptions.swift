internal import FeedDomain

extension SyndicationConnection: SubscriptionGateway {
  func subscriptions() async throws(FeedError) -> [Subscription] {
    await desk.list.subscriptions.map { $0.with(shelf.channel($0.id).trouble) }
  }

  func troubled(in feed: Feed) async -> [Subscription] {
    (await desk.list.subscriptions(in: feed) ?? [])
      .map { $0.with(shelf.channel($0.id).trouble) }.filter { $0.trouble != nil }
  }

  func add(_ typed: String) async throws(FeedError) -> [Subscription] {
    let new = try await intake.subscriptions(typed, beside: desk.list)
    try await desk.change { list in for subscription in new { list.add(subscription) } }
    return new
  }

  func remove(_ id: Subscription.ID) async throws(FeedError) {
    try await desk.change { $0.remove(id) }
    shelf.forget(id)
  }

  func outline() async throws(FeedError) -> String {
    Outline(
      await desk.list.subscriptions.map {
        Outline.Entry(address: $0.address, name: $0.name, folder: $0.folder)
      }
    ).text
  }
}

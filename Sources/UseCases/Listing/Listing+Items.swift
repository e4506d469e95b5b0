package import FeedDomain

extension Listing.Subject {
  /// What the service must tell for it.
  package var extra: Extra {
    switch self {
    case .editions: .editions
    case .announcements: .announcements
    case .server: .serverFacts
    case .lists: .lists
    case .trends: .trends
    case .scheduled: .scheduledPosts
    case .filters: .wordFilters
    case .statistics: .statistics
    case .feeds: .feeds
    }
  }

  /// What the service tells of it.
  package func items(
    _ gateway: any ExtrasGateway
  ) async throws(FeedError) -> [Listing.Item] {
    switch self {
    case .editions(let post):
      let editions = try await gateway.editions(of: post)
      return editions.indices.reversed().map { place in
        .edition(
          editions[place],
          changes: place > 0 ? editions[place].changes(since: editions[place - 1]) : nil)
      }
    case .announcements: return try await gateway.announcements().map { .announcement($0) }
    case .server:
      let facts = try await gateway.serverFacts()
      return [.server(facts)] + (facts.rules.isEmpty ? [] : [.rules(facts.rules.map(\.words))])
    case .lists(let person): return try await gateway.lists(with: person).map { .list($0) }
    case .trends: return try await gateway.trends().map { .trend($0) }
    case .scheduled: return try await gateway.scheduledPosts().map { .scheduled($0) }
    case .filters: return try await gateway.wordFilters().map { .filter($0) }
    case .statistics(let person):
      return try await gateway.statistics(of: person).map { .statistic($0) }
    case .feeds(let words):
      return try await gateway.feeds(matching: words).map { .feed($0) }
    }
  }
}

extension Edition {
  /// How it came out of the one before, paragraph by paragraph.
  fileprivate func changes(since before: Edition) -> [Rewording] {
    let paragraphs = (before.told, told)
    return (0..<max(paragraphs.0.count, paragraphs.1.count)).map { place in
      Rewording(
        from: paragraphs.0.dropFirst(place).first ?? "",
        to: paragraphs.1.dropFirst(place).first ?? "")
    }
  }

  /// What is said in it, and of its pictures.
  private var told: [String] { paragraphs + pictures }
}

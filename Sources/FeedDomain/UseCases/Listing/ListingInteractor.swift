/// Decides what looking through something does.
@MainActor package final class ListingInteractor: Interacting, Resuming {
  private let session: Session
  private let presenter: any Presenting<Listing.Response>
  private let fetching: Errand
  private var subject: Listing.Subject?

  package init(_ session: Session, presenter: any Presenting<Listing.Response>) {
    (self.session, self.presenter) = (session, presenter)
    fetching = Errand(session.world) { presenter.present(.asking($0)) }
  }

  package func handle(_ request: Listing.Request) async {
    switch request {
    case .open(let subject):
      self.subject = subject
      fetch()
    case .refresh:
      fetching.callOffWhatStalls()
      fetch()
    case .close:
      subject = nil
      fetching.stop()
    }
  }

  package func resume() async { fetch() }
}

extension ListingInteractor {
  private func fetch() {
    guard let subject else { return }
    guard let gateway = session.connection.extras(with: subject.extra) else {
      return presenter.present(.failed(.notFound))
    }
    fetching.run { () async throws(FeedError) in
      try await subject.items(gateway)
    } then: { [presenter] answer in
      switch answer {
      case .success(let items): presenter.present(.shown(items))
      case .failure(let error): presenter.present(.failed(error))
      }
    }
  }
}

extension Listing.Subject {
  /// What the service must tell for it.
  fileprivate var extra: Extra {
    switch self {
    case .editions: .editions
    case .announcements: .announcements
    case .server: .serverFacts
    }
  }

  /// What the service tells of it.
  fileprivate func items(
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
      return [.server(facts)] + (facts.rules.isEmpty ? [] : [.rules(facts.rules)])
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

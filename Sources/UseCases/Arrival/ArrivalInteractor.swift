internal import FeedDomain

/// Decides where an address or a handle leads.
@MainActor package final class ArrivalInteractor: Interacting {
  private let session: Session
  private let presenter: any Presenting<Arrival.Response>
  private var lead: Lead?
  private let asking: Errand

  package init(_ session: Session, presenter: any Presenting<Arrival.Response>) {
    (self.session, self.presenter) = (session, presenter)
    asking = Errand(session.world) { presenter.present(.asking($0)) }
  }

  package func handle(_ request: Arrival.Request) async {
    switch request {
    case .open(let lead):
      self.lead = lead
      ask()
    case .refresh:
      asking.stop()
      ask()
    case .close:
      asking.stop()
      lead = nil
    }
  }

  package func resume() async { await handle(.refresh) }
}

extension ArrivalInteractor {
  private func ask() {
    guard let lead else { return }
    asking.run { [session] () async throws(FeedError) in
      let destination = try await session.connection.destination(of: lead)
      await Self.keep(destination, in: session)
      return destination
    } then: { [presenter] answer in
      switch answer {
      case .success(let destination): presenter.present(.arrived(destination))
      case .failure(let error): presenter.present(.failed(error))
      }
    }
  }

  /// Keeps what was found, so that it opens at once.
  private static func keep(_ destination: Destination, in session: Session) async {
    guard !session.isOver, !Task.isCancelled else { return }
    do throws(StoreError) {
      switch destination {
      case .post(let post):
        try await session.keep([post])
      case .person(let person):
        try await session.shelf.feeds.keep([person], account: session.account.id)
      }
    } catch {
      session.note(error, doing: "keep what an address led to")
    }
  }
}

internal import FeedDomain

/// Decides what choosing a place does: names are completed while they are typed, after a pause.
@MainActor package final class PlaceChoiceInteractor: Interacting {
  /// So long nothing is typed before a service is asked.
  package static let pause = Duration.milliseconds(250)

  private let session: Session
  private let whereabouts: Whereabouts
  private let presenter: any Presenting<PlaceChoice.Response>
  private var work: Task<Void, Never>?

  package init(
    _ session: Session, whereabouts: Whereabouts, presenter: any Presenting<PlaceChoice.Response>
  ) {
    (self.session, self.whereabouts, self.presenter) = (session, whereabouts, presenter)
  }

  package func handle(_ request: PlaceChoice.Request) async {
    switch request {
    case .open: await showRecent()
    case .type(let beginning): complete(beginning)
    case .choose(let place): decide(.place(place))
    case .take(let text): take(text)
    case .locate: locate()
    case .trending: decide(.trending)
    case .close: stop()
    }
  }
}

extension PlaceChoiceInteractor {
  /// So many places are enough to choose from.
  private static let mostRecent = 8

  private func showRecent() async {
    do throws(StoreError) {
      let places = try await session.shelf.feeds.recentPlaces(
        account: session.account.id, limit: Self.mostRecent)
      presenter.present(.recent(places))
    } catch {
      // A place can be typed all the same.
      session.note(error, doing: "read the last places")
    }
  }

  private func decide(_ choice: Whereabouts.Choice) {
    stop()
    whereabouts.choose(choice)
    presenter.present(.decided)
  }

  private func complete(_ text: String) {
    stop()
    let beginning = text.trimmed
    guard !beginning.isEmpty, Place(coordinates: beginning) == nil,
      let places = session.connection.places
    else { return presenter.present(.places([], named: beginning)) }
    begin { [session] in
      // Only calling it off ends the pause early: more was typed, and that is asked instead.
      guard (try? await session.world.sleep(for: Self.pause)) != nil else { return nil }
      return await Self.look(for: beginning) { () async throws(FeedError) in
        try await places.places(beginning: beginning)
      }
    }
  }

  private func take(_ text: String) {
    stop()
    let name = text.trimmed
    if let place = Place(coordinates: name) { return decide(.place(place)) }
    if name.isEmpty { return }
    guard let places = session.connection.places else { return presenter.present(.namesUnknown) }
    presenter.present(.activity(.searching))
    begin {
      let answer = await Self.look(for: name) { () async throws(FeedError) in
        try await places.places(named: name)
      }
      guard case .places(let found, _) = answer else { return answer }
      guard let first = found.first else { return .unknown(name) }
      return .places([first], named: name)
    } then: { [weak self] in
      if case .places(let found, _) = $0, let place = found.first { self?.decide(.place(place)) }
    }
  }

  private func locate() {
    stop()
    presenter.present(.activity(.locating))
    begin { [whereabouts] in
      await whereabouts.locate().map { .places([$0], named: "") } ?? .notLocated
    } then: { [weak self] in
      if case .places(let found, _) = $0, let place = found.first { self?.decide(.place(place)) }
    }
  }

  private static func look(
    for name: String, _ ask: () async throws(FeedError) -> [Place]
  ) async -> PlaceChoice.Response {
    do throws(FeedError) {
      return .places(try await ask(), named: name)
    } catch {
      return .failed(error)
    }
  }

  /// Does some work that is given up when something else is asked for; `then` takes what it found
  /// in place of the screen.
  private func begin(
    _ find: @escaping @MainActor () async -> PlaceChoice.Response?,
    then decide: (@MainActor (PlaceChoice.Response) -> Void)? = nil
  ) {
    work = Task {
      guard let answer = await find(), !Task.isCancelled else { return }
      work = nil
      presenter.present(.activity(.none))
      if let decide, case .places = answer { decide(answer) } else { presenter.present(answer) }
    }
  }

  private func stop() {
    guard work != nil else { return }
    work?.cancel()
    work = nil
    presenter.present(.activity(.none))
  }
}

extension String {
  fileprivate var trimmed: String {
    let rest = drop { $0.isWhitespace }
    return String(rest.reversed().drop { $0.isWhitespace }.reversed())
  }
}

package import FeedDomain

/// A namespace for the requests and the state of the scene that resolves an address or handle to a
/// post or person.
package enum LinkResolutionScene {
  package enum SceneRequest: Equatable, Sendable {
    case open(ResolvableLink)
    case refresh, close
  }

  package struct SceneState: Equatable, Sendable {
    /// The address or handle to resolve; nil while the scene is closed.
    package var resolvableLink: ResolvableLink?
    /// The post or person that the address or handle was resolved to, already stored; nil until the
    /// service has answered.
    package var destination: ResolvedLink?
    package var fetch: SceneFetchState

    package init(
      resolvableLink: ResolvableLink? = nil, destination: ResolvedLink? = nil,
      fetch: SceneFetchState = .idle
    ) {
      (self.resolvableLink, self.destination, self.fetch) = (resolvableLink, destination, fetch)
    }
  }
}

@MainActor package final class LinkResolutionInteractor: Interacting {
  private let session: AccountSession
  private let presenter: any Presenting<LinkResolutionScene.SceneState>
  private var state = LinkResolutionScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private lazy var asking = SceneFetcher(session.world) { [weak self] in
    self?.state.fetch = SceneFetchState($0)
  }

  package init(_ session: AccountSession, presenter: any Presenting<LinkResolutionScene.SceneState>)
  {
    (self.session, self.presenter) = (session, presenter)
  }

  package func handle(_ request: LinkResolutionScene.SceneRequest) async {
    switch request {
    case .open(let lead):
      state.resolvableLink = lead
      resolveLink()
    case .refresh:
      asking.cancelRequest()
      resolveLink()
    case .close:
      asking.cancelRequest()
      state.resolvableLink = nil
    }
  }

  package func repeatRequestsAfterSignIn() async { await handle(.refresh) }
}

extension LinkResolutionInteractor {
  private func resolveLink() {
    guard let lead = state.resolvableLink else { return }
    asking.runRequest { [session] () async throws(FeedError) in
      let destination = try await session.connection.linkDestination(of: lead)
      await Self.storeLinkDestination(destination, in: session)
      return destination
    } then: { [self] answer in
      switch answer {
      case .success(let destination): state.destination = destination
      case .failure(let error):
        state.fetch = .failed(error)
        if error == .signedOut { presenter.perform(.askToSignIn(session.account)) }
      }
    }
  }

  /// Stores the resolved post or person, so that the next scene opens at once.
  private static func storeLinkDestination(_ destination: ResolvedLink, in session: AccountSession)
    async
  {
    guard !session.isOver, !Task.isCancelled else { return }
    do throws(StoreError) {
      switch destination {
      case .post(let post):
        try await session.storePosts([post])
      case .person(let person):
        try await session.stores.feeds.storePeople([person], account: session.account.id)
      }
    } catch {
      session.logStoreError(error, doing: "store a resolved address")
    }
  }
}

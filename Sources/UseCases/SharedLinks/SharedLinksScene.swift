internal import FeedDomain

/// A namespace for the requests and the state of the links scene, which lists the pages that
/// several people shared.
package enum SharedLinksScene {
  package enum SceneRequest: Equatable, Sendable, ListSceneRequest {
    case open, refresh, close
    /// A request of the links scene: change between pages shared today and in the last week.
    case toggleSpan
  }

  package enum SharedLinksSpan: Equatable, Sendable { case today, week }

  package struct SceneState: Equatable, Sendable {
    package var span = SharedLinksSpan.today
    /// The shared pages, those shared by most people first; nil until they are read from the store.
    package var links: [SharedLink]?

    package init(span: SharedLinksSpan = .today, links: [SharedLink]? = nil) {
      (self.span, self.links) = (span, links)
    }
  }
}

/// An interactor of the links scene: reads the pages that several people shared in the home stream
/// from the store.
@MainActor
package final class SharedLinksInteractor: Interacting {
  private let session: AccountSession
  private let presenter: any Presenting<SharedLinksScene.SceneState>
  private var state = SharedLinksScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }

  package init(_ session: AccountSession, presenter: any Presenting<SharedLinksScene.SceneState>) {
    (self.session, self.presenter) = (session, presenter)
  }

  package func handle(_ request: SharedLinksScene.SceneRequest) async {
    switch request {
    case .open, .refresh: await readSharedLinks(of: state.span)
    case .toggleSpan: await readSharedLinks(of: state.span == .today ? .week : .today)
    case .close: break
    }
  }

  private func readSharedLinks(of span: SharedLinksScene.SharedLinksSpan) async {
    let length = span == .today ? HomeDigest.day : HomeDigest.week
    do throws(StoreError) {
      let links = try await session.stores.feeds.sharedLinks(
        of: session.account, within: length, now: session.world.now)
      state = SharedLinksScene.SceneState(span: span, links: links)
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }
}

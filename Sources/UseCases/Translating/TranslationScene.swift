package import FeedDomain

/// A namespace for the requests and the state by which the scene of a post shows or hides the
/// post's translation.
package enum TranslationScene {
  package enum SceneRequest: Equatable, Sendable {
    /// A request about a post's translation: show the post in a language such as "pt-BR", or hide
    /// the translation.
    case open(Post.ID, into: String)
    /// A request about a post's translation: fetch the translation again.
    case again
    case close
  }

  package struct SceneState: Equatable, Sendable {
    package var fetchProgress: SceneFetchProgress

    package init(fetchProgress: SceneFetchProgress = .idle) { self.fetchProgress = fetchProgress }
  }
}

/// An interactor of a post's translation: shows or hides the translation, which is fetched and
/// stored if it is missing.
@MainActor
package final class TranslationInteractor: Interacting {
  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<TranslationScene.SceneState>
  private lazy var asking = SceneFetcher(session.world) { [presenter] in
    presenter.present(TranslationScene.SceneState(fetchProgress: $0))
  }
  private var requestedTranslation: (post: Post.ID, language: String)?

  package init(
    _ session: AccountSession, actions: UserActionPerformer,
    presenter: any Presenting<TranslationScene.SceneState>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
  }

  package func handle(_ request: TranslationScene.SceneRequest) async {
    switch request {
    case .open(let post, let language):
      requestedTranslation = (post, language)
      await toggleTranslation()
    case .again:
      asking.cancelRequest()
      await toggleTranslation()
    case .close:
      requestedTranslation = nil
      asking.cancelRequest()
    }
  }

  package func repeatRequestsAfterSignIn() async {
    if requestedTranslation != nil { await handle(.again) }
  }
}

extension TranslationInteractor {
  private func toggleTranslation() async {
    guard let requestedTranslation else { return }
    do throws(StoreError) {
      let stored = try await session.stores.feeds.storedPost(
        requestedTranslation.post, account: session.account.id)
      guard requestedTranslation.post == self.requestedTranslation?.post else { return }
      if var stored, stored.content.translation != nil {
        stored.content.translation?.isShown.toggle()
        return await storePost(stored)
      }
      requestTranslation(for: requestedTranslation.post, in: requestedTranslation.language, stored)
    } catch {
      presenter.perform(.leave(.storeFailed(error)))
    }
  }

  private func requestTranslation(for post: Post.ID, in language: String, _ known: Post?) {
    guard let gateway = session.connection.optionalInformationGateway(for: .translations) else {
      return showTranslationError(.notFound)
    }
    asking.runRequest { () async throws(FeedError) in
      try await gateway.translation(of: post, into: language)
    } then: { [self] answer in
      switch answer {
      // The post may have changed during the request.
      case .success(let translation):
        guard let post = await session.storedPost(post) ?? known else {
          return showTranslationError(.notFound)
        }
        await storePost(changedCopy(post) { $0.content.translation = translation })
      case .failure(let error): showTranslationError(error)
      }
    }
  }

  private func showTranslationError(_ error: FeedError) {
    presenter.perform(
      error == .signedOut
        ? .askToSignIn(session.account) : .leave(.failed(.translate, error)))
  }

  private func storePost(_ post: Post) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      _ = try await session.stores.feeds.storePosts(
        [post], account: session.account.id, now: session.world.now)
      actions.notifyScenesOfStoredPosts([post])
      presenter.perform(.leave(nil))
    } catch {
      presenter.perform(.leave(.storeFailed(error)))
    }
  }
}

internal import FeedDomain

/// Decides what having a post translated does: what was translated once is kept, and not asked for again.
@MainActor package final class TranslatingInteractor: Interacting {
  private let session: Session
  private let actions: PendingActions
  private let presenter: any Presenting<Translating.Response>
  private let asking: Errand
  private var wanted: (post: Post.ID, language: String)?

  package init(
    _ session: Session, actions: PendingActions, presenter: any Presenting<Translating.Response>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    asking = Errand(session.world) { presenter.present(.asking($0)) }
  }

  package func handle(_ request: Translating.Request) async {
    switch request {
    case .open(let post, let language):
      wanted = (post, language)
      await turn()
    case .again:
      asking.stop()
      await turn()
    case .close:
      wanted = nil
      asking.stop()
    }
  }

  package func resume() async { if wanted != nil { await handle(.again) } }
}

extension TranslatingInteractor {
  private func turn() async {
    guard let wanted else { return }
    do throws(StoreError) {
      let held = try await session.shelf.feeds.post(wanted.post, account: session.account.id)
      guard wanted.post == self.wanted?.post else { return }
      if let held, let translation = held.content.translation {
        return await keep(held.translated(translation.shown(!translation.isShown)))
      }
      ask(for: wanted.post, in: wanted.language, held)
    } catch {
      presenter.present(.storeFailed(error))
    }
  }

  private func ask(for post: Post.ID, in language: String, _ held: Post?) {
    guard let gateway = session.connection.extras(with: .translations) else {
      return presenter.present(.failed(.notFound))
    }
    asking.run { () async throws(FeedError) in
      try await gateway.translation(of: post, into: language)
    } then: { [self] answer in
      switch answer {
      // The post may have changed while the service thought about it.
      case .success(let translation):
        guard let post = await session.held(post) ?? held else {
          return presenter.present(.failed(.notFound))
        }
        await keep(post.translated(translation))
      case .failure(let error): presenter.present(.failed(error))
      }
    }
  }

  private func keep(_ post: Post) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      _ = try await session.shelf.feeds.keep(
        [post], account: session.account.id, now: session.world.now)
      actions.tellOfKept([post])
      presenter.present(.done)
    } catch {
      presenter.present(.storeFailed(error))
    }
  }
}

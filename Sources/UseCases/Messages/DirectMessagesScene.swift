package import FeedDomain

/// A namespace for the requests and the state of the messages scene, which lists direct
/// conversations.
package enum DirectMessagesScene {
  package enum SceneRequest: Equatable, Sendable, PagedListSceneRequest {
    case open, more, refresh, close
    case read(DirectConversation.ID)
  }

  package struct SceneState: Equatable, Sendable {
    package var conversations: PagedList<DirectConversation>

    package init(_ conversations: PagedList<DirectConversation> = PagedList()) {
      self.conversations = conversations
    }
  }
}

@MainActor package final class DirectMessagesInteractor: Interacting {
  private let session: AccountSession
  private let presenter: any Presenting<DirectMessagesScene.SceneState>
  private lazy var loader = PageLoader<DirectConversation>(
    session, presenter: presenter,
    changed: { [presenter] in presenter.present(DirectMessagesScene.SceneState($0)) }
  )

  package init(_ session: AccountSession, presenter: any Presenting<DirectMessagesScene.SceneState>)
  {
    (self.session, self.presenter) = (session, presenter)
  }

  package func handle(_ request: DirectMessagesScene.SceneRequest) async {
    switch request {
    case .open:
      guard let gateway = session.connection.messages else { return }
      loader.loadFirstPage { [session] cursor async throws(FeedError) in
        let page = try await gateway.directConversations(after: cursor)
        await Self.storeLatestPosts(of: page.elements, in: session)
        return page
      }
    case .more: loader.loadNextPage()
    case .refresh: loader.reloadFirstPage()
    case .read(let id): await markConversationRead(id)
    case .close: loader.forgetPageSource()
    }
  }

  package func repeatRequestsAfterSignIn() async { loader.reloadFirstPage() }

  /// Stores the latest post of each direct conversation, so that a conversation opens at once and a
  /// reply stays a direct message.
  private static func storeLatestPosts(
    of conversations: [DirectConversation], in session: AccountSession
  )
    async
  {
    guard !session.isOver, !Task.isCancelled else { return }
    do throws(StoreError) {
      try await session.storePosts(conversations.compactMap(\.latestPost))
    } catch {
      session.logStoreError(error, doing: "keep messages")
    }
  }

  /// Shows a direct conversation as read at once; as unread again if the service refuses.
  private func markConversationRead(_ id: DirectConversation.ID) async {
    guard let gateway = session.connection.messages,
      let unread = loader.list.elements.first(where: { $0.id == id }), unread.isUnread
    else { return }
    replaceConversation(unread, by: unread.read)
    do throws(FeedError) {
      try await gateway.markConversationRead(id)
    } catch {
      guard !session.isOver else { return }
      replaceConversation(unread.read, by: unread)
      if loader.isOpen { presenter.perform(.say(.failed(.markRead, error))) }
    }
  }

  /// Replaces a direct conversation in the list, unless it changed meanwhile.
  private func replaceConversation(_ old: DirectConversation, by new: DirectConversation) {
    guard let place = loader.list.elements.firstIndex(of: old) else { return }
    loader.list.elements[place] = new
  }
}

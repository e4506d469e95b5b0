internal import FeedDomain

/// Decides what choosing what not to read about does.
@MainActor package final class MutingInteractor: Interacting {
  private let session: Session
  private let book: MuteBook
  private let presenter: any Presenting<Muting.Response>
  /// What was offered or muted while this was open: it can be had back.
  private var seen: [Mute] = []

  package init(
    _ session: Session, book: MuteBook, presenter: any Presenting<Muting.Response>
  ) {
    (self.session, self.book, self.presenter) = (session, book, presenter)
  }

  package func handle(_ request: Muting.Request) async {
    switch request {
    case .open(let post):
      seen = await subjects(of: post)
      show()
    case .toggle(let mute): await set(mute, !book.mutes.contains(mute))
    case .add(let text):
      guard let mute = Mute(text) else { return presenter.present(.nothing) }
      if await set(mute, true) { presenter.present(.added(mute)) }
    }
  }
}

extension MutingInteractor {
  /// Who wrote a post and what tags it has; nothing of a post of one's own.
  private func subjects(of id: Post.ID?) async -> [Mute] {
    guard let id else { return [] }
    let account = session.account
    do throws(StoreError) {
      guard let post = try await session.shelf.feeds.post(id, account: account.id),
        post.author.id != account.person
      else { return [] }
      return post.subjects
    } catch {
      presenter.present(.storeFailed(error))
      return []
    }
  }

  @discardableResult private func set(_ mute: Mute, _ isMuted: Bool) async -> Bool {
    let keeping = book.set(mute, isMuted)
    show()
    guard let error = await keeping.value else { return true }
    presenter.present(.storeFailed(error))
    show()
    return false
  }

  private func show() {
    seen += book.mutes.filter { !seen.contains($0) }
    presenter.present(
      .entries(seen.map { Muting.Entry($0, isMuted: book.mutes.contains($0)) }))
  }
}

extension Post {
  /// Who wrote it, and its tags, each once.
  fileprivate var subjects: [Mute] {
    var subjects: [Mute] = [.person(author.handle.lowercased())]
    for case .tag(let tag) in content.text.runs.map(\.kind) {
      let mute = Mute.tag(tag.lowercased())
      if !subjects.contains(mute) { subjects.append(mute) }
    }
    return subjects
  }
}

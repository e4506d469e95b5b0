package import FeedDomain

/// The choice of what not to read about.
package enum Muting {
  /// Something that is muted, or could be.
  package struct Entry: Equatable, Sendable {
    package let mute: Mute
    package let isMuted: Bool

    package init(_ mute: Mute, isMuted: Bool) {
      (self.mute, self.isMuted) = (mute, isMuted)
    }
  }

  package enum Request: Equatable, Sendable {
    /// Offer what a post is about, and what is muted already.
    case open(about: Post.ID?)
    /// Mute something, or stop muting it.
    case toggle(Mute)
    /// Mute what was typed.
    case add(String)
  }

  package struct State: Equatable, Sendable {
    /// What the post is about, then what else is muted.
    package var entries: [Entry]
    /// The mute that was typed last; nil while a typed one is being kept.
    package var added: Mute?

    package init(_ entries: [Entry] = [], added: Mute? = nil) {
      (self.entries, self.added) = (entries, added)
    }
  }
}

/// Mutes people, tags and words, and stops muting them.
@MainActor package final class MutingInteractor: Interacting {
  private let session: Session
  private let book: MuteBook
  private let presenter: any Presenting<Muting.State>
  private var state = Muting.State() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  /// What was offered or muted while the scene was open, so that it can be muted again.
  private var seen: [Mute] = []

  package init(
    _ session: Session, book: MuteBook, presenter: any Presenting<Muting.State>
  ) {
    (self.session, self.book, self.presenter) = (session, book, presenter)
  }

  package func handle(_ request: Muting.Request) async {
    switch request {
    case .open(let post):
      seen = await subjects(of: post)
      show()
      // An empty list is shown, too, though the state did not change.
      if state.entries.isEmpty { presenter.present(state) }
    case .toggle(let mute): await set(mute, !book.mutes.contains(mute))
    case .add(let text):
      guard let mute = Mute(text) else { return presenter.perform(.say(.invalid(.mute))) }
      state.added = nil
      if await set(mute, true) { state.added = mute }
    }
  }
}

extension MutingInteractor {
  /// The author and tags of a post; empty for the reader's own.
  private func subjects(of id: Post.ID?) async -> [Mute] {
    guard let id else { return [] }
    let account = session.account
    do throws(StoreError) {
      guard let post = try await session.shelf.feeds.post(id, account: account.id),
        post.author.id != account.person
      else { return [] }
      return post.subjects
    } catch {
      presenter.perform(.say(.storeFailed(error)))
      return []
    }
  }

  @discardableResult private func set(_ mute: Mute, _ isMuted: Bool) async -> Bool {
    let keeping = book.set(mute, isMuted)
    show()
    guard let error = await keeping.value else { return true }
    presenter.perform(.say(.storeFailed(error)))
    show()
    return false
  }

  private func show() {
    seen += book.mutes.filter { !seen.contains($0) }
    state.entries = seen.map { Muting.Entry($0, isMuted: book.mutes.contains($0)) }
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

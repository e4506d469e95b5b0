package import FeedDomain

/// The scene that lists, adds and removes mutes.
package enum Muting {
  /// A mute, or a suggestion for one.
  package struct Entry: Equatable, Sendable {
    package let mute: Mute
    package let isMuted: Bool

    package init(_ mute: Mute, isMuted: Bool) {
      (self.mute, self.isMuted) = (mute, isMuted)
    }
  }

  package enum Request: Equatable, Sendable {
    /// Show mutes, with suggestions from a post.
    case open(about: Post.ID?)
    /// Add or remove a mute.
    case toggle(Mute)
    case add(String)
  }

  package struct State: Equatable, Sendable {
    /// Suggestions from the post, then all other mutes.
    package var entries: [Entry]
    /// The mute typed last; nil while one is being stored.
    package var added: Mute?

    package init(_ entries: [Entry] = [], added: Mute? = nil) {
      (self.entries, self.added) = (entries, added)
    }
  }
}

/// Adds and removes mutes.
@MainActor package final class MutingInteractor: Interacting {
  private let session: Session
  private let book: MuteList
  private let presenter: any Presenting<Muting.State>
  private var state = Muting.State() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  /// Mutes shown since the scene was opened, which can be added again.
  private var seen: [Mute] = []

  package init(
    _ session: Session, book: MuteList, presenter: any Presenting<Muting.State>
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
  /// The author and the tags as mutes, without repetitions.
  fileprivate var subjects: [Mute] {
    var subjects: [Mute] = [.person(author.handle.lowercased())]
    for case .tag(let tag) in content.text.runs.map(\.kind) {
      let mute = Mute.tag(tag.lowercased())
      if !subjects.contains(mute) { subjects.append(mute) }
    }
    return subjects
  }
}

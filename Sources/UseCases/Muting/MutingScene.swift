package import FeedDomain

/// A namespace for the requests and the state of the mutes scene, which lists, adds and removes
/// local mutes.
package enum MutingScene {
  /// A row of the mutes scene, which shows a mute, or a suggestion for one, and whether it is set.
  package struct MuteEntry: Equatable, Sendable {
    package let mute: Mute
    package let isMuted: Bool

    package init(_ mute: Mute, isMuted: Bool) {
      (self.mute, self.isMuted) = (mute, isMuted)
    }
  }

  package enum SceneRequest: Equatable, Sendable {
    /// A request of the mutes scene: show all mutes, with suggestions from a post.
    case open(about: Post.ID?)
    case toggle(Mute)
    case add(String)
  }

  package struct SceneState: Equatable, Sendable {
    /// The rows of the mutes scene: suggestions from the post, then all other mutes.
    package var entries: [MuteEntry]
    /// The mute that the user added last by typing in the mutes scene; nil while it is being
    /// stored.
    package var lastAdded: Mute?

    package init(_ entries: [MuteEntry] = [], lastAdded: Mute? = nil) {
      (self.entries, self.lastAdded) = (entries, lastAdded)
    }
  }
}

@MainActor package final class MutingInteractor: Interacting {
  private let session: AccountSession
  private let book: MuteList
  private let presenter: any Presenting<MutingScene.SceneState>
  private var state = MutingScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  /// The mutes shown since the mutes scene was opened; removed ones can be added again.
  private var listedMutes: [Mute] = []

  package init(
    _ session: AccountSession, book: MuteList, presenter: any Presenting<MutingScene.SceneState>
  ) {
    (self.session, self.book, self.presenter) = (session, book, presenter)
  }

  package func handle(_ request: MutingScene.SceneRequest) async {
    switch request {
    case .open(let post):
      listedMutes = await suggestedMutes(of: post)
      presentState()
      // An empty list is presented explicitly, since the state did not change.
      if state.entries.isEmpty { presenter.present(state) }
    case .toggle(let mute): await setMute(mute, isMuted: !book.mutes.contains(mute))
    case .add(let text):
      guard let mute = Mute(text) else { return presenter.perform(.say(.invalid(.mute))) }
      state.lastAdded = nil
      if await setMute(mute, isMuted: true) { state.lastAdded = mute }
    }
  }
}

extension MutingInteractor {
  /// Returns the author and hashtags of a post as suggested mutes; empty for the user's own post.
  private func suggestedMutes(of id: Post.ID?) async -> [Mute] {
    guard let id else { return [] }
    let account = session.account
    do throws(StoreError) {
      guard let post = try await session.stores.feeds.storedPost(id, account: account.id),
        post.author.id != account.person
      else { return [] }
      return post.subjects
    } catch {
      presenter.perform(.say(.storeFailed(error)))
      return []
    }
  }

  @discardableResult private func setMute(_ mute: Mute, isMuted: Bool) async -> Bool {
    let keeping = book.setMute(mute, isMuted: isMuted)
    presentState()
    guard let error = await keeping.value else { return true }
    presenter.perform(.say(.storeFailed(error)))
    presentState()
    return false
  }

  private func presentState() {
    listedMutes += book.mutes.filter { !listedMutes.contains($0) }
    state.entries = listedMutes.map { MutingScene.MuteEntry($0, isMuted: book.mutes.contains($0)) }
  }
}

extension Post {
  /// The author and hashtags of a post as mutes, without repetitions.
  fileprivate var subjects: [Mute] {
    var subjects: [Mute] = [.person(author.handle.lowercased())]
    for case .tag(let tag) in content.text.runs.map(\.kind) {
      let mute = Mute.tag(tag.lowercased())
      if !subjects.contains(mute) { subjects.append(mute) }
    }
    return subjects
  }
}

/// A list of the user's local mutes, which apply to all accounts.
@MainActor
package final class MuteList {
  /// The user's local mutes, the latest first.
  package private(set) var mutes: [Mute]
  package var onChange: () -> Void = {}
  private let store: any MuteStore
  private let writes = SerialQueue()

  /// Creates the list of mutes by reading the stored ones; empty if reading fails.
  package init(_ store: any MuteStore, log: any Log) {
    self.store = store
    do throws(StoreError) { mutes = try store.mutes() } catch {
      mutes = []
      log.writeLogLine(.storage, .error, "could not read the mutes: \(error)")
    }
  }

  /// Adds or removes a mute at once, and stores the change. The returned task gives the error if
  /// storing fails; the change is then rolled back.
  func setMute(_ mute: Mute, isMuted: Bool) -> Task<StoreError?, Never> {
    replaceMuteList(mutes.settingMute(mute, isMuted: isMuted))
    return writes.enqueueWork { [self] in
      switch await Self.writeMute(mute, isMuted, in: store) {
      case .success(let kept):
        // Mutes changed by other windows are adopted only after the last write, since earlier
        // results lack later changes.
        if writes.unfinished == 1 { replaceMuteList(kept) }
        return nil
      case .failure(let error):
        // The stored mutes tell how a mute was before, such as its end.
        let stored = writes.unfinished == 1 ? try? store.mutes() : nil
        replaceMuteList(stored ?? mutes.settingMute(mute, isMuted: !isMuted))
        return error
      }
    }
  }

  /// Reads the mutes again from their file, which may have been deleted with the last account.
  package func reloadMuteList() {
    // If the mutes cannot be read, those in memory stay; the next write reports the error.
    if let kept = try? store.mutes() { replaceMuteList(kept) }
  }

  private func replaceMuteList(_ mutes: [Mute]) {
    guard mutes != self.mutes else { return }
    self.mutes = mutes
    onChange()
  }

  /// Writes a changed mute to the file of mutes, off the main actor; returns all mutes.
  @concurrent
  private nonisolated static func writeMute(
    _ mute: Mute, _ isMuted: Bool, in store: any MuteStore
  ) async -> Result<[Mute], StoreError> {
    Result { () throws(StoreError) in try store.setMute(mute, isMuted: isMuted) }
  }
}

/// A set of the ids of posts, as one account knows them, in conversations that the user has hidden
/// for good.
struct HiddenConversationPostIDs {
  /// The ids of the first posts of the hidden conversations.
  let roots: Set<Post.ID>
  private var posts: Set<Post.ID>

  init(_ roots: Set<Post.ID> = [], posts: Set<Post.ID> = []) {
    (self.roots, self.posts) = (roots, roots.union(posts))
  }

  var isEmpty: Bool { posts.isEmpty }

  func isInHiddenConversation(_ post: Post.ID) -> Bool { posts.contains(post) }

  /// Returns true if a post belongs to a hidden conversation, or answers a post of one; then adds
  /// the post to the hidden ones, so that answers to it are found as well.
  mutating func isInHiddenConversation(_ post: Post) -> Bool {
    if posts.contains(post.id) { return true }
    guard let answered = post.reply?.post, posts.contains(answered) else { return false }
    posts.insert(post.id)
    return true
  }
}

extension Conversation {
  /// The ids of the conversation's posts, and of the post that the first of them answers.
  var allPostIDs: [Post.ID] {
    nodes.map(\.post.id) + [nodes.first?.post.reply?.post].compactMap(\.self)
  }
}

extension [Mute] {
  /// Returns the ids of the first posts of the conversations that are hidden for an account.
  func hiddenConversationRoots(of account: Account.ID) -> Set<Post.ID> {
    var roots: Set<Post.ID> = []
    for case .conversation(let hidden) in self where hidden.account == account {
      roots.insert(hidden.post)
    }
    return roots
  }
}

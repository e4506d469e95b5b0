import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Reports what happened to the reader's actions: in messages for the bottom line, and in signs at
/// the posts they are about.
@MainActor final class ActionReport {
  private let wording: Wording
  private let undoKey: String
  /// Whose actions have not reached the service.
  private(set) var undelivered = UndeliveredPosts()

  /// Reports in these words.
  init(wording: Wording, keys: KeyMap) {
    self.wording = wording
    undoKey = keys.name(for: .undo) ?? ""
  }

  /// What the news of an account's actions have a scene do, once.
  func tell(_ news: ActionEvent, of account: Account?) -> [PostCue] {
    undelivered.receive(news)
    var cues: [PostCue] = []
    if case .acted(.mark(let post, .liked, true)) = news { cues.append(.flash(post)) }
    if news == .signedOut, let account { cues.append(.askToSignIn(account)) }
    if let message = Message(news, at: account?.service, wording, undoKey: undoKey) {
      cues.append(.say(message))
    }
    return cues
  }

  /// The same, and marks the rows anew where other posts are undelivered now.
  func tell(
    _ news: ActionEvent, of account: Account?, in rows: inout [some PostRow]
  ) -> [PostCue] {
    let before = undelivered.marked
    let cues = tell(news, of: account)
    if undelivered.marked != before { change([], in: &rows) }
    return cues
  }

  /// Puts posts in the place of the ones before, and marks those that are undelivered; every other
  /// row stays as it is.
  func change(_ posts: [Post], in rows: inout [some PostRow]) {
    let changed = Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
    let marked = undelivered.marked
    for index in rows.indices {
      guard var item = rows[index].post else { continue }
      let isMarked = marked.contains(item.post.id)
      guard changed[item.post.id] != nil || item.isWaiting != isMarked else { continue }
      item.post = changed[item.post.id] ?? item.post
      item.isWaiting = isMarked
      rows[index].post = item
    }
  }

  /// A post as the reader of an account is shown it.
  func item(_ post: Post, boostedBy: Person? = nil, for account: Account?) -> PostItem {
    PostItem(
      post, boostedBy: boostedBy, isOwn: post.author.id == account?.person,
      isWaiting: undelivered.marks(post.id))
  }
}

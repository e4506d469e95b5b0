import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

extension Change {
  /// Whether no post shows it: how the reader stands to somebody, or something else.
  fileprivate var needsWords: Bool {
    switch self {
    case .follow, .mute, .block, .act, .mark(_, .pinned, _), .mark(_, .silenced, _): true
    case .mark, .admit, .vote, .publish, .delete: false
    }
  }

  /// Whether others see it and nothing undoes it, so that it is told only once it is done.
  fileprivate var isFinal: Bool { isPublic && inverse == nil }
}

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
  func tell(_ news: ActionNews, of account: Account?) -> [PostCue] {
    undelivered.hear(news)
    var cues: [PostCue] = []
    if case .acted(.mark(let post, .liked, true)) = news { cues.append(.flash(post)) }
    if news == .signedOut, let account { cues.append(.askToSignIn(account)) }
    if let message = message(for: news, at: account?.service) { cues.append(.say(message)) }
    return cues
  }

  /// The same, and marks the rows anew where other posts are undelivered now.
  func tell(
    _ news: ActionNews, of account: Account?, in rows: inout [some PostRow]
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

  /// The message; nil where the screen says enough.
  private func message(for news: ActionNews, at service: Service?) -> Message? {
    switch news {
    case .held(let change, _): say(wording.held(change, key: undoKey), .good)
    // What nobody else sees is not held back, but can be taken back all the same.
    case .acted(let change) where change.needsWords && !change.isPublic:
      say(wording.held(change, key: undoKey), .good)
    case .delivered(.publish(let draft), .done) where draft.postsAt != nil:
      say(wording.say("Your post is scheduled."), .good)
    case .delivered(let change, let outcome) where change.exposure(after: outcome) != nil:
      say(wording.exposedTitle, .bad)
    case .delivered(.publish(let draft), _):
      say(wording.posted(draft), .good)
    case .delivered(.act(let act), _) where Change.act(act).isFinal: say(wording.done(act), .good)
    case .undone(let change): say(wording.undone(change), .plain)
    case .nothingToUndo: say(wording.say("Nothing to undo."), .plain)
    case .withheld(_, let reason):
      Message(text: wording.sentence(for: reason, at: service), tone: .bad)
    case .refused(let change, let error): say(wording.refused(change, error), .bad)
    case .notKept(_, let error): say(wording.notKept(error), .bad)
    case .acted, .uploading, .delivered, .waiting, .stored, .changed, .changedElsewhere,
      .signedOut:
      nil
    }
  }

  private func say(_ words: SafeText, _ tone: Message.Tone) -> Message {
    Message(text: words, tone: tone)
  }
}

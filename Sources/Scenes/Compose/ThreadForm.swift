import FeedDomain
import Words

/// The thread being written: the post on which one writes, and those before and after it.
struct ThreadForm {
  /// What goes out before the post on which one writes.
  private(set) var before: [DraftForm] = []
  /// The post on which one writes.
  var post: DraftForm
  /// What goes out after it.
  private(set) var after: [DraftForm]
  private let frame: ComposeViewModel.Frame
  private let moments: MomentText

  /// A thread to write on, from its first post.
  init(_ draft: Draft, _ frame: ComposeViewModel.Frame, _ moments: MomentText) {
    (self.frame, self.moments) = (frame, moments)
    post = DraftForm(draft.alone, frame, moments)
    after = draft.following.map { DraftForm($0, frame.following, moments) }
  }

  /// Where in it one writes, the first post at 0.
  var place: Int { before.count }

  /// How many posts it has.
  var count: Int { before.count + 1 + after.count }

  /// The posts in order.
  var posts: [DraftForm] { before + [post] + after }

  /// The draft as it stands.
  var draft: Draft {
    let drafts = posts.map(\.draft)
    return drafts[0].followed(by: Array(drafts.dropFirst()))
  }
}

extension ThreadForm {
  /// Goes to the post at that place, or to the nearest there is; false where that is this one.
  mutating func go(to wanted: Int) -> Bool {
    let place = max(0, min(count - 1, wanted))
    guard place != self.place else { return false }
    let posts = posts
    before = Array(posts[..<place])
    post = posts[place]
    after = Array(posts[(place + 1)...])
    return true
  }

  /// Begins the post after this one, with the words behind the cursor; false where there is nothing
  /// in this one that another could follow.
  mutating func beginNext() -> Bool {
    let area = post.text
    let rest = area.characters[area.cursor...].drop(while: \.isWhitespace)
    let successor = post.draft.saying(String(area.characters[..<area.cursor])).successor
    guard !post.draft.isBlank, area.cursor > 0 || rest.isEmpty else { return false }
    if rest.isEmpty, let next = after.first, next.draft.isBlank { return go(to: place + 1) }
    if !rest.isEmpty { post.text.replace(area.cursor..<area.characters.count, with: "") }
    before.append(post)
    post = DraftForm(successor.saying(successor.text + String(rest)), frame.following, moments)
    post.text.move(to: successor.text.count)
    return true
  }

  /// Puts the words of this post behind those of the one before it, and takes it out; false where
  /// there is none before it, or more in it than words.
  mutating func join() -> Bool {
    guard var joined = before.last, post.pictures.isEmpty, post.poll == nil else { return false }
    before.removeLast()
    let end = joined.text.characters.count
    joined.text.replace(end..<end, with: post.text.text)
    joined.text.move(to: end)
    post = joined
    return true
  }
}

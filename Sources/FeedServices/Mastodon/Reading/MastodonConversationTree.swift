internal import FeedDomain

struct MastodonConversationTree {
  private let all: [Post]
  private let roots: [Post]
  private let answers: [Post.ID: [Post]]

  /// Creates the trees of a Mastodon conversation, in which each post is below the post that it
  /// answers; repeated posts are dropped.
  init(ancestors: [Post], focus: Post, descendants: [Post]) {
    var known: Set<Post.ID> = [focus.id]
    let above = ancestors.filter { known.insert($0.id).inserted }
    let below = descendants.filter { known.insert($0.id).inserted }
    let places = Set((above + [focus] + below).map(\.id))
    var roots: [Post] = []
    var answers: [Post.ID: [Post]] = [:]
    for post in above + [focus] {
      if let parent = post.reply?.post, places.contains(parent), parent != post.id {
        answers[parent, default: []].append(post)
      } else {
        roots.append(post)
      }
    }
    for post in below {
      let parent = post.reply?.post
      // An answer to an unknown post is shown below the focused post.
      let place = parent.map { places.contains($0) && $0 != post.id } == true ? parent : focus.id
      answers[place ?? focus.id, default: []].append(post)
    }
    all = [focus] + above + below
    (self.roots, self.answers) = (roots, answers)
  }

  /// Returns the Mastodon conversation with its posts in reading order, each before its answers.
  /// All posts occur once, even if posts answer each other in a circle.
  func conversation(around focus: Post, retryDelay pause: Duration? = nil) -> Conversation {
    var rows: [Conversation.ConversationNode] = []
    var shown: Set<Post.ID> = []
    // Posts in a circle are reached from no root.
    for root in roots + all {
      var stack = [(post: root, depth: 0)]
      while let (post, depth) = stack.popLast() {
        guard shown.insert(post.id).inserted else { continue }
        rows.append(Conversation.ConversationNode(post, depth: depth))
        stack += (answers[post.id] ?? []).reversed().map { ($0, depth + 1) }
      }
    }
    return Conversation(focus: focus.id, nodes: rows, retryDelay: pause)
  }
}

/// A namespace for parsing the header by which a Mastodon server states that its reply is
/// incomplete so far: `Mastodon-Async-Refresh: id="…", retry=3, result_count=0`.
enum MastodonAsyncRefreshHeader {
  private static let shortest = Duration.seconds(1)
  private static let standard = Duration.seconds(5)
  private static let longest = Duration.seconds(60)

  /// Returns the pause before a Mastodon server's incomplete reply is requested again; nil if the
  /// reply is complete.
  static func retryPause(in headers: HTTPHeaders) -> Duration? {
    guard let text = headers["Mastodon-Async-Refresh"] else { return nil }
    let items = text.split(separator: ",").map { String($0).trimmingBlanks }
    guard let item = items.first(where: { $0.hasPrefix("retry=") }) else { return standard }
    guard let seconds = Int(item.dropFirst("retry=".utf8.count)) else { return standard }
    return min(max(.seconds(min(max(seconds, 0), 3600)), shortest), longest)
  }
}

struct MastodonReadPositions: Sendable {
  let home: FeedEntry.ID?
  let notice: LastReadNotificationMark?

  init(_ json: JSON, at software: MastodonSoftware) {
    home = json["home"]["last_read_id"].id.map { FeedEntry.ID(software.stablePostID($0)) }
    notice = json["notifications"]["last_read_id"].id.map { .notice(Notification.ID($0)) }
  }
}

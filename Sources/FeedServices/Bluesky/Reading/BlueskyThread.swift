internal import FeedDomain

/// A conversation as servers tell it: each post with what it answers and what answers it inside.
struct BlueskyThread {
  let reader: BlueskyReader

  /// The posts, each before its answers; nil where the post in question is not there.
  func conversation(_ thread: JSON) -> Conversation? {
    guard let focus = reader.post(thread["post"], in: .alone) else { return nil }
    var rows: [Conversation.Node] = []
    var shown: Set<Post.ID> = [focus.id]
    var above: [Post] = []
    var parent = thread["parent"]
    // What is gone or blocked ends the chain: it leads nowhere.
    while parent.isObject {
      if let post = reader.post(parent["post"], in: .alone), shown.insert(post.id).inserted {
        above.append(post)
      }
      parent = parent["parent"]
    }
    for post in above.reversed() { rows.append(Conversation.Node(post, depth: rows.count)) }
    rows.append(Conversation.Node(focus, depth: rows.count))
    append(answers: thread["replies"], depth: rows.count, to: &rows, &shown)
    return Conversation(focus: focus.id, nodes: rows)
  }

  /// No deeper than JSON is read.
  private func append(
    answers: JSON, depth: Int, to rows: inout [Conversation.Node], _ shown: inout Set<Post.ID>
  ) {
    for answer in answers.array {
      guard let post = reader.post(answer["post"]), shown.insert(post.id).inserted else { continue }
      rows.append(Conversation.Node(post, depth: depth))
      append(answers: answer["replies"], depth: depth + 1, to: &rows, &shown)
    }
  }
}

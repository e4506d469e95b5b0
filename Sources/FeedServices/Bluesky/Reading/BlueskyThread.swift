internal import FeedDomain

/// A conversation as servers tell it: each post with what it answers and what answers it inside.
struct BlueskyThread {
  let reader: BlueskyReader

  /// The posts, each before its answers; nil where the post in question is not there.
  func conversation(_ thread: JSON) -> Conversation? {
    let answered = thread["parent"]["post"]
    guard let focus = reader.post(thread["post"], in: .alone, answering: answered) else {
      return nil
    }
    var rows: [Conversation.Node] = []
    var shown: Set<Post.ID> = [focus.id]
    var above: [Post] = []
    var parent = thread["parent"]
    // What is gone or blocked ends the chain: it leads nowhere.
    while parent.isObject {
      let next = parent["parent"]
      let post = reader.post(parent["post"], in: .alone, answering: next["post"])
      if let post, shown.insert(post.id).inserted { above.append(post) }
      parent = next
    }
    for post in above.reversed() { rows.append(Conversation.Node(post, depth: rows.count)) }
    rows.append(Conversation.Node(focus, depth: rows.count))
    append(answersTo: thread, depth: rows.count, to: &rows, &shown)
    return Conversation(focus: focus.id, nodes: rows)
  }

  /// No deeper than JSON is read.
  private func append(
    answersTo parent: JSON, depth: Int, to rows: inout [Conversation.Node],
    _ shown: inout Set<Post.ID>
  ) {
    for answer in parent["replies"].array {
      guard let post = reader.post(answer["post"], answering: parent["post"]),
        shown.insert(post.id).inserted
      else { continue }
      rows.append(Conversation.Node(post, depth: depth))
      append(answersTo: answer, depth: depth + 1, to: &rows, &shown)
    }
  }
}

internal import FeedDomain

/// A conversation as servers tell it: each post with what it answers and what answers it inside.
struct BlueskyThread {
  /// How many answers deep one can be asked for: as many as can be read, each lying in the one before.
  static let deepest = 10

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
    var answers = Answers(rows: rows, shown: shown)
    append(answersTo: thread, by: focus, level: 0, depth: rows.count, to: &answers)
    return Conversation(focus: focus.id, nodes: answers.rows, cut: answers.cut)
  }

  /// What was read so far.
  private struct Answers {
    var rows: [Conversation.Node]
    var shown: Set<Post.ID>
    /// The posts below which the server left answers out.
    var cut: Set<Post.ID> = []
  }

  /// No deeper than JSON is read.
  private func append(
    answersTo parent: JSON, by post: Post, level: Int, depth: Int, to answers: inout Answers
  ) {
    let told = parent["replies"]
    if post.counts.replies > 0, !told.isArray || level >= Self.deepest && told.array.isEmpty {
      answers.cut.insert(post.id)
    }
    for answer in told.array {
      guard let post = reader.post(answer["post"], answering: parent["post"]),
        answers.shown.insert(post.id).inserted
      else { continue }
      answers.rows.append(Conversation.Node(post, depth: depth))
      append(answersTo: answer, by: post, level: level + 1, depth: depth + 1, to: &answers)
    }
  }
}

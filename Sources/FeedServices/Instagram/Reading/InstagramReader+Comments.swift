internal import FeedDomain

/// A comment with the answers that came with it.
struct InstagramThread: Equatable, Sendable {
  let comment: Post
  let answers: [Post]
  /// Where the answers go on; nil where all of them came.
  let next: String?

  var nodes: [Conversation.Node] {
    [Conversation.Node(comment, depth: 1)] + answers.map { Conversation.Node($0, depth: 2) }
  }
}

extension InstagramReader {
  /// What was said about a medium, each comment with its answers.
  func threads(_ json: JSON, on medium: Post) -> [InstagramThread] {
    json.array.readable { json in
      guard let comment = comment(json, on: medium) else { return nil }
      let replies = json["replies"]
      return InstagramThread(
        comment: comment, answers: answers(replies["data"], to: comment),
        next: InstagramConnection.next(in: replies))
    }
  }

  func answers(_ json: JSON, to comment: Post) -> [Post] {
    json.array.readable { self.comment($0, on: comment) }
  }

  private func comment(_ json: JSON, on post: Post) -> Post? {
    guard let id = json["id"].id, !id.contains("/") else { return nil }
    let moment = Self.moment(json["timestamp"])
    return Post(
      id: InstagramID.of(id, on: post.id), author: author(json),
      createdAt: moment ?? now,
      content: Post.Content(text: RichText(json["text"].string ?? "")),
      reply: Post.Reply(to: post.id, handle: post.author.handle),
      counts: Post.Counts(replies: nil, boosts: nil, likes: json["like_count"].count),
      own: json["hidden"].bool == true ? .hidden : [], isDated: moment != nil)
  }

  /// Who said it; without the permission to know, nobody knows.
  private func author(_ json: JSON) -> Person {
    let handle = json["username"].filledString ?? json["from"]["username"].filledString
    let isMe = handle == me.handle || json["from"]["id"].id == me.person.rawValue
    let id = isMe ? me.person.rawValue : json["from"]["id"].id ?? handle ?? ""
    let name = handle ?? "…"
    return Person(
      id: Person.ID(id), handle: name, name: name, relationship: isMe ? .oneself : nil)
  }

  /// What one has just said.
  func comment(_ id: String, saying text: String, to post: Post.ID, at now: Timestamp) -> Post {
    // An answer to an answer hangs on the comment as well.
    let target = InstagramID(post)
    let parent = target.comment.map { InstagramID.of($0, on: Post.ID(target.medium)) } ?? post
    return Post(
      id: InstagramID.of(id, on: parent),
      author: Person(
        id: me.person, handle: me.handle, name: me.handle, relationship: .oneself),
      createdAt: now, content: Post.Content(text: RichText(text)),
      reply: Post.Reply(to: parent, handle: nil),
      // Nobody has seen it yet.
      counts: Post.Counts(replies: nil, boosts: nil, likes: 0))
  }
}

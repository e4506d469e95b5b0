internal import FeedDomain

enum BlueskyChatIDOrPerson: Equatable, Sendable {
  /// A kind of identifier of a Bluesky chat: the id of a chat that exists at the server.
  case existing(String)
  /// A kind of identifier of a Bluesky chat: the other person in the chat, which may not exist yet.
  case with(Person.ID)

  private static let scheme = "chat:"

  /// Creates the Bluesky chat of a direct message from the message's id; nil for public posts.
  init?(_ post: Post.ID) {
    guard post.rawValue.hasPrefix(Self.scheme) else { return nil }
    let parts = post.rawValue.dropFirst(Self.scheme.utf8.count).split(separator: "/")
    guard parts.count == 2 else { return nil }
    self = .existing(String(parts[0]))
  }

  /// Returns the post id of a Bluesky direct message, in a form that no public post's id has.
  static func chatMessagePostID(_ message: String, in chat: String) -> Post.ID {
    Post.ID("\(scheme)\(chat)/\(message)")
  }
}

extension PendingChange {
  /// The Bluesky chat to which a change sends a direct message; nil for other changes.
  var chat: BlueskyChatIDOrPerson? {
    switch self {
    case .publish(let draft): draft.replyTo.flatMap(BlueskyChatIDOrPerson.init)
    case .serviceAction(let action) where action.kind == .message: .with(Person.ID(action.target))
    default: nil
    }
  }
}

extension BlueskyJSONReader {
  /// Parses the JSON of a Bluesky chat into a conversation of direct messages; nil if the chat's id
  /// is missing.
  func parsedDirectConversation(_ json: JSON) -> DirectConversation? {
    guard let id = json["id"].nonEmptyString, !id.contains("/") else { return nil }
    let people = json["members"].array.compactMap(parsedPersonWithPortrait)
    return DirectConversation(
      id: DirectConversation.ID(id), people: people.filter { $0.id != me },
      isUnread: json["unreadCount"].int ?? 0 > 0,
      latestPost: parsedMessage(json["lastMessage"], in: id, among: people))
  }

  /// Parses a Bluesky direct message into a post; nil for a deleted message.
  func parsedMessage(_ json: JSON, in chat: String, among people: [Person]) -> Post? {
    guard let id = json["id"].nonEmptyString, !id.contains("/"), let text = json["text"].string,
      let sender = json["sender"]["did"].nonEmptyString
    else { return nil }
    let author =
      people.first { $0.id.rawValue == sender }
      ?? Person(
        id: Person.ID(sender), handle: sender, name: sender,
        relationship: sender == me.rawValue ? .oneself : nil)
    let moment = json["sentAt"].isoDate
    return Post(
      id: BlueskyChatIDOrPerson.chatMessagePostID(id, in: chat), author: author,
      createdAt: moment ?? now,
      content: Post.PostContent(text: BlueskyFacetParser.richText(text, facets: json["facets"])),
      visibility: .mentioned, counts: .unknown, canBeQuoted: false, isDated: moment != nil)
  }
}

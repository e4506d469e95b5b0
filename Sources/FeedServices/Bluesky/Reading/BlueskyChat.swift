internal import FeedDomain

/// A chat for direct messages.
enum BlueskyChat: Equatable, Sendable {
  /// A chat that exists at the server, by its id.
  case begun(String)
  /// The chat with a person, whether or not it exists.
  case with(Person.ID)

  private static let scheme = "chat:"

  /// The chat of a direct message, from the message's id; nil for a post.
  init?(_ post: Post.ID) {
    guard post.rawValue.hasPrefix(Self.scheme) else { return nil }
    let parts = post.rawValue.dropFirst(Self.scheme.utf8.count).split(separator: "/")
    guard parts.count == 2 else { return nil }
    self = .begun(String(parts[0]))
  }

  /// The id of a direct message, in a form that no post's id has.
  static func id(_ message: String, in chat: String) -> Post.ID {
    Post.ID("\(scheme)\(chat)/\(message)")
  }
}

extension PendingChange {
  /// The chat of a direct message to send; nil for other changes.
  var chat: BlueskyChat? {
    switch self {
    case .publish(let draft): draft.replyTo.flatMap(BlueskyChat.init)
    case .act(let action) where action.kind == .message: .with(Person.ID(action.target))
    default: nil
    }
  }
}

extension BlueskyReader {
  /// Parses a chat; nil without an id.
  func directConversation(_ json: JSON) -> DirectConversation? {
    guard let id = json["id"].nonEmptyString, !id.contains("/") else { return nil }
    let people = json["members"].array.compactMap(profile)
    return DirectConversation(
      id: DirectConversation.ID(id), people: people.filter { $0.id != me },
      isUnread: json["unreadCount"].int ?? 0 > 0,
      last: message(json["lastMessage"], in: id, among: people))
  }

  /// Parses a direct message; nil if the message was deleted.
  func message(_ json: JSON, in chat: String, among people: [Person]) -> Post? {
    guard let id = json["id"].nonEmptyString, !id.contains("/"), let text = json["text"].string,
      let sender = json["sender"]["did"].nonEmptyString
    else { return nil }
    let author =
      people.first { $0.id.rawValue == sender }
      ?? Person(
        id: Person.ID(sender), handle: sender, name: sender,
        relationship: sender == me.rawValue ? .oneself : nil)
    let moment = json["sentAt"].string.flatMap(ISODate.timestamp)
    return Post(
      id: BlueskyChat.id(id, in: chat), author: author, createdAt: moment ?? now,
      content: Post.Content(text: BlueskyFacets.text(text, facets: json["facets"])),
      visibility: .mentioned, counts: .untold, canBeQuoted: false, isDated: moment != nil)
  }
}

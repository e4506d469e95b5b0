/// The direct messages between two people, at a service of their own.
struct PretendBlueskyChat: Sendable {
  static let id = "c1"
  /// The name of the chat service, to which the account's server passes requests.
  static let proxy = "did:web:api.bsky.chat#bsky_chat"

  var messages = [(text: "Tea at four?", sender: PretendBluesky.author)]
  var isRead = false
}

extension PretendBlueskyState {
  mutating func chat(_ method: String, _ request: RecordedRequest) -> ScriptedReply {
    guard request.header("atproto-proxy") == PretendBlueskyChat.proxy else {
      return Self.error("MethodNotImplemented", 501)
    }
    let id = request.query["convoId"] ?? request.json["convoId"].text
    let isKnown = id == PretendBlueskyChat.id
    switch (request.method, method.split(separator: ".").last) {
    case ("GET", "listConvos"?): return Self.reply(["convos": [convo]])
    case ("GET", "getConvo"?) where isKnown: return Self.reply(["convo": convo])
    case ("GET", "getConvoForMembers"?) where request.query["members"] == PretendBluesky.author:
      return Self.reply(["convo": convo])
    case ("GET", "getMessages"?) where isKnown:
      return Self.reply([
        "messages": .array(chat.messages.indices.reversed().map(message))
      ])
    case ("POST", "updateRead"?) where isKnown:
      chat.isRead = true
      return Self.reply(["convo": convo])
    case ("POST", "sendMessage"?) where isKnown:
      chat.messages.append((request.json["message"]["text"].text, PretendBluesky.did))
      return Self.reply(message(at: chat.messages.count - 1))
    default: return Self.error("InvalidRequest", 400, "Convo not found")
    }
  }

  private var convo: WireJSON {
    [
      "id": .string(PretendBlueskyChat.id), "rev": "1", "muted": false,
      "unreadCount": chat.isRead ? 0 : 1,
      "members": [person(PretendBluesky.author), person(PretendBluesky.did)],
      "lastMessage": message(at: chat.messages.count - 1),
    ]
  }

  private func message(at place: Int) -> WireJSON {
    [
      "$type": "chat.bsky.convo.defs#messageView", "id": .string("m\(place)"), "rev": "1",
      "text": .string(chat.messages[place].text),
      "sender": ["did": .string(chat.messages[place].sender)],
      "sentAt": .string("2026-11-20T18:0\(place % 10):00.000Z"),
    ]
  }
}

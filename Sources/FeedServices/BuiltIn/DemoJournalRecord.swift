internal import FeedDomain
internal import Groundwork

/// A change by the user that the demo server has accepted, as recorded in the demo's journal.
struct AcceptedDemoChange: Equatable {
  let key: OutboxItem.ID
  let acceptedAt: Timestamp
  /// The number of the demo post that this accepted change published; nil for other changes.
  let number: DemoPostNumber?
  let change: PendingChange
}

enum DemoJournalRecord: Equatable {
  /// A kind of record in the demo's journal: the start of the demo world, with the values that
  /// determine it.
  case began(seed: UInt64, at: Timestamp, newPostInterval: Duration)
  /// A kind of record in the demo's journal: a token that the demo server issued, of which only the
  /// digest is stored.
  case issued(digest: String)
  case accepted(AcceptedDemoChange)

  /// The fields of the line that stores this record in the demo's journal; the first is its kind.
  var fields: [String] {
    switch self {
    case .began(let seed, let at, let interval):
      ["began", String(seed), String(at.milliseconds), String(interval.wholeMilliseconds)]
    case .issued(let digest): ["issued", digest]
    case .accepted(let accepted):
      [
        "accepted", accepted.key.rawValue, String(accepted.acceptedAt.milliseconds),
        accepted.number?.text ?? "",
      ] + accepted.change.fields
    }
  }

  /// Creates a record of the demo's journal from the fields of its line; nil if they are invalid.
  init?(fields: [String]) {
    var rest = fields[...]
    switch rest.popFirst() {
    case "began":
      guard fields.count == 4, let seed = UInt64(fields[1]), let at = Int64(fields[2]),
        let interval = Int64(fields[3]), interval >= 0
      else { return nil }
      self = .began(
        seed: seed, at: Timestamp(milliseconds: at), newPostInterval: .milliseconds(interval))
    case "issued":
      guard fields.count == 2 else { return nil }
      self = .issued(digest: fields[1])
    case "accepted":
      guard fields.count > 4, let at = Int64(fields[2]),
        let change = PendingChange(fields: rest.dropFirst(3))
      else { return nil }
      let number = Int64(fields[3]).map { DemoPostNumber($0) }
      if case .publish = change, number == nil { return nil }
      self = .accepted(
        AcceptedDemoChange(
          key: OutboxItem.ID(fields[1]), acceptedAt: Timestamp(milliseconds: at), number: number,
          change: change))
    default: return nil
    }
  }
}

extension Secret {
  /// The hash of this token of the demo service in hexadecimal digits, to tell tokens apart.
  var digest: String { StableHash.hexadecimalHash(of: revealed) }
}

extension PendingChange {
  /// This pending change as fields of a line in the demo's journal; the first is its kind.
  var fields: [String] {
    switch self {
    case .mark(let post, let action, let isDone):
      ["mark", post.rawValue, String(action.rawValue), isDone ? "1" : "0"]
    case .follow(let person, let isFollowed):
      ["follow", person.rawValue, isFollowed ? "1" : "0"]
    case .mute(let person, let isMuted): ["mute", person.rawValue, isMuted ? "1" : "0"]
    case .block(let person, let isBlocked): ["block", person.rawValue, isBlocked ? "1" : "0"]
    case .answerFollowRequest(let person, let isLetIn):
      ["admit", person.rawValue, isLetIn ? "1" : "0"]
    case .vote(let post, let answers):
      ["vote", post.rawValue] + answers.sorted().map(String.init)
    case .delete(let post): ["delete", post.rawValue]
    case .markRead(let entries, let isRead, _):
      ["read", isRead ? "1" : "0"] + entries.map(\.rawValue)
    case .serviceAction(let action):
      [
        "act", action.kind.rawValue, action.target, action.detail, action.isDone ? "1" : "0",
        action.answers.storedText,
      ]
    case .publish(let draft): draft.fields
    }
  }

  /// Creates a pending change from the fields of a line in the demo's journal; nil if invalid.
  init?(fields: ArraySlice<String>) {
    let fields = Array(fields)
    switch fields.first {
    case "mark" where fields.count == 4:
      guard let action = Int(fields[2]) else { return nil }
      self = .mark(Post.ID(fields[1]), Post.UserPostMarks(rawValue: action), fields[3] == "1")
    case "follow" where fields.count == 3: self = .follow(Person.ID(fields[1]), fields[2] == "1")
    case "mute" where fields.count == 3: self = .mute(Person.ID(fields[1]), fields[2] == "1")
    case "block" where fields.count == 3: self = .block(Person.ID(fields[1]), fields[2] == "1")
    case "admit" where fields.count == 3:
      self = .answerFollowRequest(Person.ID(fields[1]), fields[2] == "1")
    case "vote" where fields.count > 2:
      self = .vote(Post.ID(fields[1]), Set(fields[2...].compactMap { Int($0) }))
    case "delete" where fields.count == 2: self = .delete(Post.ID(fields[1]))
    case "act" where fields.count == 5 || fields.count == 6:
      guard let kind = ServiceAction.ServiceActionKind(rawValue: fields[1]) else { return nil }
      self = .serviceAction(
        ServiceAction(
          kind, fields[2], detail: fields[3],
          answers: [InputField: String](said: fields.count > 5 ? fields[5] : ""),
          isDone: fields[4] == "1"))
    case "publish", "publish-covered", "publish-poll":
      guard let draft = Draft(fields: fields) else { return nil }
      self = .publish(draft)
    default: return nil
    }
  }
}

extension Draft {
  /// This draft as fields of a line in the demo's journal; the poll or the pictures come last.
  var fields: [String] {
    let kind = poll == nil ? isSensitive ? "publish-covered" : "publish" : "publish-poll"
    let rest = poll?.fields ?? attachments.flatMap { [$0.uploaded ?? "", $0.altText] }
    return [
      kind, id.rawValue, text, warning ?? "", visibility.rawValue, replyTo?.rawValue ?? "",
      quoting?.rawValue ?? "",
    ] + rest
  }

  /// Creates a draft from the fields of a line in the demo's journal; nil if they are invalid.
  init?(fields: [String]) {
    guard fields.count >= 7, let visibility = Visibility(rawValue: fields[4]) else { return nil }
    let rest = fields[7...]
    let hasPoll = fields[0] == "publish-poll"
    let poll = hasPoll ? DraftPoll(fields: rest) : nil
    guard hasPoll ? poll != nil : rest.count % 2 == 0 else { return nil }
    let attachments = stride(from: 7, to: hasPoll ? 7 : fields.count, by: 2).map {
      DraftAttachment(path: "", altText: fields[$0 + 1], uploaded: fields[$0].nonEmpty)
    }
    self.init(
      id: ID(fields[1]), text: fields[2], warning: fields[3].nonEmpty, visibility: visibility,
      replyTo: fields[5].nonEmpty.map { Post.ID($0) },
      quoting: fields[6].nonEmpty.map { Post.ID($0) }, attachments: attachments,
      isSensitive: fields[0] == "publish-covered", poll: poll)
  }
}

extension Draft.DraftPoll {
  fileprivate var fields: [String] {
    [String(lasts.components.seconds), allowsSeveral ? "1" : "0"] + choices
  }

  fileprivate init?(fields: ArraySlice<String>) {
    let fields = Array(fields)
    guard fields.count > 2, let seconds = Int64(fields[0]), (0...1 << 40).contains(seconds) else {
      return nil
    }
    self.init(
      choices: Array(fields[2...]), allowsSeveral: fields[1] == "1", lasts: .seconds(seconds))
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

internal import FeedDomain

extension Change {
  /// The change as fields of a line.
  var fields: [String] {
    switch self {
    case .mark(let post, let action, let isDone):
      ["mark", post.rawValue, String(action.rawValue), isDone ? "1" : "0"]
    case .follow(let person, let isFollowed):
      ["follow", person.rawValue, isFollowed ? "1" : "0"]
    case .mute(let person, let isMuted): ["mute", person.rawValue, isMuted ? "1" : "0"]
    case .block(let person, let isBlocked): ["block", person.rawValue, isBlocked ? "1" : "0"]
    case .admit(let person, let isLetIn): ["admit", person.rawValue, isLetIn ? "1" : "0"]
    case .vote(let post, let answers):
      ["vote", post.rawValue] + answers.sorted().map(String.init)
    case .delete(let post): ["delete", post.rawValue]
    case .act(let act):
      ["act", act.kind.rawValue, act.target, act.detail, act.isDone ? "1" : "0", act.answers.said]
    case .publish(let draft): draft.fields
    }
  }

  /// The change with those fields; nil where they are none of ours.
  init?(fields: ArraySlice<String>) {
    let fields = Array(fields)
    switch fields.first {
    case "mark" where fields.count == 4:
      guard let action = Int(fields[2]) else { return nil }
      self = .mark(Post.ID(fields[1]), Post.OwnActions(rawValue: action), fields[3] == "1")
    case "follow" where fields.count == 3: self = .follow(Person.ID(fields[1]), fields[2] == "1")
    case "mute" where fields.count == 3: self = .mute(Person.ID(fields[1]), fields[2] == "1")
    case "block" where fields.count == 3: self = .block(Person.ID(fields[1]), fields[2] == "1")
    case "admit" where fields.count == 3: self = .admit(Person.ID(fields[1]), fields[2] == "1")
    case "vote" where fields.count > 2:
      self = .vote(Post.ID(fields[1]), Set(fields[2...].compactMap { Int($0) }))
    case "delete" where fields.count == 2: self = .delete(Post.ID(fields[1]))
    case "act" where fields.count == 5 || fields.count == 6:
      guard let kind = Act.Kind(rawValue: fields[1]) else { return nil }
      self = .act(
        Act(
          kind, fields[2], detail: fields[3],
          answers: [AskedField: String](said: fields.count > 5 ? fields[5] : ""),
          isDone: fields[4] == "1"))
    case "publish", "publish-covered", "publish-poll":
      guard let draft = Draft(fields: fields) else { return nil }
      self = .publish(draft)
    default: return nil
    }
  }
}

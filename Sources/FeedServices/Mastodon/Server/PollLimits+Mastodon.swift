internal import FeedDomain

extension PollLimits {
  var kept: JSON {
    [
      "choices": .number(String(choices)), "characters": .number(String(characters)),
      "shortest": .number(String(shortest.components.seconds)),
      "longest": .number(String(longest.components.seconds)),
    ]
  }

  /// Reads what was kept: false where there are no polls; an earlier version kept nothing of them.
  static func kept(_ json: JSON, otherwise known: PollLimits?) -> PollLimits? {
    guard json != false else { return nil }
    guard let choices = json["choices"].int, let characters = json["characters"].int,
      let shortest = json["shortest"].int, let longest = json["longest"].int
    else { return known }
    return PollLimits(
      choices: choices, characters: characters, shortest: .seconds(shortest),
      longest: .seconds(longest))
  }
}

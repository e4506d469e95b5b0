package import Terminal
package import Words

extension Wording {
  /// A mistake in the settings file: where it is, what is wrong, what to write instead.
  package func sentence(for mistake: SettingMistake, in path: String) -> SafeText {
    // That is in no file.
    if case .badVariable = mistake.reason { return reason(of: mistake) }
    let (path, line) = (mistake.file ?? path, String(mistake.line))
    let place =
      mistake.line > 0
      ? say("{file}, line {line}:", ["file": path, "line": line]) : say("{file}:", ["file": path])
    return place + " " + reason(of: mistake)
  }

  package func reason(of mistake: SettingMistake) -> SafeText {
    switch mistake.reason {
    case .unknownSection(let name, nil): say("There is no section [{name}].", ["name": name])
    case .unknownSection(let name, let nearest?):
      say(
        "There is no section [{name}]. Did you mean [{nearest}]?",
        ["name": name, "nearest": nearest])
    case .unknownKey(let name, nil): say("There is no setting {name} here.", ["name": name])
    case .unknownKey(let name, let nearest?):
      say(
        "There is no setting {name} here. Did you mean {nearest}?",
        ["name": name, "nearest": nearest])
    case .badValue(let value, let key, let allowed),
      .badVariable(let value, name: let key, let allowed):
      say(
        "{key} cannot be \"{value}\". It can be: {allowed}.",
        ["key": key, "value": value, "allowed": allowed])
    case .keyTaken(let key, let command, let line):
      say(
        "{key} is already the key of {command} (line {line}).",
        ["key": key, "command": command, "line": line])
    case .saysNothing: say("This line is not a setting: write name = value.")
    case .openSection: say("A section is written in brackets, like [keys].")
    case .tooLong: say("This line is too long.")
    case .notText: say("This line is not UTF-8 text.")
    case .unreadable(let error): sentence(for: error)
    }
  }

  /// The first of several mistakes, how many there are, and where to read them all; nil for none.
  package func sentence(for mistakes: [SettingMistake], in path: String) -> SafeText? {
    guard let first = mistakes.first.map({ sentence(for: $0, in: path) }) else { return nil }
    guard mistakes.count > 1 else { return first }
    return say(
      "{mistake} This is the first of {count} mistakes: tweetie doctor lists them all.",
      ["mistake": first, "count": mistakes.count])
  }
}

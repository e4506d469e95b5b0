internal import Terminal

extension Wording {
  /// A mistake in the settings file: where it is, what is wrong, what to write instead.
  func sentence(for mistake: SettingMistake, in path: String) -> SafeText {
    let place = ["file": path, "line": String(mistake.line)]
    let what =
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
      case .badValue(let value, let key, let allowed):
        say(
          "{key} cannot be \"{value}\". It can be: {allowed}.",
          ["key": key, "value": value, "allowed": allowed])
      case .keyTaken(let key, let command, let line):
        say(
          "{key} is the key of {command} already (line {line}).",
          ["key": key, "command": command, "line": String(line)])
      case .unreadable(let reason): SafeText(sanitizing: reason)
      case .saysNothing: say("This line says nothing: write a setting, = and its value.")
      }
    return SafeText(sanitizing: say("{file}, line {line}:", place).string + " " + what.string)
  }
}

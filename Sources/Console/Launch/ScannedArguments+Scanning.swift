import Preferences

extension ScannedArguments {
  /// Reads the arguments after the program's name.
  ///
  /// The first word that is no option is the command; `--` ends the options. Asking for help or the
  /// version wins over whatever is wrong behind it.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    // The words stand for the options, which may be asked before the command or behind it.
    if let first = rest.first, let option = Self.questions[first] { rest[rest.startIndex] = option }
    while let argument = rest.popFirst() {
      if argument == "--" {
        for word in rest { try take(word) }
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        try take(argument)
        continue
      }
      let (name, attached) = Self.parts(of: argument)
      let spec = try known(name)
      let value = try Self.value(of: spec, typed: name, attached: attached, from: &rest)
      options.append((spec, value, name))
      if spec.name == OptionSpec.version.name { return }
      if spec.name == OptionSpec.help.name {
        if command == nil, let word = rest.first(where: { !$0.hasPrefix("-") }) { try take(word) }
        return
      }
    }
    try expectFittingOptions()
  }

  private static let questions = [
    "help": OptionSpec.help.name, "version": OptionSpec.version.name,
  ]

  private mutating func take(_ word: String) throws(UsageError) {
    guard command == nil, operands.isEmpty else { return operands.append(word) }
    guard let name = CommandName(rawValue: word) else {
      throw .unknownCommand(
        word, nearest: Synonyms.command(meant: word, besides: Self.questions.keys.sorted()))
    }
    command = name
  }

  /// What stood before the command word must be something the command takes.
  private func expectFittingOptions() throws(UsageError) {
    let names = CommandSpec.named(command).allOptions.map(\.name)
    for (spec, _, typed) in options where !names.contains(spec.name) {
      throw .unknownOption(typed, nearest: nil)
    }
  }

  /// "--name=value" in two; "-n5" in "-n" and "5".
  private static func parts(of argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--") else {
      let value = argument.dropFirst(2)
      return (String(argument.prefix(2)), value.isEmpty ? nil : String(value))
    }
    // A value may begin with a mark, which would make one character with the sign before it.
    guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      return (argument, nil)
    }
    return (String(argument[..<equals]), String(argument[argument.utf8.index(after: equals)...]))
  }

  /// The option of that name, which the command must take.
  private func known(_ name: String) throws(UsageError) -> OptionSpec {
    let specs =
      CommandSpec.named(command).allOptions
      + (command == nil ? OptionSpec.everywhere : [.help, .version])
    if let spec = specs.first(where: { $0.name == name || $0.short == name }) { return spec }
    throw .unknownOption(name, nearest: NearestName.to(name, among: specs.map(\.name)))
  }

  private static func value(
    of spec: OptionSpec, typed name: String, attached: String?,
    from rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard spec.value != nil else {
      guard attached == nil else { throw .unexpectedValue(option: name) }
      return ""
    }
    guard let value = attached ?? rest.popFirst() else { throw .missingValue(option: name) }
    return value
  }
}

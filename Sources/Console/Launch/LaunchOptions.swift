package import Preferences

/// A set of launch options: the parsed command line, and settings from the environment.
package struct LaunchOptions: Equatable, Sendable {
  package let invocation: ProgramInvocation
  /// The account named with the option `--account`, by id or handle; nil for the current one.
  package let account: String?
  package var isQuiet = false
  /// True if the program also writes its log to standard error (`--debug`).
  package var isDebugging = false
  package let environment: LaunchEnvironment

  /// Parses the words of the command line after the program's name, and the environment.
  package static func parsedCommandLine(from arguments: [String], environment: [String: String])
    throws(UsageError)
    -> LaunchOptions
  {
    if arguments.first == CommandLineCompleter.commandName {
      return LaunchOptions(
        invocation: .completion(Array(arguments.dropFirst())), account: nil,
        environment: LaunchEnvironment(environment))
    }
    let scanned = try ScannedArguments(arguments)
    return LaunchOptions(
      invocation: try ProgramInvocation(scanned), account: scanned.optionValue(of: .account),
      isQuiet: scanned.hasOption(.quiet), isDebugging: scanned.hasOption(.debug),
      environment: LaunchEnvironment(environment))
  }
}

package enum ProgramInvocation: Equatable, Sendable {
  case fullScreen(FullScreenOptions)
  case command(ParsedCommand)
  case help(CommandName?)
  /// A kind of launch of the program: print completions, for a shell, of the last of these words.
  case completion([String])
  case version

  fileprivate init(_ scanned: ScannedArguments) throws(UsageError) {
    if scanned.hasOption(.help) {
      self = .help(scanned.command)
    } else if scanned.hasOption(.version) {
      self = .version
    } else if let name = scanned.command, let read = CommandSpec.commandSpec(named: name).read {
      self = .command(ParsedCommand(name: name, arguments: scanned, body: try read(scanned)))
    } else {
      self = .fullScreen(try FullScreenOptions(scanned))
    }
  }

  private var call: ParsedCommand? { if case .command(let call) = self { call } else { nil } }

  /// The command that the program was launched with; nil for full screen, help, version and
  /// completion.
  package var command: CommandName? { call?.name }

  /// True if the program was launched with a command that ends normally when it is interrupted;
  /// everything fetched or written until then stays.
  package var endsWhenInterrupted: Bool {
    switch command {
    case .fetch, .export: true
    case .feed: call?.arguments.hasOption(.follow) == true
    default: false
    }
  }

  /// The post, person or address that the command `open` shows on the full screen, as typed; nil
  /// for other commands.
  package var targetToOpen: String? {
    command == .open
      ? call?.arguments.operands.first.flatMap(CommandSpec.handleOrAddressOperand) : nil
  }
}

/// A command of the command line with its parsed arguments and its work.
package struct ParsedCommand: Equatable, Sendable {
  let name: CommandName
  let arguments: ScannedArguments
  let body: CommandBody

  package static func == (left: ParsedCommand, right: ParsedCommand) -> Bool {
    left.arguments == right.arguments
  }
}

package struct FullScreenOptions: Equatable, Sendable {
  /// True if the program was launched with the option for the built-in demo service, whose store is
  /// deleted afterwards.
  package var isDemo = false
  package var hidesPictures = false
  /// True if the program was launched with the option to print lines for a screen reader instead of
  /// drawing a screen.
  package var isForScreenReader = false
  package var theme: ThemeChoice?
  /// The post, person or page to open at once, given by a launch option: an address, or a handle
  /// with "@", as typed.
  package var targetToOpen: String?
}

extension FullScreenOptions {
  package init(place: String) { self.targetToOpen = place }

  fileprivate init(_ scanned: ScannedArguments) throws(UsageError) {
    theme = try scanned.choiceValue(of: .theme)
    isDemo = scanned.hasOption(.demo)
    hidesPictures = scanned.hasOption(.noPictures)
    isForScreenReader = scanned.hasOption(.screenReader)
    if isDemo, scanned.hasOption(.account) {
      throw .contradiction(OptionSpec.demo.name, OptionSpec.account.name)
    }
  }
}

// MARK: - Parsing

extension ScannedArguments {
  /// Parses the words of the command line after the program's name: the first word that is no
  /// option is the command, and `--` ends the options. A request for help or the version wins over
  /// any mistake after it.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    // The words `help` and `version` stand for the options, which may come before the command or
    // after.
    if let first = rest.first, let option = Self.questions[first] { rest[rest.startIndex] = option }
    while let argument = rest.popFirst() {
      if argument == "--" {
        for word in rest { try parseArgument(word) }
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        try parseArgument(argument)
        continue
      }
      let (name, attached) = Self.optionNameAndValue(of: argument)
      let spec = try optionSpec(name)
      let value = try Self.readOptionValue(of: spec, typed: name, attached: attached, from: &rest)
      options.append(ScannedOption(spec: spec, value: value, typed: name))
      if spec.name == OptionSpec.version.name { return }
      if spec.name == OptionSpec.help.name {
        if command == nil, let word = rest.first(where: { !$0.hasPrefix("-") }) {
          try parseArgument(word)
        }
        return
      }
    }
    try rejectOptionsOfOtherCommands()
  }

  private static let questions = [
    "help": OptionSpec.help.name, "version": OptionSpec.version.name,
  ]

  private mutating func parseArgument(_ word: String) throws(UsageError) {
    guard command == nil, operands.isEmpty else { return operands.append(word) }
    guard let name = CommandName(rawValue: word) else {
      throw .unknownCommand(
        word,
        nearest: CommandSynonyms.commandOrListedWordMeant(
          by: word, amongAlso: Self.questions.keys.sorted())
      )
    }
    command = name
  }

  /// Checks that the options before the command belong to the command; throws for one that does
  /// not.
  private func rejectOptionsOfOtherCommands() throws(UsageError) {
    let names = CommandSpec.commandSpec(named: command).allOptions.map(\.name)
    for option in options where !names.contains(option.spec.name) {
      throw .unknownOption(option.typed, nearest: nil)
    }
  }

  /// Splits a typed option such as "--name=value" or "-n5" into its name and its value; the value
  /// is nil if none is attached.
  private static func optionNameAndValue(of argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--") else {
      let value = argument.dropFirst(2)
      return (String(argument.prefix(2)), value.isEmpty ? nil : String(value))
    }
    // A value may begin with a combining mark, which would form one character with "=".
    guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      return (argument, nil)
    }
    return (String(argument[..<equals]), String(argument[argument.utf8.index(after: equals)...]))
  }

  private func optionSpec(_ name: String) throws(UsageError) -> OptionSpec {
    let specs =
      CommandSpec.commandSpec(named: command).allOptions
      + (command == nil ? OptionSpec.everywhere : [.help, .version])
    if let spec = specs.first(where: { $0.name == name || $0.short == name }) { return spec }
    throw .unknownOption(
      name, nearest: NearestNameSearch.nearestName(for: name, among: specs.map(\.name)))
  }

  private static func readOptionValue(
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

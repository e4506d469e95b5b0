internal import FeedDomain
import Preferences
internal import Terminal
internal import UseCases
import Words

/// A completer of words on the command line for shells: `tweetie complete WORD…`, with the words
/// after the program's name up to the one being typed. Accounts, streams and outbox items are read
/// from the stores; no service is asked.
struct CommandLineCompleter {
  /// The name of the hidden command that shells' completion scripts call.
  static let commandName = "complete"
  /// The line of completion output that tells the shell to complete file names itself.
  static let files = ":files"

  private struct CompletionCandidate {
    let text: String
    var meaning: SafeText = ""
  }

  private let typed: [String]
  private let current: String
  private let wording: Wording
  private let services: CommandServices.Opening

  init(_ words: [String], wording: Wording, services: @escaping CommandServices.Opening) {
    typed = Array(words.dropLast())
    current = words.last ?? ""
    (self.wording, self.services) = (wording, services)
  }

  /// Returns the completion candidates for a shell as lines, each a word, a tab and its meaning.
  func completionCandidateLines() async -> String {
    var lines: [String] = []
    for candidate in await candidates
    where candidate.text == Self.files || candidate.text.hasPrefix(current) {
      // A word that cannot be typed as it is shown is not offered.
      guard SafeText(sanitizing: candidate.text).string == candidate.text else { continue }
      lines.append("\(candidate.text)\t\(candidate.meaning.string)\n")
    }
    return lines.joined()
  }
}

// MARK: - Words before the cursor

extension CommandLineCompleter {
  /// A command line before the word that is being completed, parsed as far as possible.
  private struct PartialCommandLine {
    var command: CommandName?
    var options: [(spec: OptionSpec, value: String?)] = []
    var operands: [String] = []
    /// The option whose value is the word being completed; nil if there is none.
    var awaited: OptionSpec?
    var isBehindOptions = false

    var spec: CommandSpec { CommandSpec.commandSpec(named: command) }
    func hasOption(_ option: OptionSpec) -> Bool {
      options.contains { $0.spec.name == option.name }
    }

    func optionValue(of option: OptionSpec) -> String? {
      options.last { $0.spec.name == option.name }?.value
    }

    /// The options that may follow on the command line being completed: those of the command, or,
    /// before a command, those of every command.
    var possibleOptions: [OptionSpec] {
      spec.allOptions + (command == nil ? OptionSpec.everywhere : [.help])
    }

    init(_ words: [String]) {
      for word in words {
        if let spec = awaited {
          options.append((spec, word))
          awaited = nil
        } else if isBehindOptions || !word.hasPrefix("-") || word == "-" {
          parseArgument(word)
        } else if word == "--" {
          isBehindOptions = true
        } else {
          let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
          let name = parts.first
          guard let spec = possibleOptions.first(where: { $0.name == name || $0.short == name })
          else {
            continue
          }
          guard spec.value != nil, parts.count == 1 else {
            options.append((spec, parts.count > 1 ? parts[1] : nil))
            continue
          }
          awaited = spec
        }
      }
    }

    private mutating func parseArgument(_ word: String) {
      if command == nil, operands.isEmpty, let name = CommandName(rawValue: word) {
        command = name
      } else {
        operands.append(word)
      }
    }
  }

  private var candidates: [CompletionCandidate] {
    get async {
      let place = PartialCommandLine(typed)
      if let option = place.awaited { return await optionValueCandidates(of: option, at: place) }
      if !place.isBehindOptions, current.hasPrefix("-") {
        if let equals = current.firstIndex(of: "="),
          let option = place.possibleOptions.first(where: { $0.name == current[..<equals] })
        {
          let start = String(current[...equals])
          return await optionValueCandidates(of: option, at: place, behind: start)
        }
        return optionCandidates(at: place)
      }
      if place.command != nil { return await operandCandidates(at: place) }
      // "help" is followed by the name of a command.
      let isFirst = place.operands.isEmpty
      return isFirst || place.operands == ["help"] ? commandCandidates(withHelp: isFirst) : []
    }
  }

  private func commandCandidates(withHelp: Bool) -> [CompletionCandidate] {
    let commands = CommandSpec.commands.map { spec in
      CompletionCandidate(text: spec.name?.rawValue ?? "", meaning: spec.meaning(wording))
    }
    guard withHelp else { return commands }
    return commands + [
      CompletionCandidate(text: "help", meaning: OptionSpec.help.meaning(wording)),
      CompletionCandidate(text: "version", meaning: OptionSpec.version.meaning(wording)),
    ]
  }

  private func optionCandidates(at place: PartialCommandLine) -> [CompletionCandidate] {
    let repeated = [OptionSpec.media, .alt, .with, .poll].map(\.name)
    return place.possibleOptions.filter { !place.hasOption($0) || repeated.contains($0.name) }
      .map { CompletionCandidate(text: $0.name, meaning: $0.meaning(wording)) }
  }
}

// MARK: - Candidates

extension CommandLineCompleter {
  private func optionValueCandidates(
    of option: OptionSpec, at place: PartialCommandLine, behind start: String = ""
  ) async -> [CompletionCandidate] {
    let found: [CompletionCandidate]
    switch option.name {
    case OptionSpec.account.name: found = await accountCandidates()
    case OptionSpec.theme.name: found = choiceCandidates(ThemeChoice.allCases)
    case OptionSpec.visibility.name: found = choiceCandidates(Visibility.allCases)
    case OptionSpec.quotableBy.name: found = choiceCandidates(QuotePolicy.allCases)
    case OptionSpec.answerableBy.name:
      found = wordCandidates(["everybody"] + ReplyPolicy.allCases.map(\.rawValue))
    case OptionSpec.order.name: found = choiceCandidates(CatchUpOrder.allCases)
    case OptionSpec.statusFormat.name where place.command == .status:
      found = choiceCandidates(StatusFormat.allCases)
    case OptionSpec.format.name: found = choiceCandidates(ArchiveFormatName.allCases)
    case OptionSpec.since.name: found = wordCandidates(["30m", "12h", "1d", "2d", "7d"])
    case OptionSpec.pollLength.name:
      found = wordCandidates(["5m", "30m", "1h", "6h", "12h", "1d", "3d", "7d"])
    case OptionSpec.count.name: found = wordCandidates(["5", "20", "50", "100", "500"])
    case OptionSpec.with.name: found = formAnswerCandidates(at: place)
    case OptionSpec.media.name, OptionSpec.tokenFromCommand.name:
      return [CompletionCandidate(text: Self.files)]
    default: return []
    }
    return found.map { CompletionCandidate(text: start + $0.text, meaning: $0.meaning) }
  }

  private func operandCandidates(at place: PartialCommandLine) async -> [CompletionCandidate] {
    let (count, first) = (place.operands.count, place.operands.first)
    switch (place.command, count) {
    case (.login, 0): return choiceCandidates(Service.allCases)
    case (.logout, 0), (.use, 0): return await accountCandidates()
    case (.feed, 0): return await streamCandidates(of: place)
    case (.fetch, _): return await streamCandidates(of: place).filter { $0.text != "everything" }
    case (.catchUp, 0), (.notifications, 0): return wordCandidates(["everything"])
    case (.feeds, 0):
      return wordCandidates([
        "list", "add", "remove", "rename", "move", "set", "mark-read", "import", "export",
      ])
    case (.feeds, 1) where first == "import": return [CompletionCandidate(text: Self.files)]
    case (.list, 0): return choiceCandidates(ListCommandSubject.allCases)
    case (.act, 0): return wordCandidates(ServiceAction.ServiceActionKind.allCases.map(\.name))
    case (.requests, 0): return wordCandidates(["list", "accept", "reject"])
    case (.podcasts, 0):
      return wordCandidates([
        "list", "add", "download", "play", "played", "unplayed", "remove",
      ])
    case (.outbox, 0): return wordCandidates(["list", "send", "drop"])
    case (.outbox, _) where first == "drop" || first == "send":
      return await outboxCandidates().filter { !place.operands.contains($0.text) }
    case (.export, 0): return [CompletionCandidate(text: Self.files)]
    case (.config, 0) where place.hasOption(.exported) || place.hasOption(.imported),
      (.post, _) where place.hasOption(.thread):
      return [CompletionCandidate(text: Self.files)]
    default: return []
    }
  }

  private func wordCandidates(_ texts: [String]) -> [CompletionCandidate] {
    texts.map { CompletionCandidate(text: $0) }
  }

  private func choiceCandidates<Choice: RawRepresentable>(_ choices: [Choice])
    -> [CompletionCandidate]
  where Choice.RawValue == String {
    wordCandidates(choices.map(\.rawValue))
  }

  /// Returns completion candidates for the options and operands that give form fields (`--with`,
  /// `act`): the names of the fields, or after a name its values.
  private func formAnswerCandidates(at place: PartialCommandLine) -> [CompletionCandidate] {
    let kind = place.operands.first.flatMap(ServiceAction.ServiceActionKind.init(named:))
    let fields =
      place.command == .act ? kind?.formFields ?? InputField.allCases : InputField.allCases
    return fields.flatMap { field -> [CompletionCandidate] in
      guard current.contains("\(field.rawValue)=") else {
        return [CompletionCandidate(text: "\(field.rawValue)=")]
      }
      switch field.controlKind {
      case .switching: return wordCandidates(["\(field.rawValue)=yes", "\(field.rawValue)=no"])
      case .choice where field == .duration || field == .endTime:
        return wordCandidates(["30m", "12h", "1d", "7d"].map { "\(field.rawValue)=\($0)" })
      case .choice(let values):
        return wordCandidates(values.filter { !$0.isEmpty }.map { "\(field.rawValue)=\($0)" })
      case .switches(let values):
        return wordCandidates((["everywhere"] + values).map { "\(field.rawValue)=\($0)" })
      case .line, .lines, .moment: return []
      }
    }
  }

  private func accountCandidates() async -> [CompletionCandidate] {
    await candidatesFromStores([]) { services async throws(CommandFailure) in
      let accounts = try services.signedInAccounts().map(\.account)
      return accounts.map { account in
        let isAlone = accounts.count { $0.fullHandle == account.fullHandle } == 1
        return CompletionCandidate(
          text: isAlone ? account.fullHandle : account.id.rawValue,
          meaning: SafeText(sanitizing: account.service.rawValue))
      }
    }
  }

  /// Returns the streams of the named or current account as completion candidates, tabs first.
  private func streamCandidates(of place: PartialCommandLine) async -> [CompletionCandidate] {
    let rest = wordCandidates(["#", "@", "list:"])
    let always = StreamName.words.map { CompletionCandidate(text: $0.name) } + rest
    return await candidatesFromStores(always) { services async throws(CommandFailure) in
      let account = try services.signedInAccount(named: place.optionValue(of: .account))
      let offered = await services.offeredStreams(of: try services.connection(for: account))
      let own = offered.streams.map { stream in
        CompletionCandidate(
          text: offered.commandLineName(for: stream), meaning: wording.name(of: stream.feed))
      }
      return own + wordCandidates(["everything"]) + rest
    }
  }

  private func outboxCandidates() async -> [CompletionCandidate] {
    await candidatesFromStores([]) { services async throws(CommandFailure) in
      try await services.readStoreRequiringDisk { () async throws(StoreError) in
        try await services.stores.outbox.outboxItems(of: nil)
      }.map { CompletionCandidate(text: $0.id.rawValue) }
    }
  }

  /// Returns the completion candidates that a closure reads from the stores; returns `otherwise` if
  /// reading fails, since an error message would disturb typing.
  private func candidatesFromStores(
    _ otherwise: [CompletionCandidate],
    _ read: (CommandServices) async throws(CommandFailure) -> [CompletionCandidate]
  ) async -> [CompletionCandidate] {
    let opened: CommandServices
    do throws(StoreError) { opened = try await services(true) } catch { return otherwise }
    do throws(CommandFailure) { return try await read(opened) } catch { return otherwise }
  }
}

import FeedDomain

/// `tweetie config`: the settings in force, every setting with its default, or what somebody set up as
/// a file for another machine.
struct ConfigCommand: CommandRequest {
  private enum Action: Equatable {
    case show, defaults
    /// Nil for standard output.
    case export(to: String?)
    /// Nil for standard input.
    case take(from: String?, isTrial: Bool, isTrusted: Bool)
  }

  private let action: Action

  init(_ scanned: ScannedArguments) throws(UsageError) {
    let asked = [OptionSpec.defaults, .exported, .imported].filter(scanned.has)
    guard asked.count < 2 else { throw .contradiction(asked[0].name, asked[1].name) }
    for option in [OptionSpec.dryRun, .trusted]
    where scanned.has(option) && !scanned.has(.imported) {
      throw .missingOption(OptionSpec.imported.name, for: option.name)
    }
    switch asked.first?.name {
    case OptionSpec.exported.name: action = .export(to: try Self.file(scanned))
    case OptionSpec.imported.name:
      action = .take(
        from: try Self.file(scanned), isTrial: scanned.has(.dryRun),
        isTrusted: scanned.has(.trusted))
    default:
      if let file = scanned.operands.first { throw .fileWithoutUse(file) }
      action = asked.isEmpty ? .show : .defaults
    }
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let listing = SettingsListing(wording: desk.wording)
    switch action {
    case .show:
      listing.lines(for: desk.settings).forEach { desk.printer.show($0) }
      desk.complainOfMistakes()
    case .defaults: listing.defaults.forEach { desk.printer.show($0) }
    case .export(let file): try await Moving(at: desk, isReading: true).export(to: file)
    case .take(let file, let isTrial, let isTrusted):
      try await Moving(at: desk, isReading: false)
        .take(from: file, isTrial: isTrial, isTrusted: isTrusted)
    }
  }

  /// The file that was named; nil for what is piped.
  private static func file(_ scanned: ScannedArguments) throws(UsageError) -> String? {
    let name = try scanned.operand()
    if name == "" { throw .missingOperand("FILE") }
    return name == "-" ? nil : name
  }
}

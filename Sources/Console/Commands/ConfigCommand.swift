/// `tweetie config`: the settings in force, or every setting with its default.
struct ConfigCommand: CommandRequest {
  private let showsDefaults: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    try scanned.expectNoOperands()
    showsDefaults = scanned.has(.defaults)
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let listing = SettingsListing(wording: desk.wording)
    let lines = showsDefaults ? listing.defaults : listing.lines(for: desk.settings)
    lines.forEach { desk.printer.show($0) }
    if !showsDefaults { desk.complainOfMistakes() }
  }
}

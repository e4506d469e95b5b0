internal import FeedDomain
import Preferences
internal import Terminal
import Words

/// What every command is given.
package struct CommandDesk {
  /// The account to use, by its id or handle; nil for the current one.
  let account: String?
  let printer: Printer
  let wording: Wording
  let settings: SettingsInForce
  /// Whether no file that somebody names is read or written, and no program started.
  let isRestricted: Bool
  let prompt: any Prompt
  let input: any PipedInput
  /// The facts `doctor` reports.
  let examination: () async -> [DoctorSection]
  /// Draws a picture below them, where there is a terminal.
  let showTestCard: @MainActor () -> Void
  /// Opens a link in the browser, where there is one; tells why it could not.
  let openLink: @MainActor (Hyperlink) -> SafeText?
  /// Opens services and stores, for the commands that need them; whether one merely reads, and
  /// does without stores where there are none.
  let backstage: Backstage.Opening

  /// Opens what the command works with. What is set wrong is told beside the output, since it is
  /// left out of account.
  func open(isReading: Bool = false) async throws(CommandFailure) -> Backstage {
    complainOfMistakes()
    return try await remembering { () async throws(StoreError) in try await backstage(isReading) }
  }

  /// Refuses what reads or writes a file that somebody named, in restricted mode.
  func expectFilesAllowed(for what: String) throws(CommandFailure) {
    if isRestricted { throw .fileForbidden(what) }
  }

  func complainOfMistakes() {
    for mistake in settings.mistakes {
      printer.complain(wording.sentence(for: mistake, in: settings.path))
    }
  }
}

import Console
import FeedDomain
import Glibc
internal import Groundwork
import Preferences
import Scenes
import Terminal
import UseCases
import Words

/// A runner of external programs for the application: browser, player, editor, and programs that
/// take articles. Its functions return a message for the bottom line.
@MainActor
final class ExternalActions {
  private let terminal: any ProgramTerminal
  private var programs: ExternalPrograms
  private var runEnvironment: PresentationEnvironment
  private var terminalProgram: ProgramInTerminal?

  /// An external program that has the terminal at present: an editor or a video player.
  private enum ProgramInTerminal {
    case editor(EditorSession)
    case player(VideoPlayerSession)
  }

  init(
    _ terminal: any ProgramTerminal, _ programs: ExternalPrograms,
    _ runEnvironment: PresentationEnvironment
  ) {
    (self.terminal, self.programs, self.runEnvironment) = (terminal, programs, runEnvironment)
  }

  func setExternalPrograms(_ programs: ExternalPrograms, _ runEnvironment: PresentationEnvironment)
  {
    (self.programs, self.runEnvironment) = (programs, runEnvironment)
  }

  var hasTerminalProgram: Bool { terminalProgram != nil }

  /// The programs to which a post or article can be sent; empty in restricted mode.
  var sharingPrograms: [SharingProgram] { programs.mayStart ? programs.sharingPrograms : [] }

  func copyText(_ text: SafeText) -> BottomLineMessage {
    guard programs.mayCopy else { return notAllowed }
    // Without a clipboard, the text is shown, so that the user can copy it by hand.
    guard terminal.copyToClipboard(text) else { return .plain(text) }
    return .good(words.say("Copied {text}", ["text": text]))
  }

  func openLink(_ link: SafeWebLink) -> BottomLineMessage {
    switch programs.openLink(link) {
    case .opened:
      return .plain(words.say("Opening {address}", ["address": link.address]))
    case .shown:
      let key = runEnvironment.keyMap.keyName(for: .copyLink) ?? ""
      return .plain(words.linkNotOpenedMessage(link, key: key))
    case .failed: return .bad(words.openerFailed)
    case .forbidden: return notAllowed
    }
  }

  /// Saves an article in a file, or passes a post or article to a program; returns the message
  /// about the result.
  func exportArticle(_ article: ExportedArticle, to target: ExportTarget) -> BottomLineMessage {
    guard programs.mayStart else { return notAllowed }
    let (opening, command): (ExternalPrograms.ProgramStartResult, String)
    switch target {
    case .file:
      switch programs.saveArticleToFile(article) {
      case .success(let path):
        return .good(words.say("Saved as {path}", ["path": path]))
      case .failure(let error):
        return .bad(words.say("The article was not saved: {reason}", ["reason": error.reason]))
      }
    case .pipe:
      if let target = programs.sharingPrograms.first {
        return exportArticle(article, to: .program(target))
      }
      (opening, command) = (.shown, "programs.pipe")
    case .program(let target):
      (opening, command) = (programs.pipeArticle(article, to: target), target.setting)
    case .bookmark:
      (opening, command) = (programs.bookmarkArticleWithCommand(article), "programs.bookmark")
    }
    switch opening {
    case .opened:
      return .good(words.say("Sent to the program."))
    case .shown:
      return .plain(words.say("Set {setting} in the settings first.", ["setting": command]))
    case .failed:
      return .bad(
        words.say(
          "The program could not be started. Check the setting {setting}.", ["setting": command]))
    case .forbidden: return notAllowed
    }
  }

  /// Plays a video in a window or, without a display, in the terminal; returns a message if the
  /// user sees nothing of it.
  func playVideo(_ video: MediaPlayerAddress) -> BottomLineMessage? {
    guard programs.mayStart else { return notAllowed }
    guard programs.player.output != .window else { return playVideoInWindow(video) }
    let session = programs.playVideoInTerminal(
      of: video, on: terminal.pictureAbility, colours: terminal.colours
    ) {
      terminal.handOverTerminal()
      // During audio without a picture, this line is all there is on the screen.
      printLineOnTerminal(words.say("Playing {address} · q goes back", ["address": video.address]))
    }
    guard let session else {
      terminal.takeBackTerminal()
      return .bad(words.say("Install mpv to play this here: {address}", ["address": video.address]))
    }
    terminalProgram = .player(session)
    return nil
  }

  /// Plays an episode from a time in seconds, in a window or in the terminal; returns a message if
  /// the user sees nothing of it. `report` is called on any thread, now and then and at the end,
  /// with mpv's position.
  func playEpisode(
    _ video: MediaPlayerAddress, from start: Int,
    report: @escaping @Sendable (PlaybackPosition) -> Void
  ) -> BottomLineMessage? {
    guard programs.mayStart else { return notAllowed }
    let player = programs.player
    guard player.isPlayerInstalled(path: programs.path) else {
      return .bad(words.missingPlayerMessage(player.words.first ?? "mpv"))
    }
    let connection = player.isMPV ? PlayerConnection(in: programs.directory) : nil
    let options = player.episodePlayerOptions(from: start, socket: connection?.socketPath)
    guard player.output != .window else {
      guard programs.playEpisodeInWindow(video, options: options) == .opened else {
        connection?.deleteSocketFolder()
        return playerFailed
      }
      connection?.startReportingPlayerPosition(report)
      return .plain(words.say("Playing {address}", ["address": video.address]))
    }
    let session = programs.playVideoInTerminal(
      of: video, on: terminal.pictureAbility, colours: terminal.colours, options: options
    ) {
      terminal.handOverTerminal()
      printLineOnTerminal(words.say("Playing {address} · q goes back", ["address": video.address]))
    }
    guard let session else {
      connection?.deleteSocketFolder()
      terminal.takeBackTerminal()
      return playerFailed
    }
    connection?.startReportingPlayerPosition(report)
    terminalProgram = .player(session)
    return nil
  }

  /// Starts the user's editor in the terminal for a text; returns a message if that fails.
  func editInExternalEditor(_ text: String) -> BottomLineMessage? {
    guard programs.mayStart else { return notAllowed }
    guard let session = programs.startEditor(on: text, before: terminal.handOverTerminal) else {
      terminal.takeBackTerminal()
      return editorFailedMessage(keeping: nil)
    }
    terminalProgram = .editor(session)
    return nil
  }

  /// Looks for external programs that have ended, takes back the terminal, and passes on the edited
  /// text or an error message. `edited` returns true if it took the text.
  func handleEndedExternalPrograms(edited: (String) -> Bool, failed: (BottomLineMessage) -> Void) {
    while let (process, status) = ExternalProgram.reapEndedProcess() {
      switch terminalProgram {
      case .editor(let session) where session.process == process:
        terminalProgram = nil
        terminal.takeBackTerminal()
        if !session.deliverEditedText(succeeded: status == 0, to: edited) {
          failed(editorFailedMessage(keeping: session.keptFile))
        }
      case .player(let session) where session.process == process:
        terminalProgram = session.startNextCommandIfFailed(after: status).map(
          ProgramInTerminal.player)
        guard terminalProgram == nil else { continue }
        terminal.takeBackTerminal()
        if let error = VideoPlayerError(status: status) {
          failed(playerErrorMessage(error, about: session.video))
        }
      default: break
      }
    }
  }

  private var words: Wording { runEnvironment.wording }
  private var notAllowed: BottomLineMessage { .bad(words.notAllowedHere) }
  private var playerFailed: BottomLineMessage {
    .bad(words.say("The player could not be started. Check the setting programs.player."))
  }

  private func playerErrorMessage(
    _ error: VideoPlayerError, about video: MediaPlayerAddress
  ) -> BottomLineMessage {
    let address: Wording.Values = ["address": video.address]
    return switch error {
    case .notStarted: playerFailed
    case .notPlayable: .bad(words.say("The player cannot play this: {address}", address))
    case .partlyPlayed: .bad(words.say("The player cannot play all of this: {address}", address))
    case .crashed: .bad(words.say("The player crashed."))
    }
  }

  private func playVideoInWindow(_ video: MediaPlayerAddress) -> BottomLineMessage {
    switch programs.playVideoInWindow(video) {
    case .opened: .plain(words.say("Playing {address}", ["address": video.address]))
    case .shown: .plain(SafeText(sanitizing: video.address))
    case .failed: playerFailed
    case .forbidden: notAllowed
    }
  }

  /// Prints a line on the terminal before an external program uses the terminal.
  private func printLineOnTerminal(_ line: SafeText) {
    // A terminal that is gone needs no line.
    try? DescriptorSink(STDOUT_FILENO).writeBytes(Array("\(line)\n".utf8))
  }

  /// Returns the message that the editor failed, with the path of the file with the edited text if
  /// that stays.
  private func editorFailedMessage(keeping file: String?) -> BottomLineMessage {
    let text = words.say(
      "The editor could not be used. Set \"editor\" in the settings, or EDITOR.")
    let kept: SafeText = file.map { " " + words.say("Saved as {path}", ["path": $0]) } ?? ""
    return .bad(text + kept)
  }
}

/// A throttle that allows a check or redraw, caused by a user's action, once in a time span.
struct IntervalThrottle {
  /// The minimum time between two checks or redraws that a throttle allows.
  let pause: Duration
  private var lastCheck: Timestamp

  init(every pause: Duration, from now: Timestamp) { (self.pause, lastCheck) = (pause, now) }

  /// Returns true if a throttle allows a check or redraw now, and counts it as done.
  mutating func recordCheckOrRedrawIfDue(at now: Timestamp) -> Bool {
    // A time in the future is from before the clock was set back.
    guard lastCheck > now || now.elapsedTime(since: lastCheck) >= pause else { return false }
    lastCheck = now
    return true
  }
}

/// A record of the prompts to sign in again after a service rejected a token: none is shown while
/// the user types, nor after the user declined, until a command needs the account.
struct SignInPromptRecord {
  private var postponed: Account?
  private var declined: Set<Account.ID> = []

  /// A decision about the prompt to sign in again: show it now, after typing, or not at all.
  enum SignInPromptTiming {
    case now, later, never
  }

  /// Returns whether the prompt to sign in to an account again is shown now, later or not at all;
  /// records an account whose prompt is shown later.
  mutating func signInPromptTiming(for account: Account, isTyping: Bool) -> SignInPromptTiming {
    guard !declined.contains(account.id) else { return .never }
    guard isTyping else { return .now }
    guard postponed == nil else { return .never }
    postponed = account
    return .later
  }

  /// Removes and returns the account whose prompt to sign in again was postponed while the user
  /// typed; nil if there is none, or while the user types.
  mutating func removePostponedPrompt(isTyping: Bool) -> Account? {
    guard !isTyping, let account = postponed else { return nil }
    postponed = nil
    return account
  }

  mutating func declineSignInPrompt(_ account: Account) {
    postponed = nil
    declined.insert(account.id)
  }

  /// Forgets which prompts to sign in again the user declined, if the command needs an account.
  mutating func forgetDeclinedPromptsIfNeeded(for command: Command) {
    switch command {
    case .refresh, .like, .boost, .bookmark, .open, .send, .follow, .vote: declined = []
    default: break
    }
  }

  /// Forgets all declined and postponed prompts to sign in again, as after signing in.
  mutating func forgetSignInPromptDecisions() { self = SignInPromptRecord() }
}

import FeedDomain
import Logging
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import Threads
import Words

/// What comes after the first frame, so that nobody waits for it.
extension FullScreenProgram {
  /// How long after the first frame a file that was not closed last time is looked through.
  private static let quiet = Duration.seconds(1)
  /// How long a terminal may take to show that it reads UTF-8 before somebody is told that plain signs
  /// are used.
  private static let patience = Duration.seconds(2)

  /// Takes care of the stores while the application runs.
  func settle(
    _ application: Application, with stores: Stores, _ reception: Reception,
    of root: CompositionRoot
  ) {
    application.lookElsewhere = {
      Task {
        await reception.leaveGone()
        if await stores.changedElsewhere() { await reception.noticeOthers() }
      }
    }
    application.used = { root.tracker.count($0) }
    application.painting.afterFirstFrame { [weak application] in
      Task {
        let findings = await stores.findings(root.log)
        reception.beginDelivery()
        if let application { application.deck.fill(on: application.terminal.size) }
        for finding in findings { tell(finding, on: application) }
        await root.forgetWhatIsTooOld(on: stores.shelf)
        // From here on is counted what others change.
        _ = await stores.changedElsewhere()
        root.watchAccounts { [weak application] in application?.lookElsewhere() }
      }
      root.loop.after(Self.patience) { [weak application] in
        if let application { tellOfPlainSigns(on: application) }
      }
      root.loop.after(Self.quiet) {
        Task {
          guard await stores.verify(root.log) else { return }
          tell(.feedsBegunAnew, on: application)
          await reception.noticeOthers()
        }
      }
    }
  }

  /// Notes every mistake in the settings, and returns what there is room to tell of them.
  func tellMistakes(to log: any Log) -> [SafeText] {
    let settings = launch.settings
    for mistake in settings.mistakes {
      // In English, as all of the log.
      log.note(.storage, .error, Wording().sentence(for: mistake, in: settings.path).string)
    }
    // There is but one such file, and little room for its path.
    let name = settings.path.split(separator: "/").last.map(String.init) ?? ""
    return launch.wording.sentence(for: settings.mistakes, in: name).map { [$0] } ?? []
  }

  /// Learns from what the terminal tells of itself, and shows pictures as it can.
  ///
  /// Its background is asked for after the first frame, and calls for a theme; so does one that
  /// becomes dark or light later.
  func follow(
    _ terminal: LiveTerminal, _ pictures: PhotoShelves?, log: any Log,
    beginUTF8: @escaping @MainActor () -> Void, ground: @escaping @MainActor (ThemeName) -> Void
  ) {
    let (size, colours) = (terminal.size, terminal.colours)
    log.note(.terminal, .info, "\(size.columns)×\(size.rows) cells, colours: \(colours)")
    terminal.asksForBackground = colours != .none
    let memory = launch.terminalMemory
    let isFar = LaunchEnvironment(launch.environment).isFar
    pictures?.use(PictureDetail(terminal.pictureAbility, isFar: isFar))
    terminal.onNews = { [weak pictures] news in
      switch news {
      case .written: break
      case .sequences(let areWhole):
        log.note(.terminal, .info, "emoji sequences are drawn \(areWhole ? "whole" : "in parts")")
        memory?.keep(drawsSequences: areWhole)
      case .encoding(let isUTF8):
        log.note(.terminal, .info, "the terminal \(isUTF8 ? "reads" : "does not read") UTF-8")
        if isUTF8 { beginUTF8() }
      case .pictures(let ability): pictures?.use(PictureDetail(ability, isFar: isFar))
      }
    }
    terminal.learn = { [unowned terminal] reply in
      log.note(.terminal, .debug, "the terminal says \(reply)")
      if case .attributes = reply {
        let detection = terminal.pictureDetection
        let cell = detection.cell
        let way = "\(detection.ability.way.rawValue) (\(detection.reason.rawValue))"
        log.note(.pictures, .info, "shown as \(way), cells of \(cell.width)×\(cell.height)")
      }
      switch reply {
      case .colour(11, let background):
        if let name = ThemeName(background: background) { ground(name) }
      case .ground(let isDark): ground(isDark ? .dark : .light)
      default: break
      }
    }
  }

  /// Says, once for each kind of terminal, why letters are missing and which variable brings them.
  private func tellOfPlainSigns(on application: Application) {
    guard usesPlainSigns, launch.terminalMemory?.hasToldOfPlainSigns != true else { return }
    launch.terminalMemory?.keepToldOfPlainSigns()
    let locale = CharacterLocale(environment: launch.environment)
    let text =
      application.terminal.readsUTF8 == false
      ? launch.wording.say(
        "This terminal does not read UTF-8: plain signs and ? are used until it does.")
      : launch.wording.plainSigns(until: locale.remedy)
    application.say(Message(text: text, tone: .plain))
  }

  private func tell(_ finding: Stores.Finding, on application: Application?) {
    let text =
      switch finding {
      case .outboxSetAside(let path):
        launch.wording.say(
          "The outbox was damaged. It is kept at {path}, and a new one was begun.", ["path": path])
      case .outboxClosed(let error): launch.wording.writingNotKept(error)
      case .feedsBegunAnew:
        launch.wording.say("The stored posts were damaged. They are fetched again.")
      }
    application?.say(Message(text: text, tone: .bad))
  }
}

import Console
import FeedDomain
import Glibc
import Preferences
import Scenes
import Terminal
import Threads
import UseCases
import Words

/// One run of the full screen, from the first thread to the last.
@MainActor final class FullScreenRun {
  private var program: FullScreenProgram
  private let loop = MainLoop()
  private var application: Application?
  private var failure: CommandFailure?
  /// Switches to UTF-8 after the terminal has shown that it reads it.
  private var beginUTF8: () -> Void = {}

  init(_ program: FullScreenProgram) { self.program = program }

  /// Runs until the person, or the terminal's end, ends it.
  func run() -> ExitCode {
    // Before the first thread, so that every thread leaves the signals to the loop.
    let signals = takeSignals()
    defer { withExtendedLifetime(signals) {} }
    let root = CompositionRoot(
      launch: program.launch, loop: loop, services: program.services,
      isDemo: program.screen.isDemo)
    // Where a command gives a secret it may ask for something, and so runs before there is a screen.
    let found = program.accounts(of: root)
    // The stores are opened on their threads while the terminal is taken here.
    let stores = Opening {
      await root.storeOpener.tryToOpenFeeds(for: found.accounts.first?.account.id)
    }
    if !found.accounts.isEmpty { stores.begin() }
    guard let terminal = takeTerminal() else {
      // What has been begun on other threads is ended whole.
      loop.run {
        await stores.ended()
        await root.close()
      }
      return .wrongUse
    }
    let application = open(on: terminal, with: root)
    let accountSwitcher = accountSwitcher(of: root, on: terminal, with: application)
    missAccount(found, application)
    stores.whenDone = { [self] in
      take($0, found.accounts.first, accountSwitcher, of: root, with: application)
    }
    begin(with: stores, found, of: root, application)
    for mistake in program.tellMistakes(to: root.log) + found.mistakes { application.say(mistake) }
    application.run()
    close(terminal, accountSwitcher, root)
    return exitCode(hungUp: application.isHungUp)
  }

  private var launch: Launch { program.launch }

  private func takeSignals() -> Signals {
    Signals(
      [SIGWINCH, SIGTSTP, SIGCONT, SIGCHLD, SIGTERM, SIGINT, SIGQUIT, SIGHUP], on: loop
    ) { [weak self] in self?.application?.receive(signal: $0) }
  }

  private func takeTerminal() -> LiveTerminal? {
    do throws(TerminalError) {
      let size = LiveTerminal.size(of: STDOUT_FILENO) ?? CellSize(rows: 24, columns: 80)
      return LiveTerminal(
        loop: loop,
        screen: try NcursesScreen(
          input: STDIN_FILENO, output: STDOUT_FILENO, size: size,
          options: program.terminalOptions))
    } catch {
      launch.printer().complain(launch.wording.sentence(for: error))
      return nil
    }
  }

  private func open(on terminal: LiveTerminal, with root: CompositionRoot) -> Application {
    let application = Application(
      loop: loop, terminal: terminal, programs: program.programs,
      surroundings: program.surroundings(of: root, terminal))
    application.attention = root.attention
    self.application = application
    terminal.receive = { [weak application] in application?.receive($0) }
    terminal.hangUp = { [weak application] in application?.hangUp() }
    return application
  }

  private func accountSwitcher(
    of root: CompositionRoot, on terminal: LiveTerminal, with application: Application
  ) -> AccountSwitcher {
    let pictures = root.photoPipelines(hidesPictures: program.screen.hidesPictures) {
      [weak application] in application?.redraw()
    }
    if let pictures { application.painting.pictures = pictures }
    program.follow(
      terminal, pictures, log: root.log, beginUTF8: { [weak self] in self?.beginUTF8() }
    ) { [weak self] ground in
      self?.program.ground = ground
      self?.repaint(terminal)
    }
    let settings = launch.settings.settings
    let book = launch.settingsBook(
      isDemo: program.screen.isDemo, overrides: program.overrides, judge: root.makers.remedy)
    let alertsPresenter = AlertsPresenter(
      wording: launch.wording, preferences: settings.alertPreferences)
    alertsPresenter.display = terminal
    let alerts = AlertMonitor(alertsPresenter)
    let accountSwitcher = AccountSwitcher(
      root, factory: SceneFactory(material: program.material(of: root, book)),
      habits: AccountSwitcher.Options(
        place: settings.place, location: root.location, undoWindow: settings.undo),
      pictures: pictures, alerts: alerts, navigator: application)
    application.deck.makeScene = accountSwitcher.scene
    application.deck.lead = { [weak accountSwitcher] in
      accountSwitcher?.desk(in: $1)?.session.connection.lead(to: $0)
    }
    application.deck.showed = { [weak accountSwitcher] in accountSwitcher?.attend($0) }
    application.painting.readers = ColumnReaders(
      album: accountSwitcher.album, owner: accountSwitcher.owner)
    application.deck.keep = { [weak accountSwitcher] in accountSwitcher?.keepColumn($0, beside: $1)
    }
    application.deck.frontAccount = { [weak accountSwitcher] in
      accountSwitcher?.desk?.session.account.id
    }
    book.look = { [weak self] name in
      self?.program.looked = name
      self?.repaint(terminal)
    }
    book.changed = { [weak self, weak book, weak accountSwitcher] inForce in
      guard let self, let book, let accountSwitcher else { return }
      let before = program
      program.launch.settings = inForce
      let (was, now) = (before.launch.settings.settings, inForce.settings)
      if (was.theme, was.ownTheme) != (now.theme, now.ownTheme) { program.looked = nil }
      accountSwitcher.use(program.material(of: root, book))
      alerts.use(now.alertPreferences)
      // Whoever reads is not disturbed for what scenes are not made of.
      let remakes = !program.furnishes(as: before)
      goOn(
        on: terminal, of: root,
        remaking: remakes ? { accountSwitcher.sceneAgain(for: $0, in: $1) } : nil)
    }
    beginUTF8 = { [weak self, weak terminal, weak book, weak accountSwitcher] in
      guard let self, let terminal, let book, let accountSwitcher, ProcessLocale.adoptUTF8() else {
        return
      }
      terminal.use(.utf8)
      accountSwitcher.use(program.material(of: root, book))
      goOn(on: terminal, of: root) { [weak accountSwitcher] in
        accountSwitcher?.sceneAgain(for: $0, in: $1)
      }
    }
    return accountSwitcher
  }

  /// Applies changed settings, remaking scenes if needed.
  private func goOn(
    on terminal: LiveTerminal, of root: CompositionRoot,
    remaking make: ((Route, DeckColumn?) -> (any Scene)?)?
  ) {
    application?.use(
      program.surroundings(of: root, terminal), program.programs, remaking: make)
  }

  /// Repaints with the current theme.
  private func repaint(_ terminal: LiveTerminal) {
    application?.painting.use(program.appearance.theme(colours: terminal.colours))
  }

  private func missAccount(_ found: AccountsFound, _ application: Application) {
    guard let name = found.misses else { return }
    failure = .noSuchAccount(name)
    application.end()
  }

  private func take(
    _ result: Result<OpenedStores, StoreError>, _ account: SignedInAccount?,
    _ accountSwitcher: AccountSwitcher, of root: CompositionRoot, with application: Application
  ) {
    switch result {
    case .success(let stores):
      accountSwitcher.take(stores) { [weak application] columns in
        guard let application else { return }
        application.deck.arrange(columns, on: application.terminal.size)
      }
      program.settle(application, with: stores, accountSwitcher, of: root)
      if let account { application.go(to: .signedIn(account)) }
      goToPlace(with: accountSwitcher, application)
      switch stores.inMemory {
      case .everything?:
        application.say(
          launch.wording.say("Nothing can be saved here: everything is lost when you quit."))
      case .reading(let error)?: application.say(launch.wording.notStored(error))
      case nil: break
      }
    case .failure(let error):
      failure = .store(error)
      application.end()
    }
  }

  /// Opens the wanted place, or explains why not.
  private func goToPlace(with accountSwitcher: AccountSwitcher, _ application: Application) {
    guard let place = program.screen.place, let desk = accountSwitcher.desk else { return }
    if let lead = desk.session.connection.lead(typed: place) {
      application.go(to: .linkResolution(lead))
    } else {
      application.say(launch.wording.nothing(at: .address(place), desk.session.account.service))
    }
  }

  /// Shows the first scene if it is not an account's stream.
  private func begin(
    with stores: Opening<Result<OpenedStores, StoreError>>, _ found: AccountsFound,
    of root: CompositionRoot, _ application: Application
  ) {
    if program.screen.isDemo {
      stores.begin()
      Task.immediate {
        if let account = await root.demoAccount() { application.go(to: .signedIn(account)) }
      }
    } else if found.accounts.isEmpty {
      application.go(to: .signedOut)
      // Nobody needs them before somebody has typed a password.
      loop.after(.milliseconds(50)) { stores.begin() }
    }
  }

  private func close(
    _ terminal: LiveTerminal, _ accountSwitcher: AccountSwitcher, _ root: CompositionRoot
  ) {
    terminal.close()
    loop.run {
      await accountSwitcher.stop()
      await root.close()
    }
    root.complainOfLostTokens()
  }

  private func exitCode(hungUp: Bool) -> ExitCode {
    if hungUp { return .hungUp }
    guard let failure else { return .done }
    launch.printer().complain(launch.wording.sentence(for: failure))
    return failure.exitCode
  }
}

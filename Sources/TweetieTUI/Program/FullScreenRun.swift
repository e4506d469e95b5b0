import Console
import FeedDomain
import Glibc
import Preferences
import Scenes
import Terminal
import Threads
import UseCases
import Words

/// A run of the full screen, from the first thread to the last.
@MainActor final class FullScreenRun {
  private var program: FullScreenProgram
  private let loop = MainLoop()
  private var application: Application?
  private var failure: CommandFailure?
  /// A closure that switches to UTF-8 after the terminal has shown that it reads UTF-8.
  private var switchToUTF8: () -> Void = {}
  init(_ program: FullScreenProgram) { self.program = program }

  /// Runs the full screen until the person quits or the terminal ends.
  func runFullScreen() -> ExitCode {
    // Signals are watched before the first thread, so that every thread leaves them to the loop.
    let signals = installSignals()
    defer { withExtendedLifetime(signals) {} }
    let root = CompositionRoot(
      launch: program.launch, loop: loop, services: program.services,
      isDemo: program.screen.isDemo)
    // A command that prints a secret may ask for input, and so runs before there is a screen.
    let found = program.foundAccounts(of: root)
    // The stores are opened on their threads while the terminal is set up here.
    let stores = BackgroundOpening {
      await root.storeOpener.tryToOpenFeeds(for: found.accounts.first?.account.id)
    }
    if !found.accounts.isEmpty { stores.beginOpening() }
    guard let terminal = openTerminal() else {
      // Work begun on other threads is finished.
      loop.runLoop {
        await stores.waitUntilEnded()
        await root.closeDatabases()
      }
      return .wrongUse
    }
    let application = openApplication(on: terminal, with: root)
    let accountSwitcher = makeSwitcher(of: root, on: terminal, with: application)
    reportMissingAccount(found, application)
    stores.whenDone = { [self] in
      useOpenedStores($0, found.accounts.first, accountSwitcher, of: root, with: application)
    }
    showFirstScene(with: stores, found, of: root, application)
    for mistake in program.logMistakes(to: root.log) + found.mistakes {
      application.showMessage(mistake)
    }
    application.runApplication()
    closeProgram(terminal, accountSwitcher, root)
    return exitCode(hungUp: application.isHungUp)
  }

  private var launch: ProgramLaunch { program.launch }

  private func installSignals() -> SignalReader {
    SignalReader(
      [SIGWINCH, SIGTSTP, SIGCONT, SIGCHLD, SIGTERM, SIGINT, SIGQUIT, SIGHUP], on: loop
    ) { [weak self] in self?.application?.handleSignal($0) }
  }

  private func openTerminal() -> LiveTerminal? {
    do throws(TerminalError) {
      let size = LiveTerminal.terminalSize(of: STDOUT_FILENO) ?? CellSize(rows: 24, columns: 80)
      return LiveTerminal(
        loop: loop,
        screen: try NcursesScreen(
          input: STDIN_FILENO, output: STDOUT_FILENO, size: size,
          options: program.terminalOptions))
    } catch {
      launch.makePrinter().printError(launch.wording.sentence(for: error))
      return nil
    }
  }

  private func openApplication(on terminal: LiveTerminal, with root: CompositionRoot) -> Application
  {
    let application = Application(
      loop: loop, terminal: terminal, programs: program.programs,
      runEnvironment: program.makeEnvironment(of: root, terminal))
    application.attention = root.attention
    self.application = application
    terminal.receive = { [weak application] in application?.handleEvents($0) }
    terminal.hangUp = { [weak application] in application?.handleHangUp() }
    return application
  }

  private func makeSwitcher(
    of root: CompositionRoot, on terminal: LiveTerminal, with application: Application
  ) -> AccountSwitcher {
    let pictures = root.makePipelines(hidesPictures: program.screen.hidesPictures) {
      [weak application] in application?.redraw()
    }
    if let pictures { application.painting.pictures = pictures }
    program.applyTerminalReplies(
      terminal, pictures, log: root.log, switchToUTF8: { [weak self] in self?.switchToUTF8() }
    ) { [weak self] ground in
      self?.program.ground = ground
      self?.repaintScreen(terminal)
    }
    let settings = launch.settings.settings
    let book = launch.makeSettingsBook(
      isDemo: program.screen.isDemo, overrides: program.overrides,
      judge: root.makers.validValuesHint)
    let alertsPresenter = AlertsPresenter(
      wording: launch.wording, preferences: settings.alertPreferences)
    alertsPresenter.display = terminal
    let alerts = AlertMonitor(alertsPresenter)
    let accountSwitcher = AccountSwitcher(
      root, factory: SceneFactory(material: program.sceneMaterial(of: root, book)),
      options: AccountSwitcher.AccountOptions(
        place: settings.place, location: root.location, undoWindow: settings.undo),
      pictures: pictures, alerts: alerts, navigator: application)
    application.deck.makeScene = accountSwitcher.makeScene
    application.articles = { [weak accountSwitcher] in accountSwitcher?.articles }
    application.podcasts = { [weak accountSwitcher] in accountSwitcher?.podcasts(of: $0) }
    application.deck.resolveLink = { [weak accountSwitcher] in
      accountSwitcher?.columnAccount(in: $1)?.session.connection.resolvableLink(to: $0)
    }
    application.deck.onVisibleColumns = { [weak accountSwitcher] in
      accountSwitcher?.updateRunningAccounts(for: $0)
    }
    application.painting.readers = ColumnSources(
      album: accountSwitcher.photoPipeline, owner: accountSwitcher.ownerName)
    application.deck.togglePinned = { [weak accountSwitcher] in
      accountSwitcher?.togglePin($0, beside: $1)
    }
    application.deck.frontAccount = { [weak accountSwitcher] in
      accountSwitcher?.activeAccount?.session.account.id
    }
    book.look = { [weak self] name in
      self?.program.previewedTheme = name
      self?.repaintScreen(terminal)
    }
    book.changed = { [weak self, weak book, weak accountSwitcher] inForce in
      guard let self, let book, let accountSwitcher else { return }
      let before = program
      program.launch.settings = inForce
      let (was, now) = (before.launch.settings.settings, inForce.settings)
      if (was.theme, was.ownTheme) != (now.theme, now.ownTheme) { program.previewedTheme = nil }
      accountSwitcher.setMaterial(to: program.sceneMaterial(of: root, book))
      alerts.usePreferences(now.alertPreferences)
      // Scenes are not made again for settings that do not concern them.
      let remakes = !program.hasSameScenes(as: before)
      applySettings(
        on: terminal, of: root,
        remaking: remakes ? { accountSwitcher.remakeScene(for: $0, in: $1) } : nil)
    }
    switchToUTF8 = { [weak self, weak terminal, weak book, weak accountSwitcher] in
      guard let self, let terminal, let book, let accountSwitcher, ProcessLocale.adoptUTF8() else {
        return
      }
      terminal.setEncoding(.utf8)
      accountSwitcher.setMaterial(to: program.sceneMaterial(of: root, book))
      applySettings(on: terminal, of: root) { [weak accountSwitcher] in
        accountSwitcher?.remakeScene(for: $0, in: $1)
      }
    }
    return accountSwitcher
  }

  /// Applies changed settings to the full screen, remaking scenes if needed.
  private func applySettings(
    on terminal: LiveTerminal, of root: CompositionRoot,
    remaking make: ((Route, DeckColumn?) -> (any Scene)?)?
  ) {
    application?.applySettings(
      program.makeEnvironment(of: root, terminal), program.programs, remaking: make)
  }

  /// Repaints the full screen with the current theme.
  private func repaintScreen(_ terminal: LiveTerminal) {
    application?.painting.applyTheme(program.appearance.resolvedTheme(colours: terminal.colours))
  }

  private func reportMissingAccount(_ found: AccountsFound, _ application: Application) {
    guard let name = found.missingName else { return }
    failure = .noSuchAccount(name)
    application.endApplication()
  }

  private func useOpenedStores(
    _ result: Result<OpenedStores, StoreError>, _ account: SignedInAccount?,
    _ accountSwitcher: AccountSwitcher, of root: CompositionRoot, with application: Application
  ) {
    switch result {
    case .success(let stores):
      accountSwitcher.useStores(stores) { [weak application] columns in
        guard let application else { return }
        application.deck.setPinned(columns, on: application.terminal.size)
      }
      program.startMaintenance(application, with: stores, accountSwitcher, of: root)
      if let account { application.navigate(to: .signedIn(account)) }
      openRequestedPlace(with: accountSwitcher, application)
      switch stores.inMemory {
      case .everything?:
        application.showMessage(
          launch.wording.say("Nothing can be saved here: everything is lost when you quit."))
      case .reading(let error)?: application.showMessage(launch.wording.notStoredMessage(error))
      case nil: break
      }
    case .failure(let error):
      failure = .store(error)
      application.endApplication()
    }
  }

  /// Opens the post, person or page requested on the command line, or explains why not.
  private func openRequestedPlace(with accountSwitcher: AccountSwitcher, _ application: Application)
  {
    guard let place = program.screen.place, let activeAccount = accountSwitcher.activeAccount else {
      return
    }
    if let lead = activeAccount.session.connection.resolvableLink(typed: place) {
      application.navigate(to: .linkResolution(lead))
    } else {
      application.showMessage(
        launch.wording.notFoundMessage(at: .address(place), activeAccount.session.account.service))
    }
  }

  /// Shows the first scene of the full screen if that is not an account's stream.
  private func showFirstScene(
    with stores: BackgroundOpening<Result<OpenedStores, StoreError>>, _ found: AccountsFound,
    of root: CompositionRoot, _ application: Application
  ) {
    if program.screen.isDemo {
      stores.beginOpening()
      Task.immediate {
        do throws(FeedError) {
          application.navigate(to: .signedIn(try await root.demoAccount()))
        } catch {
          failure = .service(error)
          application.endApplication()
        }
      }
    } else if found.accounts.isEmpty {
      application.navigate(to: .signedOut)
      // The stores are not needed before somebody has typed a password.
      loop.setTimer(.milliseconds(50)) { stores.beginOpening() }
    }
  }

  private func closeProgram(
    _ terminal: LiveTerminal, _ accountSwitcher: AccountSwitcher, _ root: CompositionRoot
  ) {
    terminal.closeTerminal()
    loop.runLoop {
      await accountSwitcher.stopDelivery()
      await root.closeDatabases()
    }
    root.reportLostTokens()
  }

  private func exitCode(hungUp: Bool) -> ExitCode {
    if hungUp { return .hungUp }
    guard let failure else { return .done }
    launch.makePrinter().printError(launch.wording.sentence(for: failure))
    return failure.exitCode
  }
}

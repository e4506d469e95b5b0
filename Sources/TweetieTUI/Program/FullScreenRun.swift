import Console
import FeedDomain
import Glibc
import Preferences
import Scenes
import Terminal
import Threads
import UseCases
import Words

/// A runner of the full screen, from the start of the first thread to the end of the last.
@MainActor
final class FullScreenRun {
  private var program: FullScreenProgram
  private let loop = MainLoop()
  private var application: Application?
  /// The session that performs typed lines in the mode for screen readers; nil on the full screen.
  private var reading: ScreenReaderSession?
  private var failure: CommandFailure?
  /// The closure that changes the output to UTF-8 once the terminal has shown that it reads UTF-8.
  private var switchToUTF8: () -> Void = {}
  init(_ program: FullScreenProgram) { self.program = program }

  /// Runs the full screen until the user quits or the terminal ends; returns the exit code.
  func runFullScreen() -> ExitCode {
    // Signals are blocked before the first thread starts, so that only the main loop gets them.
    let signals = installSignalReader()
    defer { withExtendedLifetime(signals) {} }
    let root = CompositionRoot(
      launch: program.launch, loop: loop, services: program.services,
      isDemo: program.screen.isDemo)
    // A command that prints a secret may ask for input, and so runs before the screen is drawn.
    let found = program.unlockUsableAccounts(of: root)
    // The stores are opened on their threads while the terminal is set up here.
    let stores = BackgroundOpener {
      await root.storeOpener.openStoresAndPreload(for: found.accounts.map(\.account.id))
    }
    if !found.accounts.isEmpty { stores.openValueInBackground() }
    guard let application = openApplication(with: root) else {
      // Work begun on other threads is finished.
      loop.runLoop {
        await stores.waitUntilValueOpened()
        await root.closeDatabases()
      }
      return .wrongUse
    }
    let accountSwitcher = makeAccountSwitcher(of: root, with: application)
    endIfRequestedAccountMissing(found, application)
    stores.whenDone = { [self] in
      startWithOpenedStores($0, found.accounts.first, accountSwitcher, of: root, with: application)
    }
    openDemoOrSignIn(with: stores, found, of: root, application)
    for mistake in program.logSettingsMistakes(to: root.log) + found.mistakes {
      application.showProblemMessage(mistake)
    }
    application.runApplication()
    shutDownProgram(application.terminal, accountSwitcher, root)
    return reportFailureReturningExitCode(hungUp: application.isHungUp)
  }

  private var launch: LaunchContext { program.launch }

  private func installSignalReader() -> SignalReader {
    SignalReader(
      [SIGWINCH, SIGTSTP, SIGCONT, SIGCHLD, SIGTERM, SIGINT, SIGQUIT, SIGHUP], on: loop
    ) { [weak self] in self?.application?.handleSignal($0) }
  }

  private func openTerminal() -> FullScreenTerminal? {
    do throws(TerminalError) {
      let size =
        FullScreenTerminal.terminalSize(of: STDOUT_FILENO) ?? CellSize(rows: 24, columns: 80)
      return FullScreenTerminal(
        loop: loop,
        screen: try NcursesScreen(
          input: STDIN_FILENO, output: STDOUT_FILENO, size: size,
          options: program.terminalOptions))
    } catch {
      launch.makePrinter().printError(launch.wording.sentence(for: error))
      return nil
    }
  }

  /// Creates the application on the full screen, or on lines for a screen reader; nil if there is
  /// no terminal.
  private func openApplication(with root: CompositionRoot) -> Application? {
    let application: Application
    if let reason = program.screenReader {
      application = openScreenReaderApplication(because: reason, with: root)
    } else {
      guard let terminal = openTerminal() else { return nil }
      let environment = program.makePresentationEnvironment(of: root, terminal)
      application = Application(
        loop: loop, terminal: terminal, output: ScreenPainter(on: terminal, environment, loop),
        programs: program.programs, runEnvironment: environment)
      terminal.receive = { [weak application] in application?.handleTerminalEvents($0) }
      terminal.hangUp = { [weak application] in application?.handleHangUp() }
    }
    application.userActivity = root.userActivity
    self.application = application
    return application
  }

  private func openScreenReaderApplication(
    because reason: ScreenReaderReason, with root: CompositionRoot
  ) -> Application {
    let terminal = LineTerminal(
      loop: loop, input: STDIN_FILENO, sink: DescriptorSink(STDOUT_FILENO),
      encoding: program.encoding)
    let environment = program.makePresentationEnvironment(of: root, terminal)
    let reader = ScreenReaderOutput(
      on: terminal, environment, silence: OneShotTimer(loop), lateAnswer: OneShotTimer(loop))
    let application = Application(
      loop: loop, terminal: terminal, output: reader, programs: program.programs,
      runEnvironment: environment)
    terminal.printLines(reason.explanationLines(launch.wording))
    reading = ScreenReaderSession(application, reader, terminal, loop)
    return application
  }

  private func makeAccountSwitcher(
    of root: CompositionRoot, with application: Application
  ) -> AccountSwitcher {
    let terminal = application.terminal
    let screen = terminal as? FullScreenTerminal
    let pictures =
      screen == nil
      ? nil
      : root.makePhotoPipelines(hidesPictures: program.screen.hidesPictures) {
        [weak application] in application?.requestRedraw()
      }
    if let pictures { application.painting.pictures = pictures }
    if let screen {
      program.listenToTerminalReplies(
        screen, pictures, log: root.log, switchToUTF8: { [weak self] in self?.switchToUTF8() }
      ) { [weak self] ground in
        self?.program.backgroundTheme = ground
        self?.applyChosenTheme(on: screen)
      }
    }
    let settings = launch.settings.settings
    let book = launch.makeSettingsEditor(
      isDemo: program.screen.isDemo, overrides: program.overrides,
      validator: root.makers.validValuesHint)
    let alertsPresenter = NotificationAlertsPresenter(
      wording: launch.wording, preferences: settings.alertPreferences)
    alertsPresenter.display = screen
    let alerts = NotificationAlertMonitor(alertsPresenter)
    let accountSwitcher = AccountSwitcher(
      root, factory: SceneFactory(material: program.sceneDependencies(of: root, book)),
      options: AccountSwitcher.SettingsSharedByAccounts(
        place: settings.place, location: root.location, undoWindow: settings.undo),
      pictures: pictures, alerts: alerts, navigator: application)
    application.deck.makeScene = accountSwitcher.makeScene
    application.articles = { [weak accountSwitcher] in accountSwitcher?.articles }
    application.addSavedEntriesAccountIfMissing = {
      [weak accountSwitcher] () throws(StoreError) in
      try accountSwitcher?.addSavedEntriesAccountIfMissing()
    }
    application.podcasts = { [weak accountSwitcher] in accountSwitcher?.podcastQueue(of: $0) }
    application.deck.resolveLink = { [weak accountSwitcher] in
      accountSwitcher?.activeAccount(in: $1)?.session.connection.resolvableLink(to: $0)
    }
    application.deck.onVisibleColumns = { [weak accountSwitcher] in
      accountSwitcher?.listenOnlyToVisibleAccounts(for: $0)
    }
    application.painting.readers = ColumnPicturesAndAccountNames(
      album: accountSwitcher.photoPipeline, owner: accountSwitcher.accountName)
    application.deck.togglePinned = { [weak accountSwitcher] in
      accountSwitcher?.togglePinnedColumn($0, beside: $1)
    }
    accountSwitcher.hasOpenScene = { [weak application] in
      application?.deck.hasOpenScene(of: $0) == true
    }
    application.deck.frontAccount = { [weak accountSwitcher] in
      accountSwitcher?.activeAccount?.session.account.id
    }
    book.showThemePreview = { [weak self] name in
      self?.program.previewedTheme = name
      self?.applyChosenTheme(on: terminal)
    }
    book.writeFailed = { [weak application, weak book] error in
      guard let application, let book else { return }
      application.performEffect(.say(.setting(.notWritten(path: book.inForce.path, error))))
    }
    book.onChange = { [weak self, weak book, weak accountSwitcher] inForce in
      guard let self, let book, let accountSwitcher else { return }
      let before = program
      program.launch.settings = inForce
      let (was, now) = (before.launch.settings.settings, inForce.settings)
      if (was.theme, was.ownTheme) != (now.theme, now.ownTheme) { program.previewedTheme = nil }
      accountSwitcher.setSceneDependencies(to: program.sceneDependencies(of: root, book))
      alerts.setAlertPreferences(now.alertPreferences)
      // Scenes are not made again for settings that do not concern them.
      let remakes = !program.hasSameSceneSettings(as: before)
      applyChangedSettings(
        on: terminal, of: root,
        remaking: remakes ? { accountSwitcher.sceneAfterSettingsChange(for: $0, in: $1) } : nil)
    }
    switchToUTF8 = { [weak self, weak screen, weak book, weak accountSwitcher] in
      guard let self, let screen, let book, let accountSwitcher, ProcessLocale.setUTF8Encoding()
      else {
        return
      }
      screen.setEncoding(.utf8)
      accountSwitcher.setSceneDependencies(to: program.sceneDependencies(of: root, book))
      applyChangedSettings(on: screen, of: root) { [weak accountSwitcher] in
        accountSwitcher?.sceneAfterSettingsChange(for: $0, in: $1)
      }
    }
    return accountSwitcher
  }

  /// Applies changed settings to the running application, for the colours that the terminal has;
  /// with `make`, also creates the open scenes anew.
  private func applyChangedSettings(
    on terminal: any ProgramTerminal, of root: CompositionRoot,
    remaking make: ((Route, DeckColumn?) -> (any Scene)?)?
  ) {
    application?.applyChangedSettings(
      program.makePresentationEnvironment(of: root, terminal), program.programs, remaking: make)
  }

  /// Applies the theme to the screen, for the colours that the terminal has; requests a redraw if
  /// the theme changed.
  private func applyChosenTheme(on terminal: any ProgramTerminal) {
    application?.painting.applyTheme(program.appearance.chosenTheme(colours: terminal.colours))
  }

  private func endIfRequestedAccountMissing(_ found: UsableAccounts, _ application: Application) {
    guard let name = found.missingName else { return }
    failure = .noSuchAccount(name)
    application.endApplication()
  }

  private func startWithOpenedStores(
    _ result: Result<OpenedStores, StoreError>, _ account: SignedInAccount?,
    _ accountSwitcher: AccountSwitcher, of root: CompositionRoot, with application: Application
  ) {
    switch result {
    case .success(let stores):
      accountSwitcher.setUpAccountsAndPinnedColumns(stores) { [weak application] columns in
        guard let application else { return }
        application.deck.setPinnedColumns(columns, on: application.terminal.size)
      }
      program.startOtherProcessChecksAndMaintenance(
        application, with: stores, accountSwitcher, of: root)
      if let account { application.navigate(to: .signedIn(account)) }
      openCommandLineLink(with: accountSwitcher, application)
      switch stores.inMemory {
      case .everything?:
        application.showProblemMessage(
          launch.wording.say("Nothing can be saved here: everything is lost when you quit."))
      case .reading(let error)?:
        application.showProblemMessage(launch.wording.nothingStoredMessage(error))
      case nil: break
      }
    case .failure(let error):
      failure = .store(error)
      application.endApplication()
    }
  }

  /// Opens the post, person or page requested on the command line, or shows an error message.
  private func openCommandLineLink(
    with accountSwitcher: AccountSwitcher, _ application: Application
  ) {
    guard let place = program.screen.targetToOpen, let activeAccount = accountSwitcher.activeAccount
    else {
      return
    }
    if let lead = activeAccount.session.connection.resolvableLink(typed: place) {
      application.navigate(to: .linkResolution(lead))
      return
    }
    let (session, wording) = (activeAccount.session, launch.wording)
    Task.immediate {
      if let entry = await session.connection.subscriptions?.alreadyFetchedEntry(at: place) {
        return application.navigate(to: .article(entry.id))
      }
      application.showProblemMessage(
        wording.linkNotFoundMessage(at: .address(place), session.account.service))
    }
  }

  /// Opens the demo, or the sign-in scene if there is no account; does nothing if an account's
  /// stream is the first scene.
  private func openDemoOrSignIn(
    with stores: BackgroundOpener<Result<OpenedStores, StoreError>>, _ found: UsableAccounts,
    of root: CompositionRoot, _ application: Application
  ) {
    if program.screen.isDemo {
      stores.openValueInBackground()
      Task.immediate {
        do throws(FeedError) {
          application.navigate(to: .signedIn(try await root.signInToDemo()))
        } catch {
          failure = .service(error)
          application.endApplication()
        }
      }
    } else if found.accounts.isEmpty {
      let launch = launch
      application.isFirstStart = { launch.recordFirstStartHintsUnlessShown() }
      application.navigate(to: .signedOut)
      // The stores are not needed before the user has typed a password.
      loop.setTimer(.milliseconds(50)) { stores.openValueInBackground() }
    }
  }

  private func shutDownProgram(
    _ terminal: any ProgramTerminal, _ accountSwitcher: AccountSwitcher, _ root: CompositionRoot
  ) {
    terminal.closeTerminal()
    loop.runLoop {
      await accountSwitcher.stopAllAccounts()
      await root.closeDatabases()
    }
    root.printUnsavedTokenErrors()
  }

  private func reportFailureReturningExitCode(hungUp: Bool) -> ExitCode {
    if hungUp { return .hungUp }
    guard let failure else { return .done }
    launch.makePrinter().printError(launch.wording.sentence(for: failure))
    return failure.exitCode
  }
}

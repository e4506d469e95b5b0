import FeedDomain
import Glibc
import Logging
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import Threads
import UseCases
import Words

@MainActor final class Application {
  let deck: SceneDeck
  let painting: any ScreenOrSpeechOutput
  let terminal: any ProgramTerminal
  private(set) var runEnvironment: PresentationEnvironment
  let externalActions: ExternalActions
  var input: InputQueue
  var signInAsking = SignInPromptRecord()
  var heldRoutes: [Route] = []
  private(set) var isHungUp = false
  /// The closure by which the application gets the gateway for links saved to read later; returns
  /// nil if there are no web feeds.
  var articles: () -> (any ArticleGateway)? = { nil }
  /// The closure by which the application stores the account of saved links after the first link;
  /// returns the account, or nil if it was stored before.
  var addSavedEntriesAccountIfMissing: () throws(StoreError) -> Account? = { nil }
  /// The closure by which the application gets the queue of podcasts, with the pending actions, of
  /// an account or, for nil, of the active one; returns nil if the account is not running.
  var podcasts: (Account.ID?) -> (queue: PodcastQueue, actions: UserActionPerformer)? = { _ in nil }
  /// The closure by which the application checks for changes by other running processes of Tweetie.
  var checkOtherWindows: () -> Void = {}
  /// The record of the user's last activity and of the terminal's focus; nil if none is kept.
  var userActivity: UserActivity?
  /// The closure that returns true at the first sign-in, so that the application shows hints for
  /// beginners; nil if an account was stored at the start, and after a sign-in.
  var isFirstStart: (() -> Bool)?
  /// The closure by which the application counts the use of a feature, such as a command.
  var used: (CountedFeature) -> Void = { _ in }

  private let loop: MainLoop
  private var changeThrottle: IntervalThrottle

  init(
    loop: MainLoop, terminal: any ProgramTerminal, output: any ScreenOrSpeechOutput,
    programs: ExternalPrograms, runEnvironment: PresentationEnvironment
  ) {
    (self.loop, self.terminal, self.runEnvironment) = (loop, terminal, runEnvironment)
    deck = SceneDeck(
      pause: SidePane.PreviewTimer(OneShotTimer(loop)), isPlain: runEnvironment.isPlain)
    painting = output
    externalActions = ExternalActions(terminal, programs, runEnvironment)
    input = InputQueue(runEnvironment.keyMap)
    changeThrottle = IntervalThrottle(every: .seconds(1), from: runEnvironment.world.now)
    deck.onChange = { output.requestRedraw() }
  }

  func runApplication() {
    loop.beforeWaiting = { [weak self] in self?.handleInputAndDraw() }
    // A scene requests a redraw when it has content; a slow one is drawn empty after this time.
    loop.setTimer(.milliseconds(60)) { [weak self] in self?.requestRedraw() }
    loop.runLoop()
    loop.beforeWaiting = nil
    deck.closeAllScenes()
  }

  func endApplication() { loop.stopLoop() }

  /// Applies changed settings to the running application; with `make`, also creates its open scenes
  /// anew.
  func applyChangedSettings(
    _ runEnvironment: PresentationEnvironment, _ programs: ExternalPrograms,
    remaking make: ((Route, DeckColumn?) -> (any Scene)?)?
  ) {
    self.runEnvironment = runEnvironment
    input.keyMap = runEnvironment.keyMap
    externalActions.setExternalPrograms(programs, runEnvironment)
    painting.applyKeysThemeAndTexts(runEnvironment)
    deck.isPlain = runEnvironment.isPlain
    if let make { deck.recreateScenesWithoutUnsavedText(make) }
  }

  func handleHangUp() {
    isHungUp = true
    endApplication()
  }

  func handleSignal(_ signal: Int32) {
    switch signal {
    case SIGWINCH:
      terminal.adoptWindowSize()
      deck.fitColumnsToScreen(on: terminal.size)
      requestRedraw()
    case SIGTSTP: suspendProgram()
    case SIGCONT:
      // A stop from outside left no time to restore the terminal.
      terminal.reenterTerminalIfExternallyChanged()
    case SIGCHLD: handleEndedExternalPrograms()
    case SIGINT, SIGQUIT:
      // The external program that has the terminal handles its children itself.
      if !externalActions.hasTerminalProgram { endApplication() }
    case SIGHUP:
      // The terminal is gone: nothing may be written to it any more.
      terminal.markTerminalGone()
      handleHangUp()
    default: endApplication()
    }
  }

  /// Restores the terminal and stops the process, until the shell continues it.
  func suspendProgram() {
    guard !externalActions.hasTerminalProgram else {
      raise(SIGSTOP)
      return
    }
    terminal.handOverTerminal()
    // The supervisor sees this and stops the whole job.
    raise(SIGSTOP)
    terminal.takeBackTerminal()
    painting.requestPostAgeRedrawIfDue()
    requestRedraw()
  }

  /// Checks for changes by other running processes of Tweetie, on a user's action and at most once
  /// in a while.
  func checkOtherProcessChangesIfDue() {
    if changeThrottle.recordCheckOrRedrawIfDue(at: runEnvironment.world.now) { checkOtherWindows() }
  }

  /// Handles waiting input and draws the screen, before the main loop waits.
  private func handleInputAndDraw() {
    passTypedInputToScene()
    if !externalActions.hasTerminalProgram {
      painting.drawScenesIfNeeded(deck, typedCount: input.count)
    }
    terminal.writePictureBytes()
  }

  private func handleEndedExternalPrograms() {
    externalActions.handleEndedExternalPrograms(
      edited: { text in
        // Another scene may have opened meanwhile, as after a sign-out in another window.
        defer { requestRedraw() }
        return deck.stack.front?.handleEvent(.edited(text)) == true
      }, failed: showMessage)
  }

  func handleTerminalEvents(_ events: [TerminalEvent]) {
    guard !externalActions.hasTerminalProgram else { return }
    let now = runEnvironment.world.now
    for event in input.replacingLineFeeds(in: events) {
      if case .focus(let isHere) = event {
        painting.isWatched = isHere
        userActivity?.isFocused = isHere
        continue
      }
      userActivity?.recordUserInput()
      if discardInputIfClosingUnreadyScene(event) {
        handleTerminalEvent(event)
      } else {
        input.addEvent(event, at: now)
      }
    }
    passTypedInputToScene()
    showPromptsPostponedWhileTyping()
    painting.requestPostAgeRedrawIfDue()
    checkOtherProcessChangesIfDue()
  }

  /// Passes typed input to the front scene as long as the scene is ready.
  func passTypedInputToScene() {
    while let event = input.takeNextInputEvent(for: deck.stack.front, at: runEnvironment.world.now)
    {
      handleTerminalEvent(event)
    }
  }

  /// Discards waiting input if an event closes a front scene that is not ready; returns true if the
  /// event is to be handled at once.
  private func discardInputIfClosingUnreadyScene(_ event: TerminalEvent) -> Bool {
    guard input.closesScene(event) else { return false }
    passTypedInputToScene()
    return input.discardEventsIfSceneUnready(for: deck.stack.front)
  }

  private func handleTerminalEvent(_ event: TerminalEvent) {
    switch event {
    case .key(let key): handleKey(key)
    case .mouse(let mouse): handleMouse(mouse)
    case .paste(let text, let isCut):
      guard deck.stack.front?.handleEvent(.paste(text)) == true, isCut else { return }
      showMessage(.plain(runEnvironment.wording.say("The pasted text was cut after a megabyte.")))
    case .focus: break
    }
  }

  func handleKey(_ key: Key) {
    painting.clearMessage()
    let count = input.count
    defer { if input.count != count { requestRedraw() } }
    guard let front = deck.stack.front else { return }
    switch input.keyMeaning(of: key, for: front) {
    case .number: break
    case .command(let command, let times, let mayQuit):
      handleCommand(command, times: times, in: front, mayQuit: mayQuit)
    case .event(let event):
      if !front.handleEvent(event), !front.properties.takesText {
        showUnusedKeyMessage(by: KeyName.shortKeyName(of: key))
      }
    }
  }

  private func handleMouse(_ mouse: MouseEvent) {
    guard let layout = deck.deckLayoutIfSceneOpen(on: terminal.size) else { return }
    let place = layout.placedScene(at: mouse.position)
    if case .press(let button) = mouse.action {
      painting.clearMessage()
      if input.count != nil { requestRedraw() }
      input.endTypedCount()
      if button == 1, let key = painting.shownKeys.segmentTarget(at: mouse.position) {
        return handleKey(key)
      }
      // A click in another column selects that column, except while writing: the text keeps the
      // keys, and a scene opened by the click would cover it, in the account of the text.
      if deck.stack.front?.properties.takesText == false {
        deck.focusColumn(place.column, on: terminal.size)
      } else if place.column != layout.sceneInTopLine.column {
        return
      }
      // A click in a side pane moves the keys to that pane.
      if let route = deck.frontRouteOfPreviewedScene(of: place.scene) { navigate(to: route) }
      if button == 1, layout.panes.header.contains(mouse.position) {
        closeScenesOverStream(place.scene, forHeaderAt: mouse.position.column)
      }
    }
    guard !layout.isTitleCell(mouse.position) else {
      if case .press(1) = mouse.action, let offer = layout.titleCommand(at: mouse.position) {
        handleCommand(offer, in: place.scene)
      }
      return
    }
    _ = place.scene.handleEvent(
      input.sceneMouseEvent(mouse, in: place.rect, at: runEnvironment.world.now))
  }

  /// Closes the scenes that lie over a stream before a click on the top line of the screen is
  /// handled; scenes with unsaved text stay open.
  private func closeScenesOverStream(_ scene: any Scene, forHeaderAt column: Int) {
    guard scene !== deck.stack.front, deck.stack.front?.properties.holdsUnsavedText == false,
      scene.wantsHeaderClick(at: column)
    else { return }
    _ = deck.stack.popToStream()
    requestRedraw()
  }

  func handleCommand(
    _ command: Command, times: Int? = nil, in front: any Scene, mayQuit: Bool = true
  ) {
    if let feature = CountedFeature(command) { used(feature) }
    if command == .refresh { painting.pictures.retryShownPhotos() }
    signInAsking.forgetDeclinedPromptsIfNeeded(for: command)
    if let times, performCommandWithCount(command, times, in: front) { return }
    guard !front.handleEvent(.command(command)) else { return }
    if command == .back, !mayQuit, deck.stack.count == 1 {
      showQuitHint()
    } else {
      performUnhandledCommand(command)
    }
  }

  /// Repeats a movement command as often as the count typed before it, or goes to the row with that
  /// number; returns false if the command takes no count.
  private func performCommandWithCount(_ command: Command, _ times: Int, in front: any Scene)
    -> Bool
  {
    switch command {
    case .jump: openJumpOverlay(isForSelectionOnly: true)
    case .top, .bottom:
      guard front.handleEvent(.command(.top)) else { return false }
      for _ in 1..<times { _ = front.handleEvent(.command(.down)) }
    default:
      guard command.isRepeated, front.handleEvent(.command(command)) else { return false }
      for _ in 1..<times { guard front.handleEvent(.command(command)) else { break } }
    }
    return true
  }

  /// Opens the overlay with jump labels on all click targets, or on those of the selected row
  /// alone; shows a message if there are none.
  private func openJumpOverlay(isForSelectionOnly: Bool) {
    guard deck.stack.front?.properties.isOverlay == false,
      clickTargets.contains(where: { isForSelectionOnly ? $0.isSelected : $0.opensContent })
    else {
      return showMessage(.plain(runEnvironment.wording.say("There is nothing to open here.")))
    }
    navigate(to: .jump(isForSelectionOnly: isForSelectionOnly))
  }

  private func showUnusedKeyMessage(by key: String) {
    showMessage(.plain(runEnvironment.wording.say("{key} does nothing here.", ["key": key])))
  }

  private func showQuitHint() {
    guard let key = runEnvironment.keyMap.keyName(for: .quit) else { return endApplication() }
    showMessage(.plain(runEnvironment.wording.say("{key} quits.", ["key": key])))
  }

  private func moveColumnFocus(by step: Int) {
    // An overlay is closed first.
    guard deck.stack.front?.properties.isOverlay == false else { return }
    guard !deck.moveColumnFocus(by: step, on: terminal.size) else { return }
    let key = runEnvironment.keyMap.keyName(for: .keepColumn) ?? ""
    showMessage(
      .plain(
        runEnvironment.wording.say(
          "There is only one column · {key} adds this stream as another", ["key": key])))
  }

  private func togglePinnedColumn() {
    let (wording, keys) = (runEnvironment.wording, runEnvironment.keyMap)
    guard let (content, name) = deck.stack.front?.column,
      let isColumn = deck.togglePinned(content, deck.reader)
    else {
      return showMessage(
        .plain(wording.say("Only a stream or your notifications can be a column.")))
    }
    let key = keys.keyName(for: isColumn ? .nextColumn : .keepColumn) ?? ""
    let text =
      if !isColumn {
        wording.say(
          "{stream} is no longer a column · {key} brings it back", ["stream": name, "key": key])
      } else if deck.isShownInOwnColumn(content, of: deck.reader) {
        wording.say(
          "{stream} is a column now · {key} moves between columns", ["stream": name, "key": key])
      } else {
        wording.say(
          "{stream} is a column now · it appears beside the next stream you open", ["stream": name])
      }
    showMessage(.plain(text))
  }

  private func togglePictures() {
    let pictures = painting.pictures
    let before = pictures.isOn
    pictures.togglePictures()
    let wording = runEnvironment.wording
    let text =
      pictures.isOn == before
      ? wording.say("This terminal shows no pictures.")
      : wording.picturesSwitchedMessage(areOn: pictures.isOn)
    showMessage(.plain(text))
  }

  /// Performs a command that no scene has handled, such as quitting or opening the help.
  private func performUnhandledCommand(_ command: Command) {
    switch command {
    case .quit: endApplication()
    case .back: navigate(to: .back)
    case .help:
      let front = deck.stack.front
      navigate(to: .help(front?.hints ?? [], titles: front?.overridingCommandTitles ?? [:]))
    case .outbox: navigate(to: .outbox)
    case .accounts: navigate(to: .accounts)
    case .tabs: navigate(to: .tabs)
    case .rules: navigate(to: .rules)
    case .mute: navigate(to: .mutes(about: nil))
    case .addAccount: navigate(to: .signIn(again: nil))
    case .compose: navigate(to: .compose(.post))
    case .ownProfile: navigate(to: .profile(nil))
    case .repaint:
      terminal.markScreenForRepaint()
      requestRedraw()
    case .suspend: suspendProgram()
    case .pictures: togglePictures()
    case .notifications: navigate(to: .notifications)
    case .messages: navigate(to: .messages)
    case .announcements: navigate(to: .listing(.announcements))
    case .aboutServer: navigate(to: .listing(.server))
    case .lists: navigate(to: .listing(.lists(with: nil)))
    case .newList: navigate(to: .form(FormScene.FormPurpose(.makeList, .nothing)))
    case .trends: navigate(to: .listing(.trends))
    case .feeds: navigate(to: .listing(.feeds(matching: nil)))
    case .publishMedia: navigate(to: .form(FormScene.FormPurpose(.publishMedia, .nothing)))
    case .scheduled: navigate(to: .listing(.scheduled))
    case .filters: navigate(to: .listing(.filters))
    case .addFilter: navigate(to: .form(FormScene.FormPurpose(.filter, .nothing)))
    case .suggestions: navigate(to: .people(.suggested))
    case .peopleHere: navigate(to: .people(.directory))
    case .links: navigate(to: .sharedLinks)
    case .bookmarkTags: navigate(to: .bookmarkTags(nil))
    case .popular: navigate(to: .stream(DerivedFeed.popular.feed()))
    case .quietPeople: navigate(to: .stream(DerivedFeed.quiet.feed()))
    case .search: navigate(to: .search)
    case .log: navigate(to: .log)
    case .webFeeds: navigate(to: .webFeeds)
    case .podcasts: navigate(to: .podcasts)
    case .jump: openJumpOverlay(isForSelectionOnly: false)
    case .nextColumn: moveColumnFocus(by: 1)
    case .previousColumn: moveColumnFocus(by: -1)
    case .keepColumn: togglePinnedColumn()
    case .count: input.beginTypedCount()
    // Without streams to choose from, a digit begins a count.
    case .stream(let digit): input.beginTypedCount(with: digit)
    case .everything: performPaletteChoice(.tab(.feed(.everything)), closesFront: false)
    case .settings: navigate(to: .settings(selecting: nil))
    case .themes: navigate(to: .themes)
    case .menu:
      if let front = deck.stack.front { navigate(to: .menu(SceneCommandsForMenu(of: front))) }
    case .palette:
      let front = deck.stack.front
      navigate(to: .palette(front?.hints ?? [], without: front?.unavailableCommands ?? []))
    default:
      if let words = runEnvironment.wording.wrongSceneMessage(
        for: command, keys: runEnvironment.keyMap,
        isOnPost: deck.stack.front?.commandPlaces.contains(.posts) == true)
      {
        showMessage(.plain(words))
      } else if let key = runEnvironment.keyMap.keyName(for: command) {
        showUnusedKeyMessage(by: key)
      }
    }
  }
}

extension Application: Navigator {
  var wording: Wording { runEnvironment.wording }
  var keys: KeyMap { runEnvironment.keyMap }
  func requestRedraw() { painting.requestRedraw() }

  func navigate(to route: Route) {
    guard mayOpenOrPostponeWhileTyping(to: route) else { return }
    // The first scene requests a redraw once it has content; drawing it empty would delay that.
    if deck.stack.count > 0 || route == .signedOut { requestRedraw() }
    switch route {
    case .back:
      if case .signIn(again: let account?) = deck.stack.route {
        signInAsking.declineSignInPrompt(account)
      }
      if !deck.stack.popScene() { endApplication() }
      showPromptsPostponedWhileTyping()
    case .quit: endApplication()
    case .signedIn:
      signInAsking.forgetSignInPromptDecisions()
      deck.openScene(route)
      deck.fitColumnsToScreen(on: terminal.size)
      if isFirstStart?() == true { deck.openScene(.welcome) }
      isFirstStart = nil
    case .signedOut:
      deck.openScene(route)
      deck.fitColumnsToScreen(on: terminal.size)
    default: deck.openScene(route)
    }
  }

  func markListBehindEntryRead(isConfirmed: Bool) {
    let list = deck.stack.entryListBehindFront
    if list?.markAllEntriesRead(isConfirmed: isConfirmed) == true { return }
    showMessage(.plain(wording.entryNotOpenedFromStreamMessage(keys: keys)))
  }

  /// Returns true if the scene of a route may be opened now. While the user types, a warning or
  /// prompt to sign in is postponed; a prompt to sign in that the user declined is not opened
  /// again.
  private func mayOpenOrPostponeWhileTyping(to route: Route) -> Bool {
    if case .audienceWarning = route.accountAndRoute.route, isTyping {
      heldRoutes.append(route)
      showProblemMessage(runEnvironment.wording.exposedTitle)
      return false
    }
    guard case .signIn(again: let account?) = route, route != deck.stack.route else { return true }
    switch signInAsking.signInPromptTiming(for: account, isTyping: isTyping) {
    case .now: return true
    case .later: showProblemMessage(runEnvironment.wording.sentence(for: FeedError.signedOut))
    case .never: break
    }
    return false
  }

  func showPromptsPostponedWhileTyping() {
    if !isTyping, !heldRoutes.isEmpty { navigate(to: heldRoutes.removeFirst()) }
    if let account = signInAsking.removePostponedPrompt(isTyping: isTyping) {
      navigate(to: .signIn(again: account))
    }
  }

  private var isTyping: Bool { deck.stack.front?.properties.takesText == true }
  func showPreview(_ route: Route?) { deck.requestSidePanePreview(route, on: terminal.size) }
  func copyText(_ text: SafeText) { showMessage(externalActions.copyText(text)) }

  func openLink(_ link: SafeWebLink) {
    if let lead = deck.resolveLink(link.address, deck.column.pinned) {
      navigate(to: .linkResolution(lead))
    } else {
      openInBrowser(link)
    }
  }

  func openInBrowser(_ link: SafeWebLink) { showMessage(externalActions.openLink(link)) }
  func exportArticle(_ article: ExportedArticle, to target: ExportTarget) {
    if target == .pipe, externalActions.sharingPrograms.count > 1 {
      return navigate(to: .sharingPrograms(article, externalActions.sharingPrograms))
    }
    showMessage(externalActions.exportArticle(article, to: target))
  }

  func saveLinkForLater(_ link: SafeWebLink, title: SafeText) {
    changeSavedEntriesShowingMessage { articles throws(ArticleError) in
      let saved = try await articles.saveAddressLocallyForLater(
        link.address, title: title.isBlank ? nil : title.string)
      let message = self.wording.linkSavedMessage(for: saved)
      let account: Account?
      do throws(StoreError) { account = try self.addSavedEntriesAccountIfMissing() } catch {
        throw .store(error)
      }
      guard let account else { return message }
      return message + " "
        + self.wording.say(
          "Saved links are in the account {account}.",
          ["account": self.wording.accountHandle(of: account).string])
    }
  }

  func deleteSavedEntryAtService(_ post: Post.ID) {
    changeSavedEntriesShowingMessage { articles throws(ArticleError) in
      try await articles.removeLocallySavedEntry(post)
      return self.wording.say("Removed from your saved links.")
    }
  }

  /// Runs a closure that changes the saved entries of the account with web feeds, and shows its
  /// message or error; without such an account, shows how to sign in.
  private func changeSavedEntriesShowingMessage(
    _ change: @escaping @MainActor (any ArticleGateway) async throws(ArticleError) -> SafeText
  ) {
    guard let articles = articles() else {
      return showMessage(.plain(wording.signInToFeedsMessage(keys: keys)))
    }
    Task {
      do throws(ArticleError) {
        showMessage(.good(try await change(articles)))
      } catch {
        showProblemMessage(wording.sentence(for: error))
      }
    }
  }

  func playVideo(_ film: MediaPlayerAddress) {
    if let words = externalActions.playVideo(film) { showMessage(words) }
  }

  func playEpisode(_ playback: SceneEffect.EpisodePlayback) {
    guard let video = MediaPlayerAddress(playback.source) else {
      return showMessage(BottomLineMessage(.noFilm, wording, keys))
    }
    let message = externalActions.playEpisode(video, from: playback.start) { [weak self] place in
      Task { @MainActor in await self?.recordEpisodePositionOrEnd(place, of: playback) }
    }
    if let message { showMessage(message) }
  }

  /// Stores a player's position in an episode; marks the episode as read if it was played to its
  /// end.
  private func recordEpisodePositionOrEnd(
    _ place: PlaybackPosition, of playback: SceneEffect.EpisodePlayback
  ) async {
    guard let (queue, actions) = podcasts(playback.account) else { return }
    do throws(StoreError) { try await queue.recordPlaybackPosition(place, of: playback.post) } catch
    {
      return showProblemMessage(wording.sentence(for: error))
    }
    guard place.isFinished else { return }
    await actions.setReadState(true, .entries([playback.post]), canBeUndone: false)
  }

  func queueEpisode(_ post: Post.ID) {
    guard let (queue, _) = podcasts(post.whose) else {
      return showMessage(BottomLineMessage(.noEpisode, wording, keys))
    }
    Task {
      showMessage(BottomLineMessage(await queue.addEpisode(of: post.withoutAccount), wording, keys))
    }
  }

  func editInExternalEditor(_ text: String) {
    if let problem = externalActions.editInExternalEditor(text) { showMessage(problem) }
  }
  func showMessage(_ message: BottomLineMessage) { painting.showMessage(message) }
  func showProblemMessage(_ problem: SafeText) { showMessage(.bad(problem)) }

  var clickTargets: [ClickTarget] {
    guard let layout = deck.deckLayoutIfSceneOpen(on: terminal.size) else { return [] }
    return layout.columns.flatMap { place in
      place.scene.clickTargets.map { spot in
        var moved = spot.absoluteTarget(in: place.rect)
        // Click targets of other columns are not selected, since the keys go elsewhere.
        moved.isSelected = spot.isSelected && place.scene === layout.focusedScene
        return moved
      }
    }
  }

  func closeJumpLabelsAndClick(_ spot: ClickTarget, copyingAddress: Bool) {
    _ = deck.stack.popScene()
    requestRedraw()
    guard let place = deck.deckLayoutIfSceneOpen(on: terminal.size)?.placedScene(at: spot.position)
    else {
      return
    }
    deck.focusColumn(place.column, on: terminal.size)
    if let route = deck.frontRouteOfPreviewedScene(of: place.scene) { navigate(to: route) }
    place.scene.performClick(
      at: spot.relativeTarget(to: place.rect).position, copyingAddress: copyingAddress)
  }

  func performPaletteChoice(_ choice: PaletteChoice) {
    performPaletteChoice(choice, closesFront: true)
  }

  func performPaletteChoice(_ choice: PaletteChoice, closesFront: Bool) {
    if closesFront { _ = deck.stack.popScene() }
    requestRedraw()
    switch choice {
    case .command(let command):
      // "Back" goes back, as Escape does, and does not quit.
      if let front = deck.stack.front { handleCommand(command, in: front, mayQuit: false) }
    case .tab(let tab):
      if !deck.hasStream { deck.focusColumn(0, on: terminal.size) }
      _ = deck.stack.popToStream()?.showStreamTab(tab)
    case .stream(let feed): navigate(to: .stream(feed))
    case .link(let lead): navigate(to: .linkResolution(lead))
    case .setting(let name): navigate(to: .settings(selecting: name))
    case .bulkEntryAction(let act): navigate(to: .bulkEntryAction(act))
    }
  }
}

struct PresentationEnvironment {
  let keyMap: KeyMap
  var theme: Theme
  /// True if the screen is a single pane of plain text, which screen readers read from top to
  /// bottom.
  let isPlain: Bool
  /// True if the application may redraw the screen without an input event, as for animations.
  var isAnimated = true
  let wording: Wording
  let world: any World
}

extension CountedFeature {
  /// Creates the name under which uses of a command are counted; nil for movements, which are not
  /// counted.
  init?(_ command: Command) {
    let row = CommandTable.tableRow(of: command)
    guard row.group != .move else { return nil }
    self.init(named: "key-\(row.name)")
  }
}

extension Wording {
  /// Returns the message for marking all entries as read from an entry that no list of entries
  /// contains.
  fileprivate func entryNotOpenedFromStreamMessage(keys: KeyMap) -> SafeText {
    say(
      "This entry was not opened from a stream. {key} shows your feeds, to mark them there.",
      ["key": keys.keyName(for: .webFeeds) ?? ""])
  }

  /// Returns the message for a command that needs an account with web feeds.
  func signInToFeedsMessage(keys: KeyMap) -> SafeText {
    say("Sign in to web feeds first: {key}.", ["key": keys.keyName(for: .addAccount) ?? ""])
  }
}

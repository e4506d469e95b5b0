import FeedDomain
import Preferences
import Scenes
import Terminal
import Threads
import Words

extension Application: Stage {
  func redraw() { mustDraw = true }

  func go(to route: Route) {
    guard mayGo(to: route) else { return }
    // The first scene asks to be drawn once it has something to show: painting it empty would cost
    // the time in which it could be painted whole.
    if stack.count > 0 || route == .signedOut { redraw() }
    switch route {
    case .back:
      if case .signIn(again: let account?) = stack.route { signInAsking.decline(account) }
      if !stack.pop() { end() }
      askToSignIn()
    case .quit: end()
    case .signedOut:
      if let scene = makeScene(route) { stack.start(with: scene, at: route, keepingWords: true) }
    case .signedIn:
      signInAsking.forget()
      if let scene = makeScene(route) {
        stack.start(with: scene, at: route)
      } else {
        _ = stack.pop()
      }
    case .place where stack.front?.takesMainPane != true:
      // It was found out late that nobody knows where the reader is: they are elsewhere by now.
      break
    default:
      // What is in front is not opened over itself, where it would have to be closed twice; but where
      // one reads a stream, that may be another one by now.
      guard route != stack.route || stack.front?.takesMainPane == true,
        let scene = makeScene(route)
      else { break }
      stack.push(scene, at: route)
    }
  }

  /// Whether to go there now: nobody is asked to sign in again while they write.
  private func mayGo(to route: Route) -> Bool {
    guard case .signIn(again: let account?) = route, route != stack.route else { return true }
    switch signInAsking.ask(for: account, isTyping: isTyping) {
    case .now: return true
    case .later: say(surroundings.wording.sentence(for: FeedError.signedOut))
    case .never: break
    }
    return false
  }

  /// Asks whoever was not to be asked while they wrote.
  func askToSignIn() {
    if let account = signInAsking.due(isTyping: isTyping) { go(to: .signIn(again: account)) }
  }

  private var isTyping: Bool { stack.front?.takesText == true }

  func preview(_ route: Route?) {
    wishedPreview = route
    guard panes(hasSide: true).side != nil, stack.ground?.takesMainPane == true else {
      stack.closePreview()
      previewed = nil
      return
    }
    guard route != previewed || stack.preview == nil else { return }
    previewed = route
    if let previewAlarm { loop.cancel(previewAlarm) }
    // While the reader runs through the stream, the pane beside it waits for them to stop.
    previewAlarm = loop.after(.milliseconds(150)) { [weak self] in
      guard let self else { return }
      previewAlarm = nil
      if let route, let scene = makeScene(route), stack.ground?.takesMainPane == true {
        stack.show(preview: scene)
      } else {
        stack.closePreview()
      }
      redraw()
    }
  }

  /// Shows beside the stream what was wished there, where a wider window makes room for it, and takes
  /// it away where a narrow one does not.
  func fitPreview() { preview(wishedPreview) }

  func copy(_ text: SafeText) {
    guard surroundings.programs.mayCopy else {
      return say(Message(text: surroundings.wording.notAllowedHere, tone: .bad))
    }
    terminal.copy(text)
    say(Message(text: surroundings.wording.copied(text), tone: .good))
  }

  func open(_ link: Hyperlink) {
    switch surroundings.programs.open(link) {
    case .opened: say(Message(text: surroundings.wording.opened(link), tone: .plain))
    case .shown:
      let key = surroundings.keyMap.name(for: .copyLink) ?? ""
      say(Message(text: surroundings.wording.notOpened(link, key: key), tone: .plain))
    case .failed: say(Message(text: surroundings.wording.openerFailed, tone: .bad))
    case .forbidden: say(Message(text: surroundings.wording.notAllowedHere, tone: .bad))
    }
  }

  func play(_ film: Hyperlink) {
    switch surroundings.programs.play(film) {
    case .opened: say(Message(text: surroundings.wording.playing(film), tone: .plain))
    case .shown: say(Message(text: SafeText(sanitizing: film.address), tone: .plain))
    case .failed: say(Message(text: surroundings.wording.playerFailed, tone: .bad))
    case .forbidden: say(Message(text: surroundings.wording.notAllowedHere, tone: .bad))
    }
  }

  /// Tells of something that went wrong.
  func say(_ trouble: SafeText) { say(Message(text: trouble, tone: .bad)) }

  func say(_ message: Message) {
    let now = surroundings.world.now
    banner.show(message, now: now)
    if let bannerAlarm { loop.cancel(bannerAlarm) }
    bannerAlarm = loop.after(Banner.lifetime) { [weak self] in self?.redraw() }
    redraw()
  }

  func run(_ choice: PaletteChoice) {
    _ = stack.pop()
    redraw()
    switch choice {
    case .command(let command):
      // Going back is going back, as with Escape, and no way out.
      if let front = stack.front { obey(command, in: front, mayQuit: false) }
    case .tab(let tab): _ = stack.popToStream()?.show(tab)
    }
  }

  /// Draws once more when nothing that was fetched can be up to date any longer; after that, ages
  /// change only while there is somebody.
  func tellTimeOnceMore() {
    if let ageAlarm { loop.cancel(ageAlarm) }
    defer { isToldAgain = false }
    guard !isToldAgain else { return ageAlarm = nil }
    ageAlarm = loop.after(Wording.fresh + .seconds(1)) { [weak self] in
      self?.isToldAgain = true
      self?.redraw()
    }
  }

  /// Draws again now and then while there is somebody, for ages change; never by waking up for it.
  func tellTime() {
    let now = surroundings.world.now
    guard now.since(lastToldTime) >= .seconds(20) else { return }
    lastToldTime = now
    redraw()
  }

  /// Sees, now and then while there is somebody, what other windows did; never by waking up for it.
  func lookAround() {
    let now = surroundings.world.now
    guard now.since(lastLook) >= .seconds(1) else { return }
    lastLook = now
    lookElsewhere()
  }
}

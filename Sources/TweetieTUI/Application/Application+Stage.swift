import FeedDomain
import Preferences
import Scenes
import Terminal
import Words

extension Application: Stage {
  var wording: Wording { surroundings.wording }
  var keys: KeyMap { surroundings.keyMap }

  func redraw() { painting.redraw() }

  func go(to route: Route) {
    guard mayGo(to: route) else { return }
    // The first scene asks to be drawn once it has something to show: painting it empty would cost
    // the time in which it could be painted whole.
    if deck.stack.count > 0 || route == .signedOut { redraw() }
    switch route {
    case .back:
      if case .signIn(again: let account?) = deck.stack.route { signInAsking.decline(account) }
      if !deck.stack.pop() { end() }
      askToSignIn()
    case .quit: end()
    case .signedIn:
      signInAsking.forget()
      deck.open(route)
      deck.fit(on: terminal.size)
    case .signedOut:
      deck.open(route)
      deck.fit(on: terminal.size)
    default: deck.open(route)
    }
  }

  /// Whether to go there now: nobody is asked for anything while they write.
  private func mayGo(to route: Route) -> Bool {
    if case .exposure = route.parted.route, isTyping {
      heldRoutes.append(route)
      say(surroundings.wording.exposedTitle)
      return false
    }
    guard case .signIn(again: let account?) = route, route != deck.stack.route else { return true }
    switch signInAsking.ask(for: account, isTyping: isTyping) {
    case .now: return true
    case .later: say(surroundings.wording.sentence(for: FeedError.signedOut))
    case .never: break
    }
    return false
  }

  /// Asks whoever was not to be asked while they wrote.
  func askToSignIn() {
    if !isTyping, !heldRoutes.isEmpty { go(to: heldRoutes.removeFirst()) }
    if let account = signInAsking.due(isTyping: isTyping) { go(to: .signIn(again: account)) }
  }

  private var isTyping: Bool { deck.stack.front?.takesText == true }

  func preview(_ route: Route?) { deck.preview(route, on: terminal.size) }

  func copy(_ text: SafeText) { say(outside.copy(text)) }

  func open(_ link: Hyperlink) {
    if let lead = deck.lead(link.address, deck.column.pinned) {
      go(to: .arrival(lead))
    } else {
      browse(link)
    }
  }

  func browse(_ link: Hyperlink) { say(outside.open(link)) }

  func play(_ film: Film) {
    if let words = outside.play(film) { say(words) }
  }

  func edit(_ text: String) {
    if let trouble = outside.edit(text) { say(trouble) }
  }

  func say(_ message: Message) { painting.say(message) }

  /// Tells of something that went wrong.
  func say(_ trouble: SafeText) { say(Message(text: trouble, tone: .bad)) }

  var spots: [Spot] {
    guard let layout = deck.layout(on: terminal.size) else { return [] }
    return layout.columns.flatMap { place in
      place.scene.spots.map { spot in
        var moved = spot.moved(outOf: place.rect)
        // What is selected elsewhere is not what the keys are about.
        moved.isSelected = spot.isSelected && place.scene === layout.ground
        return moved
      }
    }
  }

  func reach(_ spot: Spot, copying: Bool) {
    _ = deck.stack.pop()
    redraw()
    guard let place = deck.layout(on: terminal.size)?.place(at: spot.place) else { return }
    deck.focus(place.column, on: terminal.size)
    if let route = deck.route(toPreview: place.scene) { go(to: route) }
    place.scene.reach(spot.moved(into: place.rect).place, copying: copying)
  }

  func run(_ choice: PaletteChoice) { run(choice, closesFront: true) }

  /// Does what was chosen, in the list that lies in front or by a key.
  func run(_ choice: PaletteChoice, closesFront: Bool) {
    if closesFront { _ = deck.stack.pop() }
    redraw()
    switch choice {
    case .command(let command):
      // Going back is going back, as with Escape, and no way out.
      if let front = deck.stack.front { obey(command, in: front, mayQuit: false) }
    case .tab(let tab):
      if !deck.hasStream { deck.focus(0, on: terminal.size) }
      _ = deck.stack.popToStream()?.show(tab)
    case .lead(let lead): go(to: .arrival(lead))
    }
  }
}

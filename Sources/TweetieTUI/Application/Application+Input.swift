import FeedDomain
import Logging
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import UseCases
import Words

extension Application {
  /// Takes what the terminal sent.
  func receive(_ events: [TerminalEvent]) {
    guard !outside.isLent else { return }
    let now = surroundings.world.now
    for event in events {
      if case .focus(let isHere) = event {
        painting.isWatched = isHere
        attention?.isFocused = isHere
        continue
      }
      attention?.note()
      if isWayOut(event) {
        receive(event)
      } else {
        input.add(event, at: now)
      }
    }
    takeTyped()
    askToSignIn()
    painting.tellTime()
    lookAround()
  }

  /// Gives the scenes what was typed, as far as they are ready for it.
  func takeTyped() {
    while let event = input.next(for: deck.stack.front, at: surroundings.world.now) {
      receive(event)
    }
  }

  /// Whether it leads out of a scene that is not ready, once that has what came before.
  private func isWayOut(_ event: TerminalEvent) -> Bool {
    guard input.leadsOut(event) else { return false }
    takeTyped()
    return input.drop(for: deck.stack.front)
  }

  private func receive(_ event: TerminalEvent) {
    switch event {
    case .key(let key): receive(key)
    case .mouse(let mouse): receive(mouse)
    case .paste(let text): _ = deck.stack.front?.handle(.paste(text))
    case .focus: break
    }
  }

  private func receive(_ key: Key) {
    painting.clearMessage()
    let count = input.count
    defer { if input.count != count { redraw() } }
    guard let front = deck.stack.front else { return }
    switch input.meaning(of: key, for: front) {
    case .number: break
    case .command(let command, let times, let mayQuit):
      obey(command, times: times, in: front, mayQuit: mayQuit)
    case .event(let event):
      if !front.handle(event), !front.takesText { sayNothing(by: KeyName.hint(key)) }
    }
  }

  private func receive(_ mouse: MouseEvent) {
    guard let layout = deck.layout(on: terminal.size) else { return }
    let place = layout.place(at: mouse.position)
    if case .press(let button) = mouse.action {
      painting.clearMessage()
      if input.count != nil { redraw() }
      input.endCount()
      if button == 1, let key = painting.shownKeys.target(at: mouse.position) {
        return receive(key)
      }
      // A click in another column gives it the keys, but while one writes.
      if deck.stack.front?.takesText == false { deck.focus(place.column, on: terminal.size) }
      // A click on what is shown beside the stream gives it the keys.
      if let route = deck.route(toPreview: place.scene) { go(to: route) }
      if button == 1, layout.panes.header.contains(mouse.position) {
        bringToFront(place.scene, forHeaderAt: mouse.position.column)
      }
    }
    guard !layout.isTitle(mouse.position) else {
      if case .press(1) = mouse.action, let offer = layout.offer(at: mouse.position) {
        obey(offer, in: place.scene)
      }
      return
    }
    _ = place.scene.handle(input.event(mouse, in: place.rect, at: surroundings.world.now))
  }
}

extension Application {
  /// Closes the scenes that cover a stream before a click on the top line, as on another tab, goes to
  /// the stream. A draft that is being written stays open.
  private func bringToFront(_ scene: any Scene, forHeaderAt column: Int) {
    guard scene !== deck.stack.front, deck.stack.front?.holdsWords == false,
      scene.isAsked(byHeaderAt: column)
    else { return }
    _ = deck.stack.popToStream()
    redraw()
  }

  /// Does what a key means: to the scene in front, or else everywhere.
  func obey(
    _ command: Command, times: Int? = nil, in front: any Scene, mayQuit: Bool = true
  ) {
    if let feature = Feature(command) { used(feature) }
    if command == .refresh { painting.pictures.retryShown() }
    signInAsking.obey(command)
    if let times, repeats(command, times, in: front) { return }
    guard !front.handle(.command(command)) else { return }
    if command == .back, !mayQuit, deck.stack.count == 1 {
      tellHowToQuit()
    } else {
      perform(command)
    }
  }

  /// Does so often what moves, or counts from the top; false for what a number says nothing about.
  private func repeats(_ command: Command, _ times: Int, in front: any Scene) -> Bool {
    switch command {
    case .jump: jump(isNarrow: true)
    case .top, .bottom:
      guard front.handle(.command(.top)) else { return false }
      for _ in 1..<times { _ = front.handle(.command(.down)) }
    default:
      guard command.isRepeated, front.handle(.command(command)) else { return false }
      for _ in 1..<times { guard front.handle(.command(command)) else { break } }
    }
    return true
  }

  /// Puts letters at all that can be opened, or at all that is selected.
  private func jump(isNarrow: Bool) {
    guard deck.stack.front?.isOverlay == false,
      spots.contains(where: { isNarrow ? $0.isSelected : $0.isOpened })
    else {
      return say(
        Message(text: surroundings.wording.say("There is nothing to open here."), tone: .plain))
    }
    go(to: .jump(isNarrow: isNarrow))
  }

  private func sayNothing(by key: String) {
    say(
      Message(
        text: surroundings.wording.say("{key} does nothing here.", ["key": key]), tone: .plain))
  }

  private func tellHowToQuit() {
    guard let key = surroundings.keyMap.name(for: .quit) else { return end() }
    say(Message(text: surroundings.wording.say("{key} quits.", ["key": key]), tone: .plain))
  }

  private func moveColumn(by step: Int) {
    // What lies over the columns is closed first.
    guard deck.stack.front?.isOverlay == false else { return }
    guard !deck.move(by: step, on: terminal.size) else { return }
    let key = surroundings.keyMap.name(for: .keepColumn) ?? ""
    say(
      Message(
        text: surroundings.wording.say(
          "There is only one column · {key} keeps this stream as another", ["key": key]),
        tone: .plain))
  }

  /// Has what is read as a column, or no longer.
  private func switchColumn() {
    let (wording, keys) = (surroundings.wording, surroundings.keyMap)
    guard let (content, name) = deck.stack.front?.column,
      let isColumn = deck.keep(content, deck.reader)
    else {
      return say(
        Message(
          text: wording.say("Only a stream or your notifications can be a column."), tone: .plain))
    }
    let key = keys.name(for: isColumn ? .nextColumn : .keepColumn) ?? ""
    let text =
      if !isColumn {
        wording.say(
          "{stream} is no longer a column · {key} brings it back", ["stream": name, "key": key])
      } else if deck.stands(content, of: deck.reader) {
        wording.say(
          "{stream} is a column now · {key} moves between columns", ["stream": name, "key": key])
      } else {
        wording.say(
          "{stream} is a column now · it stands beside what you read next", ["stream": name])
      }
    say(Message(text: text, tone: .plain))
  }

  private func switchPictures() {
    let pictures = painting.pictures
    let before = pictures.isOn
    pictures.toggle()
    let wording = surroundings.wording
    let text =
      pictures.isOn == before
      ? wording.say("This terminal shows no pictures.") : wording.pictures(areOn: pictures.isOn)
    say(Message(text: text, tone: .plain))
  }

  /// What works in every scene.
  private func perform(_ command: Command) {
    switch command {
    case .quit: end()
    case .back: go(to: .back)
    case .help: go(to: .help(deck.stack.front?.hints ?? []))
    case .outbox: go(to: .outbox)
    case .accounts: go(to: .accounts)
    case .tabs: go(to: .tabs)
    case .mute: go(to: .mutes(about: nil))
    case .addAccount: go(to: .signIn(again: nil))
    case .compose: go(to: .compose(.post))
    case .ownProfile: go(to: .profile(nil))
    case .repaint:
      terminal.repaint()
      redraw()
    case .suspend: suspend()
    case .pictures: switchPictures()
    case .notifications: go(to: .notices)
    case .messages: go(to: .messages)
    case .announcements: go(to: .listing(.announcements))
    case .aboutServer: go(to: .listing(.server))
    case .lists: go(to: .listing(.lists(with: nil)))
    case .newList: go(to: .form(Form.Purpose(.makeList, .nothing)))
    case .trends: go(to: .listing(.trends))
    case .feeds: go(to: .listing(.feeds(matching: nil)))
    case .publishMedia: go(to: .form(Form.Purpose(.publishMedia, .nothing)))
    case .scheduled: go(to: .listing(.scheduled))
    case .filters: go(to: .listing(.filters))
    case .addFilter: go(to: .form(Form.Purpose(.filter, .nothing)))
    case .suggestions: go(to: .people(.suggested))
    case .peopleHere: go(to: .people(.directory))
    case .search: go(to: .search)
    case .log: go(to: .log)
    case .jump: jump(isNarrow: false)
    case .nextColumn: moveColumn(by: 1)
    case .previousColumn: moveColumn(by: -1)
    case .keepColumn: switchColumn()
    case .count: input.beginCount()
    // Where there are no streams to choose from, a digit begins a number.
    case .stream(let digit): input.beginCount(with: digit)
    case .everything: run(.tab(.feed(.everything)), closesFront: false)
    case .settings: go(to: .settings)
    case .themes: go(to: .themes)
    case .palette:
      let front = deck.stack.front
      go(to: .palette(front?.hints ?? [], without: front?.withheld ?? []))
    default:
      if let words = surroundings.wording.elsewhere(command, keys: surroundings.keyMap) {
        say(Message(text: words, tone: .plain))
      } else if let key = surroundings.keyMap.name(for: command) {
        sayNothing(by: key)
      }
    }
  }
}

import FeedDomain
import Preferences
import Scenes
import Terminal
import Threads
import UseCases
import Words

/// A session in the mode for screen readers, which performs typed lines one after another as keys
/// and commands of the scenes.
@MainActor
final class ScreenReaderSession {
  private let application: Application
  private let reader: ScreenReaderOutput
  private let terminal: LineTerminal
  private let waiting: OneShotTimer
  private var lines: [String] = []
  private var hasEnded = false

  /// The time after which the mode for screen readers performs the next typed line even if the
  /// scene is still waiting.
  private static let maximumInputWait = Duration.seconds(2)
  /// The time for which the mode for screen readers waits for answers after the end of the input.
  private static let answerTimeAfterInputEnd = Duration.seconds(60)

  init(
    _ application: Application, _ reader: ScreenReaderOutput, _ terminal: LineTerminal,
    _ loop: MainLoop
  ) {
    (self.application, self.reader, self.terminal) = (application, reader, terminal)
    waiting = OneShotTimer(loop)
    terminal.receive = { [weak self] in self?.receiveTypedLine($0) }
    terminal.onInputEnd = { [weak self] in self?.quitAfterAnswers() }
    terminal.onOutputFailure = { [weak application] in application?.endApplication() }
    terminal.onResume = { [weak self] in
      self?.reader.completeAnswerAfterExternalProgram()
      self?.setAnswerTimeoutTimer()
    }
    reader.onAnswer = { [weak self] in self?.performNextTypedLine() }
  }

  private var wording: Wording { application.runEnvironment.wording }

  private func receiveTypedLine(_ line: String) {
    lines.append(line)
    application.userActivity?.recordUserInput()
    performNextTypedLine()
    setAnswerTimeoutTimer()
  }

  /// Quits the program after the lines typed so far are answered, or after a time limit.
  private func quitAfterAnswers() {
    hasEnded = true
    setAnswerTimeoutTimer()
    performNextTypedLine()
  }

  /// Performs the next typed line if the answer to the line before is complete, or if `evenBusy`;
  /// quits the program at the end of the input. Lines wait while another program uses the terminal.
  private func performNextTypedLine(evenBusy: Bool = false) {
    guard reader.isIdle || evenBusy, reader.current != nil, !terminal.isSuspended else { return }
    guard !lines.isEmpty else {
      if hasEnded { application.endApplication() }
      return
    }
    performTypedLine(lines.removeFirst())
    application.checkOtherProcessChangesIfDue()
    setAnswerTimeoutTimer()
  }

  /// Sets a timer that performs the next typed line even if the line before is not answered
  /// completely; after the end of the input, a timer that quits the program.
  private func setAnswerTimeoutTimer() {
    guard !hasEnded else {
      return waiting.setTimer(after: Self.answerTimeAfterInputEnd) { [weak self] in
        guard let self, !terminal.isSuspended else { return }
        application.endApplication()
      }
    }
    guard !lines.isEmpty, terminal.isInteractive else { return }
    waiting.setTimer(after: Self.maximumInputWait) { [weak self] in
      self?.performNextTypedLine(evenBusy: true)
    }
  }

  // MARK: - Lines

  private func performTypedLine(_ line: String) {
    guard let front = application.deck.stack.front else { return }
    // Typed numbers refer to the items that were read aloud last.
    let numbered = reader.current?.words.items
    let words = front.screenReaderContents(at: application.runEnvironment.world.now)
    let parser = TypedLineParser(
      keyMap: application.runEnvironment.keyMap, wording: wording, offered: front.hints,
      claimed: front.priorityCommands, hints: words.hints + front.keyHints,
      question: words.question)
    let meaning = parser.parsedMeaning(of: line)
    let isText = words.question?.kind == .lines
    if case .answer = meaning, isText {
      reader.beginTypedLineAnswer(isSilent: true)
    } else {
      reader.beginTypedLineAnswer()
    }
    switch meaning {
    case .empty: readNextItemOrQuestionAloud(words)
    case .number(let number): selectNumberedItemOrChoice(number, words, numbered: numbered)
    case .command(let command, let number):
      performCommand(command, number, words, numbered: numbered, in: front)
    case .key(let key): pressKey(key, words, in: front)
    case .reading(let command): performScreenReaderCommand(command, words, in: front)
    case .answer(let text): self.enterAnswerToSceneQuestion(text, words, in: front)
    case .unknown(let text):
      printLine(
        wording.say(
          "There is no command {name}. Type help for a list of the commands.", ["name": text]))
    }
  }

  private func printLine(_ text: SafeText) { reader.printLines([text]) }

  /// Selects the next item of a list, which is then read aloud, or reads the scene's question
  /// again.
  private func readNextItemOrQuestionAloud(_ words: ScreenReaderContents) {
    if let items = words.items, !items.isMenu {
      moveSelection(by: 1, words)
    } else {
      performScreenReaderCommand(.again, words, in: nil)
    }
  }

  private func selectNumberedItemOrChoice(
    _ number: Int, _ words: ScreenReaderContents, numbered: ScreenReaderItems?
  ) {
    if let question = words.question, !question.choices.isEmpty {
      guard question.choices.indices.contains(number - 1) else { return printUnknownNumber(number) }
      question.choose(number - 1)
      return pressKeys(question.keys)
    }
    guard let items = words.items, let place = items.index(ofNumber: number, in: numbered) else {
      return printUnknownNumber(number)
    }
    let wasSelected = items.selected == place
    items.select(place)
    if let key = items.choose(place) {
      application.handleKey(key)
    } else if wasSelected, !items.isMenu {
      performScreenReaderCommand(.again, words, in: nil)
    }
  }

  private func printUnknownNumber(_ number: Int) {
    printLine(reader.changes.unknownNumberText(number))
  }

  private func pressKey(_ key: Key, _ words: ScreenReaderContents, in front: any Scene) {
    let keyMap = application.runEnvironment.keyMap
    let command = keyMap.command(for: key, claimed: front.priorityCommands)
    if words.question == nil, let command, selectionStep(of: command) != nil, words.items != nil {
      return performCommand(command, nil, words, numbered: nil, in: front)
    }
    application.handleKey(key)
  }

  private func pressKeys(_ keys: [Key]) { for key in keys { application.handleKey(key) } }

  private func performCommand(
    _ command: Command, _ number: Int?, _ words: ScreenReaderContents,
    numbered: ScreenReaderItems?, in front: any Scene
  ) {
    if let step = selectionStep(of: command), words.items != nil {
      return moveSelection(by: step * (number ?? 1), words)
    }
    if let number, !command.isRepeated, let items = words.items {
      guard let place = items.index(ofNumber: number, in: numbered) else {
        return printUnknownNumber(number)
      }
      items.select(place)
    }
    if command == .help { reader.printLines(ScreenReaderReason.screenReaderHelpLines(wording)) }
    guard front.properties.takesText else {
      return application.handleCommand(
        command, times: command.isRepeated ? number : nil, in: front, mayQuit: command == .quit)
    }
    // In a text field these commands are performed by keys.
    switch command {
    case .back: application.handleKey(Key(.escape))
    case .open: application.handleKey(Key(.enter))
    case .send: application.handleKey(.controlKey("s"))
    case .top, .bottom:
      if let items = words.items { items.select(command == .top ? 0 : items.ids.count - 1) }
    default: application.handleCommand(command, in: front)
    }
  }

  /// Returns the number of items by which a command moves in a list; nil for other commands.
  private func selectionStep(of command: Command) -> Int? {
    switch command {
    case .down, .lineDown: 1
    case .up, .lineUp: -1
    case .halfPageDown: 5
    case .halfPageUp: -5
    case .pageDown: 10
    case .pageUp: -10
    default: nil
    }
  }

  private func moveSelection(by step: Int, _ words: ScreenReaderContents) {
    guard let items = words.items, !items.ids.isEmpty else { return }
    let before = items.selected ?? -1
    let target = min(max(0, before + step), items.ids.count - 1)
    guard target != before else {
      return printLine(
        step > 0 ? wording.say("This is the last item.") : wording.say("This is the first item."))
    }
    items.select(target)
    application.requestRedraw()
  }

  private func performScreenReaderCommand(
    _ command: ScreenReaderCommand, _ words: ScreenReaderContents, in front: (any Scene)?
  ) {
    guard let scene = front ?? application.deck.stack.front else { return }
    let now = SpokenSceneContents(
      scene, scene.screenReaderContents(at: application.runEnvironment.world.now))
    switch command {
    case .again:
      let lines = words.question != nil || words.items == nil ? words.notes : []
      let item =
        words.items?.isMenu == true
        ? words.items.map { reader.changes.itemLines($0, from: 0) } ?? []
        : words.question == nil ? reader.changes.selectedItemLines(now) : []
      reader.printLines(lines + item + reader.changes.questionLines(words.question))
    case .list(let first):
      guard let items = words.items else { return }
      reader.printLines(
        reader.changes.itemLines(items, from: first.map { $0 - 1 } ?? items.selected ?? 0))
    case .place:
      let place = words.items.flatMap { items in
        items.selected.map {
          wording.say("{number} of {count}", ["number": $0 + 1, "count": items.ids.count])
        }
      }
      let parts = [words.title, words.status, place ?? ""].filter { !$0.isBlank }
      reader.printLines([parts.joined(separator: ", ")] + words.modes + words.notes)
    case .keys: readCommandsAloud(words, in: scene)
    case .end:
      guard let question = words.question, question.kind == .lines, !question.keys.isEmpty else {
        return readCommandsAloud(words, in: scene)
      }
      pressKeys(question.keys)
    case .clear: clearAnswerField(words.question, in: scene)
    }
  }

  private func readCommandsAloud(_ words: ScreenReaderContents, in scene: any Scene) {
    let keyMap = application.runEnvironment.keyMap
    let commands = scene.hints.compactMap { command -> SafeText? in
      let word = scene.hintWords[command] ?? wording.hintText(of: command)
      let name = keyMap.firstKey(for: command).map(KeyName.keyName) ?? command.name
      return SafeText(sanitizing: name) + ": " + word
    }
    let hints = (words.hints + scene.keyHints).compactMap { hint in
      hint.pressedKey.map { SafeText(sanitizing: KeyName.keyName(of: $0)) + ": " + hint.label }
    }
    var lines: [SafeText] = []
    for line in commands + hints where !lines.contains(line) { lines.append(line) }
    if words.question != nil {
      lines.append(wording.say("Here a command begins with a dot, such as .back"))
    }
    reader.printLines(lines)
  }

  // MARK: - Answers

  /// Enters a typed line as the answer to the question that the front scene asks: a text, or the
  /// name of a key.
  private func enterAnswerToSceneQuestion(
    _ text: String, _ words: ScreenReaderContents, in front: any Scene
  ) {
    guard let question = words.question else { return }
    switch question.kind {
    case .key:
      guard let key = KeyName.parsedKey(named: text) else {
        return printLine(wording.say("There is no key {name}.", ["name": text]))
      }
      _ = front.handleEvent(.key(key))
    case .lines:
      _ = front.handleEvent(.paste(question.pastedText(forLine: text)))
    case .line, .secret:
      guard question.choices.isEmpty else {
        if text.isEmpty { return pressKeys(question.keys) }
        return printLine(wording.say("Type the number of an answer."))
      }
      if !text.isEmpty {
        clearAnswerField(question, in: front)
        _ = front.handleEvent(.paste(text))
      }
      pressKeys(question.keys)
    }
  }

  private func clearAnswerField(_ question: ScreenReaderQuestion?, in front: any Scene) {
    if question?.kind != .lines || !front.handleEvent(.edited("")) {
      for letter: Character in ["u", "k"] { _ = front.handleEvent(.key(.controlKey(letter))) }
    }
  }
}

extension ScreenReaderItems {
  /// Returns the index of the item that had a number when `numbered` were read aloud, since new
  /// items may have come before it; nil if no item had that number, or if the item is gone.
  func index(ofNumber number: Int, in numbered: ScreenReaderItems?) -> Int? {
    guard let numbered, number > 0, number <= numbered.ids.count else { return nil }
    return ids.firstIndex(of: numbered.ids[number - 1])
  }
}

extension ScreenReaderQuestion {
  /// Returns the text to paste for a typed line of an answer of several lines: on a new line, or
  /// behind the mentions with which a reply begins.
  func pastedText(forLine line: String) -> String {
    let isBehindMentions =
      answer.hasSuffix(" ") && answer.split(separator: " ").allSatisfy { $0.hasPrefix("@") }
    return answer.isEmpty || isBehindMentions ? line : "\n" + line
  }
}

import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// A page to write on.
@MainActor final class ComposeView: Scene {
  /// How far it is from being left.
  private enum Phase: Equatable {
    case unopened
    /// One writes, or waits for a draft to write on.
    case writing
    /// One writes, and was asked once.
    case asked(Question)
    /// The text is on its way, and no longer to be changed.
    case sending
    /// Leaving was asked for.
    case leaving
    case left
  }

  /// What is done only when its key comes twice in a row.
  private enum Question {
    /// Leaving although the draft cannot be kept.
    case losing
    /// Throwing the draft away.
    case discarding
    /// Sending a picture that nobody described.
    case undescribed
  }

  weak var navigator: (any Navigator)?
  private let purpose: Compose.Purpose
  private let options: DisplayOptions
  private let moments: MomentText
  private let send: SceneRequests<Compose.Request>
  private var phase = Phase.unopened
  /// What was shown last.
  private(set) var viewModel = ComposeViewModel()
  /// The page; nil until there is a draft to write on.
  private(set) var sheet: ComposeSheet?

  init(
    interactor: any Interacting<Compose.Request>, purpose: Compose.Purpose,
    options: DisplayOptions = DisplayOptions(),
    moments: MomentText = MomentText { Timestamp(milliseconds: 0) }
  ) {
    send = SceneRequests(to: interactor)
    self.purpose = purpose
    self.options = options
    self.moments = moments
  }

  var header: Header { Header(viewModel.frame?.title ?? "") }
  var keyHints: [Hint] { sheet?.outerHints ?? [] }
  var traits: SceneTraits {
    SceneTraits(
      takesText: true, takesLines: sheet?.takesLines ?? false, holdsUnsavedText: true,
      isReady: sheet != nil || phase == .left)
  }

  func opened() {
    guard phase == .unopened else { return }
    phase = .writing
    send(.open(purpose))
  }

  func closed() {
    // The program ends, or signs out, with the page open: what is on it is kept.
    if phase != .left, sheet != nil { send(.leave) }
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    sheet?.draw(on: &canvas, in: rect, drawing, viewModel.status, isSending: phase == .sending)
  }

  func handle(_ event: SceneEvent) -> Bool {
    guard sheet != nil else {
      if event == .key(Key(.escape)) { navigator?.go(to: .back) }
      // The program can be left before there is a page.
      if case .command = event { return false }
      return true
    }
    navigator?.redraw()
    switch event {
    case .command(let command): return command == .quit && holdsUpTheEnd()
    case .edited(let text): return obey(sheet?.replaceText(with: text))
    // What is on its way is no longer to be changed.
    case _ where phase == .sending: return true
    case .key(let key):
      // What was asked is meant only when the same key comes twice in a row.
      var question: Question?
      if case .asked(let asked) = phase { (question, phase) = (asked, .writing) }
      let corrects = key == Key(.character("c"), .alt)
      return obey(
        corrects ? sheet?.correct(viewModel.status) : sheet?.handle(key), asked: question)
    case .paste(let text): return obey(sheet?.paste(text))
    case .mouse(let mouse, _): return obey(sheet?.handle(mouse))
    }
  }
}

extension ComposeView: Displaying {
  func display(_ viewModel: ComposeViewModel) {
    self.viewModel = viewModel
    for cue in viewModel.cues { obey(cue) }
    navigator?.redraw()
  }

  private func obey(_ cue: ComposeViewModel.Cue) {
    switch cue {
    case .begin(let draft):
      sheet = viewModel.frame.map { ComposeSheet(draft, $0, moments, options) }
    case .attach(let pictures, let post): sheet?.attach(pictures, to: post)
    case .turn(let post): sheet?.turn(to: post)
    case .refusePicture(let message):
      sheet?.refusePicture()
      navigator?.say(message)
    case .offerPaths(let paths, let beginning):
      obey(sheet?.offer(paths, beginning: beginning))
    case .offer(let words): sheet?.offer(words)
    case .correct(let words, let word): sheet?.offer(corrections: words, of: word)
    case .offerEmoji(let emoji, let beginning): sheet?.offer(emoji: emoji, for: beginning)
    case .stay(let message, let isLosable): stay(message, isLosable: isLosable)
    case .leave(let message):
      phase = .left
      navigator?.go(to: .back)
      if let message { navigator?.say(message) }
    case .say(let message): navigator?.say(message)
    }
  }

  private func stay(_ message: Message, isLosable: Bool) {
    guard isLosable, phase == .leaving || phase == .asked(.losing), let sheet else {
      if phase == .sending { phase = .writing }
      navigator?.say(message)
      return
    }
    phase = .asked(.losing)
    let words = message.text + " " + sheet.frame.labels.leaveAnyway
    navigator?.say(Message(text: words, tone: message.tone))
  }
}

extension ComposeView {
  /// Does what comes of something pressed; false where it means nothing here.
  @discardableResult private func obey(
    _ effect: ComposeEffect?, asked question: Question? = nil
  ) -> Bool {
    switch effect {
    case .ignored, nil: return false
    case .seen, .closed: break
    case .changed: tellChange()
    case .ask(let request): send(request)
    case .say(let words, let tone): navigator?.say(Message(text: words, tone: tone))
    case .edit: navigator?.edit(sheet?.form.text.text ?? "")
    case .help: navigator?.go(to: .writingHelp)
    case .leave: leave(losing: question == .losing)
    case .discard where question == .discarding: send(.discard)
    case .discard: ask(.discarding, sheet?.frame.labels.discardAsks)
    case .send where sheet?.lacksWords == true && question != .undescribed:
      ask(.undescribed, sheet?.frame.labels.pictures.undescribedAsks)
    case .send:
      phase = .sending
      send(.send)
    }
    return true
  }

  /// The page says something else than before: it is measured and saved, and may be completed.
  private func tellChange() {
    guard let draft = sheet?.thread.draft else { return }
    send(.edit(draft))
    if let word = sheet?.beginWord() { send(.complete(word)) }
  }

  private func ask(_ question: Question, _ words: SafeText?) {
    phase = .asked(question)
    navigator?.say(Message(text: words ?? "", tone: .plain))
  }

  private func leave(losing: Bool) {
    phase = .leaving
    send(losing ? .discard : .leave)
  }

  /// The end of the program would lose what cannot be saved: it is asked for twice as well.
  private func holdsUpTheEnd() -> Bool {
    guard viewModel.status.isUnkept, phase != .asked(.losing) else { return false }
    leave(losing: false)
    return true
  }
}

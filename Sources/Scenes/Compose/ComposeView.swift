import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// The result of a key, paste or click on the page for writing a post.
enum ComposeAction: Equatable {
  /// The key is not handled on the page for writing a post.
  case ignored
  /// The key is handled without changing the draft.
  case handled
  /// The draft was changed.
  case changed
  /// The focused form is closed.
  case closed
  case ask(Compose.SceneRequest)
  case say(SafeText, BottomLineMessage.MessageTone = .plain)
  /// Open the draft's text in the external editor of the settings.
  case edit
  case send
  case leave
  case discard
  /// Open the help scene.
  case help
}

/// The scene in which a post is written.
@MainActor final class ComposeView: Scene {
  private enum ComposePhase: Equatable {
    case unopened
    /// The person is writing, or the draft is being loaded.
    case writing
    /// A confirmation is shown in the bottom line; the next key answers it.
    case asked(ConfirmedAction)
    /// The draft is being queued, and cannot be edited.
    case sending
    case left
  }

  /// An action in the compose scene that is performed only if its key is pressed twice in a row.
  private enum ConfirmedAction {
    /// Leave the compose scene although the draft cannot be saved.
    case losing
    case discarding
    /// Send a post with a picture that lacks a description.
    case undescribed
  }

  weak var navigator: (any Navigator)?
  private let purpose: Compose.ComposePurpose
  private let options: DisplayOptions
  private let moments: MomentText
  private let send: SceneRequests<Compose.SceneRequest>
  private var phase = ComposePhase.unopened
  private(set) var viewModel = ComposeViewModel()
  /// The page with the draft; nil until the draft is loaded.
  private(set) var sheet: ComposeSheet?

  init(
    interactor: any Interacting<Compose.SceneRequest>, purpose: Compose.ComposePurpose,
    options: DisplayOptions = DisplayOptions(),
    moments: MomentText = MomentText { Timestamp(milliseconds: 0) }
  ) {
    send = SceneRequests(to: interactor)
    self.purpose = purpose
    self.options = options
    self.moments = moments
  }

  var header: SceneHeader { SceneHeader(viewModel.frame?.title ?? "") }
  var keyHints: [Hint] { sheet?.outerHints ?? [] }
  var traits: SceneProperties {
    SceneProperties(
      takesText: true, takesLines: sheet?.takesLines ?? false, holdsUnsavedText: true,
      isReady: sheet != nil || phase == .left)
  }

  func didOpen() {
    guard phase == .unopened else { return }
    phase = .writing
    send(.open(purpose))
  }

  func didClose() {
    // The program ends, or signs out, with the page open: the draft is kept.
    if phase != .left, sheet != nil { send(.leave) }
  }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    sheet?.drawPage(
      on: &canvas, in: rect, drawing, viewModel.status, author: viewModel.author,
      isSending: phase == .sending)
  }

  func handle(_ event: SceneEvent) -> Bool {
    guard sheet != nil else {
      if event == .key(Key(.escape)) { navigator?.navigate(to: .back) }
      // The program can be left before there is a page.
      if case .command = event { return false }
      return true
    }
    navigator?.redraw()
    switch event {
    case .command(let command): return command == .quit && delaysQuitting()
    case .edited(let text): return performAction(sheet?.replaceText(with: text))
    case _ where phase == .sending: return true
    case .key(let key):
      var question: ConfirmedAction?
      if case .asked(let asked) = phase { (question, phase) = (asked, .writing) }
      let corrects = key == Key(.character("c"), .alt)
      return performAction(
        corrects ? sheet?.requestCorrections(viewModel.status) : sheet?.handleKey(key),
        asked: question
      )
    case .paste(let text): return performAction(sheet?.pasteText(text))
    case .mouse(let mouse, _): return performAction(sheet?.handleMouse(mouse))
    }
  }
}

extension ComposeView: Displaying {
  func display(_ viewModel: ComposeViewModel) {
    let before = self.viewModel.offer
    self.viewModel = viewModel
    if sheet == nil, let frame = viewModel.frame { sheet = ComposeSheet(frame, moments, options) }
    if let offer = viewModel.offer, offer != before { performAction(sheet?.showOffer(offer)) }
    navigator?.redraw()
  }

  func perform(_ effect: Effect) {
    switch effect {
    case .attached(let pictures, let post): sheet?.showPictures(pictures, to: post)
    case .leave: phase = .left
    case .say(.draft(let report)): showReport(report)
    default: break
    }
    navigator?.perform(effect)
  }

  private func showReport(_ report: Effect.DraftReport) {
    switch report {
    case .empty, .notSaved(_, isLeaving: false): if phase == .sending { phase = .writing }
    case .notSaved(_, isLeaving: true): phase = .asked(.losing)
    case .tooLong(_, let post), .unfit(_, let post):
      if phase == .sending { phase = .writing }
      sheet?.turnToPost(to: post)
    case .pictureRefused: sheet?.refusePicture()
    case .resumed, .fetching, .notFetched, .forked, .queued, .saved, .tooManyPictures,
      .altTextTooLong, .noSuggestions:
      break
    }
  }
}

extension ComposeView {
  /// Performs the result of a key, paste or click on the page; returns false if it was not handled.
  @discardableResult private func performAction(
    _ action: ComposeAction?, asked question: ConfirmedAction? = nil
  ) -> Bool {
    switch action {
    case .ignored, nil: return false
    case .handled, .closed: break
    case .changed: sendChange()
    case .ask(let request): send(request)
    case .say(let words, let tone):
      navigator?.showMessage(BottomLineMessage(text: words, tone: tone))
    case .edit: navigator?.editText(sheet?.form.text.text ?? "")
    case .help: navigator?.navigate(to: .writingHelp)
    case .leave: send(question == .losing ? .discard : .leave)
    case .discard where question == .discarding: send(.discard)
    case .discard: askForConfirmation(.discarding, sheet?.frame.labels.discardAsks)
    case .send
    where options.remindsOfAltText && sheet?.lacksDescription == true && question != .undescribed:
      askForConfirmation(.undescribed, sheet?.frame.labels.pictures.undescribedAsks)
    case .send:
      phase = .sending
      send(.send)
    }
    return true
  }

  /// Requests counting and saving of the changed draft, and completions of the word at the cursor.
  private func sendChange() {
    guard let draft = sheet?.thread.draft else { return }
    send(.edit(draft))
    if let word = sheet?.beginCompletion() { send(.complete(word)) }
  }

  private func askForConfirmation(_ question: ConfirmedAction, _ words: SafeText?) {
    phase = .asked(question)
    navigator?.showMessage(BottomLineMessage(text: words ?? "", tone: .plain))
  }

  /// Keeps the program from quitting with a draft that cannot be saved, and asks for a
  /// confirmation; returns false at the second attempt.
  private func delaysQuitting() -> Bool {
    guard viewModel.status.isUnsaved, phase != .asked(.losing) else { return false }
    send(.leave)
    return true
  }
}

extension ComposeView {
  func words(at now: Timestamp) -> SceneWords {
    var words = SceneWords(header)
    words.isBusy = sheet == nil || phase == .sending
    sheet?.describe(in: &words, viewModel.status) { [weak self] change in
      guard let self, var sheet else { return }
      let action = change(&sheet)
      self.sheet = sheet
      performAction(action)
      navigator?.redraw()
    }
    return words
  }
}

import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// A result of an input event (key press, paste or click) on the compose page, which the scene acts
/// on.
enum ComposeInputResult: Equatable {
  /// A result of an input event on the compose page: the event is not handled.
  case ignored
  /// A result of an input event on the compose page: the event is handled, and the draft is
  /// unchanged.
  case handled
  /// A result of an input event on the compose page: the draft was changed.
  case changed
  /// A result of an input event on the compose page: the form with the focus is to be closed.
  case closed
  case ask(ComposeScene.SceneRequest)
  /// A result of an input event on the compose page: an earlier text is to replace that of the post
  /// at an index.
  case take(String, post: Int)
  case say(SafeText, BottomLineMessage.MessageTone = .plain)
  /// A result of an input event on the compose page: the draft's text is to be opened in the
  /// external editor.
  case edit
  case send
  case leave
  case discard
  /// A result of an input event on the compose page: the help scene is to be opened.
  case help
}

/// A scene in which a post is written.
@MainActor
final class ComposeView: Scene {
  private enum ComposePhase: Equatable {
    case unopened
    /// A phase of the compose scene: the usual one, in which the user writes; also while the draft
    /// is loaded.
    case writing
    /// A phase of the compose scene: the bottom line asks for a confirmation, which the next key
    /// gives or declines.
    case confirming(ComposeActionToConfirm)
    /// A phase of the compose scene: the draft is being queued, and cannot be edited.
    case sending
    case closed
  }

  /// An action of the compose scene that is performed only if its key is pressed twice in a row.
  private enum ComposeActionToConfirm {
    /// An action of the compose scene to be confirmed: leave the scene although the draft cannot be
    /// saved.
    case leaveWithoutSaving
    case discarding
    /// An action of the compose scene to be confirmed: send a post with a picture that lacks a
    /// description.
    case undescribed
  }

  weak var navigator: (any Navigator)?
  private let purpose: ComposeScene.ComposePurpose
  private let options: DisplayOptions
  private let moments: TypedMomentFormat
  private let send: SceneRequestSender<ComposeScene.SceneRequest>
  private var phase = ComposePhase.unopened
  /// The last request of the compose scene if it adds a picture that is still being checked; nil
  /// otherwise.
  private var attaching: ComposeScene.SceneRequest?
  private(set) var viewModel = ComposeViewModel()
  /// The compose page with the draft; nil until the draft is loaded.
  private(set) var sheet: ComposePage?

  init(
    interactor: any Interacting<ComposeScene.SceneRequest>, purpose: ComposeScene.ComposePurpose,
    options: DisplayOptions = DisplayOptions(),
    moments: TypedMomentFormat = TypedMomentFormat { Timestamp(milliseconds: 0) }
  ) {
    send = SceneRequestSender(to: interactor)
    self.purpose = purpose
    self.options = options
    self.moments = moments
  }

  var header: SceneHeader { SceneHeader(viewModel.frame?.title ?? "") }
  var keyHints: [KeyHint] { sheet?.outerHints ?? [] }
  var properties: SceneProperties {
    SceneProperties(
      takesText: true, takesLines: sheet?.takesLines ?? false, holdsUnsavedText: true,
      isReady: sheet != nil || phase == .closed)
  }

  func sceneDidAppear() {
    guard phase == .unopened else { return }
    phase = .writing
    send(.open(purpose))
  }

  func sceneDidClose() {
    // If the program ends or the account signs out while the page is open, the draft is saved.
    if phase != .closed, sheet != nil { send(.leave) }
    // The requests are cancelled, so that a post still being fetched for redrafting is not deleted.
    if sheet == nil { send.cancelAllRequests() }
  }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    sheet?.drawComposePage(
      on: &canvas, in: rect, drawing, viewModel.status, author: viewModel.author,
      isSending: phase == .sending)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    guard sheet != nil else {
      if event == .key(Key(.escape)) { navigator?.navigate(to: .back) }
      // Quitting works before the page is loaded.
      if case .command = event { return false }
      return true
    }
    navigator?.requestRedraw()
    switch event {
    case .command(let command): return command == .quit && postponeQuittingToSaveDraft()
    case .edited(let text): return performInputResult(sheet?.replaceText(with: text))
    case _ where phase == .sending: return true
    case .key(let key):
      let question = endWaitForConfirmation()
      let corrects = key == Key(.character("c"), .alt)
      return performInputResult(
        corrects ? sheet?.requestSpellingCorrections(viewModel.status) : sheet?.handleKey(key),
        asked: question
      )
    case .paste(let text):
      _ = endWaitForConfirmation()
      return performInputResult(sheet?.pasteText(text))
    case .mouse(let mouse, _):
      // The release of the button that was pressed on the question's key does not end the question.
      if case .press = mouse.action { _ = endWaitForConfirmation() }
      return performInputResult(sheet?.handleMouse(mouse))
    }
  }

  /// Ends the wait for a confirmation, since the user did something; returns the action that was to
  /// be confirmed, nil for none.
  private func endWaitForConfirmation() -> ComposeActionToConfirm? {
    guard case .confirming(let asked) = phase else { return nil }
    phase = .writing
    return asked
  }
}

extension ComposeView: Displaying {
  func display(_ viewModel: ComposeViewModel) {
    let before = self.viewModel.offer
    self.viewModel = viewModel
    if sheet == nil, let frame = viewModel.frame { sheet = ComposePage(frame, moments, options) }
    if let offer = viewModel.offer, offer != before {
      performInputResult(sheet?.showOfferedCompletions(offer))
    }
    navigator?.requestRedraw()
  }

  func perform(_ effect: SceneEffect) {
    switch effect {
    case .attached(let pictures, let post):
      attaching = nil
      sheet?.setPictures(pictures, ofPost: post)
    case .offerVersions(let versions):
      performInputResult(sheet?.showVersions(versions))
      navigator?.requestRedraw()
    case .leave: phase = .closed
    case .say(.draft(let report)): showDraftReport(report)
    default: break
    }
    navigator?.performEffect(effect)
  }

  private func showDraftReport(_ report: SceneEffect.DraftReport) {
    attaching = nil
    switch report {
    case .empty, .notSaved(_, isLeaving: false): if phase == .sending { phase = .writing }
    case .notSaved(_, isLeaving: true): phase = .confirming(.leaveWithoutSaving)
    case .tooLong(_, let post), .invalidPost(_, let post):
      if phase == .sending { phase = .writing }
      sheet?.editThreadPost(at: post)
    case .pictureRefused:
      if phase == .sending { phase = .writing }
      sheet?.focusRefusedPicturePath()
    case .tooManyPictures, .altTextTooLong: if phase == .sending { phase = .writing }
    case .resumed, .fetching, .notFetched, .redrafted, .notRedrafted, .savedAsNewDraft, .queued,
      .saved,
      .noSuggestions:
      break
    }
  }
}

extension ComposeView {
  /// Performs the result of a key press, paste or click on the compose page; returns false if the
  /// event was not handled.
  @discardableResult
  private func performInputResult(
    _ action: ComposeInputResult?, asked question: ComposeActionToConfirm? = nil
  ) -> Bool {
    // A picture that is still being checked is not added a second time.
    if let attaching, action == .ask(attaching) { return true }
    attaching = nil
    switch action {
    case .ignored, nil: return false
    case .handled, .closed: break
    case .changed: saveDraftAndRequestCompletions()
    case .ask(let request):
      if case .attach = request { attaching = request }
      send(request)
    case .take(let text, let post):
      send(.keepText(post: post))
      return performInputResult(sheet?.restoreVersion(text))
    case .say(let words, let tone):
      navigator?.showMessage(BottomLineMessage(text: words, tone: tone))
    case .edit: navigator?.editInExternalEditor(sheet?.form.text.text ?? "")
    case .help: navigator?.navigate(to: .writingHelp)
    case .leave: send(question == .leaveWithoutSaving ? .discard : .leave)
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

  /// Sends the changed draft to be counted and saved, and requests completions of the word at its
  /// cursor.
  private func saveDraftAndRequestCompletions() {
    guard let draft = sheet?.thread.draft else { return }
    send(.edit(draft))
    if let word = sheet?.takeWordToComplete() { send(.complete(word)) }
  }

  private func askForConfirmation(_ question: ComposeActionToConfirm, _ words: SafeText?) {
    phase = .confirming(question)
    navigator?.showMessage(BottomLineMessage(text: words ?? "", tone: .plain))
  }

  /// Saves the draft of the compose scene before the program quits; returns true if the program
  /// must wait for that. False if the draft is saved, or if the user was already asked whether to
  /// lose it.
  private func postponeQuittingToSaveDraft() -> Bool {
    guard viewModel.status.isUnsaved, phase != .confirming(.leaveWithoutSaving) else {
      return false
    }
    send(.leave)
    return true
  }
}

extension ComposeView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(header)
    words.isBusy = sheet == nil || phase == .sending
    sheet?.addScreenReaderContents(to: &words, viewModel.status) { [weak self] change in
      guard let self, var sheet else { return }
      let action = change(&sheet)
      self.sheet = sheet
      performInputResult(action)
      navigator?.requestRedraw()
    }
    return words
  }
}

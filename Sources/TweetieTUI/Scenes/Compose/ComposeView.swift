import FeedDomain
import Terminal

/// A page to write on.
@MainActor final class ComposeView: Scene {
  weak var stage: (any Stage)?
  private let interactor: any Interacting<Compose.Request>
  private let purpose: Compose.Purpose
  let options: DisplayOptions
  let moments: MomentText
  private let requests = SceneRequests()
  private var isOpen = false
  private var hasLeft = false
  private var asked: String?

  private(set) var frame: ComposeViewModel.Frame?
  private(set) var status = ComposeViewModel.Status()
  private var begun: Draft?
  var text = TextArea()
  var warning: TextField?
  var visibility = Visibility.everybody
  /// Whether the keys go to the words before the text.
  var isInWarning = false
  var popup: CompletionPopup?
  /// The pictures that go with it.
  var pictures: [Draft.Attachment] = []
  /// Whether they are covered.
  var isSensitive = false
  /// Where pictures are added; nil while that is closed.
  var panel: PicturePanel?
  /// The poll that goes with it.
  var poll: PollForm?
  /// The language it is in, as it was typed, and who may quote it.
  var language = TextField()
  var quoters: Quoters?
  /// When it is posted, as it was typed.
  var moment = TextField()
  /// Where that is said; nil while that is closed.
  var more: MorePanel?
  /// Whether the keys go to the poll.
  var isInPoll = false
  var scroll = 0
  /// How many of the hints had room where they were drawn.
  var shownHints = 0
  /// Where things were drawn, for the mouse, which counts from the scene's own corner.
  var corner = CellPosition(row: 0, column: 0)
  var page = ComposePage(CellRect(row: 0, column: 0, rows: 1, columns: 80))
  var warningRect: CellRect?
  /// Whether the text is on its way, and no longer to be changed.
  var isSending = false
  /// Whether leaving was asked for.
  var isLeaving = false
  /// Whether leaving was tried and failed, so that the next try leaves without the draft.
  var mayLose = false
  /// Whether it was asked once to throw the draft away.
  var mayDiscard = false
  /// Whether it was asked once to send a picture that nobody described.
  var maySendUndescribed = false

  init(
    interactor: any Interacting<Compose.Request>, purpose: Compose.Purpose,
    options: DisplayOptions = DisplayOptions(),
    moments: MomentText = MomentText { Timestamp(milliseconds: 0) }
  ) {
    self.interactor = interactor
    self.purpose = purpose
    self.options = options
    self.moments = moments
  }

  var header: Header {
    Header(frame?.title ?? "")
  }
  var hints: [Command] { [] }
  /// What has no room inside stands in the bottom line, which is as wide as the screen.
  var keyHints: [Hint] {
    guard let labels = frame?.labels else { return [] }
    let all = hints(labels)
    return (shownHints > 0 ? [labels.help] : []) + all.dropFirst(shownHints)
      + (shownHints > 0 ? [] : [labels.help])
  }
  var takesText: Bool { true }
  var holdsWords: Bool { true }
  var isReady: Bool { frame != nil || hasLeft }

  func opened() {
    guard !isOpen else { return }
    isOpen = true
    send(.open(purpose))
  }

  func closed() {
    // The program ends, or signs out, with the page open: what is on it is kept.
    if !hasLeft, frame != nil { send(.leave) }
  }

  func handle(_ event: SceneEvent) -> Bool {
    guard frame != nil else {
      if event == .key(Key(.escape)) { stage?.go(to: .back) }
      return true
    }
    stage?.redraw()
    switch event {
    case .key(let key): return isSending || handle(key)
    case .paste(let text): if !isSending { paste(text) }
    case .edited(let text): replaceAll(with: text)
    case .mouse(let mouse, _): return handle(mouse)
    case .command(let command):
      // The end of the program would lose what cannot be saved: it is asked for twice as well.
      guard command == .quit, status.isUnkept, !mayLose else { return false }
      leave(losing: false)
    }
    return true
  }
}

extension ComposeView: Displaying {
  func display(_ viewModel: ComposeViewModel) {
    frame = viewModel.frame
    status = viewModel.status
    for cue in viewModel.cues { obey(cue) }
    stage?.redraw()
  }

  private func obey(_ cue: ComposeViewModel.Cue) {
    switch cue {
    case .begin(let draft): begin(draft)
    case .attach(let pictures): show(pictures: pictures)
    case .refusePicture(let message): refusePicture(message)
    case .offerPaths(let paths, let beginning): offer(paths: paths, beginning: beginning)
    case .offer(let completions): offer(completions)
    case .stay(let message, let isLosable): stay(message, isLosable: isLosable)
    case .leave(let message): leave(message)
    case .say(let message): say(message)
    }
  }

  private func begin(_ draft: Draft) {
    begun = draft
    text = TextArea(draft.text)
    warning = draft.warning.map { TextField($0) }
    visibility = draft.visibility
    pictures = draft.attachments
    isSensitive = draft.isSensitive
    language = TextField(draft.language ?? "")
    quoters = draft.quoters
    moment = TextField(draft.postsAt.map(moments.text) ?? "")
    poll = draft.poll.map { PollForm($0, within: frame?.polls ?? .standard) }
  }

  private func offer(_ completions: [Completion]) {
    // They answer a word that may have been finished, or gone on with, meanwhile.
    let beginning = asked?.lowercased()
    popup = beginning.flatMap { beginning in
      CompletionPopup(completions.filter { $0.word.lowercased().hasPrefix(beginning) })
    }
  }

  private func stay(_ message: Message, isLosable: Bool) {
    isSending = false
    guard isLosable, isLeaving, let frame else { return say(message) }
    isLeaving = false
    mayLose = true
    say(Message(text: message.text + " " + frame.labels.leaveAnyway, tone: message.tone))
  }

  private func leave(_ message: Message?) {
    hasLeft = true
    stage?.go(to: .back)
    if let message { stage?.say(message) }
  }

  func say(_ message: Message) { stage?.say(message) }
}

extension ComposeView {
  /// Whether the keys go to what is below the text.
  var isElsewhere: Bool { panel != nil || isInPoll || more != nil }

  /// What the keys do where they go by now.
  func hints(_ labels: ComposeViewModel.Labels) -> [Hint] {
    if more != nil { return labels.more.hints }
    guard let panel else { return isInPoll ? labels.poll.hints : labels.hints }
    return panel.describes
      ? [labels.describe] + labels.pictureHints.dropFirst() : labels.pictureHints
  }

  /// The draft as it stands on the page.
  var draft: Draft? {
    begun?.saying(text.text).warning(warning?.text).visible(to: visibility)
      .attaching(pictures).sensitive(isSensitive).asking(poll?.poll)
      .written(in: language.text).quotable(by: quoters)
      .posted(at: moments.moment(moment.text))
  }

  /// The page says something else than before: it is measured and saved, and may be completed.
  func changed() {
    guard let draft else { return }
    send(.edit(draft))
    let word = isInWarning || isElsewhere ? nil : text.unfinishedWord
    guard word != asked else { return }
    asked = word
    popup = nil
    if let word { send(.complete(word)) }
  }

  /// Takes the word or the path that is offered.
  func complete() {
    guard let popup else { return }
    self.popup = nil
    if panel != nil { return take(path: popup.word) }
    text.finish(with: popup.word)
    changed()
  }

  func send(_ request: Compose.Request) {
    requests.make { [interactor] in await interactor.handle(request) }
  }
}

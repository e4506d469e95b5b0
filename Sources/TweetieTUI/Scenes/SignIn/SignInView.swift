import FeedDomain
import Terminal

/// Two fields, a sentence above them and a sentence below.
@MainActor final class SignInView: Scene {
  /// A field.
  enum Field: Equatable { case user, password }

  weak var stage: (any Stage)?
  private let interactor: any SignInInteracting
  private let service: Service
  private let again: Account?
  let options: DisplayOptions
  private let requests = SceneRequests()
  private var isOpen = false
  private(set) var viewModel: SignInViewModel?
  private(set) var user = TextField()
  private(set) var password = TextField(isSecret: true)
  private(set) var focus = Field.user
  /// Where the fields were drawn, for the mouse.
  var fieldRects: [Field: CellRect] = [:]

  init(
    interactor: any SignInInteracting, to service: Service, again: Account?,
    options: DisplayOptions = DisplayOptions()
  ) {
    self.interactor = interactor
    self.service = service
    self.again = again
    self.options = options
  }

  var header: Header {
    Header(left: [
      Span("Tweetie", .barStrong), Span(" · ", .barFaint), Span(viewModel?.labels.signIn ?? ""),
    ])
  }
  var hints: [Command] { [] }
  var takesText: Bool { true }
  var fitsBeside: Bool { false }

  func isMoving(at now: Timestamp) -> Bool { isChecking && options.isAnimated }

  func opened() {
    guard !isOpen else { return }
    isOpen = true
    send(.open(service, again: again))
  }

  func closed() { requests.cancel() }

  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .key(let key): return handle(key)
    case .paste(let text): paste(text)
    case .mouse(let mouse, _): point(mouse)
    case .command, .edited: return false
    }
    stage?.redraw()
    return true
  }
}

extension SignInView: SignInDisplaying {
  func display(_ viewModel: SignInViewModel) {
    if self.viewModel == nil, let handle = viewModel.handle {
      user = TextField(handle)
      focus = .password
    }
    if case .refused = viewModel.state {
      // What was wrong is most likely the password; the name stays.
      password.clear()
      focus = .password
    }
    self.viewModel = viewModel
    stage?.redraw()
  }

  func finish(with account: SignedInAccount) {
    password.clear()
    stage?.go(to: .signedIn(account))
  }
}

extension SignInView {
  var isChecking: Bool {
    if case .checking = viewModel?.state { true } else { false }
  }

  private func handle(_ key: Key) -> Bool {
    guard !isChecking else {
      if key.code == .escape { send(.cancel) }
      return true
    }
    switch key.code {
    case .escape:
      guard again != nil else { return false }
      stage?.go(to: .back)
    case .tab, .up, .down: focus = focus == .user ? .password : .user
    case .enter: submit()
    default:
      let isTaken = focus == .user ? user.handle(key) : password.handle(key)
      guard isTaken else { return false }
    }
    stage?.redraw()
    return true
  }

  private func submit() {
    guard focus == .password || !password.text.isEmpty else {
      focus = .password
      return
    }
    guard !user.text.isEmpty else {
      focus = .user
      return
    }
    send(.submit(Credentials(user: user.text, password: Secret(password.text))))
  }

  private func paste(_ text: String) {
    guard !isChecking else { return }
    // Copying a line takes its end along; nobody's password has one.
    let line = String(text.drop(while: \.isNewline).prefix { !$0.isNewline })
    if focus == .user { user.insert(line) } else { password.insert(line) }
  }

  private func point(_ mouse: MouseEvent) {
    guard case .press = mouse.action else { return }
    for (field, rect) in fieldRects where rect.contains(mouse.position) {
      focus = field
      let column = mouse.position.column - rect.origin.column
      if field == .user {
        user.point(at: column, columns: rect.size.columns)
      } else {
        password.point(at: column, columns: rect.size.columns)
      }
    }
  }

  private func send(_ request: SignIn.Request) {
    requests.make { [interactor] in await interactor.handle(request) }
  }
}

import FeedDomain
import Terminal

/// The list of accounts.
@MainActor final class AccountsView: ListScene {
  weak var stage: (any Stage)?
  private let interactor: any AccountsInteracting
  private let options: DisplayOptions
  private let requests = SceneRequests()
  private var viewModel: AccountsViewModel?
  var pane = ListPane<AccountRow, Void>(gap: 1)
  private var dialog: ProfileDialog?
  /// Whose sign-out is asked about.
  private var leaving: Account.ID?

  init(interactor: any AccountsInteracting, options: DisplayOptions = DisplayOptions()) {
    self.interactor = interactor
    self.options = options
  }

  var header: Header { Header(viewModel?.title ?? "") }

  var hints: [Command] {
    dialog == nil ? [.open, .addAccount, .signOut, .back, .help] : []
  }

  func isMoving(at now: Timestamp) -> Bool { dialog?.isBusy == true && options.isAnimated }

  func opened() {
    // Whoever comes back may have signed in meanwhile.
    send(.open)
  }

  func closed() { send(.close) }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let theme = drawing.theme
    pane.fit(rect.size, look: .init(theme: theme)) { Self.block(of: $0, columns: $1, theme) }
    let isMarked = drawing.isFront && dialog == nil
    pane.draw(on: &canvas, in: rect, mark: isMarked ? .init(theme, options) : nil)
    dialog?.draw(
      on: &canvas, in: rect, theme, sign: Spinner.sign(frame: drawing.frame, options),
      options: options)
  }

  func handle(_ event: SceneEvent) -> Bool {
    guard let dialog else { return handleInList(event) }
    guard case .command(let command) = event else { return true }
    return answer(command, dialog)
  }
}

extension AccountsView: AccountsDisplaying {
  func display(_ viewModel: AccountsViewModel) {
    self.viewModel = viewModel
    pane.show(viewModel.rows)
    stage?.redraw()
  }

  func show(_ dialog: ProfileDialog?) {
    self.dialog = dialog
    stage?.redraw()
  }

  func use(_ account: SignedInAccount) { stage?.go(to: .signedIn(account)) }

  func askToSignIn(_ account: Account) { stage?.go(to: .signIn(again: account)) }

  func leave(_ message: Message) {
    stage?.go(to: .signedOut)
    stage?.say(message)
  }

  func say(_ message: Message) { stage?.say(message) }
}

extension AccountsView {
  private static func block(of row: AccountRow, columns: Int, _ theme: Theme) -> Block<Void> {
    let columns = min(columns, 90)
    var second = Line(row.service, theme.style(.faint))
    for remark in row.remarks {
      second.append(" · ", theme.style(.faint))
      second.append(remark, theme.style(row.isCurrent && !row.isRefused ? .good : .warning))
    }
    if let secret = row.secret {
      second.append(" · ", theme.style(.faint))
      second.append(secret, theme.style(.faint))
    }
    let role: Role = row.isCurrent ? .currentAuthor : .author
    return Block(
      lines: [Line(row.handle, theme.style(role)).cut(columns: columns)]
        + TextWrapping.wrap(second, columns: columns))
  }

  func obey(_ command: Command) -> Bool {
    // It is open already.
    if command == .accounts { return true }
    guard let row = pane.selected else { return false }
    switch command {
    case .open where row.isCurrent && !row.isRefused: stage?.go(to: .back)
    case .open: send(.use(row.id))
    case .signOut:
      leaving = row.id
      send(.signOut(row.id))
    default: return false
    }
    return true
  }

  /// The question has the keys alone; leaving it is always possible, except while signing out.
  private func answer(_ command: Command, _ dialog: ProfileDialog) -> Bool {
    switch command {
    case .open, .signOut:
      if !dialog.isBusy, let leaving { send(.reallySignOut(leaving)) }
    case .back: if !dialog.isBusy { show(nil) }
    case .quit, .repaint, .suspend: return false
    default: break
    }
    return true
  }

  private func send(_ request: Accounts.Request) {
    requests.make { [interactor] in await interactor.handle(request) }
  }
}

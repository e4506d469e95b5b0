import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

struct SignedInAccountRow: Identifiable, Equatable {
  let id: Account.ID
  let handle: SafeText
  /// The account's display name in a row of the accounts scene, or the handle if the account has no
  /// name.
  let name: SafeText
  /// The account's profile picture in a row of the accounts scene; nil if there is none, or if the
  /// active account's service cannot fetch the picture.
  let portrait: Photo?
  /// The counts in a row of the accounts scene, a text each for the account's unread posts and new
  /// notifications; a count of 0 has no text.
  let unread: [SafeText]
  let service: SafeText
  /// The remarks on the account's state in a row of the accounts scene: in use, locked, token
  /// rejected, pending changes.
  let remarks: [SafeText]
  /// The text in a row of the accounts scene that names the source of the account's secret; nil if
  /// the secret is in the program's own storage.
  let secret: SafeText?
  /// The text in a row of the accounts scene with the time of the last fetch of the account's home
  /// stream; empty if unknown.
  let fetchTime: SafeText
  /// The first line of the account's biography in a row of the accounts scene; empty if unknown.
  let bio: SafeText
  /// The texts in a row of the accounts scene with the account's numbers of posts, followers and
  /// followed people; empty if unknown.
  let counts: [SafeText]
  let isCurrent: Bool
  let isRefused: Bool
}

enum AccountsSceneRow: Identifiable, Equatable {
  case account(SignedInAccountRow)
  case addAccount(SafeText)

  var id: Account.ID? { if case .account(let row) = self { row.id } else { nil } }
}

struct AccountsViewModel: Equatable {
  let title: SafeText
  let rows: [SignedInAccountRow]
  let addLabel: SafeText
  let dialog: ConfirmationDialog?
}

struct AccountsPresenter {
  let wording: Wording
  let keys: KeyMap
  /// The clock for the time of the last fetch in the rows of the accounts scene; nil to leave that
  /// time out.
  var world: (any World)?

  func viewModel(of state: AccountsScene.SceneState) -> AccountsViewModel {
    let current = state.entries.first { $0.isCurrent }?.account.service
    let leaving = SignOutDialogFactory(wording: wording, keys: keys)
    let dialog =
      switch state.signOut {
      case .asking(let account, let losses):
        leaving.signOutConfirmation(losses, handle: account.fullHandle)
      case .underWay: leaving.goingOn
      case nil: nil as ConfirmationDialog?
      }
    return AccountsViewModel(
      title: wording.accounts, rows: state.entries.map { accountRow(of: $0, current: current) },
      addLabel: "+ " + wording.say("Add an account"), dialog: dialog)
  }

  /// Returns the row of a signed-in account. The profile picture is included only for accounts of
  /// the active account's service, which fetches the picture.
  private func accountRow(of entry: AccountsScene.AccountEntry, current: Service?)
    -> SignedInAccountRow
  {
    let account = entry.account
    let name = SafeText(sanitizing: entry.person?.name ?? "")
    return SignedInAccountRow(
      id: account.id, handle: "@\(account.fullHandle)",
      name: name.isBlank ? "@\(account.fullHandle)" : name,
      portrait: account.service == current ? entry.person?.portrait : nil,
      unread: [
        entry.unreadPosts > 0 ? wording.unreadCountText(entry.unreadPosts) : nil,
        entry.unread > 0 ? wording.newNotificationsText(entry.unread) : nil,
      ].compactMap(\.self),
      service: wording.name(of: account.service),
      remarks: (entry.isCurrent ? [wording.say("in use")] : [])
        + (entry.isLocked ? [wording.say("locked, because its command gave no secret")] : [])
        + (entry.isRefused && !entry.isLocked
          ? [wording.say("signed out by the service; Enter signs in again")] : [])
        + (entry.waiting > 0 ? [wording.waitingChangesText(entry.waiting)] : []),
      secret: entry.command.map(wording.secretOriginText),
      fetchTime: fetchAgeText(of: entry.fetchedAt),
      bio: entry.person.map { PersonRow($0, wording).bio } ?? "",
      counts: entry.person.map {
        ProfileCountFactory(wording: wording, lists: []).profileCounts(of: $0).map(\.words)
      } ?? [],
      isCurrent: entry.isCurrent, isRefused: entry.isRefused)
  }
}

extension AccountsPresenter {
  private func fetchAgeText(of fetchedAt: Timestamp?) -> SafeText {
    guard let fetchedAt, let world else { return "" }
    return wording.say(
      "fetched {time}", ["time": wording.localTimeText(fetchedAt, now: world.now)])
  }
}

@MainActor
final class AccountsView: ListScene {
  weak var navigator: (any Navigator)?
  private let options: DisplayOptions
  private let send: SceneRequestSender<AccountsScene.SceneRequest>
  private var viewModel: AccountsViewModel?
  package var pane = ListPane<AccountsSceneRow, Never>(gap: 1)
  private var listArea = CellRect(row: 0, column: 0, rows: 1, columns: 1)

  init(
    interactor: any Interacting<AccountsScene.SceneRequest>,
    options: DisplayOptions = DisplayOptions()
  ) {
    send = SceneRequestSender(to: interactor)
    self.options = options
  }

  var header: SceneHeader { SceneHeader(viewModel?.title ?? "") }

  var hints: [Command] {
    dialog == nil ? [.open, .addAccount, .signOut, .settings, .back, .help] : []
  }

  var properties: SceneProperties { SceneProperties(isOverlay: true) }

  private var dialog: ConfirmationDialog? { viewModel?.dialog }

  func isAnimating(at now: Timestamp) -> Bool { dialog?.isBusy == true && options.isAnimated }

  func sceneDidAppear() {
    // The user may have signed in since the scene was last in front.
    send(.open)
  }

  func sceneDidClose() { send(.close) }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    guard let viewModel else { return }
    let theme = drawing.theme
    func overlayBox(rows: Int) -> OverlayBox {
      OverlayBox(
        in: rect, rows: rows, columns: Self.boxColumns, options: options, isList: true)
    }
    let columns = overlayBox(rows: 1).content.size.columns
    let room = PhotoBoxLayout(
      drawing.pictures, pane: CellSize(rows: rect.size.rows, columns: columns), options)
    func overlayRowCountWithPortraits(_ portrait: CellSize?) -> Int {
      pane.items.reduce(OverlayBox.titleRows + max(0, pane.items.count - 1)) {
        $0
          + Self.laidOutAccountsSceneRow(
            of: $1, columns: columns - 3, theme, options,
            portrait
          ).lines.count
      }
    }
    // Portraits are large only if all accounts are visible with them.
    let hasPortraits = viewModel.rows.contains { $0.portrait != nil }
    let large = hasPortraits ? room?.portraitBoxSizeIfShown(rows: Self.portraitRows) : room?.person
    let portrait = overlayRowCountWithPortraits(large) <= rect.size.rows - 4 ? large : room?.person
    let overlayBox = overlayBox(rows: overlayRowCountWithPortraits(portrait))
    overlayBox.clearOverlayAndDrawFrame(on: &canvas, theme)
    let list = overlayBox.writeTitle(viewModel.title, on: &canvas, theme)
    listArea = list.relativeRect(to: rect)
    pane.setSizeAndLayoutFunction(list.size, look: .init(theme: theme, pictures: room)) {
      [options] in
      Self.laidOutAccountsSceneRow(of: $0, columns: $1, theme, options, portrait)
    }
    let isMarked = drawing.isFront && dialog == nil
    pane.drawItems(
      on: &canvas, in: list, mark: isMarked ? .init(theme, options) : nil,
      pictures: PictureBoxPainter(ofPeople: drawing, options))
    dialog?.drawDialog(
      on: &canvas, in: rect, theme, sign: Spinner.spinnerSign(frame: drawing.frame, options),
      options: options)
  }

  private static let boxColumns = 76
  /// The height in rows of a profile picture in the accounts scene if all accounts fit on the
  /// screen with large pictures.
  private static let portraitRows = 4

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    guard let dialog else {
      if case .mouse(let mouse, let clicks) = event {
        guard !mouse.isButtonPress(outside: listArea) else { return true }
        return handleListEvent(.mouse(mouse.relativeEvent(to: listArea), clicks: clicks))
      }
      return handleListEvent(event)
    }
    guard case .command(let command) = event else { return true }
    return handleSignOutDialogCommand(command, dialog)
  }

  private static func laidOutAccountsSceneRow(
    of row: AccountsSceneRow, columns: Int, _ theme: Theme, _ options: DisplayOptions,
    _ box: CellSize?
  ) -> LaidOutLines<Never> {
    switch row {
    case .account(let row):
      return laidOutSignedInAccount(of: row, columns: columns, theme, options, box)
    case .addAccount(let label):
      var line = Line()
      line.appendBlanks(PhotoBoxLayout.portraitIndent(for: box))
      line.append(label, theme.style(.link))
      return LaidOutLines(lines: [line.truncatedLine(columns: columns)])
    }
  }

  private static func laidOutSignedInAccount(
    of row: SignedInAccountRow, columns: Int, _ theme: Theme, _ options: DisplayOptions,
    _ box: CellSize?
  ) -> LaidOutLines<Never> {
    let indent = box.map { $0.columns + 1 } ?? 0
    let columns = max(1, min(columns, 90) - indent)
    let style = theme.personNameStyle(of: row.handle, options)
    var first = Line(row.name, row.isCurrent ? theme.style(.currentAuthor) : style)
    if row.name != row.handle {
      first.append("  ", theme.style(.faint))
      first.append(row.handle, theme.style(.handle))
    }
    var block = LaidOutLines<Never>(
      lines: [first.truncatedLine(columns: columns)]
        + accountFactLines(of: row, columns: columns, theme))
    if !row.bio.isBlank {
      let style = theme.style(.text)
      let lines = TextWrapper.wrappedLines(of: Line(row.bio, style), columns: columns)
      block.lines += lines.prefix(2)
      if lines.count > 2 {
        block.lines[block.lines.count - 1] = lines[1].prefix(columns: max(0, columns - 2))
        block.lines[block.lines.count - 1].append(" …", style)
      }
    }
    // A count that does not fit is left out, not cut.
    let counts = row.counts.indices.reversed().lazy
      .map { Line(row.counts[...$0].joined(separator: "   "), theme.style(.count)) }
      .first { $0.columns <= columns }
    block.lines += [counts].compactMap(\.self)
    block.lines = block.lines.map { $0.truncatedLine(columns: columns) }
    guard let box else { return block }
    block.addPortraitBox(
      of: row.portrait ?? .none, in: box, indent: indent,
      tile: PortraitPlaceholder(row.name, style))
    return block
  }

  private static func accountFactLines(of row: SignedInAccountRow, columns: Int, _ theme: Theme)
    -> [Line]
  {
    let remark = theme.style(row.isCurrent && !row.isRefused ? .good : .warning)
    let faint = theme.style(.faint)
    let facts =
      [Line(row.service, faint)] + row.unread.map { Line($0, theme.style(.strong)) }
      + (row.fetchTime.isEmpty ? [] : [Line(row.fetchTime, faint)])
      + row.remarks.map { Line($0, remark) } + (row.secret.map { [Line($0, faint)] } ?? [])
    var lines: [Line] = []
    for fact in facts {
      if var line = lines.last, line.columns + 3 + fact.columns <= columns {
        line.append(" · ", faint)
        line.append(fact)
        lines[lines.count - 1] = line
      } else {
        lines += TextWrapper.wrappedLines(of: fact, columns: columns)
      }
    }
    return lines
  }

  func handleCommand(_ command: Command) -> Bool {
    // The command for the accounts scene does nothing here, since the scene is open already.
    if command == .accounts { return true }
    if command == .open, case .addAccount? = pane.selected {
      navigator?.navigate(to: .signIn(again: nil))
      return true
    }
    guard case .account(let row)? = pane.selected else { return false }
    switch command {
    case .open where row.isCurrent && !row.isRefused: navigator?.navigate(to: .back)
    case .open: send(.use(row.id))
    case .signOut: send(.signOut(row.id))
    default: return false
    }
    return true
  }

  /// Handles a command in the accounts scene while the dialog for signing out is open; returns
  /// false for commands of the program, such as quitting. The dialog can be left unless signing out
  /// has begun.
  private func handleSignOutDialogCommand(_ command: Command, _ dialog: ConfirmationDialog) -> Bool
  {
    switch command {
    case .open, .signOut:
      if !dialog.isBusy { send(.reallySignOut) }
    case .back: if !dialog.isBusy { send(.stay) }
    case .quit, .repaint, .suspend: return false
    default: break
    }
    return true
  }
}

extension AccountsView: Displaying {
  func display(_ viewModel: AccountsViewModel) {
    self.viewModel = viewModel
    pane.replaceItems(
      viewModel.rows.map { .account($0) }
        + (viewModel.rows.isEmpty ? [] : [.addAccount(viewModel.addLabel)]))
    navigator?.requestRedraw()
  }
}

extension AccountsView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = screenReaderContentsOfList(notice: nil, isBusy: viewModel == nil)
    if let dialog { words.replaceContentsByDialog(dialog) }
    return words
  }
}

import FeedDomain
package import Preferences
package import Terminal
import UseCases
import Words

/// A dialog that asks to confirm an irreversible action, or shows the progress of the action.
struct ConfirmationDialog: Equatable {
  /// A kind of irreversible action that a dialog asks to confirm.
  enum ConfirmedActionKind: Equatable {
    case signOut
    case block
    case blockServer
  }

  var purpose = ConfirmedActionKind.signOut
  let lines: [StyledText]
  /// The key hints of a confirmation dialog; empty while the action is in progress.
  let keys: [KeyHint]
  /// True if the action that the user confirmed in the dialog is in progress.
  var isBusy: Bool { keys.isEmpty }

  func drawDialog(
    on canvas: inout Canvas, in rect: CellRect, _ theme: Theme, sign: SafeText,
    options: DisplayOptions
  ) {
    let isFramed = !options.isPlain && rect.size.columns >= 40 && rect.size.rows >= 10
    let border = isFramed ? (rows: 4, columns: 6) : (rows: 0, columns: 0)
    let columns = max(1, min(56, rect.size.columns - border.columns))
    let prefix: StyledText = isBusy && options.isAnimated ? [StyledSpan(sign + " ", .busy)] : []
    let asked = lines.map { theme.styledLine($0.isEmpty ? [] : prefix + $0) }
    let hints = isBusy ? [] : keyHintLines(columns: columns, theme, isTight: !isFramed)
    // The key hints are visible even in the smallest box.
    let room = max(1, rect.size.rows - border.rows - hints.count)
    var text = asked.flatMap { TextWrapper.wrappedLines(of: $0, columns: columns) }
    if text.count + (isBusy ? 0 : 1) > room {
      text = mostImportantLines(of: asked, columns: columns, rows: room)
    } else if !isBusy {
      text.append(Line())
    }
    let all = text + hints
    let box = CellRect(
      row: rect.origin.row + max(0, (rect.size.rows - all.count) / 2),
      column: rect.origin.column + max(0, (rect.size.columns - columns) / 2), rows: all.count,
      columns: columns)
    if isFramed {
      canvas.fillRect(box.framed, theme.style(.text))
      box.drawFrame(on: &canvas, theme.style(.rule))
    } else {
      canvas.fillRect(rect, theme.style(.text))
    }
    canvas.point = box.origin
    for (row, line) in zip(box.rows, all) {
      canvas.writeLine(line, at: CellPosition(row: row, column: box.origin.column), within: rect)
    }
  }

  /// Returns the key hints of a dialog as lines: one line or, in a narrow box, a line for each
  /// hint.
  private func keyHintLines(columns: Int, _ theme: Theme, isTight: Bool) -> [Line] {
    guard isTight, KeyHintLine.fittingHintCount(of: keys, columns: columns) < keys.count else {
      return [KeyHintLine.keyHintLine(keys, columns: columns, theme: theme)]
    }
    return keys.map { KeyHintLine.keyHintLine([$0], columns: columns, theme: theme) }
  }

  /// Returns the most important lines of a dialog that fit a number of rows: the question first,
  /// then warnings, then explanations and details.
  private func mostImportantLines(of asked: [Line], columns: Int, rows: Int) -> [Line] {
    func lineImportance(_ index: Int) -> Int {
      switch lines[index].first?.role {
      case .strong, .busy: 3
      case .warning: 2
      case .faint: 1
      default: 0
      }
    }
    var left = rows
    var kept: [Int: [Line]] = [:]
    let ranked = asked.indices.filter { asked[$0].columns > 0 }
      .sorted { (lineImportance($1), $0) < (lineImportance($0), $1) }
    for (place, index) in ranked.enumerated() where left > 0 {
      // At least one row is reserved for each important line.
      let owed = ranked.dropFirst(place + 1).count { lineImportance($0) > 1 }
      let fitting = asked[index].wrappedLines(columns: columns, rows: max(1, left - owed))
      kept[index] = fitting
      left -= fitting.count
    }
    return asked.indices.flatMap { kept[$0] ?? [] }
  }
}

extension KeyMap {
  /// Returns the key hints of a confirmation dialog: the first command with a key confirms, and
  /// Escape or the key for going back cancels.
  package func confirmationKeyHints(_ commands: [Command], _ yes: SafeText, orBack no: SafeText)
    -> [KeyHint]
  {
    let agree = commands.lazy.compactMap { firstKey(for: $0) }.first.map {
      [KeyHint($0, label: yes)]
    }
    return (agree ?? []) + [KeyHint(firstKey(for: .back) ?? Key(.escape), label: no)]
  }
}

/// A factory of the dialogs that confirm signing out and show its progress.
struct SignOutDialogFactory {
  let wording: Wording
  let keys: KeyMap

  /// Returns the dialog that confirms signing out and lists the unsent changes that would be lost.
  func signOutConfirmation(_ losses: SignOutLosses, handle: String) -> ConfirmationDialog {
    var lines: [StyledText] = [
      [StyledSpan(wording.say("Sign out of @{handle}?", ["handle": handle]), .strong)]
    ]
    let unsent = losses.unsent
    if !unsent.isEmpty {
      lines += [
        [],
        [
          StyledSpan(
            wording.plural(
              "{count} unsent change will be lost:", "{count} unsent changes will be lost:",
              unsent.count), .warning)
        ],
      ]
      // Four changes are listed; the outbox scene shows the rest.
      lines += unsent.prefix(4).map { [StyledSpan("· " + pendingChangeText(for: $0))] }
      if unsent.count > 4 {
        lines.append([
          StyledSpan(
            wording.plural("and {count} more", "and {count} more", unsent.count - 4), .faint)
        ])
      }
    }
    lines += [
      [], [StyledSpan(wording.say("Everything stored here for this account is erased."), .faint)],
    ]
    if losses.mutes { lines.append([StyledSpan(wording.signOutUnmutes, .faint)]) }
    return ConfirmationDialog(
      lines: lines,
      keys: keys.confirmationKeyHints(
        [.open, .signOut], wording.say("sign out"), orBack: wording.say("stay")))
  }

  /// The dialog that is shown while an account is being signed out.
  var goingOn: ConfirmationDialog {
    ConfirmationDialog(lines: [[StyledSpan(wording.say("Signing out …"), .busy)]], keys: [])
  }

  private func pendingChangeText(for change: PendingChange) -> SafeText {
    let title = wording.title(of: change, handle: nil)
    guard case .publish(let draft) = change else { return title }
    return title + ": " + SafeText(sanitizing: String(draft.text.prefix(200)))
  }
}

import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Creates the dialogs of signing out.
struct SignOutWords {
  let wording: Wording
  let keys: KeyMap

  /// Returns the confirmation with what would be lost.
  func question(_ losses: SignOutLosses, handle: String) -> ProfileDialog {
    var lines: [StyledText] = [
      [Span(wording.say("Sign out of @{handle}?", ["handle": handle]), .strong)]
    ]
    let unsent = losses.unsent
    if !unsent.isEmpty {
      lines += [
        [],
        [
          Span(
            wording.plural(
              "{count} unsent change will be lost:", "{count} unsent changes will be lost:",
              unsent.count), .warning)
        ],
      ]
      // Four tell what it is about; the outbox has the rest.
      lines += unsent.prefix(4).map { [Span("· " + words(for: $0))] }
      if unsent.count > 4 {
        lines.append([
          Span(wording.plural("and {count} more", "and {count} more", unsent.count - 4), .faint)
        ])
      }
    }
    lines += [
      [], [Span(wording.say("Everything stored here for this account is erased."), .faint)],
    ]
    if losses.mutes { lines.append([Span(wording.signOutUnmutes, .faint)]) }
    return ProfileDialog(
      lines: lines,
      keys: keys.answers(
        [.open, .signOut], wording.say("sign out"), orBack: wording.say("stay")))
  }

  /// The dialog while signing out.
  var goingOn: ProfileDialog {
    ProfileDialog(lines: [[Span(wording.say("Signing out …"), .busy)]], keys: [])
  }

  private func words(for change: PendingChange) -> SafeText {
    let title = wording.title(of: change, handle: nil)
    guard case .publish(let draft) = change else { return title }
    return title + ": " + SafeText(sanitizing: String(draft.text.prefix(200)))
  }
}

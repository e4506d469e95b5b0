import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts signing out into words.
struct SignOutWords {
  let wording: Wording
  let keys: KeyMap

  /// The question before signing out, with what would be lost.
  func question(_ losses: SignOutLosses, handle: String) -> ProfileDialog {
    var lines: [StyledText] = [[Span(wording.signOutQuestion(handle), .strong)]]
    let unsent = losses.unsent
    if !unsent.isEmpty {
      lines += [[], [Span(wording.undelivered(unsent.count), .warning)]]
      // Four tell what it is about; the outbox has the rest.
      lines += unsent.prefix(4).map { [Span("· " + words(for: $0))] }
      if unsent.count > 4 { lines.append([Span(wording.andMore(unsent.count - 4), .faint)]) }
    }
    lines += [[], [Span(wording.signOutErases, .faint)]]
    if losses.mutes { lines.append([Span(wording.signOutUnmutes, .faint)]) }
    return ProfileDialog(
      lines: lines,
      keys: keys.answers(
        [.open, .signOut], wording.signOutNow, orBack: wording.staySignedIn))
  }

  /// That it goes on.
  var goingOn: ProfileDialog {
    ProfileDialog(lines: [[Span(wording.signingOut, .busy)]], keys: [])
  }

  /// What is said at the end.
  func farewell(_ error: FeedError?) -> Message {
    guard let error else { return Message(text: wording.signedOut, tone: .good) }
    return Message(text: wording.signedOutHere(wording.sentence(for: error)), tone: .plain)
  }

  private func words(for change: Change) -> SafeText {
    let title = wording.title(of: change, handle: nil)
    guard case .publish(let draft) = change else { return title }
    return title + ": " + SafeText(sanitizing: String(draft.text.prefix(200)))
  }
}

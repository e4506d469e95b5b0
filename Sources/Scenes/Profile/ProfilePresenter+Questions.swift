import FeedDomain
package import Preferences
package import Terminal
import Words

extension ProfilePresenter {
  /// The question before blocking somebody, with what that does.
  func blockQuestion(_ person: Person) -> ProfileDialog {
    blockQuestion(
      .block, wording.say("Block @{handle}?", ["handle": person.handle]),
      wording.say("Neither of you sees or follows the other any more."))
  }

  /// The same before blocking all of a server.
  func blockQuestion(_ server: String) -> ProfileDialog {
    blockQuestion(
      .blockServer, wording.say("Block all of {server}?", ["server": server]),
      wording.say("You see nobody from there any more, and none of them follows you from then on."))
  }

  private func blockQuestion(
    _ purpose: ProfileDialog.Purpose, _ question: SafeText, _ consequence: SafeText
  ) -> ProfileDialog {
    ProfileDialog(
      purpose: purpose, lines: [[Span(question, .strong)], [], [Span(consequence, .faint)]],
      keys: keys.answers(
        [.open, .block], wording.hint(of: .block),
        orBack: wording.hint(of: .back)))
  }
}

extension KeyMap {
  /// The hints for a question: the first of the commands that has a key says yes. Escape always
  /// leads back.
  package func answers(_ commands: [Command], _ yes: SafeText, orBack no: SafeText) -> [Hint] {
    let agree = commands.lazy.compactMap { key(for: $0) }.first.map { [Hint($0, word: yes)] }
    return (agree ?? []) + [Hint(key(for: .back) ?? Key(.escape), word: no)]
  }
}

import FeedDomain
import Terminal

extension ProfilePresenter {
  /// The question before blocking, with what that does.
  func blockQuestion(_ person: Person) -> ProfileDialog {
    ProfileDialog(
      purpose: .block,
      lines: [
        [Span(wording.blockQuestion(person.handle), .strong)], [],
        [Span(wording.blockingDoes, .faint)],
      ],
      keys: [
        Hint(
          key: SafeText(sanitizing: blockKey), word: SafeText(sanitizing: wording.hint(of: .block))),
        Hint(
          key: SafeText(sanitizing: stayKey), word: SafeText(sanitizing: wording.hint(of: .back))),
      ])
  }
}

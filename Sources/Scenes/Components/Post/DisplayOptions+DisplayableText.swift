import FeedDomain
import Preferences
import Terminal
import Words

extension DisplayOptions {
  /// Returns true if the terminal can show a text: either it shows all characters, or each
  /// character of the text has an ASCII substitute.
  func isDisplayableText(_ text: SafeText) -> Bool {
    hasSigns || !text.string.contains(where: AsciiSubstitute.hasNoASCIISubstitute)
  }

  /// Returns a text as the terminal can show it. On a terminal with ASCII characters alone, "(other
  /// letters)" replaces each sequence of letters without an ASCII substitute.
  func displayableText(_ text: SafeText, _ wording: Wording) -> SafeText {
    guard !hasSigns else { return text }
    return AsciiSubstitute.replacingTextWithoutASCIISubstitute(
      in: text, with: wording.say("(other letters)"))
  }

  /// Returns the name of a place as the terminal can show it: "(other letters)" replaces a name
  /// that it cannot show.
  func displayablePlaceName(_ name: SafeText, _ wording: Wording) -> SafeText {
    let text = displayableText(name, wording)
    return isDisplayableText(text) ? text : wording.say("(other letters)")
  }

  /// Returns the paragraphs of a post's text as the terminal can show them; each run is converted
  /// by `displayableText`.
  func displayableParagraphs(
    _ paragraphs: [[PostViewModel.TextRun]], _ wording: Wording
  ) -> [[PostViewModel.TextRun]] {
    guard !hasSigns else { return paragraphs }
    return paragraphs.map { paragraph in
      paragraph.map { run in
        PostViewModel.TextRun(
          span: StyledSpan(
            displayableText(run.span.text, wording), run.span.role, link: run.span.link),
          action: run.action, inset: run.inset, layout: run.layout)
      }
    }
  }

  /// Returns a person's name, or the handle if the name cannot be shown.
  func displayablePersonName(_ name: String, of person: Person) -> String {
    isDisplayableText(SafeText(sanitizing: name)) ? name : person.handle
  }
}

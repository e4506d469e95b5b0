import FeedDomain
import Preferences
import Terminal
import Words

extension DisplayOptions {
  /// Returns false for a text of which a terminal with ASCII characters alone would show question
  /// marks.
  func isReadable(_ text: SafeText) -> Bool {
    hasSigns || !text.string.contains(where: AsciiSubstitute.hasNoSubstitute)
  }

  /// Returns a text for a terminal with ASCII characters alone: words in place of rows of question
  /// marks.
  func readableText(_ text: SafeText, _ wording: Wording) -> SafeText {
    guard !hasSigns else { return text }
    return AsciiSubstitute.replacingUnknownCharacters(
      in: text, with: wording.say("(other letters)"))
  }

  /// Returns the name of a place for a terminal with ASCII characters alone: words in place of a
  /// name in other letters, however short.
  func readablePlace(_ name: SafeText, _ wording: Wording) -> SafeText {
    let text = readableText(name, wording)
    return isReadable(text) ? text : wording.say("(other letters)")
  }

  /// Returns a person's name, or the handle if the name cannot be shown.
  func readableName(_ name: String, of person: Person) -> String {
    isReadable(SafeText(sanitizing: name)) ? name : person.handle
  }
}

import Preferences
package import Terminal

extension [Line] {
  /// The texts of a list of lines as a screen reader reads them: with commas in place of gaps, and
  /// without blank lines.
  var spoken: [SafeText] {
    map { SafeText(sanitizing: $0.text).spoken }.filter { !$0.isEmpty }
  }
}

extension SafeText {
  /// The copy of this text for screen readers, with commas in place of the gaps and dots between
  /// columns of the screen.
  package var spoken: SafeText {
    var spoken = ""
    var (blanks, isSeparated) = (0, false)
    for character in string {
      if character == " " {
        blanks += 1
      } else if character == "·", blanks > 0 || spoken.isEmpty {
        isSeparated = true
      } else {
        if let last = spoken.last, blanks > 0 || isSeparated {
          let isPart = (isSeparated || blanks > 1) && !".,:;!?".contains(last)
          spoken += isPart ? ", " : " "
        }
        spoken.append(character)
        (blanks, isSeparated) = (0, false)
      }
    }
    return SafeText(sanitizing: spoken)
  }
}

extension StyledText {
  /// The plain text of a styled text, without the styles.
  var plain: SafeText { map(\.text).joined() }
}

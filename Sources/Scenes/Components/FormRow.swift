import FeedDomain
import Terminal
import Words

/// Something that is asked, in words.
struct FormRow: Equatable {
  let field: AskedField
  let name: SafeText
  var manner: AskedField.Manner
  /// What the choices say, in their order; of a switch, what it says when it is off, and on.
  var choices: [SafeText] = []
  /// What is said before anything is typed or chosen.
  var answer = ""
}

extension FormRow {
  /// How something is asked, in these words.
  init(_ field: AskedField, _ name: SafeText, answer: String = "", _ wording: Wording) {
    self.init(field: field, name: name, manner: field.manner, answer: answer)
    switch field.manner {
    case .choice(let values): choices = values.map { wording.choice($0, of: field) }
    case .switching: choices = [wording.say("no"), wording.say("yes")]
    case .line, .lines, .moment: break
    }
  }
}

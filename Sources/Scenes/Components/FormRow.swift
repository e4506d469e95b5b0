import FeedDomain
import Terminal
import Words

/// The question of a form field, in words.
struct FormRow: Equatable {
  let field: InputField
  let name: SafeText
  var manner: InputField.InputKind
  /// The labels of the choices in order; for a switch, its off and on labels.
  var choices: [SafeText] = []
  /// The initial value.
  var answer = ""
}

extension FormRow {
  init(_ field: InputField, _ name: SafeText, answer: String = "", _ wording: Wording) {
    self.init(field: field, name: name, manner: field.manner, answer: answer)
    switch field.manner {
    case .choice(let values): choices = values.map { wording.choice($0, of: field) }
    case .switching: choices = [wording.say("no"), wording.say("yes")]
    case .line, .lines, .moment: break
    }
  }
}

import FeedDomain
import Preferences
import Terminal

/// What was typed into the fields, and which of them has the keys.
struct SignInForm {
  private(set) var rows: [SignInFormModel.Row] = []
  private var texts: [SignInField: TextField] = [:]
  private var service: Service?
  private(set) var focus: SignInField?

  /// What was typed into a field.
  subscript(field: SignInField) -> TextField { texts[field] ?? TextField() }

  /// What was typed.
  var answers: SignInAnswers {
    rows.reduce(into: SignInAnswers()) { $0.set($1.field, Secret(self[$1.field].text)) }
  }

  /// Takes the fields of a form. What was typed stays, but no service learns what was meant for
  /// another.
  mutating func adopt(_ form: SignInFormModel) {
    if form.service != service { texts = [:] }
    guard form.service != service || form.rows != rows else { return }
    service = form.service
    rows = form.rows
    for row in rows where texts[row.field] == nil {
      texts[row.field] = TextField(row.known, isSecret: row.field.isSecret)
    }
    focus = rows.first { self[$0.field].text.isEmpty }?.field ?? rows.last?.field
  }

  /// Shows where a mistake is; what is hidden and wrong has to be typed anew.
  mutating func mend(_ field: SignInField?, isWrong: Bool) {
    guard let field, texts[field] != nil else { return }
    if isWrong, field.isSecret { texts[field]?.clear() }
    focus = field
  }

  /// Forgets what nobody may see.
  mutating func forgetSecrets() {
    for row in rows where row.field.isSecret { texts[row.field]?.clear() }
  }

  /// Gives the keys to a field.
  mutating func use(_ field: SignInField) { focus = field }

  /// Gives the keys to the next field, or with −1 to the one before; round and round.
  mutating func move(by step: Int) {
    guard let place = rows.firstIndex(where: { $0.field == focus }) else { return }
    focus = rows[(place + step + rows.count) % rows.count].field
  }

  /// Whether nothing is told.
  var isEmpty: Bool { rows.allSatisfy { self[$0.field].text.isEmpty } }

  /// Whether all is told; where something lacks, the keys go there. Whoever stands in the field of a
  /// key's secret may leave it empty.
  mutating func isComplete() -> Bool {
    guard
      let missing = rows.first(where: {
        self[$0.field].text.isEmpty && !($0.field == .secret && $0.field == focus)
      })
    else { return true }
    focus = missing.field
    return false
  }

  /// What to type into the field that has the keys; nil where something is in it.
  var wanted: SafeText? {
    rows.first { $0.field == focus && self[$0.field].text.isEmpty }?.wanted
  }

  /// Whether there is something in a field that these words asked for.
  func isFilled(_ field: SignInField, asWantedBy words: SafeText) -> Bool {
    rows.contains { $0.field == field && $0.wanted == words } && !self[field].text.isEmpty
  }

  /// Takes a key; false where it means nothing in a field.
  mutating func handle(_ key: Key) -> Bool {
    guard let focus else { return false }
    return texts[focus]?.handle(key) ?? false
  }

  /// Takes what was pasted: a line, since copying one takes its end along.
  mutating func paste(_ text: String) {
    if let focus { texts[focus]?.insert(text.firstLine) }
  }

  /// Puts the cursor where the mouse pointed.
  mutating func point(at column: Int, columns: Int, in field: SignInField) {
    focus = field
    texts[field]?.point(at: column, columns: columns)
  }
}

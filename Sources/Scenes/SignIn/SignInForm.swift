import FeedDomain
import Preferences
import Terminal

/// The text fields of the sign-in form, and the focused one.
struct SignInForm {
  private(set) var rows: [SignInFormModel.Row] = []
  private var texts: [SignInField: TextField] = [:]
  private var service: Service?
  private(set) var focus: SignInField?

  subscript(field: SignInField) -> TextField { texts[field] ?? TextField() }

  var answers: SignInAnswers {
    rows.reduce(into: SignInAnswers()) { $0.set($1.field, Secret(self[$1.field].text)) }
  }

  /// Shows the fields of a form. Typed text is kept for the same service, and discarded for another
  /// one.
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

  /// Focuses the field with the error. A wrong secret is cleared.
  mutating func mend(_ field: SignInField?, isWrong: Bool) {
    guard let field, texts[field] != nil else { return }
    if isWrong, field.isSecret { texts[field]?.clear() }
    focus = field
  }

  /// Clears passwords and other secret fields.
  mutating func forgetSecrets() {
    for row in rows where row.field.isSecret { texts[row.field]?.clear() }
  }

  mutating func use(_ field: SignInField) { focus = field }

  /// Focuses the next field, or for -1 the previous one, wrapping around.
  mutating func move(by step: Int) {
    guard let place = rows.firstIndex(where: { $0.field == focus }) else { return }
    focus = rows[(place + step + rows.count) % rows.count].field
  }

  var isEmpty: Bool { rows.allSatisfy { self[$0.field].text.isEmpty } }

  /// Returns whether all fields are filled; otherwise focuses the first empty one. The secret of an
  /// application key may be left empty.
  mutating func isComplete() -> Bool {
    guard
      let missing = rows.first(where: {
        self[$0.field].text.isEmpty && !($0.field == .secret && $0.field == focus)
      })
    else { return true }
    focus = missing.field
    return false
  }

  /// The instruction for the focused field; nil if the field is filled.
  var wanted: SafeText? {
    rows.first { $0.field == focus && self[$0.field].text.isEmpty }?.wanted
  }

  /// Returns whether the field with this instruction has been filled.
  func isFilled(_ field: SignInField, asWantedBy words: SafeText) -> Bool {
    rows.contains { $0.field == field && $0.wanted == words } && !self[field].text.isEmpty
  }

  /// Handles a key. Returns false if the key is not handled.
  mutating func handle(_ key: Key) -> Bool {
    guard let focus else { return false }
    return texts[focus]?.handle(key) ?? false
  }

  mutating func paste(_ text: String) {
    if let focus { texts[focus]?.insert(text.firstLine) }
  }

  /// Focuses a field, and moves its cursor to a click.
  mutating func point(at column: Int, columns: Int, in field: SignInField) {
    focus = field
    texts[field]?.point(at: column, columns: columns)
  }
}

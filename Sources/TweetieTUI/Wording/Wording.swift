internal import Terminal

/// All words shown, in the person's language.
///
/// A sentence is written where it is used, in English and as a literal, so that the scan of the
/// sources finds it: `say("Signed in as {handle}.", ["handle": handle])`. What belongs to a scene
/// goes into an extension of its own, `Wording+<Scene>.swift`.
struct Wording: Sendable {
  private let catalogue: any Catalogue

  /// Words from a catalogue; English without one.
  init(_ catalogue: any Catalogue = EnglishCatalogue()) { self.catalogue = catalogue }

  /// The sentence, with each `{name}` replaced by its value.
  func say(_ message: String, _ values: KeyValuePairs<String, String> = [:]) -> SafeText {
    SafeText(sanitizing: fill(catalogue.text(message), values))
  }

  /// The form of the sentence that goes with the number, which replaces `{count}`.
  func say(
    one: String, many: String, count: Int, _ values: KeyValuePairs<String, String> = [:]
  ) -> SafeText {
    let template = catalogue.text(one, many, count: count)
    let counted = KeyValuePairs(dictionaryLiteral: ("count", String(count)))
    return SafeText(sanitizing: fill(fill(template, counted), values))
  }
}

extension Wording {
  /// Goes through the template once, so that a value which looks like a placeholder stays as it is.
  private func fill(_ template: String, _ values: KeyValuePairs<String, String>) -> String {
    guard !values.isEmpty else { return template }
    var result = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      result += rest[..<open]
      result += values.first { $0.key == name }?.value ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

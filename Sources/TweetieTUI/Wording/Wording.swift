/// All words shown, in the person's language.
struct Wording: Sendable {
  /// The words of that message, which is its English text.
  func text(_ id: String) -> String { id }

  /// The words of that message, with `{name}` replaced by the value of that name.
  func text(_ id: String, _ values: [String: String]) -> String {
    values.reduce(text(id)) { text, value in
      text.split(separator: "{\(value.key)}", omittingEmptySubsequences: false)
        .joined(separator: value.value)
    }
  }

  /// The words for so many of something; `{count}` is the number.
  func plural(
    _ one: String, _ many: String, _ count: Int, _ values: [String: String] = [:]
  ) -> String {
    text(count == 1 ? one : many, values.merging(["count": String(count)]) { given, _ in given })
  }
}

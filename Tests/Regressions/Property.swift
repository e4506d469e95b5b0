/// Something that holds for whatever bytes come: the heart of a fuzz target, and of its
/// regression test.
///
/// The parser under it must not trap either, which no property needs to say.
struct Property: Sendable {
  /// Names the target, its inputs and its dictionary.
  let name: String
  /// Throws where the property does not hold for these bytes.
  let check: @Sendable ([UInt8]) throws(Finding) -> Void

  /// Every property there is.
  static let all: [Property] =
    terminal + service + network + storage + program + pictures
}

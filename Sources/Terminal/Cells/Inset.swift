/// A small picture among words, by its address: two cells wide and one high.
///
/// The cells are words like any others until whoever draws the picture places it over them.
public struct Inset: Hashable, Sendable {
  /// How many columns it takes.
  public static let columns = 2

  /// Where the picture is.
  public let address: String

  /// The picture at that address.
  public init(_ address: String) { self.address = address }
}

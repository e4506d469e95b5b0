/// An address that may be handed to the terminal: http or https, printable ASCII, at most 2,083
/// bytes. Anything else is no link.
public struct Hyperlink: Hashable, Sendable {
  /// The address.
  public let address: String

  /// The link to that address, or nil where it must not be handed out.
  public init?(_ address: String) {
    guard address.hasPrefix("https://") || address.hasPrefix("http://"),
      address.utf8.count <= 2083, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
    else { return nil }
    self.address = address
  }
}

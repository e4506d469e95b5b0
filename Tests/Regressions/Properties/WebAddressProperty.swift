@testable import FeedServices

/// Addresses from strangers: what may be asked is https or this machine, names no user, and is read
/// the same a second time.
enum WebAddressProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let (base, text) = (WebAddress(reader.text()), reader.remainingText())
    _ = RedactedAddress(text)

    guard let address = WebAddress(text, relativeTo: base) else { return }

    try expect(
      address.text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }, "a blank in \(address.text)")
    guard address.isSecureOrLocal else { return }
    try expect(address.isSecure || address.isLoopback, "neither safe nor here")
    try expect(WebAddress(address.text) == address, "read otherwise a second time: \(address.text)")
  }
}

/// An address as a log may show it: without user, password, query and fragment, where secrets are.
struct RedactedAddress: CustomStringConvertible, Sendable {
  let description: String

  init(_ address: String) {
    let bare = address.prefix { $0 != "?" && $0 != "#" }
    guard let scheme = bare.range(ofASCII: "://") else {
      description = bare.contains("@") ? "…" : String(bare)
      return
    }
    let rest = bare[scheme.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "\\" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    description = "\(bare[..<scheme.upperBound])\(host)\(rest[authority.endIndex...])"
  }
}

extension Substring {
  fileprivate func range(ofASCII pattern: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(pattern) {
        return start..<index(start, offsetBy: pattern.count)
      }
      start = index(after: start)
    }
    return nil
  }
}

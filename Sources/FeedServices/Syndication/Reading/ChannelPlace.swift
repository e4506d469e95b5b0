/// Where a feed is, so that the links in it lead somewhere.
struct ChannelPlace {
  let base: WebAddress?

  init(_ address: String?) { base = address.flatMap { WebAddress($0) } }

  private init(_ base: WebAddress?) { self.base = base }

  /// The place that an `xml:base` names; the same without one.
  func at(_ address: String?) -> ChannelPlace {
    guard let address, let there = WebAddress(address, relativeTo: base), there.isOfTheWeb else {
      return self
    }
    return ChannelPlace(there)
  }

  /// The whole address of a link; nil where it does not lead into the web.
  func address(_ link: String) -> String? {
    let link = link.trimmingBlanks
    guard !link.isEmpty, let there = WebAddress(link, relativeTo: base), there.isOfTheWeb else {
      return nil
    }
    return there.text
  }

  /// The whole address of a file that is fetched, which is not done without protection.
  func file(_ link: String) -> String? {
    guard let address = address(link), let there = WebAddress(address) else { return nil }
    guard !there.isAllowed else { return address }
    return "https" + address.dropFirst(4)
  }
}

extension WebAddress {
  fileprivate var isOfTheWeb: Bool { scheme == "https" || scheme == "http" }
}

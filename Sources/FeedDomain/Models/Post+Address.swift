extension Post {
  /// What is the same for a post wherever it is seen: its own address, without what does not matter;
  /// nil for one that has none.
  package var address: String? {
    guard let url, let scheme = ["https://", "http://"].first(where: url.hasPrefix) else {
      return nil
    }
    var address = url.dropFirst(scheme.count).prefix { $0 != "#" }
    while address.last == "/" { address.removeLast() }
    guard !address.isEmpty else { return nil }
    let host = address.prefix { $0 != "/" }
    return host.lowercased() + address[host.endIndex...]
  }

  /// The post as that account sees it, where those of several stand together.
  package func seen(by account: Account.ID) -> Post {
    changed(self) {
      $0.id = id.of(account)
      $0.reply = reply.map { Reply(to: $0.post.of(account), handle: $0.handle) }
    }
  }

  /// The post as the account that sees it knows it.
  package var asOwn: Post {
    changed(self) {
      $0.id = id.own
      $0.reply = reply.map { Reply(to: $0.post.own, handle: $0.handle) }
    }
  }
}

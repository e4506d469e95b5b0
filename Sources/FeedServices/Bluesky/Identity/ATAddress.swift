/// The address of a record: whose it is, among what, and under which key.
///
/// It looks like an address of the web, but the colons in it keep readers of those from reading it.
struct ATAddress: Equatable, Sendable {
  let owner: String
  let collection: String
  let key: String

  init(owner: String, collection: String, key: String) {
    (self.owner, self.collection, self.key) = (owner, collection, key)
  }

  /// Nil for what is no address of a record.
  init?(_ text: String) {
    guard text.hasPrefix("at://"), text.utf8.count <= 2048 else { return nil }
    let parts = text.dropFirst("at://".utf8.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
    else { return nil }
    self.init(owner: String(parts[0]), collection: String(parts[1]), key: String(parts[2]))
  }

  /// Where a browser shows it; nil where none does.
  var page: String? {
    // Colons are no danger in a path, and people read such addresses.
    let owner = WebQuery.encoded(owner).replacing("%3A", with: ":")
    let person = "https://bsky.app/profile/\(owner)"
    let key = WebQuery.encoded(key)
    return switch collection {
    case "app.bsky.feed.post": "\(person)/post/\(key)"
    case "app.bsky.feed.generator": "\(person)/feed/\(key)"
    case "app.bsky.graph.list": "\(person)/lists/\(key)"
    case "app.bsky.graph.starterpack":
      "https://bsky.app/starter-pack/\(owner)/\(key)"
    case "app.bsky.labeler.service", "app.bsky.actor.profile": person
    default: nil
    }
  }
}

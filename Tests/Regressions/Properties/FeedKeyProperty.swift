import FeedDomain

@testable import FeedStorage

/// Streams as the cache names them: a stream comes back as the same, whatever its tag, person or
/// list is called.
enum FeedKeyProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let name = reader.text()
    let label = reader.remainingText()
    for feed in [Feed.tag(name), .person(Person.ID(name)), .list(id: name, name: label)] {
      let key = StoredFeedKeyAndLabel(feed)
      let again = StoredFeedKeyAndLabel(key.key, label: key.label).feed
      try expect(
        again == feed && again.map { StoredFeedKeyAndLabel($0).label } == key.label,
        "\(feed) comes back as \(String(describing: again))")
    }
    _ = StoredFeedKeyAndLabel(name, label: label).feed
  }
}

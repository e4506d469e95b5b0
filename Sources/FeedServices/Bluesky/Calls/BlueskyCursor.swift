internal import FeedDomain

extension Cursor {
  /// Where a list goes on after a page of it, as its server says; nil at its end.
  init?(below page: JSON) {
    // Servers without much care write numbers.
    guard let position = page["cursor"].id else { return nil }
    self.init(position)
  }
}

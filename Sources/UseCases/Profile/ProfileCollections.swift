internal import FeedDomain

/// What somebody put together, as far as it was fetched, each once; a few of it until the reader wants
/// to see more.
struct ProfileCollections {
  private static let few = 5

  private var all: [Feed] = []
  private var isWhole = false
  /// Where they go on.
  private(set) var next: Cursor?

  /// What is shown of it.
  var shown: [Feed] { isWhole ? all : Array(all.prefix(Self.few)) }
  /// Whether there is more than what is shown.
  var hasMore: Bool { next != nil || shown.count < all.count }

  /// Begins anew with the first page.
  mutating func begin(_ page: Page<Feed>) {
    all = []
    append(page)
  }

  mutating func append(_ page: Page<Feed>) {
    var known = Set(all)
    all += page.elements.filter { known.insert($0).inserted }
    next = page.next
  }

  /// Shows all that was fetched; where to go on where that is no more than what was shown.
  mutating func expand() -> Cursor? {
    let wasWhole = shown.count == all.count
    isWhole = true
    return wasWhole ? next : nil
  }
}

internal import FeedDomain

/// What somebody has in their cache: so many posts with such photos, laid out in that way.
struct HomeContents: Hashable {
  /// So many posts are in each column beside the first.
  static let postsInColumn = 500

  let posts: Int
  var photos: InventedPhotos?
  var arrangement = Arrangement.list
  /// How many of the newest were not read.
  var unread = 0
  /// How many streams stand in columns beside the first.
  var columns = 0
  /// How many accounts are read together, each with so many posts, one of ten of which all see.
  var accounts = 1
}

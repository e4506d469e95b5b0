internal import FeedDomain

/// What somebody has in their cache: so many posts with such photos, laid out in that way.
struct HomeContents: Hashable {
  let posts: Int
  var photos: InventedPhotos?
  var arrangement = Arrangement.list
  /// How many of the newest were not read.
  var unread = 0
}

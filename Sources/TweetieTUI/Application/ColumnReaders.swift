import FeedDomain
import PhotoDisplay
import Terminal
import Words

/// Who reads in which column; nil is the first, which is of whoever is in front.
struct ColumnReaders {
  /// The photos of whoever a column is of.
  var album: (DeckColumn?) -> any PictureShelf = { _ in NoPictures() }
  /// Whose a column is, in words; empty where all are of one account.
  var owner: (DeckColumn?) -> SafeText = { _ in "" }
}

import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

extension Block<PostClick> {
  /// Indents a post's block and puts the author's picture on its left, or the coloured initial that
  /// replaces it.
  mutating func stand(
    beside post: PostViewModel, in box: CellSize, indent: Int, _ theme: Theme,
    _ options: DisplayOptions
  ) {
    stand(
      beside: post.heading.portrait ?? .none, in: box, indent: indent,
      tile: PersonTile(post.heading.author, post.nameStyle(theme, options)))
    zones += (0..<box.rows).map {
      Zone(line: $0, columns: 0..<box.columns, action: .deed(.meet(post.heading.authorID)))
    }
  }
}

extension Photo {
  /// A placeholder for a missing profile picture.
  static let none = Photo(
    id: ID(""), renditions: [], size: PhotoSize(width: 1, height: 1), altText: "")
}

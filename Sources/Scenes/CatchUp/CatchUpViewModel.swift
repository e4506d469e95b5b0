import FeedDomain
import Terminal
import UseCases

/// A row of what was missed.
struct CatchUpRow: PostRow {
  /// What tells a row from the others.
  enum ID: Hashable {
    case heading(CatchUpSection.ID)
    case post(Post.ID)
    case fold(Post.ID)
    case link(String)
    case pictures
    case end
  }

  /// What it shows besides a post.
  enum Content: Equatable {
    /// What the posts below have in common, and how many they are.
    case heading(SafeText, count: SafeText, person: Person?)
    /// A post, and who boosted it.
    case post(boosters: SafeText)
    /// That posts are folded away behind that one.
    case fold(SafeText, behind: Post.ID)
    /// A page, and who shared it.
    case link(SafeText, Hyperlink?, people: SafeText)
    /// Photos, each with the words for it.
    case pictures([Tile])
    /// What there is to say at the end.
    case words([SafeText])
  }

  /// A photo in the wall.
  struct Tile: Equatable {
    let post: Post.ID
    let index: Int
    let photo: Photo
    let words: SafeText
  }

  let id: ID
  let section: CatchUpSection.ID
  let content: Content
  package var post: PostItem?
  /// Whose name stands above it already.
  var person: Person.ID?
  /// What is seen with it.
  var entries: [FeedEntry.ID] = []

  /// Whether it only names what is below it.
  var isHeading: Bool { if case .heading = content { true } else { false } }
}

/// Rows that belong together.
struct CatchUpSection: Equatable {
  /// What tells it from the others.
  enum ID: Hashable {
    case group(CatchUpDigest.Group.Kind)
    case links, pictures, end
  }

  let id: ID
  var rows: [CatchUpRow]
}

/// What catching up shows.
struct CatchUpViewModel: Equatable {
  var title: SafeText = ""
  /// In which order, and how many are left.
  var aside: SafeText = ""
  /// What goes on; empty for nothing.
  var activity: SafeText = ""
  /// What is wrong; empty for nothing.
  var failure: SafeText = ""
  var order = CatchUpOrder.people
  /// Whether it was missed, and not only looked at again.
  var isMissed = true
  var sections: [CatchUpSection] = []
  /// What stands in the middle while there is nothing to read.
  var notice: EmptyState?
  /// What is done once.
  var cues: [PostCue] = []
}

extension CatchUpViewModel {
  /// The rows in one column, or in several that have room for about so many: whoever wrote more has
  /// one alone.
  func columns(holding most: Int?) -> [[CatchUpRow]] {
    guard let most, order == .people || order == .threads else {
      return [sections.flatMap(\.rows)]
    }
    var columns: [[CatchUpRow]] = []
    for section in sections {
      if let last = columns.last, last.count + section.rows.count <= most {
        columns[columns.count - 1] += section.rows
      } else {
        columns.append(section.rows)
      }
    }
    return columns.isEmpty ? [[]] : columns
  }
}

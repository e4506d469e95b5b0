import FeedDomain
import Terminal

/// A row in the tree of a conversation.
struct ConversationRow: PostRow {
  /// What tells a row from the others.
  enum ID: Hashable {
    case post(Post.ID)
    case cut(below: Post.ID)
  }

  let id: ID
  /// The post; nil where answers were left out.
  package var post: PostItem?
  /// What the row says where answers were left out.
  var words: SafeText = ""
  /// Whether it is the post in question.
  let isFocus: Bool
  /// What stands for a post that is drawn beside it already; nil where it is drawn here.
  var stead: Stead?
  /// How it hangs in the tree.
  let branch: Branch
}

extension ConversationRow {
  /// What stands for the selected post beside its stream, where nothing is to be drawn twice.
  struct Stead: Equatable {
    /// Whether there are others, among which it has a place.
    let hasOthers: Bool
    /// Whether nobody answered it: there is room for whoever wrote it, and for its picture.
    let isUnanswered: Bool
  }
}

/// How a post hangs in a tree: what is drawn left of it.
struct Branch: Equatable {
  /// For each level above its own, the outermost first: whether a later post stands on it.
  let trunks: [Bool]
  /// Whether a later post stands beside it; nil for a post that answers none.
  let hasSibling: Bool?
  /// The levels that go on below it, the outermost first.
  let below: [Bool]

  private static let mostLevels = 64

  /// How each post hangs in a tree, from their depths in reading order.
  static func branches(depths: [Int]) -> [Branch] {
    var branches: [Branch] = []
    // Which levels have a post further down; a bit would do, but depth has no bound.
    var isOpen: [Bool] = []
    var below: [Bool] = []
    for depth in depths.reversed() {
      let depth = max(0, depth)
      if isOpen.count <= depth {
        isOpen += Array(repeating: false, count: depth + 1 - isOpen.count)
      }
      // More than fit on any screen: each of many thousand would have all that are above it.
      let trunks = depth > 1 ? Array(isOpen[max(1, depth - mostLevels)..<depth]) : []
      let hasSibling = depth > 0 ? isOpen[depth] : nil
      branches.append(Branch(trunks: trunks, hasSibling: hasSibling, below: below))
      isOpen.removeSubrange((depth + 1)...)
      isOpen[depth] = true
      below = depth > 0 ? trunks + [true] : []
    }
    return branches.reversed()
  }
}

/// What a conversation shows.
struct ConversationViewModel: Equatable {
  /// What this is.
  var title: SafeText = ""
  /// How many posts it has; empty before that is known.
  var count: SafeText = ""
  /// What goes on; empty for nothing.
  var activity: SafeText = ""
  /// What is wrong; empty for nothing.
  var failure: SafeText = ""
  /// The posts, in reading order, and where answers were left out.
  var rows: [ConversationRow] = []
  /// What stands in the middle while there are no posts.
  var notice: StreamNotice?
  /// What is done once.
  var cues: [PostCue] = []
}

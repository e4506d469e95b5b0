import FeedDomain
import Terminal

/// What some people say to each other, in a list.
struct MessageRow: Identifiable, Equatable {
  let id: Correspondence.ID
  /// Who takes part.
  let people: SafeText
  /// What was said last.
  let words: SafeText
  /// When; empty where that is gone.
  let time: SafeText
  let isUnread: Bool
  /// What was said last, to be opened and answered; nil where that is gone.
  let last: Post.ID?
  /// The only other who takes part; nil where there are several.
  let partner: Person.ID?
}

/// What the list of messages shows.
struct MessagesViewModel: Equatable {
  var title: SafeText = ""
  /// How many are unread.
  var aside: SafeText = ""
  var rows: [MessageRow] = []
  /// Whether more can be asked for.
  var hasMore = false
  /// What goes on; empty for nothing.
  var activity: SafeText = ""
  /// What is wrong, and what to do; empty for nothing.
  var failure: SafeText = ""
  /// What stands in the middle while there is nothing.
  var notice: StreamNotice?
  /// What is to be done once.
  var cues: [PostCue] = []
}

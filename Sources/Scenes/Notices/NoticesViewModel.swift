import FeedDomain
import Preferences
import Terminal
import UseCases

/// Something that happened to the reader, in words.
struct NoticeRow: PostRow {
  /// What tells it from others, however many join in.
  let id: String
  /// The sign of what happened.
  let sign: SafeText
  /// What the sign means.
  let role: Role
  /// Who did what.
  let words: SafeText
  /// The same with fewer names.
  let shortWords: SafeText
  /// When; it is worded when it is drawn.
  let at: Timestamp
  /// Whether it has not been looked at before.
  let isUnread: Bool
  /// The post it is about.
  package var post: PostItem?
  /// Whether the post is somebody else's words, to be read and answered here.
  let showsPost: Bool
  /// Who did it, the latest of them.
  let person: Person.ID?
  /// Where it leads.
  let route: Route?
  /// The page it is about, which is opened instead.
  var page: Hyperlink?
  /// Who asks to follow; nil where nobody asks.
  var asking: Person.ID?
  /// Whose it is, where those of several accounts stand together.
  var owner: Owner?

  /// One of the accounts whose notices stand together.
  struct Owner: Equatable {
    let account: Account.ID
    let sign: AccountSign
  }
}

/// A part of the notices, by its name.
struct NoticesTab: Equatable {
  let tab: NoticeTab
  let name: SafeText
}

/// What the notices show.
struct NoticesViewModel: Equatable {
  /// The name of the scene.
  var title: SafeText = ""
  /// The parts that there are, and which of them is shown; none where they are one.
  var tabs: [NoticesTab] = []
  var current = 0
  /// Whether those of all accounts are looked at; nil where there are no others.
  var together: Bool?
  /// Which services failed while others answered; empty for none.
  var silence: SafeText = ""
  /// How many are new; empty for none.
  var count: SafeText = ""
  /// The notices, the latest first.
  var rows: [NoticeRow] = []
  /// Whether older ones can be asked for.
  var hasMore = false
  /// What goes on; empty for nothing.
  var activity: SafeText = ""
  /// What is wrong, and what to do; empty for nothing.
  var failure: SafeText = ""
  /// What stands in the middle while there are none.
  var notice: StreamNotice?
  /// What is done once.
  var cues: [PostCue] = []
}

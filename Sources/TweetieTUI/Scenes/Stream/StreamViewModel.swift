import FeedDomain
import Terminal

/// A row of a stream, ready to be drawn when it comes into view.
indirect enum StreamRow: PostRow {
  /// What tells a row from the others.
  enum ID: Hashable {
    case entry(FeedEntry.ID)
    case gap(Gap.ID)
  }

  /// A post.
  case post(FeedEntry.ID, PostItem)
  /// Posts that were not fetched.
  case gap(StreamGap)

  var id: ID {
    switch self {
    case .post(let id, _): .entry(id)
    case .gap(let row): .gap(row.gap.id)
    }
  }

  /// The post in it.
  var post: PostItem? {
    get { if case .post(_, let item) = self { item } else { nil } }
    set { if case .post(let id, _) = self, let newValue { self = .post(id, newValue) } }
  }
}

/// A stretch that was not fetched, in words.
struct StreamGap: Equatable {
  /// The stretch.
  let gap: Gap
  /// What the row says.
  let words: SafeText
  /// What it says while it is being fetched.
  let busyWords: SafeText
  /// Whether it is.
  var isFilling = false
}

/// The rows of a stream and what surrounds them.
struct StreamRows: Equatable {
  /// The rows, from the top.
  let rows: [StreamRow]
  /// Whether there is more above.
  let hasMoreAbove: Bool
  /// Whether there is more below.
  let hasMoreBelow: Bool
  /// Where to put the reader; nil leaves them where they are.
  let place: ReadingPlace?
}

/// The top line and what goes on, in words; times are worded when they are drawn.
struct StreamHeading: Equatable {
  /// Who is reading.
  var account: SafeText = ""
  /// The streams.
  var tabs: [SafeText] = []
  /// Which of them is read; nil for a stream that is no tab.
  var current: Int?
  /// The name of a stream that is no tab.
  var title: SafeText = ""
  /// Whether it is read for what is near.
  var isNearby = false
  /// What is shown instead of what was asked for; empty where it is what was asked for.
  var standIn: SafeText = ""
  /// What is unread: "3 new ↑".
  var unread: SafeText = ""
  /// What happened to the reader: "◆ 2".
  var notices: SafeText = ""
  /// What waits: "◷ 2".
  var waiting: SafeText = ""
  /// What was refused: "✗ 1".
  var refused: SafeText = ""
  /// What goes on; empty for nothing.
  var activity: SafeText = ""
  /// Since when nothing has come of what goes on, and what can be done; nil where something does.
  var stall: StreamStall?
  /// How the stream stands: when it was fetched, or why it could not be.
  var standing: StreamStanding = .unknown
}

/// A service that says nothing.
struct StreamStall: Equatable {
  /// The last time that something came.
  let since: Timestamp
  /// What the reader can do.
  let hint: SafeText
}

/// How old a stream is, and why.
enum StreamStanding: Equatable {
  /// Nothing is known yet.
  case unknown
  /// It was fetched then.
  case fetched(Timestamp)
  /// It could not be fetched: in words.
  case failed(SafeText)
}

/// Shows a stream.
@MainActor protocol StreamDisplaying: PostDisplaying {
  /// Shows the top line.
  func show(_ heading: StreamHeading)
  /// Offers these streams.
  func offer(_ streams: [StreamTab], current: Feed?)
  /// Lays the rows out like this; `bare` stands in place of a gallery without photos.
  func show(_ arrangement: Arrangement, bare: StreamNotice)
  /// Shows other rows.
  func show(_ rows: StreamRows)
  /// Shows a post differently, wherever it stands.
  func change(_ posts: [Post], undelivered: Set<Post.ID>)
  /// Shows what stands in the middle while there are no rows.
  func show(_ notice: StreamNotice?)
  /// Shows what stands below the last row.
  func show(footer: SafeText, isBusy: Bool)
  /// Shows which gap is being fetched; nil for none.
  func show(filling gap: Gap.ID?)
  /// Asks for a place to look around.
  func askForPlace()
}

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
  package var post: PostItem? {
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

/// A stream as it is to be seen, in the order of the screen.
struct StreamViewModel: Equatable {
  /// The top line.
  var heading = StreamHeading()
  /// The streams that are offered.
  var streams: [StreamTab] = []
  /// The one that is read; nil before that is known.
  var feed: Feed?
  /// How the rows are laid out.
  var arrangement = Arrangement.list
  /// What stands in place of a gallery without photos; nil before anything has come.
  var bare: EmptyState?
  /// The rows, from the top.
  var rows: [StreamRow] = []
  /// Where each entry stands in the stream, counted from the newest; empty where the rows stand so.
  var ranks: [FeedEntry.ID: Int] = [:]
  /// Whether any of them has a photo.
  var hasPhotos = false
  /// On which sides there is more.
  var more = StreamSides()
  /// What stands in the middle while there are no rows.
  var notice: EmptyState?
  /// What stands below the last row.
  var footer = StreamFooter()
  /// Whether it is read for what is near.
  var isNearby = false
  /// What stands above the rows: that they stand in for others; empty for nothing.
  var strip: SafeText = ""
  /// Which services failed while others go on; empty for none.
  var silence: SafeText = ""
  /// What was posted while the reader was away, where they may want to catch up.
  var missed: StreamMissed?
  /// What is to be done once.
  var cues: [Cue] = []

  /// Something that is done once.
  enum Cue: Equatable {
    /// What any scene with posts may be told to do.
    case post(PostCue)
    /// Begins with the stream anew: what was asked for of it before is over.
    case offered
    /// Puts the reader there.
    case place(ReadingPosition)
    /// Shows what stands above the reader, as far as they stay in sight.
    case showAbove
  }
}

/// What was posted while the reader was away.
struct StreamMissed: Equatable {
  let count: Int
  /// Whether there is more that was not fetched.
  let isUncounted: Bool
  let since: Timestamp
}

/// The sides of the screen on which a stream goes on.
struct StreamSides: Equatable {
  var above = false
  var below = false
}

/// What stands below the last row of a stream.
struct StreamFooter: Equatable {
  /// How it goes on, or that it ends; empty for nothing.
  var words: SafeText = ""
  /// Whether more is on its way.
  var isBusy = false
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
  /// What is unread: "3 new ↑".
  var unread: SafeText = ""
  /// What happened to the reader: "◆ 2".
  var notifications: SafeText = ""
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

extension StreamHeading {
  /// The name of the stream that is read.
  var name: SafeText { current.map { tabs[$0] } ?? title }
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

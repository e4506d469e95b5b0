import FeedDomain
import Preferences
import Terminal

/// A line of the log.
struct LogRow: Identifiable, Equatable {
  /// Where in the file it begins.
  let id: Int
  /// The time of day; empty where the line has none.
  let time: SafeText
  /// What was noted.
  let text: SafeText
  /// How much it matters.
  let role: Role
}

/// A channel of the log, and how much of it is written.
struct LogSwitch: Equatable {
  /// The key that turns it.
  let key: SafeText
  /// What it is about, and from which level on.
  let words: SafeText
  /// Whether it is written at all.
  let isOn: Bool
}

/// What the log shows.
struct LogViewModel: Equatable {
  /// The name of the scene.
  var title: SafeText = ""
  /// Whether anything is kept.
  var isKept = true
  /// Which lines are shown.
  var filter: SafeText = ""
  /// The channels.
  var switches: [LogSwitch] = []
  /// The keys that turn them; nil where there are none.
  var turning: Hint?
  /// The lines, the latest last.
  var rows: [LogRow] = []
  /// What stands in the middle while there are none.
  var notice: StreamNotice?
}

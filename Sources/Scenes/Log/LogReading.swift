import FeedDomain
import Logging
import Preferences

/// Looking through the log of the program, which is none of the services' business.
enum LogReading {
  /// What the person wants.
  enum Request: Equatable {
    /// To see the last lines, and those that are written from now on.
    case open
    /// To have more or less of a channel written: each level in turn.
    case turn(LogChannel)
    /// To see only what matters so much: each level in turn.
    case filter
    /// To stop: the scene closes.
    case close
  }

  /// What happened.
  enum Response: Equatable {
    /// The last lines that matter so much, the latest last; nil where nothing is kept.
    case lines([LogRecord]?, from: LogLevel)
    /// From which level on each channel is written.
    case channels([LogChannel: LogThreshold])
  }
}

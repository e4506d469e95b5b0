package import FeedDomain

/// How the person wants the program to be. Without any file everything has a good default.
package struct Settings: Equatable, Sendable {
  // What it looks like.
  package var theme = ThemeChoice.auto
  /// The name of a theme that somebody wrote; empty for one that everybody has.
  package var ownTheme = ""
  package var ownThemes: [String: OwnTheme] = [:]
  package var colours = ColourChoice.auto
  package var hyperlinks = Availability.auto
  package var synchronizedOutput = Availability.auto
  package var pictures = PictureChoice.auto
  /// How many bytes of photos are kept on disk; zero keeps none.
  package var photoCache = 200_000_000
  package var pictureBudget = PictureBudget.auto
  package var animations = Switch.on
  package var nameColours = Switch.on
  package var people = Switch.on
  package var plain = Switch.off
  /// A language code; empty for the locale's.
  package var language = ""

  // How it is read and written.
  package var mouse = Switch.on
  package var order = ReadingOrder.newest
  package var times = TimeStyle.relative
  package var threads = Switch.on
  /// Whether h, j, k and l move on walls, rather than doing what they do elsewhere.
  package var wallLetters = Switch.off
  /// Zero never refreshes by itself.
  package var refresh = Duration.seconds(90)
  /// After how long an absence one is offered to catch up; zero never offers it.
  package var catchUpAfter = Duration.seconds(3_600)
  /// How many posts must be unread for that.
  package var catchUpPosts = 40
  /// Zero does at once what could be undone.
  package var undo = Duration.seconds(5)
  package var spelling = SpellingChoice.auto

  // How one is called who looks elsewhere.
  package var title = Switch.off
  package var mentions = AlertWay.off
  package var messages = AlertWay.off
  package var notifications = DesktopNotificationChoice.auto

  // Other programs, as a name and its arguments; empty for `VISUAL`, `EDITOR`, `xdg-open`
  // and `mpv`.
  package var editor = ""
  package var opener = ""
  package var player = ""

  // Photos.
  /// A name or coordinates; empty to ask the system, then the person.
  package var place = ""
  package var locate = Switch.on
  /// Who is told for what places one looks.
  package var lookup = PlaceLookup.both
  package var nominatim = "https://nominatim.openstreetmap.org"
  package var photon = "https://photon.komoot.io"
  /// Empty for the desktop's picture directory.
  package var saveDirectory = ""

  // The keys of one's own applications, with which services let programs look.
  var unsplashKey = ""
  var unsplashSecret = ""
  var flickrKey = ""
  var flickrSecret = ""

  // What is written to the log.
  package var log: [LogChannel: LogThreshold] = [:]

  /// Keys for commands, as written; `KeySettings` makes a key map of them.
  package var keys: [SettingEntry] = []

  package init() {}

  /// Chooses a theme by its name, or says that there is none of that name.
  package mutating func choose(theme name: String) -> Bool {
    if let choice = ThemeChoice(rawValue: name) {
      (theme, ownTheme) = (choice, "")
      return true
    }
    guard ownThemes[name] != nil else { return false }
    ownTheme = name
    return true
  }

  package var alertPreferences: AlertPreferences {
    AlertPreferences(title: title.isOn, mentions: mentions, messages: messages)
  }

  package func threshold(of channel: LogChannel) -> LogThreshold { log[channel] ?? .error }
}

/// A line of the settings file.
package struct SettingEntry: Equatable, Sendable {
  package let section: String
  package let key: String
  package let value: String
  /// Counted from 1.
  package let line: Int

  package init(
    section: String, key: String, value: String, line: Int
  ) {
    (self.section, self.key, self.value, self.line) = (section, key, value, line)
  }
}

/// Something in the settings file that cannot be used; the default holds instead.
package struct SettingMistake: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    case unknownSection(String, nearest: String?)
    case unknownKey(String, nearest: String?)
    case badValue(String, key: String, allowed: String)
    /// What an environment variable says, which counts more than a line does.
    case badVariable(String, name: String, allowed: String)
    /// An upper line gave the key to another command.
    case keyTaken(String, by: String, line: Int)
    /// The line has no key, no "=", or no value.
    case saysNothing
    /// It begins with "[" and has no "]".
    case openSection
    case tooLong
    case notText
    /// Not one line of the file can be had.
    case unreadable(StoreError)
  }

  /// Counted from 1; 0 for the file as a whole.
  package let line: Int
  package let reason: Reason
  /// The file of a theme in which it is; nil for the settings file.
  package let file: String?

  package init(line: Int, reason: Reason, file: String? = nil) {
    (self.line, self.reason, self.file) = (line, reason, file)
  }
}

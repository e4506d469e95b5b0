internal import FeedDomain

/// How the person wants the program to be. Without any file everything has a good default.
struct Settings: Equatable, Sendable {
  // What it looks like.
  var theme = ThemeChoice.auto
  var colours = ColourChoice.auto
  var hyperlinks = Availability.auto
  var synchronizedOutput = Availability.auto
  var pictures = PictureChoice.auto
  /// How many bytes of photos are kept on disk; zero keeps none.
  var photoCache = 200_000_000
  var pictureBudget = PictureBudget.auto
  var animations = Switch.on
  var plain = Switch.off
  /// A language code; empty for the locale's.
  var language = ""

  // How it is read and written.
  var mouse = Switch.on
  var order = ReadingOrder.newest
  /// Zero never refreshes by itself.
  var refresh = Duration.seconds(90)
  /// Zero does at once what could be undone.
  var undo = Duration.seconds(5)

  // Other programs, as a name and its arguments; empty for `VISUAL`, `EDITOR`, `xdg-open`
  // and `mpv`.
  var editor = ""
  var opener = ""
  var player = ""

  // Photos.
  /// A name or coordinates; empty to ask the system, then the person.
  var place = ""
  /// Whether the system is asked where the person is.
  var locate = Switch.on
  /// Who is told for what places one looks.
  var lookup = PlaceLookup.both
  var nominatim = "https://nominatim.openstreetmap.org"
  var photon = "https://photon.komoot.io"
  /// Empty for the desktop's picture directory.
  var saveDirectory = ""

  // The keys of one's own applications, with which services let programs look.
  var unsplashKey = ""
  var unsplashSecret = ""
  var flickrKey = ""
  var flickrSecret = ""
  // Where they are asked: there, or at a server of one's own.
  var unsplashServer = "https://api.unsplash.com"
  var flickrServer = "https://www.flickr.com"
  var instagramServer = "https://graph.instagram.com"
  /// Which version of its interface Instagram is asked in; each is retired after two years.
  var instagramVersion = "v25.0"

  // What is written to the log.
  var log: [LogChannel: LogThreshold] = [:]

  // How the built-in service behaves.
  var latency = Duration.milliseconds(350)
  var newPosts = Duration.seconds(45)
  var faults = ""
  var faultsFile = ""

  /// Keys for commands, as written; `KeySettings` makes a key map of them.
  var keys: [SettingEntry] = []

  /// From which level on a channel is logged.
  func threshold(of channel: LogChannel) -> LogThreshold { log[channel] ?? .error }
}

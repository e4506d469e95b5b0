package import FeedDomain
package import Terminal
package import Words

/// A set of the values of all settings. Without a settings file each has its default.
package struct Settings: Equatable, Sendable {
  // The screen.
  package var theme = ThemeChoice.auto
  /// The setting for the name of a theme that the user wrote; empty if a built-in theme is used.
  package var ownTheme = ""
  package var ownThemes: [String: PersonalTheme] = [:]
  package var colours = ColourChoice.auto
  package var hyperlinks = TerminalFeatureChoice.auto
  package var synchronizedOutput = TerminalFeatureChoice.auto
  package var pictures = PictureMethodChoice.auto
  /// The setting for the maximum number of bytes of photos stored on disk; zero stores none.
  package var photoCache = 200_000_000
  package var pictureBudget = PictureBytesPerMinuteSetting.auto
  package var animations = OnOffChoice.on
  package var nameColours = OnOffChoice.on
  package var people = OnOffChoice.on
  package var plain = OnOffChoice.off
  /// The on/off setting by which the program prints lines to be read aloud instead of showing a
  /// full screen.
  package var screenReader = OnOffChoice.off
  /// The setting for the code of the program's language; empty for the locale's language.
  package var language = ""

  // Reading and writing.
  package var mouse = OnOffChoice.on
  package var readingOrder = ReadingOrder.newest
  package var times = TimeStyle.relative
  package var threads = OnOffChoice.on
  package var keyPreset = KeyPreset.tweetie
  /// The on/off setting by which h, j, k and l move on photo walls as the arrow keys do, instead of
  /// performing their commands.
  package var wallLetters = OnOffChoice.off
  /// The setting for the time between automatic refreshes of a stream; zero turns them off.
  package var refresh = Duration.seconds(90)
  /// The setting for the time of absence after which catching up is offered; zero never offers it.
  package var catchUpAfter = Duration.seconds(3_600)
  /// The setting for the number of unread posts from which catching up is offered.
  package var catchUpPosts = 40
  /// The on/off setting by which entries of web feeds are marked as read once the user has moved
  /// past them.
  package var marksPassed = OnOffChoice.on
  /// The setting for the time within which a public action can be undone; zero sends actions at
  /// once.
  package var undo = Duration.seconds(5)
  package var spelling = SpellCheckChoice.auto
  package var altReminder = OnOffChoice.on

  // Alerts while the user looks elsewhere.
  package var title = OnOffChoice.off
  package var mentions = AlertKindChoice.off
  package var messages = AlertKindChoice.off
  package var notifications = DesktopNotificationProtocolChoice.auto

  // Other programs, as a name and arguments; empty for `VISUAL`, `EDITOR`, `xdg-open` and `mpv`.
  package var editor = ""
  package var opener = ""
  package var player = ""
  package var pipe = ""
  package var pipeForm = PipeFormatChoice.text
  package var bookmark = ""
  /// The targets in the settings file's section of share targets.
  var namedSharingPrograms: [SharingProgram] = []

  // Photos.
  /// The setting for the name or coordinates of the user's place; if empty, the system is asked for
  /// it, then the user.
  package var place = ""
  package var locate = OnOffChoice.on
  /// The setting for the kinds of servers that look up places.
  package var lookup = PlaceLookupServiceChoice.both
  package var nominatim = "https://nominatim.openstreetmap.org"
  package var photon = "https://photon.komoot.io"
  /// The setting for the directory of saved photos; empty for the desktop's picture directory.
  package var saveDirectory = ""

  // Keys of the user's own applications at services.
  var unsplashKey = ""
  var unsplashSecret = ""
  var flickrKey = ""
  var flickrSecret = ""

  // The log.
  package var log: [LogChannel: LogThreshold] = [:]

  /// The lines of the settings file that give keys to commands; `KeyMapFromSettings` parses them.
  package var keys: [SettingEntry] = []

  package init() {}

  package mutating func chooseTheme(named name: String) -> Bool {
    if let choice = ThemeChoice(rawValue: name) {
      (theme, ownTheme) = (choice, "")
      return true
    }
    guard ownThemes[name] != nil else { return false }
    ownTheme = name
    return true
  }

  /// The programs to which a post or article can be sent: that of `programs.pipe`, named by its
  /// command, and those of the section of share targets.
  package var sharingPrograms: [SharingProgram] {
    let first = SharingProgram(name: pipe, command: pipe, form: pipeForm, setting: "programs.pipe")
    return (pipe.isEmpty ? [] : [first]) + namedSharingPrograms
  }

  package var alertPreferences: AlertPreferences {
    AlertPreferences(title: title.isOn, mentions: mentions, messages: messages)
  }
}

extension Wording {
  /// Returns the message about a mistake in the settings file: line, mistake and valid values.
  package func mistakeMessage(for mistake: SettingMistake, in path: String) -> SafeText {
    // An environment variable is in no file.
    if case .badVariable = mistake.reason { return settingMistakeReasonText(of: mistake) }
    let (path, line) = (mistake.file ?? path, String(mistake.line))
    let place =
      mistake.line > 0
      ? say("{file}, line {line}:", ["file": path, "line": line]) : say("{file}:", ["file": path])
    return place + " " + settingMistakeReasonText(of: mistake)
  }

  package func settingMistakeReasonText(of mistake: SettingMistake) -> SafeText {
    switch mistake.reason {
    case .unknownSection(let name, nil): say("There is no section [{name}].", ["name": name])
    case .unknownSection(let name, let nearest?):
      say(
        "There is no section [{name}]. Did you mean [{nearest}]?",
        ["name": name, "nearest": nearest])
    case .unknownKey(let name, nil): say("There is no setting {name} here.", ["name": name])
    case .unknownKey(let name, let nearest?):
      say(
        "There is no setting {name} here. Did you mean {nearest}?",
        ["name": name, "nearest": nearest])
    case .badValue(let value, let key, let allowed),
      .badVariable(let value, name: let key, let allowed):
      say(
        "{key} cannot be \"{value}\". Possible values: {allowed}.",
        ["key": key, "value": value, "allowed": allowed])
    case .badSearch(let mistake): sentence(for: mistake)
    case .keyTaken(let key, let command, let line):
      say(
        "{key} is already the key of {command} (line {line}).",
        ["key": key, "command": command, "line": line])
    case .saysNothing: say("This line is not a setting: write name = value.")
    case .openSection: say("A section is written in brackets, like [keys].")
    case .tooLong: say("This line is too long.")
    case .notText: say("This line is not UTF-8 text.")
    case .unreadable(let error): sentence(for: error)
    }
  }

  /// Returns the message about the first of several mistakes in the settings, with their number and
  /// the command that lists them; nil if there are none.
  package func firstMistakeMessage(for mistakes: [SettingMistake], in path: String) -> SafeText? {
    guard let first = mistakes.first.map({ mistakeMessage(for: $0, in: path) }) else { return nil }
    guard mistakes.count > 1 else { return first }
    return say(
      "{mistake} This is the first of {count} errors: tweetie doctor lists them all.",
      ["mistake": first, "count": mistakes.count])
  }
}

package enum ThemeChoice: String, CaseIterable, Sendable {
  /// A value of the theme setting: the theme that suits the terminal's background.
  case auto
  case dark, light, dusk, paper, ember, fjord, violet, moss, contrast, none

  /// The chosen theme's name; nil for the theme that suits the terminal.
  package var name: ThemeName? { ThemeName(rawValue: rawValue) }
}

package enum ColourChoice: String, CaseIterable, Sendable {
  case auto
  case none = "0"
  case sixteen = "16"
  case palette = "256"
  case full = "true"
}

/// A value of the settings for features that not every terminal has.
package enum TerminalFeatureChoice: String, CaseIterable, Sendable {
  /// A value of settings for terminal features: used if the terminal seems to support it.
  case auto
  case on, off
}

package enum SpellCheckChoice: String, CaseIterable, Sendable {
  /// A value of the spelling setting: words are checked if hunspell and a dictionary of the
  /// language are installed.
  case auto
  case off
}

/// A value of the setting for the form in which a post or article is sent to another program.
package enum PipeFormatChoice: String, CaseIterable, Sendable {
  case text, link, json
}

/// A program that gets a post or article as its standard input, with the name by which the user
/// chooses the program.
package struct SharingProgram: Equatable, Sendable {
  package let name: String
  package let command: String
  package let form: PipeFormatChoice
  /// The name of the setting that has the command, for messages.
  package let setting: String

  package init(name: String, command: String, form: PipeFormatChoice, setting: String) {
    (self.name, self.command, self.form, self.setting) = (name, command, form, setting)
  }

  /// Parses the value of a line in the settings file's section of share targets: a command, with
  /// "text:", "link:" or "json:" before it for the form. Nil if the command is missing.
  init?(name: String, parsing value: String) {
    let form = PipeFormatChoice.allCases.first { value.hasPrefix("\($0.rawValue):") }
    let command = value.dropFirst(form.map { $0.rawValue.count + 1 } ?? 0).drop(
      while: \.isWhitespace)
    guard !command.isEmpty else { return nil }
    self.init(
      name: name, command: String(command), form: form ?? .text,
      setting: "\(SettingsTable.shareSection).\(name)")
  }
}

package enum PictureMethodChoice: String, CaseIterable, Sendable {
  /// A value of the pictures setting: the best method that the terminal supports.
  case auto
  /// A value of the pictures setting: the best method that the terminal supports, as for `auto`.
  case on
  case kitty, sixel, iterm, symbols, off
}

package enum OnOffChoice: String, CaseIterable, Sendable {
  case on, off

  package var isOn: Bool { self == .on }
}

package enum ReadingOrder: String, CaseIterable, Sendable {
  case newest, oldest
}

package enum TimeStyle: String, CaseIterable, Sendable {
  case relative
  case clock
}

/// A type of value of the log settings: the importance from which on messages are written to a log
/// channel, or none.
package enum LogThreshold: String, CaseIterable, Sendable {
  case off, error, info, debug
}

package enum PlaceLookupServiceChoice: String, CaseIterable, Sendable {
  case off
  /// A value of the place lookup setting: Nominatim, for whole names and coordinates.
  case nominatim
  /// A value of the place lookup setting: Photon, also while a name is typed.
  case photon
  /// A value of the place lookup setting: Photon while a name is typed, else Nominatim.
  case both
}

/// A type of value of the alert settings: a desktop notification (`notice`), a bell, both or
/// neither.
package enum AlertKindChoice: String, CaseIterable, Sendable {
  case off
  case notice
  case bell
  case both

  package var notifies: Bool { self == .notice || self == .both }
  package var rings: Bool { self == .bell || self == .both }
}

package enum DesktopNotificationProtocolChoice: String, CaseIterable, Sendable {
  /// A value of the desktop notification setting: the protocol that the terminal seems to know.
  case auto
  case osc9 = "9"
  case osc99 = "99"
  case osc777 = "777"
}

package struct AlertPreferences: Equatable, Sendable {
  /// True if the terminal's title shows the number of unread notifications.
  package let title: Bool
  package let mentions: AlertKindChoice
  package let messages: AlertKindChoice

  package init(title: Bool, mentions: AlertKindChoice, messages: AlertKindChoice) {
    (self.title, self.mentions, self.messages) = (title, mentions, messages)
  }
}

/// A set of options for what the screen shows, decided by the settings and the terminal.
package struct DisplayOptions: Equatable, Sendable {
  /// True if words replace boxes, bars, block art and spinners on the screen, so that a screen
  /// reader can read it aloud.
  package var isPlain = false
  /// True if the terminal can show the symbols that the program draws, such as hearts and arrows.
  package var hasSigns = true
  /// True if the program may draw animations: the setting is on, and the screen is not plain.
  package var allowsAnimations = true
  /// True if the terminal is on this machine, so that animated pictures cost nothing.
  package var isNear = false
  package var readingOrder = ReadingOrder.newest
  package var times = TimeStyle.relative

  package var coloursNames = true
  /// True if people's portraits are shown beside posts where there is room.
  package var showsPeople = false
  package var showsThreads = true
  package var movesByLetters = false
  /// True if the user must confirm that a picture is sent without a description.
  package var remindsOfAltText = true
}

extension DisplayOptions {
  // The initializers that the compiler makes are for this module and tests alone; other modules
  // begin with the defaults, and assign properties.
  package init(isPlain: Bool = false) {
    self.init()
    self.isPlain = isPlain
  }

  package var isAnimated: Bool { allowsAnimations && !isPlain }
  package var saysInWords: Bool { isPlain || !hasSigns }
  package var mayGlide: Bool { isAnimated && isNear }
}

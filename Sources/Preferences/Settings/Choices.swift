package enum ThemeChoice: String, CaseIterable, Sendable {
  /// A value of the theme setting: the theme for the terminal's background.
  case auto
  case dark, light, dusk, paper, ember, fjord, violet, moss, contrast, none

  /// The chosen theme; nil for the theme that suits the terminal.
  package var name: ThemeName? { ThemeName(rawValue: rawValue) }
}

package enum ColourChoice: String, CaseIterable, Sendable {
  case auto
  case none = "0"
  case sixteen = "16"
  case palette = "256"
  case full = "true"
}

/// A setting for the use of a feature that not every terminal has.
package enum Availability: String, CaseIterable, Sendable {
  /// A setting's value: the feature is used if the terminal seems to support it.
  case auto
  case on, off
}

package enum SpellingChoice: String, CaseIterable, Sendable {
  /// A value of the spelling setting: checked if hunspell and a dictionary of the language are
  /// installed.
  case auto
  case off
}

package enum PictureChoice: String, CaseIterable, Sendable {
  /// A value of the pictures setting: shown in the best protocol that the terminal has.
  case auto
  /// A value of the pictures setting: the same as `auto`.
  case on
  case kitty, sixel, iterm, symbols, off
}

package enum OnOffSetting: String, CaseIterable, Sendable {
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

/// A log setting: the least important level that a log channel writes.
package enum LogThreshold: String, CaseIterable, Sendable {
  case off, error, info, debug
}

package enum PlaceLookup: String, CaseIterable, Sendable {
  case off
  /// A value of the place lookup setting: Nominatim, for whole names and for the names of
  /// coordinates.
  case nominatim
  /// A value of the place lookup setting: Photon, also while a name is typed.
  case photon
  /// A value of the place lookup setting: Photon while a name is typed, else Nominatim.
  case both
}

/// A setting for alerting a person who looks elsewhere, as by a bell.
package enum AlertWay: String, CaseIterable, Sendable {
  case off
  case notice
  case bell
  case both

  package var notifies: Bool { self == .notice || self == .both }
  package var rings: Bool { self == .bell || self == .both }
}

package enum DesktopNotificationChoice: String, CaseIterable, Sendable {
  /// A value of the desktop notification setting: the protocol that the terminal seems to know.
  case auto
  case osc9 = "9"
  case osc99 = "99"
  case osc777 = "777"
}

package struct AlertPreferences: Equatable, Sendable {
  /// True if the terminal's title shows the number of unread notifications.
  package let title: Bool
  package let mentions: AlertWay
  package let messages: AlertWay

  package init(title: Bool, mentions: AlertWay, messages: AlertWay) {
    (self.title, self.mentions, self.messages) = (title, mentions, messages)
  }
}

/// The display options of the person and the person's terminal.
package struct DisplayOptions: Equatable, Sendable {
  /// True if the screen is for screen readers: words instead of boxes, bars and block art, and no
  /// spinners.
  package let isPlain: Bool
  /// True if the terminal shows the program's signs, such as hearts and arrows.
  package let hasSigns: Bool
  package let isAnimated: Bool
  /// True if the terminal is on this machine, so that animated pictures cost nothing.
  package let isNear: Bool
  package let order: ReadingOrder
  package let times: TimeStyle

  package let coloursNames: Bool
  /// True if people's portraits are shown beside posts where there is room.
  package let showsPeople: Bool
  package let showsThreads: Bool
  package let movesByLetters: Bool
  /// True if sending a picture without a description has to be confirmed.
  package let remindsOfAltText: Bool

  package init(
    isPlain: Bool = false, hasSigns: Bool = true, isAnimated: Bool = true, isNear: Bool = false,
    order: ReadingOrder = .newest, times: TimeStyle = .relative, coloursNames: Bool = true,
    showsPeople: Bool = false, showsThreads: Bool = true, movesByLetters: Bool = false,
    remindsOfAltText: Bool = true
  ) {
    self.isPlain = isPlain
    self.hasSigns = hasSigns
    self.isAnimated = isAnimated && !isPlain
    self.isNear = isNear
    self.order = order
    self.times = times
    self.coloursNames = coloursNames
    self.showsPeople = showsPeople
    self.showsThreads = showsThreads
    self.movesByLetters = movesByLetters
    self.remindsOfAltText = remindsOfAltText
  }
  package var saysInWords: Bool { isPlain || !hasSigns }
  package var mayGlide: Bool { isAnimated && isNear }
}

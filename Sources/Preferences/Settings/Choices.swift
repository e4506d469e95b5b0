package enum ThemeChoice: String, CaseIterable, Sendable {
  /// The theme for the terminal's background.
  case auto
  case dark, light, dusk, paper, ember, fjord, violet, moss, contrast, none

  /// The chosen theme; nil for the one that suits the terminal.
  package var name: ThemeName? { ThemeName(rawValue: rawValue) }
}

package enum ColourChoice: String, CaseIterable, Sendable {
  case auto
  case none = "0"
  case sixteen = "16"
  case palette = "256"
  case full = "true"
}

/// Use of a feature that not every terminal has.
package enum Availability: String, CaseIterable, Sendable {
  /// The feature is used if the terminal seems to support it.
  case auto
  case on, off
}

package enum SpellingChoice: String, CaseIterable, Sendable {
  /// Spelling is checked if hunspell and a dictionary of the language are installed.
  case auto
  case off
}

package enum PictureChoice: String, CaseIterable, Sendable {
  /// Pictures are shown in the best protocol that the terminal has.
  case auto
  /// The same as `auto`.
  case on
  case kitty, sixel, iterm, symbols, off
}

package enum Switch: String, CaseIterable, Sendable {
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

/// The least important level that a log channel writes.
package enum LogThreshold: String, CaseIterable, Sendable {
  case off, error, info, debug
}

package enum PlaceLookup: String, CaseIterable, Sendable {
  case off
  /// Places are looked up at Nominatim, for whole names and for the names of coordinates.
  case nominatim
  /// Places are looked up at Photon, also while a name is typed.
  case photon
  /// Places are looked up at Photon while a name is typed, else at Nominatim.
  case both
}

/// The way of alerting a person who looks elsewhere.
package enum AlertWay: String, CaseIterable, Sendable {
  case off
  case notice
  case bell
  case both

  package var notifies: Bool { self == .notice || self == .both }
  package var rings: Bool { self == .bell || self == .both }
}

package enum DesktopNotificationChoice: String, CaseIterable, Sendable {
  /// The notification protocol that the terminal seems to know.
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

/// Display options of the person and their terminal.
package struct DisplayOptions: Equatable, Sendable {
  /// True for screen readers: words instead of boxes, bars and block art, and no spinners.
  package let isPlain: Bool
  /// True if the terminal shows the program's signs, such as hearts and arrows.
  package let hasSigns: Bool
  package let isAnimated: Bool
  /// True if the terminal is on this machine, so that animations cost nothing.
  package let isNear: Bool
  package let order: ReadingOrder
  package let times: TimeStyle

  package let coloursNames: Bool
  /// True if portraits are shown beside posts, if there is room.
  package let showsPeople: Bool
  package let showsThreads: Bool
  package let movesByLetters: Bool

  package init(
    isPlain: Bool = false, hasSigns: Bool = true, isAnimated: Bool = true, isNear: Bool = false,
    order: ReadingOrder = .newest, times: TimeStyle = .relative, coloursNames: Bool = true,
    showsPeople: Bool = false, showsThreads: Bool = true, movesByLetters: Bool = false
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
  }
  package var saysInWords: Bool { isPlain || !hasSigns }
  package var mayGlide: Bool { isAnimated && isNear }
}

package enum ThemeChoice: String, CaseIterable, Sendable {
  /// What suits the terminal's ground.
  case auto
  case dark, light, dusk, paper, ember, fjord, violet, moss, contrast, none

  /// The theme that was chosen; nil where it is to suit the terminal.
  package var name: ThemeName? { ThemeName(rawValue: rawValue) }
}

package enum ColourChoice: String, CaseIterable, Sendable {
  case auto
  case none = "0"
  case sixteen = "16"
  case palette = "256"
  case full = "true"
}

/// Whether something that not every terminal has is used.
package enum Availability: String, CaseIterable, Sendable {
  /// Where the terminal seems to have it.
  case auto
  case on, off
}

package enum SpellingChoice: String, CaseIterable, Sendable {
  /// Where hunspell and a dictionary of the language are installed.
  case auto
  case off
}

package enum PictureChoice: String, CaseIterable, Sendable {
  /// In the best way that the terminal has.
  case auto
  /// The same.
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

/// From which level on a log channel is written.
package enum LogThreshold: String, CaseIterable, Sendable {
  case off, error, info, debug
}

package enum PlaceLookup: String, CaseIterable, Sendable {
  case off
  /// Nominatim, for whole names and for what is at a place.
  case nominatim
  /// Photon, also while a name is typed.
  case photon
  /// Photon while a name is typed, Nominatim for the rest.
  case both
}

/// How a reader who looks elsewhere is called.
package enum AlertWay: String, CaseIterable, Sendable {
  case off
  case notice
  case bell
  case both

  package var notifies: Bool { self == .notice || self == .both }
  package var rings: Bool { self == .bell || self == .both }
}

package enum DesktopNotificationChoice: String, CaseIterable, Sendable {
  /// The one that it seems to know.
  case auto
  case osc9 = "9"
  case osc99 = "99"
  case osc777 = "777"
}

package struct AlertPreferences: Equatable, Sendable {
  /// Whether the terminal's title tells how much is unread.
  package let title: Bool
  /// How they are called where somebody mentions or answers them.
  package let mentions: AlertWay
  /// How they are called where somebody speaks to them alone.
  package let messages: AlertWay

  package init(title: Bool, mentions: AlertWay, messages: AlertWay) {
    (self.title, self.mentions, self.messages) = (title, mentions, messages)
  }
}

/// What a person or their terminal does without, and which way they read.
package struct DisplayOptions: Equatable, Sendable {
  /// For screen readers: words instead of boxes, bars and block art, and nothing that spins.
  package let isPlain: Bool
  /// Whether the terminal shows the program's signs, as hearts and arrows.
  package let hasSigns: Bool
  package let isAnimated: Bool
  /// Whether the terminal is on this machine, so that a moment's movement costs nothing.
  package let isNear: Bool
  package let order: ReadingOrder
  package let times: TimeStyle

  package let coloursNames: Bool
  /// Whether people's pictures stand beside what they wrote, where there is room.
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
  /// Whether words tell what signs would.
  package var saysInWords: Bool { isPlain || !hasSigns }
  /// Whether things may glide to where they go.
  package var mayGlide: Bool { isAnimated && isNear }
}

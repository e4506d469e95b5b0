/// How the screen looks.
package enum ThemeChoice: String, CaseIterable, Sendable {
  /// What suits the terminal's ground.
  case auto
  case dark, light, dusk, paper, ember, fjord, violet, moss, contrast, none

  /// The theme that was chosen; nil where it is to suit the terminal.
  package var name: ThemeName? { ThemeName(rawValue: rawValue) }
}

/// How many colours are used.
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

/// Whether words that are misspelt are marked.
package enum SpellingChoice: String, CaseIterable, Sendable {
  /// Where hunspell and a dictionary of the language are installed.
  case auto
  case off
}

/// How pictures are shown.
package enum PictureChoice: String, CaseIterable, Sendable {
  /// In the best way that the terminal has.
  case auto
  /// The same.
  case on
  case kitty, sixel, iterm, symbols, off
}

/// Whether something is done.
package enum Switch: String, CaseIterable, Sendable {
  case on, off

  /// Whether it is.
  package var isOn: Bool { self == .on }
}

/// Which end of a stream is at the top.
package enum ReadingOrder: String, CaseIterable, Sendable {
  case newest, oldest
}

/// How it is told when something was.
package enum TimeStyle: String, CaseIterable, Sendable {
  /// How long ago.
  case relative
  /// By the clock on the wall.
  case clock
}

/// From which level on a log channel is written.
package enum LogThreshold: String, CaseIterable, Sendable {
  case off, error, info, debug
}

/// Who is asked where places are.
package enum PlaceLookup: String, CaseIterable, Sendable {
  /// Nobody.
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
  /// By a notice on the desktop.
  case notice
  /// By the terminal's bell.
  case bell
  case both

  package var notifies: Bool { self == .notice || self == .both }
  package var rings: Bool { self == .bell || self == .both }
}

/// Which way a terminal is asked for a notice.
package enum NoticeChoice: String, CaseIterable, Sendable {
  /// The one that it seems to know.
  case auto
  case osc9 = "9"
  case osc99 = "99"
  case osc777 = "777"
}

/// What a reader who looks elsewhere wants to be told, and how.
package struct AlertWishes: Equatable, Sendable {
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
  /// Whether anything may move by itself.
  package let isAnimated: Bool
  /// Whether the terminal is on this machine, so that a moment's movement costs nothing.
  package let isNear: Bool
  /// Which end of a stream is at the top.
  package let order: ReadingOrder
  /// How it is told when something was.
  package let times: TimeStyle

  /// Whether a name has the colour of whoever bears it.
  package let coloursNames: Bool
  /// Whether people's pictures stand beside what they wrote, where there is room.
  package let showsPeople: Bool
  /// Whether answers stand below what they answer.
  package let showsThreads: Bool
  /// Whether h, j, k and l move on walls.
  package let movesByLetters: Bool

  /// What to do without; nothing where nothing is said.
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

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

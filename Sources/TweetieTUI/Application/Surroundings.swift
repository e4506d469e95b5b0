import FeedDomain
import Preferences
import Words

/// What the person set, and what the program runs in.
struct Surroundings {
  let keyMap: KeyMap
  /// How everything looks.
  var theme: Theme
  /// Whether there is but one pane, to be read from its top to its bottom.
  let isPlain: Bool
  let wording: Wording
  let world: any World
}

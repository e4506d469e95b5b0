import FeedDomain
import Preferences
import Words

/// What the person set, and what does not change while the program runs.
struct Surroundings {
  let keyMap: KeyMap
  /// How everything looks at first.
  let theme: Theme
  /// Whether there is but one pane, to be read from its top to its bottom.
  let isPlain: Bool
  let wording: Wording
  let world: any World
}

package import FeedDomain
package import Preferences

/// An entry of the command palette.
package enum PaletteChoice: Hashable {
  case command(Command)
  /// Switch to a stream tab.
  case tab(StreamTab)
  /// Open the destination of an address or handle.
  case lead(ResolvableLink)
}

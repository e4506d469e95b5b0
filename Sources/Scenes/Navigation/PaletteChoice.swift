package import FeedDomain
package import Preferences

/// What can be chosen in the list of commands.
package enum PaletteChoice: Hashable {
  /// To do what a key does.
  case command(Command)
  /// To read a stream.
  case tab(StreamTab)
  /// To go where an address or a handle leads.
  case lead(ResolvableLink)
}

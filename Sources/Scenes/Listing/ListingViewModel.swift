import FeedDomain
import Preferences
import Terminal
import UseCases

/// Something in a listing, in words.
struct ListingRow: Identifiable, Equatable {
  let id: String
  /// What it is.
  let heading: SafeText
  /// What else there is to say of it in the same line; empty for nothing.
  var aside: SafeText = ""
  /// What it says, paragraph by paragraph.
  var paragraphs: [StyledText] = []
  /// How often it was used on each of the last days, as a small curve; empty for none.
  var curve: [Int] = []
  /// Where opening it leads; nil for nowhere.
  var opening: Opening?
  /// Where changing it leads; nil where it stays as it is.
  var editing: Route?
  /// Where putting an emoji below it leads; nil where that cannot be.
  var reacting: Route?
  /// What else can be done to it, by the command that does it.
  var deeds: [Command: Act.Kind] = [:]
  /// What it is, where something can be done to it.
  var item: Listing.Item?
  /// What takes it away; nil where it stays.
  var removed: Listing.Item?

  /// Where opening something leads.
  enum Opening: Equatable {
    /// Nowhere: it is chosen, or no longer.
    case toggle(Listing.Item)
    case route(Route)
    case link(Hyperlink)
  }
}

/// What a listing shows.
struct ListingViewModel: Equatable {
  /// What is looked through.
  var title: SafeText = ""
  var rows: [ListingRow] = []
  /// What goes on; empty for nothing.
  var activity: SafeText = ""
  /// What is wrong, and what to do; empty for nothing.
  var failure: SafeText = ""
  /// What stands in the middle while there is nothing.
  var notice: StreamNotice?
  /// What is to be done once.
  var cues: [PostCue] = []
}

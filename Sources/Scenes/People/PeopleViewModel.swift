import FeedDomain
import Terminal

/// Somebody in a list of people.
struct PersonRow: Identifiable, Equatable {
  let id: Person.ID
  /// The name they show, or the handle where they show none.
  let name: SafeText
  /// The handle, with "@".
  let handle: SafeText
  /// The first line of what they say about themselves.
  let bio: SafeText
}

/// What the list of people shows.
struct PeopleViewModel: Equatable {
  /// What it is a list of.
  var title: SafeText = ""
  /// How many there are.
  var count: SafeText = ""
  /// The people so far.
  var rows: [PersonRow] = []
  /// Whether more can be asked for.
  var hasMore = false
  /// What goes on; empty for nothing.
  var activity: SafeText = ""
  /// What is wrong, and what to do; empty for nothing.
  var failure: SafeText = ""
  /// What stands in the middle while there is nobody.
  var notice: StreamNotice?
}

/// What a person can do with a key; `CommandTable` knows all there is to know of each.
package enum Command: Hashable, Sendable {
  case down, up, top, bottom, halfPageDown, halfPageUp, pageDown, pageUp, lineDown, lineUp
  case left, right
  case nextStream, previousStream
  case nextColumn, previousColumn
  /// Has what is read in a column of its own, or no longer.
  case keepColumn
  /// To the stream of that number, from 1 to 9.
  case stream(Int)
  case open, back, quit
  case refresh, like, likers, boost, boosters, bookmark, reply, quote, compose, delete
  case profile, ownProfile
  /// Letters at all that can be opened.
  case jump
  /// Begins a number that tells how often the next key counts.
  case count
  case nextResult, previousResult
  case reveal, openLink, browse, copyLink, copyText, similar, firstUnread
  case undo, follow, followers, following, mute, block
  /// What is done rarely to people, and who of the reader's own people follows them.
  case hideBoosts, tellOfPosts, blockServer, familiar, note, muteFor, editProfile
  case feature, featured, takeLabels, statistics, message
  case signOut, outbox, help, repaint, suspend
  case view, density, viewPhoto, pictures
  case details, play, place, zoomIn, zoomOut, zoomFit, nextPhoto, previousPhoto, savePhoto
  case send, edit, withdraw
  case accounts, addAccount, tabs, keepTab, followTag, unfollowTag
  /// The homes of all accounts as one stream, and there: which of them acts on a post.
  case everything, actAs
  /// Brings what is read here, to be read without a network.
  case fetchAhead
  case notifications, messages, search, palette, log, vote
  case accept, reject, hide
  /// What is done rarely with a post.
  case pin, muteConversation, editions, translate, react, report
  /// What the server has to say, and says of itself.
  case announcements, aboutServer, trends
  /// What the service keeps for the reader, and whom it suggests.
  case scheduled, filters, addFilter, suggestions, peopleHere, lists, newList, feeds, publishMedia
  case settings, themes
  /// Reading what was missed, and there: marking a group as read, or everything.
  case catchUp, markGroup, markAll
}

extension Command: CaseIterable {
  package static let allCases = CommandTable.rows.map(\.command)

  package init?(named name: String) {
    let row =
      CommandTable.rows.first { $0.name == name }
      ?? CommandTable.rows.first { $0.formerNames.contains(name) }
    guard let row else { return nil }
    self = row.command
  }

  /// Its name in the settings, as "half-page-down".
  package var name: String { CommandTable.row(of: self).name }

  package var group: CommandGroup { CommandTable.row(of: self).group }
}

extension Command {
  /// Whose keys count only in the scenes that claim them, where they come first.
  package static let local = CommandTable.rows.filter(\.isLocal).map(\.command)

  /// What is done with a post, and with nothing else.
  package static let aboutPosts: [Command] = [
    .reveal, .viewPhoto, .copyText, .similar, .like, .likers, .boost, .boosters, .bookmark, .reply,
    .quote,
    .vote, .hide, .pin, .muteConversation, .editions, .translate,
    .react,
    .delete,
  ]
}

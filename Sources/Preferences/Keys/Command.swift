package import FeedDomain
package import Terminal
package import Words

/// A command of the full screen, chosen with a key or from the command list. `CommandTable` has a
/// row for each command.
package enum Command: Hashable, Sendable {
  case down, up, top, bottom, halfPageDown, halfPageUp, pageDown, pageUp, lineDown, lineUp
  case left, right
  case nextStream, previousStream
  case nextColumn, previousColumn
  /// A command of the full screen: pin the scene in front as a column of the deck, or unpin it.
  case keepColumn
  /// A command of the full screen: go to the stream with a number from 1 to 9.
  case stream(Int)
  case open, back, quit
  case refresh, like, likers, boost, boosters, bookmark, reply, quote, compose, delete
  /// A command of the full screen: delete one of the user's own posts, and write it anew.
  case redraft
  case profile, ownProfile
  /// A command of the full screen: show letters at everything that can be opened, for jumping
  /// there.
  case jump
  /// A command of the full screen: type a number that repeats the next key.
  case count
  case nextResult, previousResult
  case reveal, openLink, browse, copyLink, copyText, similar, firstUnread
  case undo, follow, followers, following, mute, block
  /// Commands of the full screen: rarely used ones about people, such as hiding boosts or listing
  /// familiar followers.
  case hideBoosts, tellOfPosts, blockServer, familiar, note, muteFor, editProfile
  case feature, featured, takeLabels, statistics, message
  case signOut, outbox, help, repaint, suspend
  case view, density, viewPhoto, pictures
  /// Commands of the full screen: fetch an entry's whole text from its page, or go to another
  /// heading of an article.
  case fullText, nextHeading, previousHeading
  /// Commands of the full screen: change rules for web feeds, save an address to read later, save
  /// an article in a file, or pass it to another program.
  case rules, saveForLater, exportArticle, pipeArticle, bookmarkElsewhere
  case details, play, place, zoomIn, zoomOut, zoomFit, nextPhoto, previousPhoto, savePhoto
  case send, edit, withdraw
  case accounts, addAccount, tabs, keepTab, followTag, unfollowTag
  /// Commands of the full screen: show the homes of all accounts as one stream; in that stream,
  /// choose the account that acts on a post.
  case everything, actAs
  /// A command of the full screen: fetch the current stream for reading offline.
  case fetchAhead
  /// Commands of the full screen: show the pages that several people shared, the posts liked most,
  /// those of people who write rarely, or fetch missing replies from a post's own server.
  case links, popular, quietPeople, moreReplies
  /// Commands of the full screen: change the tags of a bookmark, or read bookmarks with a tag.
  case tagBookmark, bookmarkTags
  /// A command of the full screen: show the address of a post or profile as a QR code.
  case qrCode
  /// A command of the full screen: hide the conversation of a post for good.
  case hideConversation
  case notifications, messages, search, palette, log, vote
  /// A command of the full screen: show a menu of the commands that work in the current scene.
  case menu
  case accept, reject, hide
  /// Commands of the full screen: rarely used ones about a post, such as pinning or translating.
  case pin, muteConversation, editions, translate, react, report
  case announcements, aboutServer, trends
  /// Commands of the full screen: open a list that the service keeps or offers, such as scheduled
  /// posts or suggested people; add a filter or a list; publish media from the web.
  case scheduled, filters, addFilter, suggestions, peopleHere, lists, newList, feeds, publishMedia
  case settings, themes
  /// Commands of the full screen: catch up with posts since the last visit; in that scene, mark a
  /// group or everything as read.
  case catchUp, markGroup, markAll
  /// Commands of the full screen: change the read state of entries in streams of web feeds.
  case toggleRead, markShown, markAbove, markBelow, markFeed, unreadOnly
  case webFeeds
  /// Commands of the full screen: show the queue of podcasts, or add an entry's media to it.
  case podcasts, queueEpisode
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

  package var name: String { CommandTable.tableRow(of: self).name }
  package var group: CommandGroup { CommandTable.tableRow(of: self).group }
}

extension Command {
  /// The commands whose keys work only in scenes that claim the command; there they take precedence
  /// over other commands with the same keys.
  package static let local = CommandTable.rows.filter(\.isLocal).map(\.command)

  /// The commands that act on a post, and on no other thing.
  package static let aboutPosts: [Command] = [
    .reveal, .viewPhoto, .copyText, .similar, .like, .likers, .boost, .boosters, .bookmark, .reply,
    .quote,
    .vote, .hide, .pin, .muteConversation, .hideConversation, .editions,
    .translate, .react,
    .delete, .redraft, .tagBookmark,
  ]
}

/// A kind of scene in which a command works.
package enum CommandSceneKind: Hashable, Sendable {
  case posts, photos, articles, profiles, ownProfile, search, streams, everything, tags, places
  case accounts, outbox, notifications, webFeeds, catchUp, comments, conversations
}

package enum CommandGroup: CaseIterable {
  case move
  case read
  case act
  case go
  case program
}

extension Wording {
  package func groupTitle(of group: CommandGroup) -> SafeText {
    switch group {
    case .move: say("Move")
    case .read: say("Read")
    case .act: say("Act")
    case .go: say("Go")
    case .program: say("Program")
    }
  }
}

/// A requirement of a command: an ability that an account must have for the command to be offered.
package enum CommandRequirement: Sendable {
  case mark(Post.ReaderMarks)
  case writing
  case following
  /// A requirement of a command: the account can edit changes that wait in the outbox.
  case editing
  case quoting
  case people
  case list(PeopleListKinds)
  case notifications
  case extra(ServiceExtra)
  case action(ServiceAction.ActionKind)
  case messages
  /// A requirement of a command: the account has a home stream.
  case homeStream
  /// A requirement of a command: the account can approve follow requests.
  case followRequests
  case places
  /// A requirement of a command: the account has entries that are read as articles.
  case articles
  /// A requirement of a command: the account has a read state for each entry.
  case readStates
  /// A requirement of a command: the account follows web feeds.
  case webFeeds
  /// A requirement of a command: the home streams of several accounts can be read together.
  case severalHomeStreams
}

extension Command {
  /// True if the command works at any time, even while text is typed, unless its key types text.
  package var isAlwaysAvailable: Bool { [.quit, .repaint, .suspend].contains(self) }

  /// True if the command is a movement that a typed count repeats.
  package var isRepeated: Bool {
    switch self {
    case .down, .up, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .lineDown, .lineUp, .left,
      .right, .nextPhoto, .previousPhoto, .nextResult, .previousResult, .zoomIn, .zoomOut:
      true
    default: false
    }
  }
}

extension Key {
  /// True if the key is pressed with Control or Alt, and so types no text.
  package var isChord: Bool { !modifiers.isDisjoint(with: [.control, .alt]) }
}

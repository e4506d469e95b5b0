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
  /// A command of the full screen: delete one of the user's own posts, and edit it as a new draft.
  case redraft
  case profile, ownProfile
  /// A command of the full screen: show letters at everything that can be opened, for jumping
  /// there.
  case jump
  /// A command of the full screen: type a number that repeats the next key.
  case count
  case nextResult, previousResult
  case reveal, openLink, browse, copyLink, copyText, similar, firstUnread
  /// A command of the full screen: go to the next unread entry of web feeds above.
  case previousUnread
  case undo, follow, followers, following, mute, block
  case hideBoosts, blockServer, muteFor, editProfile
  /// A command of the full screen: turn alerts for a person's new posts on or off.
  case tellOfPosts
  /// A command of the full screen: show those followers of a person whom the user follows, too.
  case familiar
  /// A command of the full screen: write a private note about a person.
  case note
  case feature, featured, takeLabels, statistics, message
  case signOut, outbox, help, repaint, suspend
  case view, density, viewPhoto, pictures
  /// A command of the full screen: show an entry's full text as its web page has it, or the web
  /// feed's text again.
  case fullText
  case nextHeading, previousHeading
  /// A command of the full screen: change the rules and saved searches for web feeds.
  case rules
  case saveForLater
  /// A command of the full screen: save an article in a file.
  case exportArticle
  /// A command of the full screen: pass a post or article to a program of the settings.
  case pipeArticle
  /// A command of the full screen: pass an article's address to the program of the setting
  /// `programs.bookmark`.
  case bookmarkElsewhere
  case details, play, place, zoomIn, zoomOut, zoomFit, nextPhoto, previousPhoto, savePhoto
  case send, edit, withdraw
  case accounts, addAccount, tabs, keepTab, followTag, unfollowTag
  /// A command of the full screen: show the home streams of all accounts as one stream.
  case everything
  /// A command of the full screen: in the stream Everything, choose the account that acts on a
  /// post.
  case actAs
  /// A command of the full screen: fetch the current stream for reading offline.
  case fetchAhead
  /// A command of the full screen: show the web pages that several people shared.
  case links
  /// A command of the full screen: show the week's most liked posts of the home stream.
  case popular
  /// A command of the full screen: show posts of the people who write least.
  case quietPeople
  /// A command of the full screen: fetch missing replies from a post's own server.
  case moreReplies
  case tagBookmark
  /// A command of the full screen: show the tags of the user's bookmarks, to read those with one.
  case bookmarkTags
  /// A command of the full screen: show the address of a post or profile as a QR code.
  case qrCode
  /// A command of the full screen: hide the conversation of a post for good.
  case hideConversation
  case notifications, messages, search, palette, log, vote
  /// A command of the full screen: show a menu of the commands that work in the current scene.
  case menu
  case accept, reject, hide
  /// A command of the full screen: pin the user's own post on the profile, or unpin it.
  case pin
  case muteConversation
  /// A command of the full screen: show the earlier versions of an edited post.
  case editions
  case translate
  /// A command of the full screen: react to a post with an emoji.
  case react
  case report
  case announcements, aboutServer, trends
  /// A command of the full screen: show the posts that the service publishes later.
  case scheduled
  case filters, addFilter
  /// A command of the full screen: show people whom the service suggests to follow.
  case suggestions
  /// A command of the full screen: show the directory of people of the account's server.
  case peopleHere
  case lists, newList, feeds
  /// A command of the full screen: publish pictures or videos from the web.
  case publishMedia
  case settings, themes
  case catchUp
  /// A command of the catch-up scene: mark the posts of the selected section, which are of one
  /// person or conversation, as read.
  case markGroup
  /// A command of the full screen: mark all entries of a stream, or all missed posts, as read.
  case markAll
  case toggleRead
  /// A command of the full screen: mark all entries on the screen as read.
  case markShown
  /// A command of the full screen: mark the selected entry and all above as read.
  case markAbove
  /// A command of the full screen: mark the selected entry and all below as read.
  case markBelow
  /// A command of the full screen: mark all entries of the selected entry's web feed as read.
  case markFeed
  /// A command of the full screen: show only unread entries, or all again.
  case unreadOnly
  case webFeeds
  case podcasts
  /// A command of the full screen: add an entry's audio or video to the queue of podcasts.
  case queueEpisode
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
package enum RequiredAccountAbility: Sendable {
  case mark(Post.UserPostMarks)
  case writing
  case following
  /// A requirement of a command: the account can make changes, such as posts and likes, which the
  /// outbox holds.
  case editing
  case quoting
  case people
  case list(PeopleListKinds)
  case notifications
  case extra(OptionalInformationKind)
  case action(ServiceAction.ServiceActionKind)
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

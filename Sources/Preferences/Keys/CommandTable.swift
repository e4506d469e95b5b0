import FeedDomain
package import Terminal
package import Words

/// A namespace for the table of the full screen's commands, with a row for each; the key map, the
/// bottom line, help, the command list and the settings are made from it, in its order.
package enum CommandTable {
  // A class, since the rows are copied often: into one table, and from it by every hint.
  package final class CommandTableRow: Sendable {
    package let command: Command
    /// The name of a command in the settings file, such as "half-page-down".
    package let name: String
    /// The earlier names of a command, which settings files may still use.
    package let formerNames: [String]
    package let group: CommandGroup
    /// The default keys of a command, first the one that hints show; empty for a rarely used
    /// command, which is chosen from the command list.
    package let keys: [Key]
    /// The description of a command in a word or two, for the bottom line.
    package let hint: TranslatableCommandText
    /// The description of a command for help and the command list.
    package let title: TranslatableCommandText
    package let need: RequiredAccountAbility?
    /// The words besides the title by which the command list finds the command, separated by
    /// commas; nil for none.
    package let synonyms: TranslatableCommandText?
    package let isListed: Bool
    /// True if the command's keys work only in scenes that claim the command; elsewhere they may
    /// belong to another command.
    package let isLocal: Bool
    /// The message for scenes in which the command's key does nothing; nil to show no message.
    package let elsewhere: WrongSceneMessage?

    package init(
      _ command: Command, _ name: String, _ group: CommandGroup, _ keys: [Key],
      _ hint: TranslatableCommandText,
      _ title: TranslatableCommandText, also synonyms: TranslatableCommandText? = nil,
      formerly formerNames: [String] = [],
      needs need: RequiredAccountAbility? = nil, isListed: Bool = true, isLocal: Bool = false,
      elsewhere: WrongSceneMessage? = nil
    ) {
      (self.command, self.name, self.group, self.keys) = (command, name, group, keys)
      self.formerNames = formerNames
      (self.hint, self.title) = (hint, title)
      (self.synonyms, self.need, self.elsewhere) = (synonyms, need, elsewhere)
      (self.isListed, self.isLocal) = (isListed, isLocal)
    }
  }

  package struct TranslatableCommandText: Sendable {
    package let id: String
    /// The values of the placeholders in a command's text; nil for none.
    package let values: [String: String]?
  }

  /// A message in the bottom line that a command's key does nothing in the current scene.
  package struct WrongSceneMessage: Sendable {
    /// The kinds of scenes in which the command's key would work, as the message about the useless
    /// key names them.
    package let places: Set<CommandSceneKind>
    /// The command that leads to a scene where the key works, as the message says; nil for none.
    package let leadingCommand: Command?
    package let words: TranslatableCommandText

    fileprivate init(
      place: CommandSceneKind..., leadingCommand: Command?, words: TranslatableCommandText
    ) {
      (places, self.leadingCommand, self.words) = (Set(place), leadingCommand, words)
    }
  }

  package static let rows = moving + tabs + ways + posts + people + photos + others

  package static func tableRow(of command: Command) -> CommandTableRow {
    // A test checks that every command has a row.
    rows.first { $0.command == command } ?? rows[0]
  }

  private static func say(_ id: String, _ values: [String: String]? = nil)
    -> TranslatableCommandText
  {
    TranslatableCommandText(id: id, values: values)
  }
}

extension Wording {
  package func hintText(of command: Command) -> SafeText {
    translatedCommandText(for: CommandTable.tableRow(of: command).hint)
  }
  package func titleText(of command: Command) -> SafeText {
    translatedCommandText(for: CommandTable.tableRow(of: command).title)
  }

  package func synonymTexts(of command: Command) -> [SafeText] {
    guard let synonyms = CommandTable.tableRow(of: command).synonyms else { return [] }
    return translatedCommandText(for: synonyms).string.split(separator: ",").map { word in
      SafeText(sanitizing: String(word.drop { $0 == " " }))
    }
  }

  /// Returns the message that a command's key does nothing in the current scene; nil if the command
  /// table has none. `isOnPost` is true if a published post is selected there.
  package func wrongSceneMessage(for command: Command, keys: KeyMap, isOnPost: Bool = false)
    -> SafeText?
  {
    guard let elsewhere = CommandTable.tableRow(of: command).elsewhere else { return nil }
    let key = elsewhere.leadingCommand.flatMap { keys.keyName(for: $0) } ?? ""
    if isOnPost, elsewhere.places == [.outbox] {
      return say("This post is already sent. Unsent posts are in the outbox ({key}).", ["key": key])
    }
    return say(elsewhere.words.id, ["key": key])
  }

  private func translatedCommandText(for words: CommandTable.TranslatableCommandText) -> SafeText {
    say(words.id, words.values ?? [:])
  }
}

extension CommandTable {
  private static let moving: [CommandTableRow] = [
    CommandTableRow(
      .down, "down", .move, ["j", Key(.down)], say("down"), say("Select the next item"),
      also: say("next, below")),
    CommandTableRow(
      .up, "up", .move, ["k", Key(.up)], say("up"), say("Select the previous item"),
      also: say("previous, above")),
    CommandTableRow(
      .top, "top", .move, ["g", Key(.home)], say("top"), say("Go to the top"),
      also: say("first, start, beginning")),
    CommandTableRow(
      .bottom, "bottom", .move, ["G", Key(.end)], say("bottom"), say("Go to the bottom"),
      also: say("last, end")),
    CommandTableRow(
      .halfPageDown, "half-page-down", .move, [.controlKey("d")], say("further down"),
      say("Scroll down half a page"), also: say("scroll down")),
    CommandTableRow(
      .halfPageUp, "half-page-up", .move, [.controlKey("u")], say("back up"),
      say("Scroll up half a page"),
      also: say("scroll up")),
    CommandTableRow(
      .pageDown, "page-down", .move, [Key(.pageDown), .controlKey("f")], say("further down"),
      say("Scroll down a page"), also: say("scroll down, next page")),
    CommandTableRow(
      .pageUp, "page-up", .move, [Key(.pageUp), .controlKey("b")], say("back up"),
      say("Scroll up a page"),
      also: say("scroll up, previous page")),
    CommandTableRow(
      .lineDown, "line-down", .move, [.controlKey("e")], say("further down"),
      say("Scroll down one line"),
      also: say("scroll down")),
    CommandTableRow(
      .lineUp, "line-up", .move, [.controlKey("y")], say("back up"), say("Scroll up one line"),
      also: say("scroll up")),
    CommandTableRow(
      .left, "left", .move, [Key(.left)], say("left"), say("Move left"),
      also: say("previous photo, pan")),
    CommandTableRow(
      .right, "right", .move, [Key(.right)], say("right"), say("Move right"),
      also: say("next photo, pan")),
    CommandTableRow(
      .count, "count", .move, ["#"], say("number"),
      say("Type a count before a key, such as 5 before j"),
      isListed: false),
    CommandTableRow(
      .nextResult, "next-result", .move, ["n"], say("next"),
      say("Go to the next result"), isListed: false, isLocal: true,
      elsewhere: inSearch),
    CommandTableRow(
      .previousResult, "previous-result", .move, ["N"], say("previous"),
      say("Go to the previous result"), isListed: false, isLocal: true, elsewhere: inSearch),
  ]

  private static let tabs: [CommandTableRow] =
    [
      CommandTableRow(
        .nextStream, "next-stream", .go, [Key(.tab)], say("next"), say("Go to the next stream"),
        also: say("tab, timeline, feed")),
      CommandTableRow(
        .previousStream, "previous-stream", .go, [Key(.tab, .shift)], say("previous"),
        say("Go to the previous stream"), also: say("tab, timeline, feed")),
      CommandTableRow(
        .nextColumn, "next-column", .go, [Key(.right, .control), .controlKey("n")],
        say("next column"), say("Go to the next column"), also: say("deck, side by side, right")),
      CommandTableRow(
        .previousColumn, "previous-column", .go, [Key(.left, .control), .controlKey("p")],
        say("previous column"), say("Go to the previous column"),
        also: say("deck, side by side, left")),
      CommandTableRow(
        .keepColumn, "toggle-column", .go, ["|"], say("column"),
        say("Pin or unpin the stream as a column"),
        also: say("deck, pin, unpin, side by side, split"), formerly: ["keep-column"]),
    ]
    + (1...9).map { number in
      CommandTableRow(
        .stream(number), "stream\(number)", .go, [Key(.character(Character("\(number)")))],
        say("stream"), say("Go to stream {number}", ["number": String(number)]), isListed: false)
    }

  private static let ways: [CommandTableRow] = [
    CommandTableRow(
      .open, "open", .go, [Key(.enter)], say("open"), say("Open the selected item"),
      also: say("show, thread, conversation, comments")),
    CommandTableRow(
      .back, "back", .go, [Key(.escape), "q"], say("back"), say("Go back one step"),
      also: say("close, cancel, escape")),
    CommandTableRow(
      .quit, "quit", .program, ["Q", .controlKey("c")], say("quit"), say("Quit Tweetie"),
      also: say("exit, leave, close")),
  ]

  private static let posts: [CommandTableRow] = [
    CommandTableRow(
      .refresh, "refresh", .read, ["r", Key(.function(5))], say("refresh"),
      say("Refresh"), also: say("reload, update, new posts")
    ),
    CommandTableRow(
      .like, "like", .act, ["l"], say("like"), say("Like or unlike"),
      also: say("fav, favourite, favorite, heart, star, love, unlike"),
      needs: .mark(.liked), elsewhere: atPosts),
    CommandTableRow(
      .likers, "likers", .go, ["L"], say("liked by"), say("Show who liked the post"),
      also: say("favs, favourites, hearts, stars"), needs: .list(.likers), elsewhere: atPosts),
    CommandTableRow(
      .boost, "boost", .act, ["b"], say("boost"), say("Boost or unboost"),
      also: say("retweet, repost, reblog, renote, share"),
      needs: .mark(.boosted), elsewhere: atPosts),
    CommandTableRow(
      .boosters, "boosters", .go, ["W"], say("boosted by"), say("Show who boosted the post"),
      also: say("retweets, reposts, reblogs, shares"),
      needs: .list(.boosters), elsewhere: atPosts),
    CommandTableRow(
      .bookmark, "bookmark", .act, ["B"], say("bookmark"), say("Add or remove a bookmark"),
      also: say("save, keep, read later"),
      needs: .mark(.bookmarked), elsewhere: atPosts),
    CommandTableRow(
      .tagBookmark, "tag-bookmark", .act, ["'"], say("tags"),
      say("Add your own tags to a bookmark"),
      also: say("label, folder, category, organise"), needs: .mark(.bookmarked),
      elsewhere: atPosts),
    CommandTableRow(
      .bookmarkTags, "bookmark-tags", .go, [], say("bookmark tags"),
      say("Read bookmarks by tag"),
      also: say("label, folder, category, filter bookmarks"), needs: .mark(.bookmarked)),
    CommandTableRow(
      .reply, "reply", .act, ["R"], say("reply"), say("Reply"),
      also: say("answer, respond, comment"), needs: .writing, elsewhere: atPosts),
    CommandTableRow(
      .quote, "quote", .act, ["C"], say("quote"), say("Quote the post"),
      also: say("quote post, quote tweet"),
      needs: .quoting, elsewhere: atPosts),
    CommandTableRow(
      .compose, "compose", .act, ["c"], say("write"), say("Write a post"),
      also: say("new post, tweet, toot, message, dm, image, thread"), needs: .writing),
    CommandTableRow(
      .delete, "delete", .act, ["D"], say("delete"), say("Delete your post"),
      also: say("remove, erase"), needs: .writing, elsewhere: atPosts),
    CommandTableRow(
      .redraft, "redraft", .act, [], say("redraft"),
      say("Delete your post and edit it as a new draft"),
      also: say("delete and redraft, edit, correct, rewrite"), needs: .writing, elsewhere: atPosts),
    CommandTableRow(
      .profile, "profile", .go, ["p"], say("author"), say("Show the author's profile"),
      also: say("user, person, account"), needs: .people, elsewhere: atPosts),
    CommandTableRow(
      .ownProfile, "own-profile", .go, ["P"], say("me"), say("Show your profile"),
      also: say("my account, my posts, myself"), needs: .people),
    CommandTableRow(
      .jump, "letters", .go, ["f", ";"], say("letters"),
      say("Label links with letters; again: this post only"),
      also: say("hints, links, tags, mentions, follow link"), formerly: ["jump"]),
    CommandTableRow(
      .reveal, "unfold", .read, ["x"], say("unfold"), say("Show or hide folded content"),
      also: say("spoiler, content warning, cw, expand, sensitive"), formerly: ["reveal"],
      elsewhere: atPosts),
    CommandTableRow(
      .openLink, "open-link", .read, ["o"], say("link"), say("Open the link"),
      also: say("url, web, browser, website, address"), elsewhere: atPosts),
    CommandTableRow(
      .browse, "browse", .read, [], say("browser"), say("Open the link or the post in the browser"),
      also: say("url, web, website, outside"), elsewhere: atPosts),
    CommandTableRow(
      .copyLink, "copy-link", .read, ["y"], say("copy link"), say("Copy the link"),
      also: say("url, share, address, clipboard, yank"), elsewhere: atPosts),
    CommandTableRow(
      .qrCode, "qr-code", .read, [], say("QR code"),
      say("Show the address as a QR code, for a phone"),
      also: say("qr, phone, scan, camera, share"), elsewhere: atPosts),
    CommandTableRow(
      .copyText, "copy-text", .read, ["\""], say("copy text"),
      say("Copy the text as one line"), also: say("clipboard, yank, text"), elsewhere: atPosts
    ),
    CommandTableRow(
      .similar, "similar-posts", .go, ["*"], say("similar"), say("Find posts with the same tags"),
      also: say("more like this, related, tags"), formerly: ["similar"], elsewhere: atPosts),
    CommandTableRow(
      .firstUnread, "first-unread", .read, ["u", ")"], say("unread"),
      say("Go to the first unread post"), also: say("new posts, where i was"), elsewhere: inStreams),
    CommandTableRow(
      .previousUnread, "previous-unread", .read, ["("], say("unread above"),
      say("Go to the previous unread entry"), also: say("new entries, back, above"),
      needs: .readStates, elsewhere: inWebFeeds),
    CommandTableRow(
      .undo, "undo", .act, ["U"], say("undo"), say("Undo the last action"),
      also: say("revert, take back")),
  ]

  private static let people: [CommandTableRow] = [
    CommandTableRow(
      .follow, "follow", .act, ["f"], say("follow"), say("Follow or unfollow"),
      also: say("unfollow, subscribe, unsubscribe, friend"),
      needs: .following, isLocal: true, elsewhere: onProfiles),
    CommandTableRow(
      .followers, "followers", .go, ["F"], say("followers"), say("Show followers"),
      also: say("fans, subscribers"),
      needs: .list(.followers), elsewhere: atPeople),
    CommandTableRow(
      .following, "following", .go, ["I"], say("following"), say("Show who they follow"),
      also: say("follows, friends, subscriptions"),
      needs: .list(.followers), elsewhere: atPeople),
    CommandTableRow(
      .mute, "mute", .act, ["M"], say("mute"), say("Mute or unmute a person, tag or words"),
      also: say("filter, silence, ignore, unmute, hide words")),
    CommandTableRow(
      .block, "block", .act, ["X"], say("block"), say("Block or unblock a person"),
      also: say("ban, unblock"),
      needs: .writing, elsewhere: onProfiles),
    CommandTableRow(
      .hideBoosts, "hide-boosts", .act, [], say("their boosts"),
      say("Hide or show a person's boosts"),
      also: say("retweets, reblogs, repeats"), needs: .mark(.boosted), elsewhere: onProfiles),
    CommandTableRow(
      .tellOfPosts, "notify-posts", .act, [], say("alerts"),
      say("Turn alerts for a person's posts on or off"),
      also: say("notify, bell, alert, subscribe"), formerly: ["tell-of-posts"],
      needs: .action(.tellOfPosts),
      elsewhere: onProfiles),
    CommandTableRow(
      .blockServer, "block-server", .act, [], say("block server"),
      say("Block or unblock a person's server"),
      also: say("domain, instance, unblock"), needs: .action(.blockServer), elsewhere: onProfiles),
    CommandTableRow(
      .note, "note", .act, [], say("note"), say("Write a private note about a person"),
      also: say("remember, memo, remark"), needs: .action(.note), elsewhere: onProfiles),
    CommandTableRow(
      .muteFor, "mute-for", .act, [], say("mute for"), say("Mute a person for a while"),
      also: say("snooze, pause, temporary"), needs: .action(.muteFor), elsewhere: onProfiles),
    CommandTableRow(
      .editProfile, "edit-profile", .act, [], say("edit profile"),
      say("Edit your profile"),
      also: say("bio, name, description, account, locked, bot"), needs: .action(.profile),
      elsewhere: onOwnProfile),
    CommandTableRow(
      .report, "report", .act, [], say("report"),
      say("Report a post or person to the moderators"),
      also: say("flag, abuse, spam, moderators"), needs: .action(.report), elsewhere: atPosts),
    CommandTableRow(
      .familiar, "familiar-followers", .go, [], say("in common"),
      say("Show followers you know"),
      also: say("familiar followers, mutuals, friends"), formerly: ["familiar"],
      needs: .list(.familiar),
      elsewhere: atPeople),
    CommandTableRow(
      .feature, "feature", .act, [], say("feature"),
      say("Feature or unfeature a person on your profile"),
      also: say("endorse, recommend, highlight"), needs: .action(.feature), elsewhere: onProfiles),
    CommandTableRow(
      .featured, "featured", .go, [], say("featured"), say("Show the people they feature"),
      also: say("endorsed, recommended"), needs: .list(.featured), elsewhere: atPeople),
    CommandTableRow(
      .takeLabels, "subscribe-labels", .act, [], say("labels"),
      say("Turn labels of this moderation service on or off"),
      also: say("labeler, moderation, subscribe, warnings"), formerly: ["labels"],
      needs: .action(.takeLabels),
      elsewhere: onProfiles),
    CommandTableRow(
      .message, "message", .act, [], say("message"), say("Send a person a message"),
      also: say("dm, chat, direct, write to"), needs: .action(.message), elsewhere: onProfiles),
    CommandTableRow(
      .statistics, "statistics", .go, [], say("statistics"),
      say("Show views and downloads of their photos"),
      also: say("stats, numbers, views, downloads"), needs: .extra(.statistics),
      elsewhere: onProfiles),
    CommandTableRow(
      .signOut, "sign-out", .program, ["S"], say("sign out"),
      say("Sign out (in Accounts or on your profile)"),
      also: say("logout, log out, log off"), elsewhere: inAccounts),
    CommandTableRow(
      .outbox, "outbox", .go, ["O"], say("outbox"), say("Show the outbox and drafts"),
      also: say("queue, drafts, unsent, scheduled"),
      needs: .editing),
    CommandTableRow(
      .help, "help", .program, ["?", Key(.function(1))], say("help"), say("Show this help"),
      also: say("keys, shortcuts, manual")),
    CommandTableRow(
      .repaint, "redraw", .program, [.controlKey("l")], say("redraw"), say("Redraw the screen"),
      also: say("redraw, clean the screen"), formerly: ["repaint"]),
    CommandTableRow(
      .suspend, "suspend", .program, [.controlKey("z")], say("suspend"),
      say("Suspend Tweetie; fg resumes it"),
      also: say("shell, background, stop")),
  ]

  private static let photos: [CommandTableRow] = [
    CommandTableRow(
      .view, "view", .read, ["v"], say("view"), say("Switch between list, wall and carousel"),
      also: say("gallery, grid, layout, images"), elsewhere: inStreams),
    CommandTableRow(
      .density, "density", .read, ["Z"], say("density"),
      say("Change density: one line, full or large photos"),
      also: say("compact, one line, layout, large photos"), elsewhere: inStreams),
    CommandTableRow(
      .viewPhoto, "view-photo", .read, ["z"], say("photo"), say("Open the photo"),
      also: say("image, picture, media, full screen"), elsewhere: atPosts),
    CommandTableRow(
      .pictures, "pictures", .read, ["V"], say("pictures"), say("Show or hide pictures"),
      also: say("images, photos, media")),
    CommandTableRow(
      .fullText, "full-text", .read, ["F"], say("full text"),
      say("Show the full text from an entry's page, or the feed's text again"),
      also: say("readability, reader view, article, excerpt, fetch the page"), needs: .articles,
      isLocal: true, elsewhere: inArticles),
    CommandTableRow(
      .nextHeading, "next-heading", .read, ["}"], say("next heading"),
      say("Go to the next heading of an article"), also: say("section, chapter"), needs: .articles,
      elsewhere: inArticles),
    CommandTableRow(
      .previousHeading, "previous-heading", .read, ["{"], say("previous heading"),
      say("Go to the previous heading of an article"), also: say("section, chapter"),
      needs: .articles,
      elsewhere: inArticles),
    CommandTableRow(
      .rules, "rules", .program, [], say("rules"),
      say("Change rules and saved searches for web feeds"),
      also: say("filter, hide, killfile, query feeds, searches, star"), needs: .articles),
    CommandTableRow(
      .saveForLater, "save-for-later", .act, ["&"], say("read later"),
      say("Save a link to read later, or remove it"),
      also: say("pocket, instapaper, wallabag, keep"),
      elsewhere: atPosts),
    CommandTableRow(
      .exportArticle, "export-article", .act, [], say("save"), say("Save an article in a file"),
      also: say("write, markdown, download, export"), needs: .articles, elsewhere: inArticles),
    CommandTableRow(
      .pipeArticle, "pipe-article", .act, ["\\"], say("pipe"),
      say("Send a post or article to another program"),
      also: say("command, script, stdin, print, share"), elsewhere: atPosts),
    CommandTableRow(
      .bookmarkElsewhere, "bookmark-elsewhere", .act, ["_"], say("bookmark elsewhere"),
      say("Send the address of a post or article to the program set as programs.bookmark"),
      also: say("pinboard, linkding, shaarli, email, command"), elsewhere: atPosts),
    CommandTableRow(
      .details, "details", .read, ["i"], say("details"), say("Show photo details"),
      also: say("info, exif, camera, alt text"),
      elsewhere: atPhotos),
    CommandTableRow(
      .play, "play", .read, ["m"], say("play"), say("Play the video or audio"),
      also: say("video, movie, gif, audio, watch"), elsewhere: atVideos),
    CommandTableRow(
      .place, "choose-place", .go, ["N"], say("place"), say("Choose another place"),
      also: say("location, nearby, map, city"), formerly: ["place"], needs: .places,
      elsewhere: aroundPlaces),
    CommandTableRow(
      .zoomIn, "zoom-in", .read, ["+", "="], say("zoom in"), say("Zoom in"),
      also: say("magnify, bigger, larger"),
      elsewhere: atPhotos),
    CommandTableRow(
      .zoomOut, "zoom-out", .read, ["-"], say("zoom out"), say("Zoom out"),
      also: say("shrink, smaller"),
      elsewhere: atPhotos),
    CommandTableRow(
      .zoomFit, "zoom-fit", .read, ["0"], say("whole"), say("Show the whole photo"),
      also: say("reset zoom, fit"),
      elsewhere: atPhotos),
    CommandTableRow(
      .nextPhoto, "next-photo", .read, ["]"], say("next"), say("Go to the next photo"),
      also: say("next image, forward"), elsewhere: atPhotos),
    CommandTableRow(
      .previousPhoto, "previous-photo", .read, ["["], say("previous"),
      say("Go to the previous photo"),
      also: say("previous image, backward"),
      elsewhere: atPhotos),
    CommandTableRow(
      .savePhoto, "save-photo", .read, ["d"], say("save"), say("Save the original photo"),
      also: say("download, save image"),
      elsewhere: atPhotos),
  ]

  private static let others: [CommandTableRow] = [
    CommandTableRow(
      .send, "send", .act, ["s"], say("send"), say("Send"), also: say("deliver, retry, publish"),
      needs: .editing, elsewhere: inOutbox),
    CommandTableRow(
      .edit, "edit", .act, ["e"], say("edit"), say("Edit your post or an unsent one"),
      also: say("change, correct, modify"),
      needs: .editing),
    CommandTableRow(
      .withdraw, "cancel-sending", .act, ["w"], say("don't send"), say("Cancel sending"),
      also: say("unsend, cancel sending"), formerly: ["withdraw"],
      needs: .editing, elsewhere: inOutbox),
    CommandTableRow(
      .accounts, "accounts", .program, ["a"], say("accounts"),
      say("Manage accounts: switch, add, sign out"), also: say("users, switch account, identities")),
    CommandTableRow(
      .addAccount, "add-account", .program, ["A"], say("add an account"),
      say("Sign in with another account"), also: say("login, log in, new account")),
    CommandTableRow(
      .tabs, "tabs", .program, ["T"], say("streams"),
      say("Choose and order tabs and columns"),
      also: say("timelines, feeds, lists, reorder")),
    CommandTableRow(
      .keepTab, "toggle-tab", .program, ["t"], say("show or hide"),
      say("Show or hide the stream as a tab"), also: say("pin, unpin, follow hashtag"),
      formerly: ["keep-tab"],
      elsewhere: inStreams),
    CommandTableRow(
      .everything, "everything", .go, ["@"], say("everything"),
      say("Show Everything: all your home streams in one"),
      also: say("all accounts, unified, merged, combined, timeline"), needs: .severalHomeStreams),
    CommandTableRow(
      .actAs, "act-as", .act, ["@"], say("as another"),
      say("Act as another account that sees the post (in Everything)"),
      also: say("from which account, switch account, identity"), needs: .severalHomeStreams,
      isLocal: true,
      elsewhere: inEverything),
    CommandTableRow(
      .followTag, "follow-tag", .act, [], say("follow tag"),
      say("Follow this tag; its posts appear in Home"), also: say("subscribe"),
      needs: .action(.followTag), elsewhere: inTags),
    CommandTableRow(
      .unfollowTag, "unfollow-tag", .act, [], say("unfollow tag"), say("Unfollow this tag"),
      also: say("unsubscribe"), needs: .action(.followTag), elsewhere: inTags),
    CommandTableRow(
      .notifications, "notifications", .go, ["n"], say("notifications"), say("Show notifications"),
      also: say("mentions, alerts, messages, dm, inbox"),
      needs: .notifications),
    CommandTableRow(
      .messages, "messages", .go, ["!"], say("messages"), say("Show direct messages"),
      also: say("direct messages, dm, dms, private, conversations, inbox"), needs: .messages),
    CommandTableRow(
      .search, "search", .go, ["/"], say("search"), say("Search posts, people and tags"),
      also: say("find, hashtag, users, look up")),
    CommandTableRow(
      .palette, "palette", .program, [":"], say("commands"), say("Show all commands and streams"),
      isListed: false),
    CommandTableRow(
      .menu, "menu", .program, [" "], say("menu"), say("Show what you can do here, with the keys"),
      also: say("leader, which key, actions, what now")),
    CommandTableRow(
      .log, "log", .program, ["J"], say("log"), say("Show the log"),
      also: say("debug, errors, problems")
    ),
    CommandTableRow(
      .settings, "settings", .program, [","], say("settings"), say("Change settings and keys"),
      also: say("options, preferences, configuration, key bindings")),
    CommandTableRow(
      .themes, "themes", .program, [.controlKey("t")], say("themes"), say("Choose a theme"),
      also: say("colours, colors, dark, light, appearance")),
    CommandTableRow(
      .vote, "vote", .act, ["E"], say("vote"), say("Vote in a poll"),
      also: say("survey, choose an answer"), needs: .writing, elsewhere: atPosts),
    CommandTableRow(
      .accept, "accept-request", .act, ["Y"], say("accept"), say("Accept follow request"),
      also: say("follow request, approve, allow"), formerly: ["accept"],
      needs: .followRequests, elsewhere: inNotices),
    CommandTableRow(
      .reject, "reject-request", .act, ["K"], say("reject"),
      say("Reject follow request"), also: say("follow request, deny, decline"),
      formerly: ["reject"],
      needs: .followRequests, isLocal: true, elsewhere: inNotices),
    CommandTableRow(
      .catchUp, "catch-up", .go, ["K"], say("catch up"), say("Catch up on missed posts"),
      also: say("missed, summary, digest, unread, since"), elsewhere: inStreams),
    CommandTableRow(
      .links, "links", .go, [], say("links"), say("Show pages that several people shared"),
      also: say("shared pages, articles, digest, what people read"), needs: .homeStream),
    CommandTableRow(
      .popular, "popular", .go, [], say("popular"),
      say("Show the week's most liked posts of your home stream"),
      also: say("best of, top posts, highlights"), needs: .homeStream),
    CommandTableRow(
      .quietPeople, "quiet-people", .go, [], say("quiet people"),
      say("Show posts by the people who post least"),
      also: say("rare, seldom, close friends"), needs: .homeStream),
    CommandTableRow(
      .moreReplies, "more-replies", .read, ["+"], say("more replies"),
      say("Fetch missing replies from the post's own server"),
      also: say("complete, remote, thread, context"), isLocal: true, elsewhere: inConversations),
    CommandTableRow(
      .fetchAhead, "fetch-offline", .read, [">"], say("fetch offline"),
      say("Fetch the stream for offline reading, or stop"),
      also: say("offline, travel, train, plane, download, save for later"),
      formerly: ["fetch-ahead"], elsewhere: inStreams),
    CommandTableRow(
      .markGroup, "mark-read", .read, ["m"], say("mark read"),
      say("Mark a person or conversation as read (in catch-up)"), formerly: ["mark-group"],
      isListed: false,
      isLocal: true, elsewhere: inCatchUp),
    CommandTableRow(
      .markAll, "mark-all-read", .read, ["A"], say("mark all"),
      say("Mark all entries of a stream as read, or everything while catching up"),
      formerly: ["mark-all"], isListed: false,
      isLocal: true,
      elsewhere: inCatchUp),
    CommandTableRow(
      .toggleRead, "toggle-read", .read, ["h"], say("read"),
      say("Mark an entry as read, or as unread again"), also: say("seen, unseen, keep unread"),
      needs: .readStates, elsewhere: inWebFeeds),
    CommandTableRow(
      .unreadOnly, "unread-only", .read, ["."], say("unread only"),
      say("Hide read posts and entries, or show them again"),
      also: say("hide read, filter, new only"), elsewhere: inStreams),
    CommandTableRow(
      .markShown, "mark-shown-read", .read, [], say("mark shown"),
      say("Mark all entries on the screen as read"), also: say("mark page, visible"),
      needs: .readStates, elsewhere: inWebFeeds),
    CommandTableRow(
      .markAbove, "mark-above-read", .read, [], say("mark above"),
      say("Mark this entry and all above as read"), also: say("mark newer"),
      needs: .readStates, elsewhere: inWebFeeds),
    CommandTableRow(
      .markBelow, "mark-below-read", .read, [], say("mark below"),
      say("Mark this entry and all below as read"), also: say("mark older"),
      needs: .readStates, elsewhere: inWebFeeds),
    CommandTableRow(
      .markFeed, "mark-feed-read", .read, [], say("mark feed"),
      say("Mark all entries of this entry's feed as read"), also: say("mark source, catch up"),
      needs: .readStates, elsewhere: inWebFeeds),
    CommandTableRow(
      .webFeeds, "web-feeds", .go, ["%"], say("feeds"),
      say("Your web feeds: folders, unread entries, problems"),
      also: say("rss, atom, subscriptions, add a feed, folders, opml"), needs: .webFeeds),
    CommandTableRow(
      .podcasts, "podcasts", .go, [], say("podcasts"),
      say("Your podcasts: queue, downloads, where you stopped"),
      also: say("episodes, audio, listen, player, mpv, radio"), needs: .webFeeds),
    CommandTableRow(
      .queueEpisode, "queue-episode", .act, ["$"], say("to podcasts"),
      say("Add an entry's audio or video to your podcasts"),
      also: say("enqueue, listen later, episode, audio"), needs: .webFeeds,
      elsewhere: inWebFeeds),
    CommandTableRow(
      .hide, "hide-comment", .act, ["H"], say("hide"),
      say("Hide or show a comment for everybody"),
      also: say("moderate, remove a comment"), formerly: ["hide"], needs: .mark(.hidden),
      elsewhere: whereComments),
    CommandTableRow(
      .pin, "pin", .act, [], say("pin"), say("Pin or unpin your post on your profile"),
      also: say("stick, unpin, profile, top"), needs: .mark(.pinned), elsewhere: atPosts),
    CommandTableRow(
      .muteConversation, "mute-conversation", .act, [], say("mute conversation"),
      say("Mute or unmute a conversation"), also: say("silence, thread, notifications, leave"),
      needs: .mark(.conversationMuted), elsewhere: atPosts),
    CommandTableRow(
      .hideConversation, "hide-conversation", .act, [], say("hide conversation"),
      say("Hide the conversation permanently"),
      also: say("no more, ignore thread, never again"), elsewhere: atPosts),
    CommandTableRow(
      .editions, "edits", .read, [], say("edits"), say("Show earlier versions of the post"),
      also: say("history, changes, versions, diff"), needs: .extra(.editions), elsewhere: atPosts),
    CommandTableRow(
      .translate, "translate", .read, [], say("translate"),
      say("Translate the post, or hide the translation"),
      also: say("language, foreign, understand"), needs: .extra(.translations), elsewhere: atPosts),
    CommandTableRow(
      .react, "react", .act, [], say("react"), say("React to the post with an emoji"),
      also: say("emoji, reaction"), needs: .action(.react), elsewhere: atPosts),
    CommandTableRow(
      .announcements, "announcements", .go, [], say("announcements"),
      say("Show server announcements"), also: say("news, maintenance, admin"),
      needs: .extra(.announcements)),
    CommandTableRow(
      .aboutServer, "about-server", .go, [], say("server"),
      say("Show the server's description and rules"),
      also: say("instance, rules, contact, administrator, admin, version"),
      needs: .extra(.serverFacts)),
    CommandTableRow(
      .lists, "lists", .go, [], say("lists"),
      say("Show your lists; on a profile, the lists it is on"),
      also: say("groups, circles, add to list, list members"), needs: .extra(.lists)),
    CommandTableRow(
      .newList, "new-list", .act, [], say("new list"), say("Create a list of people"),
      also: say("create list, group, circle"), needs: .action(.makeList)),
    CommandTableRow(
      .trends, "trends", .go, [], say("trends"), say("Show trending tags and pages"),
      also: say("trending, hashtags, news, links, explore"), needs: .extra(.trends)),
    CommandTableRow(
      .feeds, "feeds", .go, [], say("feeds"), say("Discover, pin and like feeds"),
      also: say("discover, algorithms, custom feeds, generators"), needs: .extra(.feeds)),
    CommandTableRow(
      .publishMedia, "publish-media", .act, [], say("publish"),
      say("Publish pictures or videos from the web"),
      also: say("upload, album, carousel, reel, story, image, video"),
      needs: .action(.publishMedia)),
    CommandTableRow(
      .scheduled, "scheduled", .go, [], say("scheduled"),
      say("Show scheduled posts"),
      also: say("later, planned, queue"), needs: .extra(.scheduledPosts)),
    CommandTableRow(
      .filters, "filters", .go, [], say("filters"), say("Show your filters at the server"),
      also: say("hide words, keywords, mute words"), needs: .extra(.wordFilters)),
    CommandTableRow(
      .addFilter, "add-filter", .act, [], say("add filter"),
      say("Add a word filter at the server"),
      also: say("hide words, keywords, mute words"), needs: .action(.filter)),
    CommandTableRow(
      .suggestions, "suggestions", .go, [], say("suggestions"),
      say("Show suggested people to follow"),
      also: say("recommended, discover, explore, who to follow"),
      needs: .list(.suggested)),
    CommandTableRow(
      .peopleHere, "people", .go, [], say("people here"),
      say("Show the directory of this server"),
      also: say("directory, members, users, neighbours, profiles"), needs: .list(.directory)),
  ]

  private static let onProfiles = WrongSceneMessage(
    place: .profiles, leadingCommand: .profile, words: say("Open a profile first ({key})."))
  private static let atPeople = WrongSceneMessage(
    place: .profiles, .posts, leadingCommand: .profile, words: say("Open a profile first ({key})."))
  private static let onOwnProfile = WrongSceneMessage(
    place: .ownProfile, leadingCommand: .ownProfile,
    words: say("Open your own profile first ({key})."))
  private static let inSearch = WrongSceneMessage(
    place: .search, leadingCommand: .search,
    words: say("This works only in search results ({key})."))
  private static let inStreams = WrongSceneMessage(
    place: .streams, leadingCommand: nil, words: say("This works only in a stream."))
  private static let inConversations = WrongSceneMessage(
    place: .conversations, leadingCommand: .open, words: say("Open a conversation first ({key})."))
  private static let inEverything = WrongSceneMessage(
    place: .everything, leadingCommand: .everything,
    words: say("This works in Everything ({key}), on posts that several accounts see."))
  private static let inTags = WrongSceneMessage(
    place: .tags, leadingCommand: .search, words: say("Open a tag first: {key} searches for one."))
  private static let atPosts = WrongSceneMessage(
    place: .posts, leadingCommand: nil, words: say("Select a post first."))
  private static let inAccounts = WrongSceneMessage(
    place: .accounts, leadingCommand: .accounts, words: say("This works only in Accounts ({key})."))
  private static let inOutbox = WrongSceneMessage(
    place: .outbox, leadingCommand: .outbox,
    words: say("No unsent post is selected. Unsent posts are in the outbox ({key})."))
  private static let inNotices = WrongSceneMessage(
    place: .notifications, leadingCommand: .notifications,
    words: say("Follow requests are in Notifications ({key})."))
  private static let inWebFeeds = WrongSceneMessage(
    place: .webFeeds, leadingCommand: nil, words: say("Select an entry of a web feed first."))
  private static let inCatchUp = WrongSceneMessage(
    place: .catchUp, leadingCommand: .catchUp, words: say("This works only in catch-up ({key})."))
  private static let inArticles = WrongSceneMessage(
    place: .articles, leadingCommand: .open, words: say("Open an article first ({key})."))
  private static let atPhotos = WrongSceneMessage(
    place: .photos, leadingCommand: .viewPhoto, words: say("Open the photo first ({key})."))
  private static let atVideos = WrongSceneMessage(
    place: .photos, leadingCommand: .viewPhoto,
    words: say("To play video or audio, open it first ({key})."))
  private static let aroundPlaces = WrongSceneMessage(
    place: .places, leadingCommand: nil, words: say("This service cannot find photos by place."))
  private static let whereComments = WrongSceneMessage(
    place: .comments, leadingCommand: nil, words: say("Nothing can be hidden here."))
}

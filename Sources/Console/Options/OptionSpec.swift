import FeedDomain
package import Logging
import Preferences
import Terminal
import Words

/// A specification of a command-line option, for parsing, help, man page and completions.
package struct OptionSpec: Sendable {
  package let name: String
  /// The short form of a command-line option, such as "-n"; nil if the option has none.
  let short: String?
  /// The placeholder for a command-line option's value in the help, such as "FILE"; nil for an
  /// option without a value.
  package let value: String?
  let meaning: @Sendable (Wording) -> SafeText

  init(
    _ name: String, short: String? = nil, _ value: String? = nil,
    _ meaning: @escaping @Sendable (Wording) -> SafeText
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.meaning = meaning
  }

  package static let account = OptionSpec("--account", "ACCOUNT") {
    $0.say("use this account instead of the current one")
  }
  package static let help = OptionSpec("--help", short: "-h") { $0.say("show this help") }
  package static let version = OptionSpec("--version", short: "-V") { $0.say("show the version") }
  static let quiet = OptionSpec("--quiet") { $0.say("print only results and errors") }
  static let debug = OptionSpec("--debug") {
    $0.say("also write the log to standard error, without secrets")
  }
  static let everywhere: [OptionSpec] = [.quiet, .debug]
  static let demo = OptionSpec("--demo") {
    $0.say("try the built-in service; nothing is kept")
  }
  package static let screenReader = OptionSpec("--screen-reader") {
    $0.say("print lines to be read aloud instead of a full screen")
  }
  static let noPictures = OptionSpec("--no-pictures") { $0.say("show no pictures") }
  package static let theme = OptionSpec("--theme", "THEME") { _ in
    SafeText(sanitizing: ThemeChoice.allCases.map(\.rawValue).joined(separator: ", "))
  }
  static let json = OptionSpec("--json") { $0.say("print one JSON object per line") }
  static let offline = OptionSpec("--offline") { $0.say("use stored data only") }
  static let follow = OptionSpec("--follow") {
    $0.say("keep running, and print each new post on one line")
  }
  static let since = OptionSpec("--since", "TIME") {
    $0.say("posts of the last 30m, 12h, 2d, …, read or unread; default: unread posts")
  }
  static let fromFeed = OptionSpec("--from", "NAME") {
    $0.say("only entries of feeds whose name begins with NAME")
  }
  static let inFolder = OptionSpec("--in", "NAME") { $0.say("only entries of a folder or feed") }
  static let beforeTime = OptionSpec("--before", "TIME") {
    $0.say("only entries from before TIME: 12h, 7d, 2026-03-04, …")
  }
  static let asUnread = OptionSpec("--unread") { $0.say("mark as unread instead") }
  static let order = OptionSpec("--order", "ORDER") {
    let orders = CatchUpOrder.allCases.map(\.rawValue).joined(separator: ", ")
    return $0.say("sort order: {names}; default: people", ["names": orders])
  }
  static let fetchedSince = OptionSpec("--since", "TIME") {
    $0.say("posts of the last 30m, 12h, 2d, …; default: the newest 200 posts")
  }
  static let threads = OptionSpec("--threads") { $0.say("also fetch conversations") }
  static let fullTexts = OptionSpec("--full") {
    $0.say("also fetch the full text of entries whose feeds contain excerpts")
  }
  static let pictures = OptionSpec("--pictures") { $0.say("also fetch pictures") }
  static let format = OptionSpec("--format", "FORMAT") {
    $0.say("json, html (for browsers) or mbox (for mail programs); default: json")
  }
  static let statusFormat = OptionSpec("--format", "FORMAT") {
    $0.say("text, json, tmux or waybar; default: text")
  }
  static let exportedPictures = OptionSpec("--pictures") {
    $0.say("also save pictures, in a folder beside the file")
  }
  package static let count = OptionSpec("--count", short: "-n", "N") {
    $0.say("maximum number; default: 20")
  }
  package static let user = OptionSpec("--user", "NAME") {
    $0.say("user name; you are asked if it is missing")
  }
  static let server = OptionSpec("--server", "URL") {
    $0.say("server address, if the service has several servers")
  }
  static let browser = OptionSpec("--browser") {
    $0.say("sign in with the browser")
  }
  static let passwordFromInput = OptionSpec("--password-stdin") {
    $0.say("read the password from standard input")
  }
  static let tokenFromInput = OptionSpec("--token-stdin") {
    $0.say("read a token from standard input")
  }
  static let tokenFromCommand = OptionSpec("--token-command", "COMMAND") {
    $0.say("run this command to get the password or token, now and at each start")
  }
  static let secretService = OptionSpec("--secret-service") {
    $0.say("store the password or token in the desktop's keyring (Secret Service)")
  }
  static let force = OptionSpec("--force", short: "-f") {
    $0.say("do not ask; discard what was not sent")
  }
  static let media = OptionSpec("--media", "FILE") { $0.say("attach a picture; can be repeated") }
  static let alt = OptionSpec("--alt", "TEXT") {
    $0.say("description of the picture before it")
  }
  static let replyTo = OptionSpec("--reply-to", "ID") { $0.say("reply to this post") }
  package static let quote = OptionSpec("--quote", "ID") { $0.say("quote this post") }
  package static let edit = OptionSpec("--edit", "ID") {
    $0.say("edit this post instead of writing a new one")
  }
  static let tag = OptionSpec("--tag", "TAG") {
    $0.say("also add this tag to the bookmark; can be repeated")
  }
  package static let redraft = OptionSpec("--redraft") {
    $0.say("save the post's text and pictures as a draft first")
  }
  static let thread = OptionSpec("--thread") {
    $0.say("post a thread from files or standard input; lines of --- separate the posts")
  }
  static let visibility = OptionSpec("--visibility", "WHO") {
    $0.say("everybody, unlisted, followers or mentioned")
  }
  static let sensitive = OptionSpec("--sensitive") {
    $0.say("mark the pictures as sensitive; they are covered until opened")
  }
  static let warning = OptionSpec("--warning", "TEXT") {
    $0.say("content warning; the text is folded behind it")
  }
  package static let language = OptionSpec("--language", "LANGUAGE") {
    $0.say("language of the post, such as en, de or pt-BR")
  }
  static let quotableBy = OptionSpec("--quotable-by", "WHO") {
    $0.say("who may quote it: everybody, followers or nobody")
  }
  static let answerableBy = OptionSpec("--answerable-by", "WHO") {
    $0.say("who may reply: everybody, followers, followed, mentioned or nobody")
  }
  static let with = OptionSpec("--with", "NAME=VALUE") {
    $0.say("set a field, such as reason=spam or licence=by-sa; can be repeated")
  }
  static let bundle = OptionSpec("--bundle") {
    $0.say("print a report with the last crash and the log, without private data")
  }
  static let undo = OptionSpec("--undo") { $0.say("undo the action") }
  static let yes = OptionSpec("--yes", short: "-y") { $0.say("do not ask first") }
  package static let at = OptionSpec("--at", "TIME") {
    $0.say("post at this time: 2h, 18:30, 2026-11-24 09:00")
  }
  package static let poll = OptionSpec("--poll", "ANSWER") {
    $0.say("add a poll answer; repeat it for each answer")
  }
  static let pollSeveral = OptionSpec("--poll-several") {
    $0.say("let people choose several answers")
  }
  static let pollLength = OptionSpec("--poll-for", "TIME") {
    $0.say("duration of the poll: 30m, 12h, 7d; default: 1 day")
  }
  static let exported = OptionSpec("--export") {
    $0.say("export settings, tabs, columns, themes, mutes and places to a file")
  }
  static let imported = OptionSpec("--import") {
    $0.say("import them from such a file, and list the changes")
  }
  static let trusted = OptionSpec("--trusted") {
    $0.say("trust the file: accept all of it without asking")
  }
  static let pick = OptionSpec("--pick", "NUMBER") {
    $0.say("number of the feed to add, if the page has several")
  }
  static let dryRun = OptionSpec("--dry-run") {
    $0.say("show what would be done, without doing it")
  }
  static let defaults = OptionSpec("--defaults") {
    $0.say("print every setting with its default and description")
  }
}

package enum CommandName: String, CaseIterable, Sendable {
  case login, logout, accounts, use, whoami, status, feed, feeds, read, catchUp = "catch-up",
    fetch,
    export,
    notifications, messages,
    search,
    thread, show, open, save, podcasts, rules,
    whois, followers, following, follow, unfollow, requests, mute, unmute, block, unblock, list,
    act,
    post, reply, delete, like, unlike, boost, unboost, bookmark, unbookmark, pin, unpin, vote,
    outbox, config, doctor, qr
}

extension CountedFeature {
  package init(_ command: CommandName) { self.init(named: "command-\(command.rawValue)") }
}

package enum ProgramVersion {
  package static let current = "0.1.0"
}

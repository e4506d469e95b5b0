import FeedDomain
package import Logging
import Preferences
import Terminal
import Words

/// An option of the command line, as help, man page and completions show it.
package struct OptionSpec: Sendable {
  package let name: String
  /// The short form of a command-line option, as "-n".
  let short: String?
  /// The placeholder for an option's value, as "FILE"; nil for an option without a value.
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
  static let quiet = OptionSpec("--quiet") { $0.say("print results and errors, and nothing else") }
  static let debug = OptionSpec("--debug") {
    $0.say("write the log to standard error as well, without secrets")
  }
  static let everywhere: [OptionSpec] = [.quiet, .debug]
  static let demo = OptionSpec("--demo") {
    $0.say("try the built-in service; nothing is kept")
  }
  static let noPictures = OptionSpec("--no-pictures") { $0.say("show no pictures") }
  package static let theme = OptionSpec("--theme", "THEME") { _ in
    SafeText(sanitizing: ThemeChoice.allCases.map(\.rawValue).joined(separator: ", "))
  }
  static let json = OptionSpec("--json") { $0.say("print one JSON object a line") }
  static let offline = OptionSpec("--offline") { $0.say("use only what is stored here") }
  static let follow = OptionSpec("--follow") {
    $0.say("go on, and print each new post in a line until interrupted")
  }
  static let since = OptionSpec("--since", "TIME") {
    $0.say("all since then, read or not: 30m, 12h, 2d; without it, what is unread")
  }
  static let order = OptionSpec("--order", "ORDER") {
    let orders = CatchUpOrder.allCases.map(\.rawValue).joined(separator: ", ")
    return $0.say("in which order: {names}; by person without it", ["names": orders])
  }
  static let fetchedSince = OptionSpec("--since", "TIME") {
    $0.say("everything since then: 30m, 12h, 2d; without it, the newest 200 posts")
  }
  static let threads = OptionSpec("--threads") { $0.say("conversations too") }
  static let pictures = OptionSpec("--pictures") { $0.say("pictures too") }
  static let format = OptionSpec("--format", "FORMAT") {
    $0.say("json, html for a browser, or mbox for a mail program; json without it")
  }
  static let exportedPictures = OptionSpec("--pictures") {
    $0.say("pictures too, in a folder beside the file")
  }
  package static let count = OptionSpec("--count", short: "-n", "N") {
    $0.say("how many, 20 unless said otherwise")
  }
  package static let user = OptionSpec("--user", "NAME") {
    $0.say("the user name; asked for without it")
  }
  static let server = OptionSpec("--server", "URL") {
    $0.say("the server, where there are several")
  }
  static let browser = OptionSpec("--browser") {
    $0.say("allow it in the browser, where there are other ways")
  }
  static let passwordFromInput = OptionSpec("--password-stdin") {
    $0.say("read the password from standard input")
  }
  static let tokenFromInput = OptionSpec("--token-stdin") {
    $0.say("read a token from standard input")
  }
  static let tokenFromCommand = OptionSpec("--token-command", "COMMAND") {
    $0.say("have this command print the password or token, now and at each start")
  }
  static let secretService = OptionSpec("--secret-service") {
    $0.say("keep the password or token in the desktop's Secret Service")
  }
  static let force = OptionSpec("--force", short: "-f") {
    $0.say("ask nobody, and give up what was not sent")
  }
  static let media = OptionSpec("--media", "FILE") { $0.say("attach a picture; may be repeated") }
  static let alt = OptionSpec("--alt", "TEXT") {
    $0.say("what the picture before it shows, in words")
  }
  static let replyTo = OptionSpec("--reply-to", "ID") { $0.say("reply to this post") }
  package static let quote = OptionSpec("--quote", "ID") { $0.say("quote this post") }
  package static let edit = OptionSpec("--edit", "ID") {
    $0.say("edit this post of yours instead of writing a new one")
  }
  static let thread = OptionSpec("--thread") {
    $0.say("a thread from these files or standard input; a line of --- divides its posts")
  }
  static let visibility = OptionSpec("--visibility", "WHO") {
    $0.say("everybody, unlisted, followers or mentioned")
  }
  static let sensitive = OptionSpec("--sensitive") {
    $0.say("cover the pictures until somebody wants to see them")
  }
  static let warning = OptionSpec("--warning", "TEXT") {
    $0.say("show these words first, and fold the rest")
  }
  package static let language = OptionSpec("--language", "LANGUAGE") {
    $0.say("its language, such as en, de or pt-BR")
  }
  static let quotableBy = OptionSpec("--quotable-by", "WHO") {
    $0.say("who may quote it: everybody, followers or nobody")
  }
  static let answerableBy = OptionSpec("--answerable-by", "WHO") {
    $0.say("who may answer it: everybody, followers, followed, mentioned or nobody")
  }
  static let with = OptionSpec("--with", "NAME=VALUE") {
    $0.say("say this with it, such as reason=spam or licence=by-sa; may be repeated")
  }
  static let undo = OptionSpec("--undo") { $0.say("take it back") }
  package static let at = OptionSpec("--at", "TIME") {
    $0.say("when to post it: 2h, 18:30, 2026-11-24 09:00")
  }
  package static let poll = OptionSpec("--poll", "ANSWER") {
    $0.say("add a poll; once for each answer")
  }
  static let pollSeveral = OptionSpec("--poll-several") {
    $0.say("let people choose several answers")
  }
  static let pollLength = OptionSpec("--poll-for", "TIME") {
    $0.say("how long the poll is open: 30m, 12h, 7d; a day without it")
  }
  static let exported = OptionSpec("--export") {
    $0.say("write settings, tabs, columns, themes, mutes and places, to take them elsewhere")
  }
  static let imported = OptionSpec("--import") {
    $0.say("take them from such a file, and tell what is different")
  }
  static let trusted = OptionSpec("--trusted") {
    $0.say("the file is your own: take what it names unasked")
  }
  static let dryRun = OptionSpec("--dry-run") { $0.say("only tell what would be done") }
  static let defaults = OptionSpec("--defaults") {
    $0.say("every setting with its default and meaning")
  }
}

package enum CommandName: String, CaseIterable, Sendable {
  case login, logout, accounts, use, whoami, feed, feeds, catchUp = "catch-up", fetch, export,
    notifications, messages,
    search,
    thread, show, open,
    whois, followers, following, follow, unfollow, requests, mute, unmute, block, unblock, list,
    act,
    post, reply, delete, like, unlike, boost, unboost, bookmark, unbookmark, pin, unpin, vote,
    outbox, config, doctor
}

extension Feature {
  package init(_ command: CommandName) { self.init(named: "command-\(command.rawValue)") }
}

package enum Version {
  /// The version of the program Tweetie, as in the changelog.
  package static let current = "0.1.0"
}

import Terminal
import Words

/// Commands that stand together in the overview of all.
enum CommandGroup: CaseIterable {
  case reading, writing, people, files, accounts, program

  func title(_ wording: Wording) -> SafeText {
    switch self {
    case .reading: wording.say("Reading:")
    case .writing: wording.say("Writing:")
    case .people: wording.say("People:")
    case .files: wording.say("Feeds and files:")
    case .accounts: wording.say("Accounts:")
    case .program: wording.say("The program:")
    }
  }

  /// Its commands, in the order in which help shows them.
  var commands: [CommandSpec] {
    CommandSpec.commands.filter { $0.name.map { Self(of: $0) == self } == true }
  }

  private init(of command: CommandName) {
    switch command {
    case .feed, .catchUp, .notifications, .messages, .search, .thread, .show, .open, .list:
      self = .reading
    case .post, .reply, .delete, .like, .unlike, .boost, .unboost, .bookmark, .unbookmark, .pin,
      .unpin, .vote, .act, .outbox:
      self = .writing
    case .whois, .followers, .following, .follow, .unfollow, .requests, .mute, .unmute, .block,
      .unblock:
      self = .people
    case .feeds, .fetch, .export: self = .files
    case .login, .logout, .accounts, .use, .whoami: self = .accounts
    case .config, .doctor: self = .program
    }
  }
}

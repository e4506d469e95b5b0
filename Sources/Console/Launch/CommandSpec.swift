import Terminal
import Words

/// A command, as help, man page and completions show it.
struct CommandSpec: Sendable {
  /// Its name; nil for the full screen, which is opened without one.
  let name: CommandName?
  /// What follows the name besides options.
  let operands: String
  /// What it takes.
  let options: [OptionSpec]
  /// What reads the words after its name, and runs; nil for the full screen.
  let request: (any CommandRequest.Type)?
  /// How it is used, without "tweetie".
  let examples: [String]
  /// What it does.
  let meaning: @Sendable (Wording) -> SafeText

  init(
    _ name: CommandName?, _ operands: String, _ options: [OptionSpec],
    _ request: (any CommandRequest.Type)?, examples: String...,
    meaning: @escaping @Sendable (Wording) -> SafeText
  ) {
    self.name = name
    self.operands = operands
    self.options = options
    self.request = request
    self.examples = examples
    self.meaning = meaning
  }

  /// How it is typed, as "tweetie", "logout" and "[ACCOUNT]".
  var usageWords: [String] {
    let optional = options.map { "[\($0.short ?? $0.name)\($0.value.map { " \($0)" } ?? "")]" }
    return (["tweetie", name?.rawValue ?? "", operands] + optional).filter { !$0.isEmpty }
  }

  /// What it takes, with what every command takes.
  var allOptions: [OptionSpec] { options + (name == nil ? [] : OptionSpec.everywhere) }
}

extension CommandSpec {
  /// What runs without a command word.
  static let fullScreen = CommandSpec(
    nil, "", [.account, .demo, .noPictures, .theme, .help, .version], nil
  ) { $0.say("open the full screen") }

  /// How something is written, besides what it answers or changes.
  private static let writing: [OptionSpec] = [
    .visibility, .warning, .language, .quotableBy, .answerableBy, .at, .with, .media, .alt,
    .sensitive, .poll, .pollSeveral, .pollLength, .json, .account,
  ]

  /// The commands, in the order in which help shows them.
  static let commands: [CommandSpec] = [
    CommandSpec(
      .login, "[SERVICE]",
      [
        .user, .browser, .passwordFromInput, .tokenFromInput, .tokenFromCommand, .secretService,
        .server,
      ],
      LoginOptions.self,
      examples: "login tweetie", "login tweetie --user tweetieuser --password-stdin"
    ) { $0.say("sign in") },
    CommandSpec(
      .logout, "[ACCOUNT]", [.force, .account], LogoutOptions.self,
      examples: "logout", "logout ada@example.org --force"
    ) { $0.say("sign out and erase what is stored for the account") },
    CommandSpec(
      .accounts, "", [.json], AccountsCommand.self, examples: "accounts", "accounts --json"
    ) { $0.say("list the accounts, the current one first") },
    CommandSpec(
      .use, "ACCOUNT", [], UseCommand.self, examples: "use ada", "use ada@example.org"
    ) { $0.say("make an account the current one") },
    CommandSpec(
      .whoami, "", [.json, .account], WhoamiCommand.self, examples: "whoami", "whoami --json"
    ) { $0.say("show which account is used") },
    CommandSpec(
      .feed, "[STREAM]", [.count, .follow, .json, .offline, .account], FeedOptions.self,
      examples: "feed -n 5", "feed '#tram' --follow"
    ) { $0.say("print a stream: home, photos, likes, #tag, list:NAME, …") },
    CommandSpec(
      .feeds, "[@HANDLE|list|add ADDRESS|remove NAME|import FILE|export]",
      [.json, .trusted, .account],
      FeedsOptions.self, examples: "feeds @ada.example", "feeds add https://example.org/blog"
    ) { $0.say("list the streams there are, or change your list of feeds") },
    CommandSpec(
      .catchUp, "[everything]", [.since, .order, .json, .offline, .account], CatchUpCommand.self,
      examples: "catch-up --since 2d --order likes", "catch-up everything"
    ) { $0.say("print what you missed, by person") },
    CommandSpec(
      .fetch, "[STREAM…]", [.fetchedSince, .threads, .pictures, .json, .account],
      FetchCommand.self,
      examples: "fetch --threads --pictures", "fetch home '#tram' --since 1d"
    ) { $0.say("fetch streams, to be read without a network") },
    CommandSpec(
      .export, "[FILE|-]", [.format, .exportedPictures, .account], ExportCommand.self,
      examples: "export archive.html --format html --pictures", "export - --format mbox"
    ) { $0.say("write all your posts, likes and bookmarks into a file") },
    CommandSpec(
      .notifications, "[everything]", [.count, .json, .offline, .account],
      NotificationsOptions.self,
      examples: "notifications -n 5", "notifications everything --json"
    ) { $0.say("print your notifications") },
    CommandSpec(
      .messages, "", [.count, .json, .account], MessagesCommand.self,
      examples: "messages", "messages -n 5 --json"
    ) { $0.say("print what people wrote to you directly") },
    CommandSpec(
      .search, "WORDS", [.count, .offline, .json, .account], SearchOptions.self,
      examples: "search tram from:ada since:7d", "search '#tram' has:photo --offline -n 50"
    ) { $0.say("find posts by words, from:, has:, since:, until:, lang:, #tag") },
    CommandSpec(
      .thread, "ID|URL", [.json, .offline, .account], ThreadCommand.self,
      examples: "thread 12345", "thread https://example.social/@ada/12345 --json"
    ) { $0.say("print a post with the conversation around it") },
    CommandSpec(
      .show, "ID|URL", [.json, .offline, .account], ThreadCommand.self,
      examples: "show 12345", "show 12345 --json --offline"
    ) { $0.say("print a post, with nothing folded away") },
    CommandSpec(
      .open, "ID|URL|@HANDLE", [.account], OpenCommand.self,
      examples: "open 12345", "open https://example.social/@ada/12345"
    ) { $0.say("open a post's page in the browser, or an address or @name here") },
    CommandSpec(
      .whois, "@HANDLE|URL", [.json, .account], WhoisCommand.self,
      examples: "whois @ada", "whois @ada@example.org --json"
    ) { $0.say("show somebody's profile") },
    CommandSpec(
      .followers, "[@HANDLE]", [.count, .json, .account], FollowersCommand.self,
      examples: "followers", "followers @ada -n 100 --json"
    ) { $0.say("list who follows you, or somebody") },
    CommandSpec(
      .following, "[@HANDLE]", [.count, .json, .account], FollowersCommand.self,
      examples: "following", "following @ada -n 100 --json"
    ) { $0.say("list whom you follow, or whom somebody follows") },
    CommandSpec(
      .follow, "@HANDLE|#TAG…", [.account], FollowCommand.self,
      examples: "follow @ada", "follow '#tram' --account grace"
    ) { $0.say("follow somebody, or a tag") },
    CommandSpec(
      .unfollow, "@HANDLE|#TAG…", [.account], FollowCommand.self,
      examples: "unfollow @ada", "unfollow '#tram' --account grace"
    ) { $0.say("unfollow somebody, or a tag") },
    CommandSpec(
      .requests, "[list|accept @HANDLE…|reject @HANDLE…]", [.count, .json, .account],
      RequestsCommand.self, examples: "requests", "requests accept @ada @grace"
    ) { $0.say("list who asks to follow you, and answer them") },
    CommandSpec(
      .mute, "@HANDLE…", [.account], ModerationCommand.self,
      examples: "mute @ada", "mute @ada@example.org --account grace"
    ) { $0.say("mute somebody at the service") },
    CommandSpec(
      .unmute, "@HANDLE…", [.account], ModerationCommand.self,
      examples: "unmute @ada", "unmute @ada@example.org --account grace"
    ) { $0.say("unmute somebody") },
    CommandSpec(
      .block, "@HANDLE…", [.account], ModerationCommand.self,
      examples: "block @ada", "block @ada@example.org --account grace"
    ) { $0.say("block somebody") },
    CommandSpec(
      .unblock, "@HANDLE…", [.account], ModerationCommand.self,
      examples: "unblock @ada", "unblock @ada@example.org --account grace"
    ) { $0.say("unblock somebody") },
    CommandSpec(
      .list, "[SUBJECT [TARGET…]]", [.count, .json, .account], ListCommand.self,
      examples: "list trends", "list statistics @ada --json"
    ) {
      $0.say("print what else the service tells, as trends, lists or filters; alone, list that")
    },
    CommandSpec(
      .act, "[DEED [TARGET…]]", [.with, .undo, .account], ActCommand.self,
      examples: "act report @ada --with reason=spam",
      "act filter boats --with ends=7d --with hides=yes"
    ) { $0.say("do what else the service offers, as report, note or filter; alone, list that") },
    CommandSpec(
      .post, "[TEXT|-|FILE…]", [.replyTo, .quote, .edit, .thread, .dryRun] + writing,
      PostOptions.self,
      examples: "post 'The harbour' --media boat.jpg --alt 'A red boat'",
      "post --thread walk.txt --dry-run"
    ) { $0.say("write a post; - reads it from standard input") },
    CommandSpec(
      .reply, "ID|URL [TEXT|-]", writing, PostOptions.self,
      examples: "reply 12345 'So do I.'", "reply 12345 - --visibility direct"
    ) { $0.say("reply to a post, mentioning those who take part") },
    CommandSpec(
      .delete, "ID|URL…", [.account], DeleteCommand.self,
      examples: "delete 12345", "delete 12345 --account ada@example.org"
    ) { $0.say("delete your post") },
    CommandSpec(
      .like, "ID|URL…", [.account], MarkCommand.self,
      examples: "like 12345", "like https://example.social/@ada/12345 12346"
    ) { $0.say("like a post") },
    CommandSpec(
      .unlike, "ID|URL…", [.account], MarkCommand.self,
      examples: "unlike 12345", "unlike https://example.social/@ada/12345 12346"
    ) { $0.say("unlike a post") },
    CommandSpec(
      .boost, "ID|URL…", [.account], MarkCommand.self,
      examples: "boost 12345", "boost https://example.social/@ada/12345 12346"
    ) { $0.say("boost a post") },
    CommandSpec(
      .unboost, "ID|URL…", [.account], MarkCommand.self,
      examples: "unboost 12345", "unboost https://example.social/@ada/12345 12346"
    ) { $0.say("unboost a post") },
    CommandSpec(
      .bookmark, "ID|URL…", [.account], MarkCommand.self,
      examples: "bookmark 12345", "bookmark https://example.social/@ada/12345 12346"
    ) { $0.say("bookmark a post") },
    CommandSpec(
      .unbookmark, "ID|URL…", [.account], MarkCommand.self,
      examples: "unbookmark 12345", "unbookmark https://example.social/@ada/12345 12346"
    ) { $0.say("remove a bookmark") },
    CommandSpec(
      .pin, "ID|URL…", [.account], MarkCommand.self,
      examples: "pin 12345", "pin https://example.social/@ada/12345"
    ) { $0.say("pin your post to your profile") },
    CommandSpec(
      .unpin, "ID|URL…", [.account], MarkCommand.self,
      examples: "unpin 12345", "unpin https://example.social/@ada/12345"
    ) { $0.say("unpin your post from your profile") },
    CommandSpec(
      .vote, "ID|URL ANSWER…", [.account], VoteCommand.self,
      examples: "vote 12345 2", "vote 12345 'Earl Grey' Assam"
    ) { $0.say("answer a poll, by numbers or words") },
    CommandSpec(
      .outbox, "[list|send [ID…]|drop ID…]", [.json, .account], OutboxOptions.self,
      examples: "outbox", "outbox drop t06404a"
    ) { $0.say("show, send or drop what is waiting to be sent") },
    CommandSpec(
      .config, "[FILE|-]", [.defaults, .exported, .imported, .dryRun, .trusted],
      ConfigCommand.self,
      examples: "config --export mine.txt", "config --import mine.txt --dry-run"
    ) { $0.say("show the settings in use, and the line of the file that set each") },
    CommandSpec(
      .doctor, "", [.json], DoctorCommand.self, examples: "doctor", "doctor --json"
    ) { $0.say("show what helps when something does not work") },
  ]

  /// The command of that name.
  static func named(_ name: CommandName?) -> CommandSpec {
    commands.first { $0.name == name } ?? fullScreen
  }
}

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
  /// What it does.
  let meaning: @Sendable (Wording) -> SafeText

  /// How it is typed, as "tweetie logout [ACCOUNT]".
  var usage: String {
    let optional = options.map { "[\($0.short ?? $0.name)\($0.value.map { " \($0)" } ?? "")]" }
    let words = ["tweetie", name?.rawValue ?? "", operands] + optional
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension CommandSpec {
  /// What runs without a command word.
  static let fullScreen = CommandSpec(
    name: nil, operands: "", options: [.account, .demo, .noPictures, .theme, .help, .version],
    request: nil
  ) { $0.say("open the full screen") }

  /// The commands, in the order in which help shows them.
  static let commands: [CommandSpec] = [
    CommandSpec(
      name: .login, operands: "SERVICE",
      options: [
        .user, .passwordFromInput, .tokenFromInput, .tokenFromCommand, .secretService, .server,
      ], request: LoginOptions.self
    ) { $0.say("sign in") },
    CommandSpec(name: .logout, operands: "[ACCOUNT]", options: [], request: LogoutOptions.self) {
      $0.say("sign out and erase what is stored for the account")
    },
    CommandSpec(name: .accounts, operands: "", options: [.json], request: AccountsCommand.self) {
      $0.say("list the accounts, the current one first")
    },
    CommandSpec(
      name: .whoami, operands: "", options: [.json, .account], request: WhoamiCommand.self
    ) { $0.say("name the account that is used") },
    CommandSpec(
      name: .feed, operands: "[STREAM]", options: [.count, .json, .offline, .account],
      request: FeedOptions.self
    ) { $0.say("print a stream: home, photos, likes, #tag, list:NAME, …") },
    CommandSpec(
      name: .feeds, operands: "[@HANDLE]", options: [.json, .account], request: FeedsOptions.self
    ) {
      $0.say("list the streams there are, or what somebody put together")
    },
    CommandSpec(
      name: .notifications, operands: "", options: [.count, .json, .offline, .account],
      request: NotificationsOptions.self
    ) { $0.say("print what happened to you") },
    CommandSpec(
      name: .post, operands: "[TEXT|-]",
      options: [
        .replyTo, .quote, .edit, .visibility, .warning, .language, .quotableBy, .at, .media, .alt,
        .sensitive, .poll, .pollSeveral,
        .pollLength, .account,
      ], request: PostOptions.self
    ) { $0.say("write a post; - reads it from standard input") },
    CommandSpec(name: .like, operands: "ID", options: [.account], request: MarkCommand.self) {
      $0.say("like a post")
    },
    CommandSpec(name: .unlike, operands: "ID", options: [.account], request: MarkCommand.self) {
      $0.say("take a like back")
    },
    CommandSpec(
      name: .search, operands: "WORDS", options: [.count, .offline, .json, .account],
      request: SearchOptions.self
    ) { $0.say("find posts that contain all the words") },
    CommandSpec(
      name: .outbox, operands: "[list|send|drop ID]", options: [.json], request: OutboxOptions.self
    ) {
      $0.say("show, send or drop what waits to be sent")
    },
    CommandSpec(name: .config, operands: "", options: [.defaults], request: ConfigCommand.self) {
      $0.say("show the settings in force, with the lines of the file that set them")
    },
    CommandSpec(name: .doctor, operands: "", options: [.json], request: DoctorCommand.self) {
      $0.say("show what there is to know when something does not work")
    },
  ]

  /// The command of that name.
  static func named(_ name: CommandName?) -> CommandSpec {
    commands.first { $0.name == name } ?? fullScreen
  }
}

import Terminal
import Words

/// What a command does once its arguments are read.
package typealias CommandBody = @Sendable (CommandContext) async throws(CommandFailure) -> Void

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

  var commands: [CommandSpec] { CommandSpec.commands.filter { $0.group == self } }
}

/// A command: how it is typed, as help, man page and completions show it, and what it does.
struct CommandSpec: Sendable {
  /// Its name; nil for the full screen, which is opened without one.
  let name: CommandName?
  let group: CommandGroup?
  /// What follows the name besides options.
  let operands: String
  let options: [OptionSpec]
  /// How it is used, without "tweetie".
  let examples: [String]
  let meaning: @Sendable (Wording) -> SafeText
  /// Reads the arguments; nil for the full screen.
  let read: (@Sendable (ScannedArguments) throws(UsageError) -> CommandBody)?

  init(
    _ name: CommandName, _ group: CommandGroup, _ operands: String, _ options: [OptionSpec],
    examples: String..., meaning: @escaping @Sendable (Wording) -> SafeText,
    read: @escaping @Sendable (ScannedArguments) throws(UsageError) -> CommandBody
  ) {
    (self.name, self.group, self.operands, self.options) = (name, group, operands, options)
    (self.examples, self.meaning, self.read) = (examples, meaning, read)
  }

  private init(
    options: [OptionSpec], meaning: @escaping @Sendable (Wording) -> SafeText
  ) {
    (name, group, operands, self.options) = (nil, nil, "", options)
    (examples, self.meaning, read) = ([], meaning, nil)
  }

  /// How it is typed, as "tweetie", "logout" and "[ACCOUNT]".
  var usageWords: [String] {
    let optional = options.map { "[\($0.short ?? $0.name)\($0.value.map { " \($0)" } ?? "")]" }
    return (["tweetie", name?.rawValue ?? "", operands] + optional).filter { !$0.isEmpty }
  }

  /// What it takes, with what every command takes.
  var allOptions: [OptionSpec] { options + (name == nil ? [] : OptionSpec.everywhere) }

  static let fullScreen = CommandSpec(
    options: [.account, .demo, .noPictures, .theme, .help, .version]
  ) { $0.say("open the full screen") }

  /// The commands, in the order in which help shows them.
  static let commands: [CommandSpec] = [
    login, logout, accounts, use, whoami, feed, feeds, catchUp, fetch, export, notifications,
    messages, search, thread, show, open, whois, followers, following, follow, unfollow, requests,
    mute, unmute, block, unblock, list, act, post, reply, delete, like, unlike, boost, unboost,
    bookmark, unbookmark, pin, unpin, vote, outbox, config, doctor,
  ]

  static func named(_ name: CommandName?) -> CommandSpec {
    commands.first { $0.name == name } ?? fullScreen
  }
}

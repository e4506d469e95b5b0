import Terminal
import Words

/// A type of closure that does the work of a command with parsed arguments.
package typealias CommandBody = @Sendable (CommandContext) async throws(CommandFailure) -> Void

enum CommandGroup: CaseIterable {
  case reading, writing, people, files, accounts, program

  func commandGroupTitle(_ wording: Wording) -> SafeText {
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

/// A specification of a command: its syntax, its texts for help, man page and completions, and the
/// closures that parse its arguments and do its work.
struct CommandSpec: Sendable {
  /// The name of the specified command; nil for the full screen, which is opened without a command.
  let name: CommandName?
  let group: CommandGroup?
  let operands: String
  let options: [OptionSpec]
  /// The examples of a command's use for help and man page, each without the word "tweetie" at the
  /// beginning.
  let examples: [String]
  let meaning: @Sendable (Wording) -> SafeText
  /// The closure that parses the command's arguments and returns its work; nil for the full screen.
  let read: (@Sendable (ScannedArguments) throws(UsageError) -> CommandBody)?

  init(
    _ name: CommandName, _ group: CommandGroup, _ operands: String, _ options: [OptionSpec],
    examples: String..., meaning: @escaping @Sendable (Wording) -> SafeText,
    read: @escaping @Sendable (ScannedArguments) throws(UsageError) -> CommandBody
  ) {
    (self.name, self.group, self.operands, self.options) = (name, group, operands, options)
    (self.examples, self.meaning, self.read) = (examples, meaning, read)
  }

  private init(options: [OptionSpec], meaning: @escaping @Sendable (Wording) -> SafeText) {
    (name, group, operands, self.options) = (nil, nil, "", options)
    (examples, self.meaning, read) = ([], meaning, nil)
  }

  var usageWords: [String] {
    let optional = options.map { "[\($0.short ?? $0.name)\($0.value.map { " \($0)" } ?? "")]" }
    return (["tweetie", name?.rawValue ?? "", operands] + optional).filter { !$0.isEmpty }
  }

  var allOptions: [OptionSpec] { options + (name == nil ? [] : OptionSpec.everywhere) }

  static let fullScreen = CommandSpec(
    options: [.account, .demo, .screenReader, .noPictures, .theme, .help, .version]
  ) { $0.say("open the full screen") }

  static let commands: [CommandSpec] = [
    login, logout, accounts, use, whoami, status, feed, feeds, read, catchUp, fetch, export,
    notifications,
    messages, search, thread, show, open, save, podcasts, rules, whois, followers, following,
    follow,
    unfollow, requests,
    mute, unmute, block, unblock, list, act, post, reply, delete, like, unlike, boost, unboost,
    bookmark, unbookmark, pin, unpin, vote, outbox, config, doctor, qr,
  ]

  static func commandSpec(named name: CommandName?) -> CommandSpec {
    commands.first { $0.name == name } ?? fullScreen
  }
}

import FeedDomain
package import Preferences

/// Command line and environment as a value.
package struct LaunchOptions: Equatable, Sendable {
  /// What is asked for.
  package let invocation: Invocation
  /// The account to use, by its id or handle; nil for the current one.
  package let account: String?
  /// What the environment says.
  package let environment: LaunchEnvironment

  /// Reads the arguments that follow the program's name.
  package static func parse(arguments: [String], environment: [String: String]) throws(UsageError)
    -> LaunchOptions
  {
    let scanned = try ScannedArguments(arguments)
    return LaunchOptions(
      invocation: try Invocation(scanned), account: scanned.value(of: .account),
      environment: LaunchEnvironment(environment))
  }
}

extension Invocation {
  fileprivate init(_ scanned: ScannedArguments) throws(UsageError) {
    if scanned.has(.help) {
      self = .help(scanned.command)
      return
    }
    if scanned.has(.version) {
      self = .version
      return
    }
    let json = scanned.has(.json)
    switch scanned.command {
    case nil: self = .fullScreen(try FullScreenOptions(scanned))
    case .login: self = .login(try LoginOptions(scanned))
    case .logout: self = .logout(account: try scanned.operand())
    case .accounts:
      try scanned.expectNoOperands()
      self = .accounts(json: json)
    case .feed: self = .feed(try FeedOptions(scanned))
    case .feeds: self = .feeds(try FeedsOptions(scanned))
    case .notifications: self = .notifications(try NotificationsOptions(scanned))
    case .post: self = .post(try PostOptions(scanned))
    case .like: self = .mark(Post.ID(try scanned.required("ID")), isLiked: true)
    case .unlike: self = .mark(Post.ID(try scanned.required("ID")), isLiked: false)
    case .search: self = .search(try SearchOptions(scanned))
    case .outbox: self = .outbox(try OutboxAction(scanned), json: json)
    case .config:
      try scanned.expectNoOperands()
      self = .config(defaults: scanned.has(.defaults))
    case .doctor:
      try scanned.expectNoOperands()
      self = .doctor(json: json)
    }
  }
}

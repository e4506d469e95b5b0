/// The words that name a command.
package enum CommandName: String, CaseIterable, Sendable {
  case login, logout, accounts, whoami, feed, feeds, notifications, post, like, unlike, search,
    outbox, config, doctor
}

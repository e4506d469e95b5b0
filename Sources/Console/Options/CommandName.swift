/// The words that name a command.
package enum CommandName: String, CaseIterable, Sendable {
  case login, logout, accounts, feed, feeds, notifications, post, like, unlike, search, outbox,
    config, doctor
}

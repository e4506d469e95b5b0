/// The words that name a command.
package enum CommandName: String, CaseIterable, Sendable {
  case login, logout, accounts, whoami, feed, feeds, catchUp = "catch-up", fetch, export,
    notifications, messages,
    search,
    thread, show, open,
    whois, follow, unfollow, list, act, post, reply, delete, like, unlike, boost, unboost, bookmark,
    unbookmark,
    outbox, config, doctor
}

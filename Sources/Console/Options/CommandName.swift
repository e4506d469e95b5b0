package import Logging

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
  /// As in the changelog.
  package static let current = "0.1.0"
}

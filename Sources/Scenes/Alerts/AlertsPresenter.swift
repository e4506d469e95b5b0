internal import FeedDomain
package import Preferences
import Terminal
package import UseCases
package import Words

/// Puts into words what somebody is told who looks elsewhere, as far as they asked to be.
@MainActor package final class AlertsPresenter: Presenting {
  package weak var display: (any Displaying<AlertsViewModel>)?
  private let wording: Wording
  private var wishes: AlertPreferences
  private var unread: Int?

  package init(wording: Wording, wishes: AlertPreferences) {
    (self.wording, self.wishes) = (wording, wishes)
  }

  /// Goes on with other wishes.
  package func use(_ wishes: AlertPreferences) {
    guard wishes != self.wishes else { return }
    self.wishes = wishes
    show()
  }

  package func present(_ response: Alerts.Response) {
    switch response {
    case .unread(let count):
      unread = count
      show()
    case .happened(let notifications, let account): show(call(for: notifications, to: account))
    }
  }
}

extension AlertsPresenter {
  private func show(_ call: TerminalCall? = nil) {
    display?.display(AlertsViewModel(title: wishes.title ? title : nil, call: call))
  }

  /// The same in every language, and nothing that somebody wrote; nil before anything is known.
  private var title: SafeText? { unread.map { $0 > 0 ? "(\($0)) tweetie" : "tweetie" } }

  private func call(for notifications: [Notification], to account: Account) -> TerminalCall? {
    func wanted(_ kind: KeyPath<AlertWay, Bool>) -> [Notification] {
      notifications.filter { ($0.isMessage ? wishes.messages : wishes.mentions)[keyPath: kind] }
    }
    let told = wanted(\.notifies)
    let rings = !wanted(\.rings).isEmpty
    guard rings || !told.isEmpty else { return nil }
    return TerminalCall(text: words(for: told, to: account), rings: rings)
  }

  /// What happened, whatever was said; of several, how many: a hundred people who mention somebody
  /// at once are one notice.
  private func words(for notifications: [Notification], to account: Account) -> SafeText? {
    guard let first = notifications.first, notifications.count == 1 else {
      return notifications.isEmpty ? nil : wording.newNotifications(notifications.count)
    }
    let name = { (person: Person) in
      let name = SafeText(sanitizing: person.spokenName)
      return name.isBlank ? SafeText(sanitizing: person.handle) : name
    }
    guard first.isMessage else { return wording.happened(first, to: account, naming: 1, name) }
    return wording.say(
      "{name} sent you a message", ["name": first.post.map { name($0.author) } ?? ""])
  }
}

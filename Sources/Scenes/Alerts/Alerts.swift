package import FeedDomain
package import Preferences
package import Terminal
package import UseCases
package import Words

/// A view model of the terminal's alerts: the title of the terminal's tab, and the desktop
/// notification or bell for new notifications.
package struct TerminalAlertsViewModel: Equatable {
  /// The title for the terminal's tab in the view model of the alerts; nil to leave the present
  /// title.
  package var title: SafeText?
  /// The id of the newest notification of the last arrival, in the view model of the terminal's
  /// alerts; nil before the first arrival. A new id sends one desktop notification or bell.
  package var newestNotification: Notification.ID?
  /// The desktop notification or bell for the notifications of the last arrival; nil if the user
  /// wants none.
  package var call: TerminalAlert?
}

extension TerminalAlertsViewModel {
  init(
    _ state: NotificationAlertsScene.SceneState, _ wording: Wording, _ preferences: AlertPreferences
  ) {
    // The title is the same in all languages, and contains no text from a service.
    let title: SafeText? = state.unread.map { $0 > 0 ? "(\($0)) tweetie" : "tweetie" }
    self.title = preferences.title ? title : nil
    guard let arrival = state.newMentions else { return }
    self.newestNotification = arrival.notifications.first?.id
    func newNotificationsWithAlertKind(_ kind: KeyPath<AlertKindChoice, Bool>) -> [Notification] {
      arrival.notifications.filter {
        ($0.isMessage ? preferences.messages : preferences.mentions)[keyPath: kind]
      }
    }
    let told = newNotificationsWithAlertKind(\.notifies)
    let rings = !newNotificationsWithAlertKind(\.rings).isEmpty
    guard rings || !told.isEmpty else { return }
    call = TerminalAlert(text: wording.alertText(for: told, to: arrival.account), rings: rings)
  }
}

extension Wording {
  /// Returns the text of the desktop notification about some of the user's notifications: a
  /// sentence about a single one, the number of several, nil for none.
  fileprivate func alertText(for notifications: [Notification], to account: Account) -> SafeText? {
    guard let first = notifications.first, notifications.count == 1 else {
      return notifications.isEmpty ? nil : newNotificationsText(notifications.count)
    }
    let name = { (person: Person) in
      let name = SafeText(sanitizing: person.spokenName)
      return name.isBlank ? SafeText(sanitizing: person.handle) : name
    }
    guard first.isMessage else { return notificationText(first, to: account, naming: 1, name) }
    return say("{name} sent you a message", ["name": first.post.map { name($0.author) } ?? ""])
  }
}

@MainActor package final class NotificationAlertsPresenter: Presenting {
  package weak var display: (any Displaying<TerminalAlertsViewModel>)?
  package var preferences: AlertPreferences
  private let wording: Wording

  package init(wording: Wording, preferences: AlertPreferences) {
    (self.wording, self.preferences) = (wording, preferences)
  }

  package func present(_ state: NotificationAlertsScene.SceneState) {
    display?.display(TerminalAlertsViewModel(state, wording, preferences))
  }
}

/// A monitor that watches the notifications of one account at a time, for the title of the
/// terminal's tab and for desktop notifications.
@MainActor
package final class NotificationAlertMonitor {
  private let presenter: NotificationAlertsPresenter
  private var interactor: (any Interacting<NotificationAlertsScene.SceneRequest>)?
  /// The state of the terminal's alerts that is presented while no account's notifications are
  /// watched.
  private var idle = NotificationAlertsScene.SceneState()

  package init(_ presenter: NotificationAlertsPresenter) { self.presenter = presenter }

  /// Watches the notifications of an account in place of the account watched before; nil watches
  /// none.
  package func watchAccount(_ account: ActiveAccount?) {
    replaceAlertsInteractor(
      account.flatMap { [presenter] account in
        account.notifications.map {
          NotificationAlertsInteractor(
            account.session.account, board: $0, actions: account.actions, presenter: presenter)
        }
      })
  }

  func replaceAlertsInteractor(
    _ interactor: (any Interacting<NotificationAlertsScene.SceneRequest>)?
  ) {
    idle.unread = 0
    presenter.present(idle)
    self.interactor = interactor
    sendRequest(.open)
  }

  package func setAlertPreferences(_ preferences: AlertPreferences) {
    guard preferences != presenter.preferences else { return }
    presenter.preferences = preferences
    if interactor == nil { presenter.present(idle) } else { sendRequest(.refresh) }
  }

  private func sendRequest(_ request: NotificationAlertsScene.SceneRequest) {
    Task.immediate { [interactor] in await interactor?.handle(request) }
  }
}

import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Requests and view models of alerts: requests from the monitor, view models to the terminal.
@MainActor @Suite struct AlertsBoundaryTests {
  private let shown = Spy<TerminalAlertsViewModel>()
  private let account = SignedInAccount.sample.account
  private let mention = Notification.mention("1", by: "ada", minute: 1)
  private let message = Notification.mention("2", by: "bo", minute: 2, for: .mentioned)

  private func presenter(
    title: Bool = false, mentions: AlertKindChoice = .off, messages: AlertKindChoice = .off
  ) -> NotificationAlertsPresenter {
    let presenter = NotificationAlertsPresenter(
      wording: Wording(),
      preferences: AlertPreferences(title: title, mentions: mentions, messages: messages))
    presenter.display = shown
    return presenter
  }

  private func arrived(_ notifications: Notification...) -> NotificationAlertsScene.SceneState {
    NotificationAlertsScene.SceneState(
      unread: notifications.count,
      newMentions: NotificationAlertsScene.ArrivedMentions(notifications, to: account))
  }

  @Test func `without preferences there is neither a title nor an alert`() {
    let presenter = presenter()

    presenter.present(NotificationAlertsScene.SceneState(unread: 3))
    presenter.present(arrived(mention, message))

    #expect(
      shown.values == [
        TerminalAlertsViewModel(), TerminalAlertsViewModel(newestNotification: mention.id),
      ])
  }

  @Test func `the title shows the number of unread notifications`() {
    let presenter = presenter(title: true)

    for count in [nil, 0, 3] {
      presenter.present(NotificationAlertsScene.SceneState(unread: count))
    }

    #expect(shown.values.map(\.title) == [nil, "tweetie", "(3) tweetie"])
    #expect(shown.values.allSatisfy { $0.call == nil })
  }

  @Test func `the alert of a mention or message contains no text of other people`() {
    let presenter = presenter(mentions: .notice, messages: .both)

    presenter.present(arrived(mention))
    presenter.present(arrived(message))

    #expect(
      shown.values.map(\.call) == [
        TerminalAlert(text: "ada mentioned you", rings: false),
        TerminalAlert(text: "bo sent you a message", rings: true),
      ])
    #expect(shown.values.map(\.newestNotification) == [mention.id, message.id])
  }

  @Test func `several arrivals make one alert, with the wanted kinds alone`() {
    let presenter = presenter(mentions: .notice, messages: .bell)

    presenter.present(arrived(message, mention, .mention("3", by: "cy", minute: 3)))

    #expect(shown.last?.call == TerminalAlert(text: "2 notifications", rings: true))
  }

  @Test func `control characters in a name do not reach the terminal`() {
    let presenter = presenter(mentions: .notice)
    let person = Person(id: .init("x"), handle: "x", name: "\u{1b}]0;owned\u{7}Eve\u{9b}5m")
    let notice = Notification(
      id: Notification.ID("9"), kind: .mention, people: [person], post: nil,
      createdAt: Timestamp(milliseconds: 0))

    presenter.present(arrived(notice))

    let text = shown.last?.call?.text?.string ?? ""
    #expect(text.contains("Eve"))
    #expect(
      text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) })
  }

  @Test
  func
    `the interactor of the active account is opened, and refreshed after a change of preferences`()
  {
    let interactor = Spy<NotificationAlertsScene.SceneRequest>()
    let presenter = presenter()
    let monitor = NotificationAlertMonitor(presenter)
    let titled = AlertPreferences(title: true, mentions: .off, messages: .off)

    monitor.setAlertPreferences(presenter.preferences)
    monitor.replaceAlertsInteractor(interactor)
    monitor.setAlertPreferences(titled)
    monitor.setAlertPreferences(titled)

    #expect(interactor.values == [.open, .refresh])
    #expect(presenter.preferences == titled)
  }

  @Test func `without an account the title follows the preference`() {
    let monitor = NotificationAlertMonitor(presenter(title: true))
    monitor.watchAccount(nil)

    monitor.setAlertPreferences(AlertPreferences(title: false, mentions: .off, messages: .off))
    monitor.setAlertPreferences(AlertPreferences(title: true, mentions: .off, messages: .off))

    #expect(shown.values.map(\.title) == ["tweetie", nil, "tweetie"])
  }
}

import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// What is told to somebody who looks elsewhere; for what they are called is in
/// `AlertsInteractorTests`.
@MainActor @Suite struct AlertsBoundaryTests {
  private let shown = Spy<AlertsViewModel>()
  private let account = SignedInAccount.sample.account
  private let mention = Notification.mention("1", by: "ada", minute: 1)
  private let message = Notification.mention("2", by: "bo", minute: 2, for: .mentioned)

  private func presenter(
    title: Bool = false, mentions: AlertWay = .off, messages: AlertWay = .off
  ) -> AlertsPresenter {
    let presenter = AlertsPresenter(
      wording: Wording(),
      wishes: AlertPreferences(title: title, mentions: mentions, messages: messages))
    presenter.display = shown
    return presenter
  }

  @Test func `where nothing is wished for, nothing is shown`() {
    let presenter = presenter()

    presenter.present(.unread(3))
    presenter.present(.happened([mention, message], to: account))

    #expect(shown.values.allSatisfy { $0 == AlertsViewModel() })
  }

  @Test func `the title tells how much is unread`() {
    let presenter = presenter(title: true)

    presenter.present(.unread(0))
    presenter.present(.unread(3))

    #expect(shown.values.map(\.title) == ["tweetie", "(3) tweetie"])
    #expect(shown.values.allSatisfy { $0.call == nil })
  }

  @Test func `the title goes and comes with the wish`() {
    let presenter = presenter(title: true)
    presenter.present(.unread(2))

    presenter.use(AlertPreferences(title: false, mentions: .off, messages: .off))
    presenter.use(AlertPreferences(title: true, mentions: .off, messages: .off))

    #expect(shown.values.map(\.title) == ["(2) tweetie", nil, "(2) tweetie"])
  }

  @Test func `a mention and a message are told in words that nobody else wrote`() {
    let presenter = presenter(mentions: .notice, messages: .both)

    presenter.present(.happened([mention], to: account))
    presenter.present(.happened([message], to: account))

    #expect(
      shown.values.map(\.call) == [
        TerminalCall(text: "ada mentioned you", rings: false),
        TerminalCall(text: "bo sent you a message", rings: true),
      ])
  }

  @Test func `several at once are one notice, of what is wished for alone`() {
    let presenter = presenter(mentions: .notice, messages: .bell)

    presenter.present(
      .happened([message, mention, .mention("3", by: "cy", minute: 3)], to: account))

    #expect(shown.last?.call == TerminalCall(text: "2 notifications", rings: true))
  }

  @Test func `a name that would drive a terminal is made safe`() {
    let presenter = presenter(mentions: .notice)
    let person = Person(id: .init("x"), handle: "x", name: "\u{1b}]0;owned\u{7}Eve\u{9b}5m")
    let notice = Notification(
      id: Notification.ID("9"), kind: .mention, people: [person], post: nil,
      at: Timestamp(milliseconds: 0))

    presenter.present(.happened([notice], to: account))

    let text = shown.last?.call?.text?.string ?? ""
    #expect(text.contains("Eve"))
    #expect(
      text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) })
  }
}

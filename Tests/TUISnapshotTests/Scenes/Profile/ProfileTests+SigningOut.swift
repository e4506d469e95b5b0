import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes

/// Signing out at one's own profile.
extension ProfileTests {
  @Test func `signing out asks for confirmation, with what would be lost`() {
    let view = scene()
    show(.oneself)

    view.command(.signOut)
    presenter.present { $0.question = .signOut(SignOutLosses(undelivered: [waiting])) }

    let rows = view.drawn(rows: 16, columns: 66, now: Posts.now).text.split(separator: "\n")
    #expect(
      rows.filter { $0.contains("│  ") }.map { $0.drop { $0 != "│" }.prefix(62) } == [
        "│                                                            │",
        "│  Sign out of @mei@example.social?                          │",
        "│                                                            │",
        "│  1 unsent change will be lost:                             │",
        "│  · Post: The ferry was late, so we had an hour.            │",
        "│                                                            │",
        "│  Everything stored here for this account is erased.        │",
        "│                                                            │",
        "│  Enter sign out   Esc stay                                 │",
        "│                                                            │",
      ])
    #expect(interactor.values.last == .signOut)
  }

  @Test func `the confirmation at 20 by 6 shows what would be lost`() {
    let view = scene()
    show(.oneself)

    presenter.present { $0.question = .signOut(SignOutLosses(undelivered: [waiting])) }

    #expect(
      view.drawn(rows: 4, columns: 20).text == """
        Sign out of @mei@ex…
        1 unsent change wil…
        Enter sign out
        Esc stay
        """)
  }

  @Test func `the confirmation at 20 by 6 shows the full account if nothing would be lost`() {
    let view = scene()
    show(.oneself)

    presenter.present { $0.question = .signOut(SignOutLosses()) }

    #expect(
      view.drawn(rows: 4, columns: 20).text == """
        Sign out of
        @mei@example.social?
        Enter sign out
        Esc stay
        """)
  }

  @Test func `the confirmation counts drafts`() {
    let view = scene()
    show(.oneself)
    let draft = Draft(id: Draft.ID("d"), text: "Only begun")

    presenter.present {
      $0.question = .signOut(SignOutLosses(undelivered: [waiting], drafts: [draft]))
    }

    let text = view.drawn(rows: 22, columns: 80).text
    #expect(text.contains("2 unsent changes will be lost:"))
    #expect(text.contains("· Post: Only begun"))
  }

  @Test func `signing out of the last account says that mutes are erased`() {
    let view = scene()
    show(.oneself)

    presenter.present { $0.question = .signOut(SignOutLosses(mutes: true)) }

    #expect(view.drawn(rows: 22, columns: 80).text.contains("Your local mutes are erased"))
  }

  @Test func `Esc cancels signing out, Enter confirms it, and other keys are ignored`() {
    let view = scene()
    show(.oneself)
    presenter.present { $0.question = .signOut(SignOutLosses()) }
    view.command(.like, .back)
    let stayed = view.dialog
    presenter.present { $0.question = .signOut(SignOutLosses()) }

    view.command(.open)
    presenter.present { $0.question = .signingOut }
    view.command(.back)

    #expect(stayed == nil)
    #expect(interactor.values == [.open(.init("mei")), .dismiss, .reallySignOut])
    #expect(view.dialog?.isBusy == true)
    #expect(view.drawn(rows: 22, columns: 80).text.contains("⠋ Signing out …"))
  }

  @Test func `signing out opens the welcome scene, and reports a token that was not revoked`() {
    let view = scene()
    show(.oneself)

    presenter.perform(.signedOut(.unreachable))

    #expect(navigator.routes == [.signedOut])
    #expect(
      navigator.messages.last?.text.string.hasPrefix(
        "Signed out here, but not at the service.")
        == true)
    withExtendedLifetime(view) {}
  }

  @Test func `only the user's own profile offers signing out`() {
    let view = scene()
    show(.stranger)

    let isTaken = view.handleEvent(.command(.signOut))

    #expect(!isTaken)
    #expect(interactor.values == [.open(.init("mei"))])
  }
}

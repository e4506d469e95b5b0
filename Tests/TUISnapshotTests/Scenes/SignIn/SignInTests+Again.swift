import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes

extension SignInTests {
  @Test func `a token that is somebody else's is told as such`() {
    let words = wordsOnSigningInAgain(isAnothers: true)

    #expect(
      words.contains("Mastodon says that this sign-in belongs to somebody else now. Sign in again"))
    #expect(!words.contains("has ended"))
  }

  @Test(arguments: [
    (
      SignIn.CommandTrouble.gaveNone(command: "pass show sol"),
      "\"pass show sol\" gave no secret. What you type here is good until you quit."
    ),
    (
      .refused(command: "pass show sol"),
      "Mastodon refuses the secret from \"pass show sol\". What you type here is good until you quit."
    ),
  ])
  func `why the command does not do stands above the fields`(
    trouble: SignIn.CommandTrouble, sentence: String
  ) {
    #expect(wordsOnSigningInAgain(trouble: trouble).contains(sentence))
  }

  /// What the form says to whoever has to sign in again at Mastodon.
  private func wordsOnSigningInAgain(
    trouble: SignIn.CommandTrouble? = nil, isAnothers: Bool = false
  ) -> String {
    let account = Account(service: .mastodon, person: Person.ID("1"), handle: "sol")
    let form = SignIn.Form.mastodon(.again(account))
    let view = SignInView(interactor: interactor, occasion: .again(account))
    presenter.display = view
    presenter.present(
      SignIn.State(
        .form(
          SignIn.Form(
            occasion: form.occasion, service: form.service, ways: form.ways, way: form.way,
            hasOthers: false, trouble: trouble, isAnothers: isAnothers))))
    return view.drawn(rows: 24, columns: 120).text
      .split { $0.isWhitespace || $0 == "│" }.joined(separator: " ")
  }
}

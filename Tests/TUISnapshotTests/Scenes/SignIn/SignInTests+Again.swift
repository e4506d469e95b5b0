import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes

extension SignInTests {
  @Test func `a token of another account is reported as such`() {
    let words = wordsOnSigningInAgain(storedTokenBelongsToOthers: true)

    #expect(
      words.contains(
        "Mastodon reports that this sign-in now belongs to another account. Sign in again"))
    #expect(!words.contains("has ended"))
  }

  @Test(arguments: [
    (
      SignInScene.SecretCommandProblem.printedNothing(command: "pass show sol"),
      "\"pass show sol\" gave no secret. What you type here is used until you quit."
    ),
    (
      .refused(command: "pass show sol"),
      "Mastodon rejected the secret from \"pass show sol\". What you type here is used until you quit."
    ),
  ])
  func `the failure of a secret command is shown above the fields`(
    problem: SignInScene.SecretCommandProblem, sentence: String
  ) {
    #expect(wordsOnSigningInAgain(problem: problem).contains(sentence))
  }

  /// What the form says to whoever has to sign in again at Mastodon.
  private func wordsOnSigningInAgain(
    problem: SignInScene.SecretCommandProblem? = nil, storedTokenBelongsToOthers: Bool = false
  ) -> String {
    let account = Account(service: .mastodon, person: Person.ID("1"), handle: "sol")
    let form = SignInScene.ServiceSignInForm.mastodon(.again(account))
    let view = SignInView(interactor: interactor, occasion: .again(account))
    presenter.display = view
    presenter.present(
      SignInScene.SceneState(
        .form(
          SignInScene.ServiceSignInForm(
            occasion: form.occasion, service: form.service, methods: form.methods,
            method: form.method,
            hasOthers: false, problem: problem,
            storedTokenBelongsToOthers: storedTokenBelongsToOthers))))
    return view.drawn(rows: 24, columns: 120).text
      .split { $0.isWhitespace || $0 == "│" }.joined(separator: " ")
  }
}

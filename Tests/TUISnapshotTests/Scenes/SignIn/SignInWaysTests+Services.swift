import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes

/// What single services want to be said beside their fields.
extension SignInWaysTests {
  @Test func `sign-in methods that differ by server have different names`() {
    let ways = [
      SignInMethod(.appPassword, fields: [.user, .password]),
      SignInMethod(.appPassword, fields: [.server, .user, .password]),
    ]
    let view = scene(
      .form(
        SignInScene.ServiceSignInForm(
          occasion: .another, service: .bluesky, methods: ways, method: ways[0], hasOthers: true)))

    #expect(view.drawn(rows: 22, columns: 80).text.contains("Method        an app password"))
    #expect(view.keyHints.dropLast().last?.label == "use your own server")
  }

  @Test(arguments: [
    ("abcd-efgh-2jkl-mnop", false), ("abc", false), ("", false), ("hunter2", true),
    ("abcd-efgh-ijkl-mnopq", true), ("Abcd", true),
  ])
  func `an account password is accepted, with advice to use an app password`(
    typed: String, isAdvised: Bool
  ) {
    let way = SignInMethod(
      .appPassword, fields: [.password], page: "https://sky.example/passwords")
    let view = scene(
      .form(
        SignInScene.ServiceSignInForm(
          occasion: .another, service: .bluesky, methods: [way], method: way, hasOthers: true)))

    view.type(typed)

    let text = view.drawn(rows: 22, columns: 80).text
    #expect(text.contains("does not look like an app password") == isAdvised)
    #expect(text.contains("https://sky.example/passwords"))
    view.press(.enter)
    if !typed.isEmpty {
      #expect(interactor.values.last == .submit([.password: Secret(typed)]))
    }
  }

  @Test(arguments: [(Service.flickr, true), (.unsplash, false)])
  func `the sign-in form of Flickr shows its attribution notice`(
    service: Service, isRead: Bool
  ) {
    let way = SignInMethod(.key, fields: [.key], page: "https://keys.example/")
    let view = scene(
      .form(
        SignInScene.ServiceSignInForm(
          occasion: .another, service: service, methods: [way], method: way, hasOthers: true)))

    let words = view.drawn(rows: 22, columns: 80).text.split(whereSeparator: \.isWhitespace)

    #expect(words.joined(separator: " ").contains("not endorsed or certified") == isRead)
  }
}

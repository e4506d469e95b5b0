import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Signing in to services that want more than a name and a password.
@MainActor @Suite struct SignInWaysTests {
  let interactor = Spy<SignInScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let presenter = ScenePresenter { SignInPresenter(wording: Wording()).viewModel(of: $0) }
  private static let approval = PendingSignInApproval(
    url: "https://social.example/oauth/authorize?response_type=code&client_id=abcdef",
    ticket: Secret("ticket"))

  func scene(_ pages: SignInScene.SignInPage...) -> SignInView {
    let view = SignInView(interactor: interactor, occasion: .another).opened(by: navigator)
    presenter.display = view
    for page in pages { presenter.present(SignInScene.SceneState(page)) }
    return view
  }

  @Test func `the services are drawn at 80 by 24`() {
    let view = scene(.services([.tweetie, .mastodon, .bluesky], chosen: .mastodon))

    #expect(
      view.drawn(rows: 22, columns: 80).text == """





             ╭────────────────────────────────────────────────────────────────────╮
             │                                                                    │
             │  Where do you want to sign in?                                     │
             │                                                                    │
             │    Tweetie (built in)  built-in demo; needs no network             │
             │  › Mastodon            also Pixelfed, GoToSocial, Akkoma and snac  │
             │    Bluesky             posts and photos                            │
             │                                                                    │
             │  Enter choose   Esc back                                           │
             │                                                                    │
             ╰────────────────────────────────────────────────────────────────────╯






        """)
  }

  @Test func `the services are drawn at 40 by 12 and at 20 by 6`() {
    let view = scene(.services(Service.allCases, chosen: .instagram))

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
         Where do you want to sign in?
           Tweetie (built in)  built-in demo
           Mastodon            also Pixelfed
           Bluesky             posts and photos
           Unsplash            photographs
           Flickr              photographs
         › Instagram           your own photos
           RSS, Atom           blogs
           FreshRSS, Miniflux

        """
    )
    #expect(view.drawn(rows: 4, columns: 20).text.contains("› Instagram"))
  }

  @Test func `a click on the question above a scrolled list chooses no hidden service`() {
    let view = scene(.services(Service.allCases, chosen: Service.allCases.last))
    let rows = Service.allCases.count + 1
    let before = view.drawn(rows: rows, columns: 24).text

    view.click(row: 1, column: 5)

    #expect(before.hasPrefix(" Where do you want to"))
    #expect(!before.contains("built in"))
    #expect(view.drawn(rows: rows, columns: 24).text == before)
  }

  @Test func `a page with several feeds lists them, and Enter chooses one`() {
    let feeds = [
      FeedCandidate(address: "https://fog.example/feed", title: "Posts"),
      FeedCandidate(address: "https://fog.example/comments", title: ""),
    ]
    let view = scene(.feeds(feeds))

    #expect(
      view.drawn(rows: 6, columns: 70).text == """
           Choose a feed

           › Posts                         https://fog.example/feed
             https://fog.example/comments

           Enter choose   Esc back
        """)
    view.press(.down)
    view.press(.enter)
    view.press(.escape)
    #expect(interactor.values.suffix(2) == [.pick(feeds[1]), .cancel])
  }

  @Test func `lines of an imported list that were not added are shown before signing in`() {
    let line = RejectedImportEntry(line: 3, name: "exec:fog", address: nil, .program)
    let view = scene(.rejected([line], .sample))

    #expect(
      view.drawn(rows: 5, columns: 80).text.contains(
        "› line 3 (exec:fog) runs a program, which is not supported"))
    view.press(.escape)
    view.press(.enter)
    #expect(interactor.values.suffix(2) == [.proceed, .proceed])
  }

  @Test func `Home and End select the first and the last service`() {
    let view = scene(.services([.tweetie, .mastodon, .bluesky], chosen: .mastodon))

    view.press(.end)
    view.press(.enter)
    view.press(.home)
    view.press(.enter)

    #expect(interactor.values.suffix(2) == [.choose(.bluesky), .choose(.tweetie)])
  }

  @Test func `arrows and Enter, or a digit, choose a service`() {
    let view = scene(.services([.tweetie, .mastodon, .bluesky], chosen: nil))

    view.press(.down)
    view.press(.enter)
    view.type("3")
    view.press(.enter)

    #expect(interactor.values == [.open(.another), .choose(.mastodon), .choose(.bluesky)])
  }

  @Test func `the form asks for the server, and offers other sign-in methods`() {
    let view = scene(.form(.mastodon()))

    let text = view.drawn(rows: 22, columns: 80).text

    #expect(text.contains("Service  Mastodon"))
    #expect(text.contains("Method   your browser"))
    #expect(text.contains("such as mastodon.social"))
    #expect(
      view.keyHints.map { "\($0.key) \($0.label)" } == [
        "^O other services", "^T use a token", "Esc back",
      ])
    view.press(.character("t"), .control)
    view.press(.character("o"), .control)
    #expect(
      interactor.values.suffix(2) == [
        .take(SignInScene.ServiceSignInForm.mastodon().methods[1]), .showServices,
      ])
  }

  @Test func `typed text survives another sign-in method, but not another service`() {
    let view = scene(.form(.mastodon()))
    view.type("social.example")

    presenter.present(SignInScene.SceneState(.form(.mastodon(way: 1))))
    let token = view.drawn(rows: 22, columns: 80).text
    presenter.present(SignInScene.SceneState(.form(.sample(.another))))
    presenter.present(SignInScene.SceneState(.form(.mastodon())))

    #expect(token.contains("Server   social.example"))
    #expect(token.contains("Token"))
    #expect(!view.drawn(rows: 22, columns: 80).text.contains("social.example"))
  }

  @Test func `an unreachable server is reported at its field`() {
    let view = scene(.form(.mastodon(way: 1)))
    view.type("nowhere.example")
    view.press(.tab)
    view.type("token")
    view.press(.enter)

    presenter.present(
      SignInScene.SceneState(.form(.mastodon(way: 1)), .refused(.unreachable, at: .server)))

    let rows = view.drawn(rows: 10, columns: 40).text.split(separator: "\n").map(String.init)
    let server = rows.firstIndex { $0.contains("nowhere.example") }
    #expect(server.map { rows[$0 + 1].contains("cannot be reached") } == true)
    #expect(rows.contains { $0.contains("•••••") })
    view.press(.enter)
    #expect(
      interactor.values.last
        == .submit([.server: Secret("nowhere.example"), .token: Secret("token")]))
  }

  @Test func `Enter focuses the first empty field`() {
    let view = scene(.form(.mastodon(way: 1)))

    view.press(.enter)
    view.type("social.example")
    view.press(.enter)
    view.type("token")
    view.press(.enter)

    #expect(
      interactor.values.dropFirst() == [
        .submit([.server: Secret("social.example"), .token: Secret("token")])
      ])
  }

  @Test func `the approval address is shown in full as a link at 40 by 12`() {
    let view = scene(.form(.mastodon()), .approval(Self.approval))

    let canvas = view.drawn(rows: 10, columns: 40)

    #expect(
      canvas.text == """
         Open this address in a browser, allow
         Tweetie, and enter the code it shows:

         https://social.example/oauth/authorize
         ?response_type=code&client_id=abcdef

         Code

         Enter continue   Tab show address

        """)
  }

  @Test func `keys copy and open the approval address`() {
    let view = scene(.form(.mastodon()), .approval(Self.approval))

    view.press(.character("y"), .control)
    view.press(.tab)
    view.type("y")
    view.type("o")

    #expect(navigator.copied.map(\.string) == [Self.approval.url, Self.approval.url])
    #expect(navigator.browsed.map(\.address) == [Self.approval.url])
  }

  @Test func `a code that begins with a key's letter is typed in full`() {
    let view = scene(.form(.mastodon()), .approval(Self.approval))

    view.type("yoyo")
    view.press(.enter)

    #expect(interactor.values.last == .answer(Secret("yoyo")))
  }

  @Test func `a pasted code goes into the field, whatever has the focus`() {
    let view = scene(.form(.mastodon()), .approval(Self.approval))
    view.press(.tab)

    _ = view.handleEvent(.paste("http://localhost/?code=c1\n"))
    view.press(.enter)

    #expect(interactor.values.last == .answer(Secret("http://localhost/?code=c1")))
  }

  @Test func `a rejected code is reported, and stays for correction`() {
    let view = scene(.form(.mastodon()), .approval(Self.approval))
    view.type("abd")
    presenter.present(SignInScene.SceneState(.approval(Self.approval), .checking))

    presenter.present(
      SignInScene.SceneState(.approval(Self.approval), .refused(.invalidCredentials, at: nil)))

    let text = view.drawn(rows: 22, columns: 80).text
    #expect(text.contains("The service did not accept this code."))
    #expect(text.contains("abd"))
  }

  @Test func `an empty server field shows its instruction`() {
    let view = scene(.form(.mastodon()))

    view.press(.enter)

    #expect(view.drawn(rows: 22, columns: 80).text.contains("Type the server's name."))
    #expect(interactor.values == [.open(.another)])
  }

  @Test func `a code sent by mail is asked for without an address`() {
    let view = scene(
      .form(.sample(.another)),
      .approval(
        PendingSignInApproval(url: "", message: "Look into your mail.", ticket: Secret("t"))))

    let text = view.drawn(rows: 22, columns: 80).text
    view.press(.tab)
    view.type("yo")
    view.press(.enter)

    #expect(text.contains("Look into your mail."))
    #expect(!text.contains("show address"))
    #expect(view.keyHints.map(\.key) == ["Esc"])
    #expect(interactor.values.last == .answer(Secret("yo")))
  }

  @Test func `Esc closes one page of the sign-in at a time`() {
    let view = scene(.form(.mastodon()), .approval(Self.approval))

    view.press(.escape)
    presenter.present(SignInScene.SceneState(.form(.mastodon())))
    view.press(.escape)
    presenter.present(SignInScene.SceneState(.services(Service.allCases, chosen: .mastodon)))
    view.press(.escape)

    #expect(interactor.values.dropFirst() == [.cancel, .showServices])
    #expect(navigator.routes == [.back])
  }
}

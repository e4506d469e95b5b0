import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct SignInTests {
  let interactor = Spy<SignInScene.SceneRequest>()
  let navigator = NavigatorSpy()
  let presenter = ScenePresenter { SignInPresenter(wording: Wording()).viewModel(of: $0) }
  let mei = Account(service: .tweetie, person: Person.ID("mei"), handle: "mei")

  @Test func `the first sign-in is drawn at 80 by 24`() {
    let view = scene()

    let canvas = view.drawn(rows: 22, columns: 80)

    #expect(
      canvas.text == """
                      ╭──────────────────────────────────────────────────╮
                      │                                                  │
                      │          ▗▄▖                                     │
                      │  ▗▖   ▄▄▟█▙█▙▖    ╶┬╴╷ ╷┌─╴┌─╴╶┬╴╷┌─╴            │
                      │   ▜████████▛▀      │ │╷│├╴ ├╴  │ │├╴             │
                      │    ▙▛▀▀▜███        ╵ └┴┘└─╴└─╴ ╵ ╵└─╴            │
                      │     ▀▀██▛▀                                       │
                      │                                                  │
                      │  Your streams, in your terminal.                 │
                      │                                                  │
                      │  Service    Tweetie (built in)                   │
                      │                                                  │
                      │  User name                                       │
                      │                                                  │
                      │  Password                                        │
                      │                                                  │
                      │  Just looking? Press Enter.                      │
                      │                                                  │
                      │  Enter Sign in   Tab next field                  │
                      │                                                  │
                      ╰──────────────────────────────────────────────────╯

        """)
  }

  @Test func `wrong credentials at 40 by 12 keep the name`() {
    let view = scene()
    view.type("tweetieuser")
    view.press(.tab)
    view.type("wrong")

    presenter.present(
      SignInScene.SceneState(.form(.sample()), .refused(.invalidCredentials, at: .password)))

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
         Tweetie
         Your streams, in your terminal.

         Service    Tweetie (built in)
         User name  tweetieuser
         Password
         Invalid credentials. The user name or
         the password is wrong.
         Try it: tweetieuser / tweetie123
         Enter Sign in   Tab next field
        """)
  }

  @Test func `an ASCII terminal shows the logo in letters, and the plain mode none`() {
    let letters = scene(options: DisplayOptions(hasSigns: false)).drawn(rows: 22, columns: 80).text
    let words = scene(options: DisplayOptions(isPlain: true)).drawn(rows: 22, columns: 80).text

    #expect(letters.contains(#"__    _/ o |>"#) && letters.contains("T w e e t i e"))
    #expect(!letters.contains("█"))
    #expect(!words.contains("o |>") && words.contains("Tweetie\n"))
  }

  @Test func `Enter in an empty form opens the demo`() {
    let view = scene()

    view.press(.enter)
    #expect(interactor.values.last == .visit)
    view.type("ada")
    view.press(.enter)

    #expect(interactor.values.count { $0 == .visit } == 1)
    let again = SignInView(interactor: interactor, occasion: .again(mei))
    presenter.display = again
    presenter.present(SignInScene.SceneState(.form(.sample(.again(mei)))))
    #expect(!again.drawn(rows: 22, columns: 80).text.contains("Just looking?"))
  }

  @Test(arguments: [(22, 80), (22, 60), (10, 40)])
  func `a status line moves no field of the sign-in form, and the tip stays`(
    rows: Int, columns: Int
  ) throws {
    let view = scene()
    view.type("ada")
    func drawn() -> [Substring] {
      view.drawn(rows: rows, columns: columns).text
        .split(separator: "\n", omittingEmptySubsequences: false)
    }
    func places(_ rows: [Substring]) -> [Int?] {
      ["User name", "Password", "Enter Sign in", "Service"].map { word in
        rows.firstIndex { $0.contains(word) }
      }
    }
    let before = drawn()

    for error in [FeedError.invalidCredentials, .unreachable] {
      presenter.present(SignInScene.SceneState(.form(.sample()), .refused(error, at: .password)))

      #expect(places(drawn()) == places(before))
      #expect(drawn().contains { $0.contains("tweetieuser / tweetie123") })
    }
  }

  @Test func `the sign-in form fits 20 by 6`() {
    let view = scene()
    view.type("ada")

    let canvas = view.drawn(rows: 4, columns: 20)

    #expect(
      canvas.text == """
        ada
        Password
        Try it: tweetieuser
        / tweetie123
        """)
    #expect(canvas.cursor == CellPosition(row: 0, column: 3))
  }

  @Test func `the sign-in form is centred at 200 by 60`() {
    let canvas = scene().drawn(rows: 58, columns: 200)

    let rows = canvas.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows.firstIndex { $0.contains("╭") } == 18)
    #expect(rows[18].prefix { $0 == " " }.count == 74)
  }

  @Test func `the first sign-in shows how to quit`() {
    #expect(scene().keyHints.last == KeyHint(.controlKey("c"), label: "quit"))
    let keys = KeyMap.defaults.replacingKeys([], for: .quit)
    let noWay = ScenePresenter {
      SignInPresenter(wording: Wording(), keys: keys).viewModel(of: $0)
    }
    let view = SignInView(interactor: interactor, occasion: .first)
    noWay.display = view
    noWay.present(SignInScene.SceneState(.form(.sample())))
    #expect(view.keyHints == [KeyHint(.controlKey("o"), label: "other services")])
  }

  @Test func `Enter in an empty focused field shows its instruction`() {
    let view = scene()
    view.type("ada")

    view.press(.enter)
    #expect(!view.drawn(rows: 10, columns: 40).text.contains("Type"))
    view.press(.enter)

    #expect(view.drawn(rows: 10, columns: 40).text.contains("Type the password."))
    #expect(!interactor.values.contains { if case .submit = $0 { true } else { false } })
  }

  @Test func `an instruction disappears once its field is filled`() {
    let view = scene()
    view.press(.tab)
    view.type("x")
    view.press(.enter)
    view.press(.enter)
    #expect(view.drawn(rows: 10, columns: 40).text.contains("Type the user name."))
    view.type("a")
    #expect(!view.drawn(rows: 10, columns: 40).text.contains("Type"))

    view.press(.tab)
    view.press(.backspace)
    view.press(.enter)
    #expect(view.drawn(rows: 10, columns: 40).text.contains("Type the password."))
    _ = view.handleEvent(.paste("secret"))
    #expect(!view.drawn(rows: 10, columns: 40).text.contains("Type"))
  }

  @Test func `the password is drawn as dots`() {
    let view = scene()
    view.press(.down)

    view.type("secret")

    #expect(view.drawn(rows: 22, columns: 80).text.contains("Password   ••••••"))
  }

  @Test func `Enter submits the form`() {
    let view = scene()
    view.type("tweetieuser")
    view.press(.enter)
    _ = view.handleEvent(.paste("tweetie123\n"))

    view.press(.enter)

    #expect(
      interactor.values == [
        .open(.first),
        .submit([.user: Secret("tweetieuser"), .password: Secret("tweetie123")]),
      ])
  }

  @Test func `a rejection clears the password and focuses its field`() {
    let view = scene()
    view.type("ada")
    view.press(.tab)
    view.type("one")
    presenter.present(
      SignInScene.SceneState(.form(.sample()), .refused(.invalidCredentials, at: .password)))

    view.type("two")
    view.press(.enter)

    #expect(
      interactor.values.last == .submit([.user: Secret("ada"), .password: Secret("two")]))
  }

  @Test func `Esc cancels the running sign-in`() {
    let view = scene()
    presenter.present(SignInScene.SceneState(.form(.sample()), .checking))

    view.type("x")
    view.press(.escape)

    #expect(interactor.values.last == .cancel)
    #expect(view.isAnimating(at: Timestamp(milliseconds: 0)))
    #expect(view.drawn(rows: 22, columns: 80).text.contains("⠋ Signing in …"))
  }

  @Test func `the plain mode has no spinner`() {
    let view = scene(options: DisplayOptions(isPlain: true))
    presenter.present(SignInScene.SceneState(.form(.sample()), .checking))

    let text = view.drawn(rows: 22, columns: 80, theme: .none).text

    #expect(!view.isAnimating(at: Timestamp(milliseconds: 0)))
    #expect(text.contains("Signing in …"))
    #expect(!text.contains("─") && !text.contains("⠋"))
  }

  @Test func `signing in again is prefilled, and can be closed`() {
    let view = scene(again: mei)

    let text = view.drawn(rows: 22, columns: 80).text
    view.press(.escape)

    #expect(text.contains("Your session at Tweetie (built in) has ended."))
    #expect(text.contains("User name  mei"))
    #expect(navigator.routes == [.back])
  }

  @Test func `control characters in a service's message stay in their cells`() {
    let view = scene()

    presenter.present(
      SignInScene.SceneState(
        .form(.sample()), .refused(.refused("no\u{1b}[2J\u{7}\r\nnever \u{202e}drow"), at: nil)))

    let text = view.drawn(rows: 22, columns: 80).text
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(!text.unicodeScalars.contains("\u{202e}"))
    #expect(text.contains("no[2J never drow"))
  }

  @Test func `a click focuses a field of the sign-in form`() {
    let view = scene()
    _ = view.drawn(rows: 22, columns: 80)

    view.click(row: 14, column: 40)
    view.type("p")

    #expect(view.drawn(rows: 22, columns: 80).text.contains("Password   •"))
  }

  @Test func `after signing in the account's stream opens`() {
    let account = SignedInAccount(mei, token: Secret("token"))
    let view = scene()

    presenter.perform(.signedIn(account))

    #expect(navigator.routes == [.signedIn(account)])
    #expect(view.form[.password].text.isEmpty)
  }

  private func scene(
    again: Account? = nil, options: DisplayOptions = DisplayOptions()
  ) -> SignInView {
    let occasion = again.map { SignInScene.SignInOccasion.again($0) } ?? .first
    let view = SignInView(interactor: interactor, occasion: occasion, options: options).opened(
      by: navigator)
    presenter.display = view
    presenter.present(SignInScene.SceneState(.form(.sample(occasion))))
    return view
  }
}

extension SignInScene.ServiceSignInForm {
  /// The form of the built-in service.
  static func sample(_ occasion: SignInScene.SignInOccasion = .first)
    -> SignInScene.ServiceSignInForm
  {
    let way = SignInMethod(.password, fields: [.user, .password])
    return SignInScene.ServiceSignInForm(
      occasion: occasion, service: .tweetie, methods: [way], method: way,
      hasOthers: occasion == .first)
  }

  /// The form of Mastodon.
  static func mastodon(_ occasion: SignInScene.SignInOccasion = .another, way: Int = 0)
    -> SignInScene.ServiceSignInForm
  {
    let ways = [
      SignInMethod(.browser, fields: [.server]), SignInMethod(.token, fields: [.server, .token]),
    ]
    return SignInScene.ServiceSignInForm(
      occasion: occasion, service: .mastodon, methods: ways, method: ways[way], hasOthers: true)
  }
}

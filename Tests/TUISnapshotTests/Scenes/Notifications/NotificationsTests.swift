import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct NoticesTests {
  private let interactor = Spy<NotificationsScene.SceneRequest>()
  private let navigator = NavigatorSpy()

  @Test func `the notifications are drawn at 80 by 24`() {
    let (view, presenter) = scene()

    presenter.present(shown())

    #expect(
      view.drawn(rows: 17, columns: 80, now: Posts.now).text == """
        ▌ ♥  Ada Okafor, Jonas Berg and 2 others liked your post · 3m ●
        ▌    │ The ferry was late, so we had an hour of evening light over the water, …

          @  Jonas Berg replied to you · 10m ●
             │ Which ferry was it?

          +  Noor and Sam Lee follow you · 2h

          ≡  A poll you took part in has closed · 1d
             │ Which loaf for Sunday?







        """)
    #expect(view.header.leftText == [StyledSpan("Notifications", .barStrong)])
    #expect(view.header.rightText == [StyledSpan("2 new", .barFaint)])
  }

  @Test func `on a high screen the user's own post has two lines`() {
    let (view, presenter) = scene()

    presenter.present(shown())

    let lines = view.drawn(rows: 50, columns: 80, now: Posts.now).text.split(separator: "\n")
    #expect(lines[1].hasPrefix("▌    │ The ferry was late"))
    #expect(lines[2].hasPrefix("▌    │ ") && !lines[1].hasSuffix("…"))
  }

  @Test func `the notifications are drawn at 40 by 12`() {
    let (view, presenter) = scene()

    presenter.present(shown())

    #expect(
      view.drawn(rows: 10, columns: 40, now: Posts.now).text == """
        ▌ ♥  Ada Okafor and 3 others liked your
        ▌    post · 3m ●
        ▌    │ The ferry was late, so we had a…

          @  Jonas Berg replied to you · 10m ●
             │ Which ferry was it?

          +  Noor and Sam Lee follow you · 2h

          ≡  A poll you took part in has
        """)
  }

  @Test func `the notifications are drawn at 20 by 6`() {
    let (view, presenter) = scene()

    presenter.present(shown())

    #expect(
      view.drawn(rows: 4, columns: 20, now: Posts.now).text == """
        ▌ ♥  Ada Okafor and
        ▌    3 others liked
        ▌    your p… · 3m ●
        ▌    │ The ferry w…
        """)
  }

  @Test func `the notifications are drawn at 200 by 60`() {
    let (view, presenter) = scene()

    presenter.present(shown())

    let rows = view.drawn(rows: 58, columns: 200, now: Posts.now).text.split(separator: "\n")
    #expect(rows[0] == "▌ ♥  Ada Okafor, Jonas Berg and 2 others liked your post · 3m ●")
    #expect(rows.count == 8)
    #expect(rows.allSatisfy { $0.count <= 92 })
  }

  @Test func `the current notification tab is marked, with brackets in the plain mode`() {
    let (view, presenter) = scene(options: DisplayOptions(isPlain: true))
    let (styled, styledPresenter) = scene()

    presenter.present(shown(tab: .reactions))
    styledPresenter.present(shown(tab: .reactions))

    func top(_ view: NotificationsView, _ columns: Int) -> String? {
      view.drawn(rows: 12, columns: columns, now: Posts.now).text
        .split(separator: "\n").first.map(String.init)
    }
    #expect(top(view, 80) == "  All  Mentions [Likes and boosts] Follows  Polls  Other")
    #expect(top(view, 40) == "  All  Mentions [Likes and boosts]›")
    #expect(top(view, 20) == " ‹[Likes and boosts…")
    #expect(top(styled, 80) == "  All  Mentions  Likes and boosts  Follows  Polls  Other")
    #expect(styled.properties.mayHaveBlankTopRow == false)
    #expect(styled.hints.contains(.nextStream))
  }

  @Test func `another tab begins at its top, with a message if empty`() {
    let (view, presenter) = scene()
    presenter.present(shown(tab: .all))
    _ = view.drawn(rows: 22, columns: 80, now: Posts.now)
    view.command(.down, .down)

    presenter.present(shown(tab: .mentions))
    #expect(view.drawn(rows: 8, columns: 80, now: Posts.now).text.contains("▌ ♥  Ada Okafor"))
    presenter.present(NotificationsScene.SceneState([], tab: .polls, of: NotificationTab.allCases))

    #expect(view.drawn(rows: 8, columns: 80, now: Posts.now).text.contains("Nothing here yet."))
  }

  @Test func `in the plain mode the notifications have words instead of signs`() {
    let (view, presenter) = scene(options: DisplayOptions(isPlain: true))

    presenter.present(shown())

    let text = view.drawn(rows: 8, columns: 80, theme: .none, now: Posts.now).text
    #expect(text.hasPrefix("> Ada Okafor, Jonas Berg and 2 others liked your post · 3m · new\n"))
    #expect(!text.contains("♥") && !text.contains("●"))
    #expect(view.drawn(rows: 1, columns: 60, now: Posts.now).text.hasPrefix("> Ada Okafor and 3"))
  }

  @Test func `loading, empty and failed notifications have their messages`() {
    let (view, presenter) = scene()

    var state = NotificationsScene.SceneState(account: Posts.account)
    state.fetch = .waiting(.underWay)
    presenter.present(state)
    let waiting = view.drawn(rows: 10, columns: 60).text
    state.fetch = .failed(.unreachable)
    presenter.present(state)
    let failed = view.drawn(rows: 10, columns: 80).text
    presenter.present(NotificationsScene.SceneState([]))
    let nothing = view.drawn(rows: 10, columns: 60).text

    #expect(waiting.contains("⠋ Fetching notifications"))
    #expect(failed.contains("cannot be reached") && failed.contains("r tries again."))
    #expect(nothing.contains("No notifications yet."))
  }

  @Test func `a failed refresh keeps the notifications on the screen`() {
    let (view, presenter) = scene()
    presenter.present(shown())

    var state = shown()
    state.fetch = .failed(.serverFailed(503))
    presenter.present(state)

    #expect(view.drawn(rows: 10, columns: 80, now: Posts.now).text.contains("Ada Okafor"))
    #expect(view.header.rightText.first?.role == .bad)
  }

  @Test func `Enter on a notification opens its post, or its people`() {
    let (view, presenter) = scene()
    presenter.present(shown())
    _ = view.drawn(rows: 22, columns: 80, now: Posts.now)

    view.command(.open, .profile, .down, .down, .open)

    #expect(
      navigator.routes == [
        .conversation(.init("own")), .profile(.init("ada")),
        .people(.followers(Posts.account.person)),
      ])
  }

  @Test func `a notification of a collection names it and opens its page`() {
    let (view, presenter) = scene()
    func notice(
      _ id: String, _ kind: Notification.NotificationKind, _ title: String, _ url: String?
    )
      -> Notification
    {
      Notification(
        id: .init(id), kind: kind, people: [Posts.person("Noor")], post: nil,
        subject: Notification.NotificationSubjectBesidesPost(title: title, url: url),
        createdAt: Posts.now)
    }
    presenter.present(
      NotificationsScene.SceneState(
        [
          notice("1", .collected, "Boats", "https://example.org/collections/5"),
          notice("2", .collectionEdit, "Fog", nil),
          notice("3", .other, "Noor sent you a kite.", nil),
        ]))

    let text = view.drawn(rows: 12, columns: 80, now: Posts.now).text
    view.command(.open, .down, .open)

    for words in [
      "Noor added you to the collection Boats",
      "Noor changed the collection Fog, which you are in", "Noor sent you a kite.",
    ] {
      #expect(text.contains(words), "\(words)")
    }
    #expect(navigator.opened.map(\.address) == ["https://example.org/collections/5"])
    #expect(navigator.routes == [.profile(.init("noor"))])
  }

  @Test func `a reply can be answered and liked in the notification list`() {
    let (view, presenter) = scene()
    presenter.present(shown())
    _ = view.drawn(rows: 22, columns: 80, now: Posts.now)

    view.command(.down, .reply, .like)

    #expect(navigator.routes == [.compose(.reply(to: .init("answer")))])
    #expect(interactor.values == [.open, .more, .toggle(.init("answer"), .liked)])
    #expect(view.hints.starts(with: [.back, .open, .like]))
  }

  @Test func `people counted but not named are called others`() {
    let (view, presenter) = scene()
    let liked = Notification(
      id: .init("g"), kind: .like, people: [Posts.person("Ada"), Posts.person("Bo")], count: 7,
      group: "favourite-1", post: shown().notifications.visibleRows[0].post, createdAt: Posts.now)

    presenter.present(NotificationsScene.SceneState([liked]))

    let text = view.drawn(rows: 4, columns: 80, now: Posts.now).text
    #expect(text.hasPrefix("▌ ♥  Ada, Bo and 5 others liked your post · now\n"))
  }

  @Test func `each kind of notification has its sentence`() {
    let kinds: [Notification.NotificationKind] = [
      .like, .boost, .follow, .mention, .poll, .quote, .reaction, .request, .published, .edit,
      .quoteEdit, .severed, .warning, .report, .newcomer, .likeOfBoosted, .boostOfBoosted,
      .verified, .unverified, .joined, .contact, .other,
    ]

    let sentences = kinds.map {
      Wording().notificationTextWithNames($0, names: "Ada", count: 1, isAnswer: false)
    }

    #expect(Set(sentences.map(\.string)).count == kinds.count)
  }

  @Test func `a follow request can be accepted or rejected`() {
    let (view, presenter) = scene()
    let request = Notification(
      id: .init("r"), kind: .request, people: [Posts.person("Eve")], post: nil, createdAt: Posts.now
    )
    presenter.present(NotificationsScene.SceneState([request] + shown().notifications.visibleRows))
    _ = view.drawn(rows: 22, columns: 80, now: Posts.now)

    #expect(view.hints == [.back, .open, .accept, .reject, .refresh, .help])
    view.command(.accept, .reject, .down, .accept)

    #expect(
      interactor.values.filter { if case .admit = $0 { true } else { false } } == [
        .admit(.init("eve"), true), .admit(.init("eve"), false),
      ])
    #expect(navigator.messages.map(\.text) == ["This is not a follow request."])
  }

  @Test func `a notification that gains people keeps its row`() {
    let (view, presenter) = scene()
    presenter.present(shown())
    _ = view.drawn(rows: 22, columns: 80, now: Posts.now)
    view.command(.down, .down)
    let newer = Notification(
      id: .init("newer"), kind: .like, people: [Posts.person("Eve"), Posts.person("Ada Okafor")],
      post: shown().notifications.visibleRows[0].post, createdAt: Posts.now)

    presenter.present(
      NotificationsScene.SceneState([newer] + shown().notifications.visibleRows.dropFirst()))

    let rows = view.drawn(rows: 22, columns: 80, now: Posts.now).text.split(separator: "\n")
    #expect(rows[0] == "  ♥  Eve and Ada Okafor liked your post · now")
    #expect(rows.contains { $0.hasPrefix("▌ +  Noor and Sam Lee") })
  }

  @Test func `a double click on a notification opens its post`() {
    let (view, presenter) = scene()
    presenter.present(shown())
    _ = view.drawn(rows: 22, columns: 80, now: Posts.now)

    // Two clicks open what is told of, whoever wrote it.
    view.click(row: 4, column: 20)
    view.click(row: 4, column: 20, clicks: 2)
    view.click(row: 0, column: 10)
    view.click(row: 0, column: 10, clicks: 2)

    #expect(!interactor.values.contains(.toggle(.init("answer"), .liked)))
    #expect(navigator.routes == [.conversation(.init("answer")), .conversation(.init("own"))])
  }

  @Test func `a click on a follower's portrait opens their profile`() {
    let (view, presenter) = scene()
    presenter.present(shown())
    _ = view.drawn(rows: 22, columns: 80, now: Posts.now)
    view.command(.down, .down)

    view.performClick(.openProfile(.init("noor")))

    #expect(navigator.routes == [.profile(.init("noor"))])
  }

  @Test func `control characters in names and texts stay in their rows`() {
    let (view, presenter) = scene()
    let evil = "x\u{1b}[2J\r\n\u{9b}31m\u{202e}y"
    let person = Person(id: .init("e"), handle: evil, name: evil)
    let notice = Notification(
      id: .init("n"), kind: .like, people: [person, person],
      post: Posts.post("p", by: "Mei Tanaka", RichText(evil)), createdAt: Posts.now)

    presenter.present(NotificationsScene.SceneState([notice]))

    let text = view.drawn(rows: 8, columns: 80, now: Posts.now).text
    let scalars = text.unicodeScalars.filter { $0 != "\n" }
    #expect(scalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) })
    #expect(!scalars.contains("\u{202e}"))
  }

  @Test func `custom emoji are left out of names`() throws {
    let (view, presenter) = scene()
    let emoji = try #require(
      CustomEmoji(name: "blobcat", url: "https://example.social/blobcat.png"))
    let ada = Person(id: .init("ada"), handle: "ada", name: ":blobcat: Ada :blobcat:")
      .addingOccurringNameEmoji(with: [emoji])
    let cat = Person(id: .init("cat"), handle: "cat", name: ":blobcat:")
      .addingOccurringNameEmoji(with: [emoji])

    presenter.present(
      NotificationsScene.SceneState(
        [
          Notification(
            id: .init("1"), kind: .follow, people: [ada, cat], post: nil, createdAt: Posts.now)
        ], unread: [], hasMore: false, account: Posts.account, tab: .all, of: []))

    let text = view.drawn(rows: 10, columns: 80, now: Posts.now).text
    #expect(text.contains("Ada and cat follow you"))
    #expect(!text.contains("blobcat"))
  }

  private func scene(
    options: DisplayOptions = DisplayOptions()
  ) -> (NotificationsView, ScenePresenter<NotificationsScene.SceneState, NotificationsViewModel>) {
    let posts = PostViewModelFactory(options: options)
    let words = NotificationsPresenter(posts: posts, keys: .defaults)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let view = NotificationsView(interactor: interactor, posts: posts, world: StillWorld()).opened(
      by: navigator)
    presenter.display = view
    return (view, presenter)
  }

  private func shown(tab: NotificationTab? = nil) -> NotificationsScene.SceneState {
    func ago(_ minutes: Int) -> Timestamp { Posts.now.timeAdvanced(by: .seconds(-60 * minutes)) }
    let names = ["Ada Okafor", "Jonas Berg", "Noor", "Sam Lee"]
    let me = Person(id: Posts.account.person, handle: Posts.account.handle, name: "Mei Tanaka")
    let own = Post(
      id: .init("own"), author: me, createdAt: ago(90),
      content: .init(
        text: RichText(
          """
          The ferry was late, so we had an hour of evening light over the water, and nothing to \
          do but look. It was the best hour of the week, and nobody in the queue complained.
          """)))
    let answer = Posts.post(
      "answer", by: "Jonas Berg", RichText("Which ferry was it?"), minutesAgo: 10,
      reply: .init(to: own.id, handle: Posts.account.handle))
    let loaf = Posts.post(
      "loaf", by: "Jonas Berg", RichText("Which loaf for Sunday?"), minutesAgo: 2_900)
    return NotificationsScene.SceneState(
      [
        Notification(
          id: .init("1"), kind: .like, people: names.map { Posts.person($0) }, post: own,
          createdAt: ago(3)),
        Notification(
          id: .init("2"), kind: .mention, people: [Posts.person("Jonas Berg")], post: answer,
          createdAt: ago(10)),
        Notification(
          id: .init("3"), kind: .follow, people: [Posts.person("Noor"), Posts.person("Sam Lee")],
          post: nil, createdAt: ago(150)),
        Notification(
          id: .init("4"), kind: .poll, people: [Posts.person("Jonas Berg")], post: loaf,
          createdAt: ago(1_500)),
      ], unread: [.init("1"), .init("2")], hasMore: true, account: Posts.account,
      tab: tab ?? .all, of: tab == nil ? [] : NotificationTab.allCases)
  }
}

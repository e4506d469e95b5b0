import Doubles
import FeedDomain
import Glibc
import Terminal
import Testing
import UseCases

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct ArticleTests {
  private let interactor = Spy<ArticleScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let presenter: ScenePresenter<ArticleScene.SceneState, ArticleViewModel>
  private let view: ArticleView
  private let item: [Article.ArticleBlock.ArticleBlockIndent] = [.item("•", isFirst: true)]

  init() {
    var abilities = PostAbilities.all
    abilities.hasArticles = true
    let posts = PostViewModelFactory(abilities: abilities)
    let words = ArticlePresenter(posts: posts, keys: .defaults)
    presenter = ScenePresenter { words.viewModel(of: $0) }
    view = ArticleView(
      of: .init("7"), opening: .open(.init("7")), interactor: interactor, posts: posts,
      world: StillWorld())
    view.navigator = navigator
    presenter.display = view
  }

  private func show(
    _ blocks: [Article.ArticleBlock], isExcerpt: Bool = false, at position: ArticlePosition = .start
  ) {
    var state = ArticleScene.SceneState(account: Posts.account)
    state.article = Article(
      post: .init("7"), title: "Fog on the Baltic", author: "Ada", site: "Harbour",
      url: "https://harbour.example/fog", createdAt: Posts.now, isDated: false, blocks: blocks,
      isExcerpt: isExcerpt)
    state.position = position
    presenter.present(state)
  }

  private var everyBlock: [Article.ArticleBlock] {
    [
      .init(.paragraph(RichText("It came in the night."))),
      .init(.heading(RichText("What we saw"), level: 2)),
      .init(.paragraph(RichText("Nothing at all.")), in: [.quote]),
      .init(.paragraph(RichText("one")), in: item), .init(.paragraph(RichText("two")), in: item),
      .init(.code("let fog = true\nif fog { wait() }")),
      .init(
        .table(
          Article.ArticleTableBlock(
            rows: [[RichText("Day"), RichText("Sight")], [RichText("Mon"), RichText("none")]],
            hasHeading: true))),
      .init(.media(label: "Video", address: "https://www.films.example/1")),
    ]
  }

  @Test func `the key for all marks the entries of the stream behind, once it is repeated`() {
    show(everyBlock)
    #expect(KeyMap.defaults.command(for: "A", claimed: view.priorityCommands) == .markAll)

    for command in [Command.markAll, .down, .markAll, .markAll] {
      #expect(view.handleEvent(.command(command)))
    }

    #expect(navigator.marksBehind == [false, false, true])
  }

  @Test func `the entry list behind an article is the stream it was opened from`() {
    let stack = SceneStack()
    let stream = StreamScreen()
    stack.pushScene(stream.view, at: .stream(.home))
    stack.pushScene(view, at: .article(.init("7")))
    #expect(stack.entryListBehindFront === stream.view)

    stack.pushScene(view, at: .asAccount(Posts.account.id, .photo(.init("7"), index: 0)))
    #expect(stack.entryListBehindFront === stream.view)
  }

  @Test func `an article opened from the podcasts has no list of entries behind it`() {
    let stack = SceneStack()
    let podcasts = PodcastsContent(wording: Wording(), keys: .defaults, world: FakeWorld())
    stack.pushScene(StreamScreen().view, at: .stream(.home))
    stack.pushScene(
      PagedListView(podcasts, interactor: Spy<PodcastsScene.SceneRequest>()), at: .podcasts)
    stack.pushScene(view, at: .article(.init("7")))

    #expect(stack.entryListBehindFront == nil)
  }

  @Test func `an article is drawn in a column of limited width, with every kind of block`() {
    show(everyBlock)
    #expect(
      view.drawn(rows: 21, columns: 40).text == """
          Fog on the Baltic
          Ada · 1 minute

          It came in the night.

          What we saw
          ───────────

          │ Nothing at all.

          • one
          • two

            let fog = true
            if fog { wait() }

          Day │ Sight
          ───────────
          Mon │ none

          ▶ Video: films.example/1
        """)
  }

  @Test func `wide characters in long lines of code are all shown when wrapped`() {
    show([.init(.code("x霧港船灯霧港船灯霧港船灯"))])
    let text = view.drawn(rows: 12, columns: 20).text
    #expect(text.filter { "霧港船灯".contains($0) } == "霧港船灯霧港船灯霧港船灯")
  }

  @Test func `line breaks in a table cell become blanks on a narrow screen`() {
    let rows = [["a\nb", "c", "d", "e"].map { RichText($0) }]
    show([.init(.table(Article.ArticleTableBlock(rows: rows, hasHeading: false)))])
    #expect(view.drawn(rows: 12, columns: 30).text.contains("a b │ c │ d │ e"))
  }

  @Test(arguments: [(200, 64), (80, 4), (40, 2), (20, 1)])
  func `an article's text is centred on a wide screen`(columns: Int, margin: Int) {
    show([.init(.paragraph(RichText(String(repeating: "fog ", count: 60))))])
    let rows = view.drawn(rows: 12, columns: columns).text.split(separator: "\n")
    #expect(rows[0].prefix { $0 == " " }.count == margin)
    #expect(rows.allSatisfy { $0.count <= margin + ArticleLayout.measure })
  }

  @Test func `without colours and symbols headings, quotes, lists and tables are marked in ASCII`()
  {
    let options = DisplayOptions(isPlain: true)
    let posts = PostViewModelFactory(options: options)
    var viewModel = ArticleViewModel()
    viewModel.blocks = everyBlock
    let page = ArticleLayout(
      viewModel, ArticleLayout.ArticleLayoutInputs(columns: 40, theme: .none, room: nil),
      posts: posts)
    let lines = page.lines.map(\.text)
    #expect(lines.contains("## What we saw") && lines.contains("> Nothing at all."))
    #expect(lines.contains("- one") && lines.contains("Day | Sight"))
    #expect(lines.joined().unicodeScalars.allSatisfy { $0.isASCII })
  }

  @Test func `the key for the next heading is offered only in articles with headings`() {
    show([Article.ArticleBlock(.paragraph(RichText("Nothing at all.")))])
    #expect(!view.hints.contains(.nextHeading))

    show([Article.ArticleBlock(.heading(RichText("Part 1"), level: 3))])
    #expect(view.hints.contains(.nextHeading))
  }

  @Test func `below a picture, a mark tells its description from a caption`() {
    let photo = Photo(
      id: Photo.ID("https://a.example/1.jpg"),
      renditions: [
        Photo.PhotoRendition(
          url: "https://a.example/1.jpg", size: PhotoSize(width: 300, height: 200))
      ], size: PhotoSize(width: 300, height: 200), altText: "A pier")
    let room = PhotoBoxLayout(
      cell: PixelSize(width: 10, height: 20), pane: CellSize(rows: 22, columns: 80))
    func lines(_ caption: String, isPlain: Bool = false) -> [String] {
      var viewModel = ArticleViewModel()
      viewModel.blocks = [.init(.picture(photo, caption: RichText(caption)))]
      return ArticleLayout(
        viewModel, ArticleLayout.ArticleLayoutInputs(columns: 40, theme: .none, room: room),
        posts: PostViewModelFactory(options: DisplayOptions(isPlain: isPlain))
      ).lines.map { $0.text.description }.filter { !$0.isEmpty }
    }
    #expect(lines("") == ["▣ A pier"])
    #expect(lines("", isPlain: true) == ["[A pier]"])
    #expect(lines("Fog") == ["Fog"])
  }

  @Test func `keys jump to the next and previous heading, and scroll by lines or pages`() {
    let long = RichText(String(repeating: "word ", count: 400))
    show(
      (1...3).flatMap { number in
        [
          Article.ArticleBlock(.heading(RichText("Part \(number)"), level: 3)),
          Article.ArticleBlock(.paragraph(long)),
        ]
      })
    func first() -> Substring {
      view.drawn(rows: 10, columns: 80).text.split(separator: "\n")[0].drop { $0 == " " }
    }
    #expect(first() == "Fog on the Baltic")
    view.command(.nextHeading)
    #expect(first() == "Part 1")
    view.command(.nextHeading)
    #expect(first() == "Part 2")
    view.command(.down)
    #expect(first().hasPrefix("word") || first().isEmpty)
    view.command(.previousHeading)
    #expect(first() == "Part 2")
    view.command(.previousHeading)
    #expect(first() == "Part 1")
    view.command(.bottom, .top)
    #expect(first() == "Fog on the Baltic")
  }

  @Test func `an article's reading position survives a change of width, and is stored on closing`()
    throws
  {
    let blocks = (0..<40).map { number in
      Article.ArticleBlock(
        .paragraph(RichText("\(number): " + String(repeating: "word ", count: 60))))
    }
    show(blocks, at: ArticlePosition(block: 20, share: 0))
    #expect(view.drawn(rows: 10, columns: 80).text.contains("20: word"))
    #expect(view.drawn(rows: 10, columns: 50).text.contains("20: word"))
    #expect(view.drawn(rows: 10, columns: 100).text.contains("20: word"))

    view.sceneDidClose()

    guard case .keep(let place) = try #require(interactor.values.first) else {
      Issue.record("the place was not stored")
      return
    }
    #expect(place.block == 20 && interactor.values.last == .close)
  }

  @Test func `a link in an article is opened or copied with a click`() throws {
    show([.init(.paragraph(RichText(runs: [.init("here", .link("https://a.example/"))])))])
    _ = view.drawn(rows: 12, columns: 60)
    let target = try #require(view.clickTargets.last)

    view.performClick(at: target.position, copyingAddress: false)
    view.performClick(at: target.position, copyingAddress: true)

    #expect(navigator.opened.map(\.address) == ["https://a.example/"])
    #expect(navigator.copied.map(\.string) == ["https://a.example/"])
  }

  @Test func `an excerpt names the key for the full text, and each key sends its request`() {
    show([.init(.paragraph(RichText("It begins …")))], isExcerpt: true)
    #expect(view.drawn(rows: 12, columns: 80).text.contains("F fetches the full text."))

    view.sceneDidAppear()
    view.command(.fullText, .refresh, .undo, .right, .firstUnread, .previousUnread)

    #expect(
      interactor.values.filter { if case .keep = $0 { false } else { true } } == [
        .open(.init("7")), .toggleFullText, .refresh, .undo, .step(by: 1),
        .stepToUnread(.down), .stepToUnread(.up),
      ])
    presenter.perform(.say(.articleNotFetched(.noArticle)))
    #expect(navigator.messages.map(\.text) == ["No article was found on this page."])
  }

  @Test func `an article's entry that is marked as unread says so, and its key sends a request`() {
    var abilities = PostAbilities.all
    abilities.service = .rss
    let posts = PostViewModelFactory(abilities: abilities)
    let view = ArticleView(
      of: .init("7"), opening: .open(.init("7")), interactor: interactor, posts: posts,
      world: StillWorld())
    let account = Account(service: .rss, person: .init(""), handle: "feeds")
    var state = ArticleScene.SceneState(account: account)
    state.article = Article(
      post: .init("7"), title: "Fog", createdAt: Posts.now,
      blocks: [.init(.paragraph(RichText("It came.")))])

    for isRead in [true, false] {
      state.posts = PostRows([
        changedCopy(Post.sample("7")) { if isRead { $0.userMarks.insert(.read) } }
      ])
      view.display(ArticlePresenter(posts: posts, keys: .defaults).viewModel(of: state))
      #expect(view.header.rightText.map(\.text) == (isRead ? [] : ["unread"]))
      #expect(view.hints.contains(.toggleRead))
      #expect(view.hintWords[.toggleRead] == (isRead ? "unread" : nil))
      view.command(.toggleRead)
    }

    #expect(interactor.values == [.toggleReadState, .toggleReadState])
  }

  @Test func `a loading article is not ready, and a deleted entry is reported`() {
    var state = ArticleScene.SceneState(account: Posts.account)
    presenter.present(state)
    #expect(view.properties.isReady == false)
    state.isGone = true
    presenter.present(state)
    #expect(view.drawn(rows: 12, columns: 60).text.contains("This entry no longer exists."))
  }

  @Test func `a long article is laid out once, and each key draws only one screen`() {
    let paragraph = RichText(String(repeating: "fog and rain ", count: 40))
    show((0..<400).map { _ in Article.ArticleBlock(.paragraph(paragraph)) })

    let layout = processorTime { _ = view.drawn(rows: 24, columns: 80) }
    let keys = processorTime {
      for _ in 0..<20 {
        view.command(.pageDown)
        _ = view.drawn(rows: 24, columns: 80)
      }
    }

    #expect(keys < layout * 10)
  }

  /// Returns the processor time of this thread that some work takes.
  private func processorTime(_ work: () -> Void) -> Duration {
    func now() -> Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    work()
    return now() - start
  }

  @Test func `each state is a view model`() {
    let shown = Spy<ArticleViewModel>()
    presenter.display = shown
    var state = ArticleScene.SceneState(account: Posts.account)

    presenter.present(state)
    state.isGone = true
    presenter.present(state)
    show(everyBlock, at: ArticlePosition(block: 3, share: 250))
    presenter.perform(.say(.noArticle(.next)))

    #expect(shown.values.map(\.title) == ["Article", "Article", "Harbour"])
    #expect(shown.values.map { $0.notice?.isBusy } == [true, false, nil])
    #expect(shown.values[1].notice?.sentence == "This entry no longer exists.")
    #expect(shown.last?.heading == "Fog on the Baltic")
    #expect(shown.last?.facts == ["Ada", "1 minute"])
    #expect(shown.last?.page?.address == "https://harbour.example/fog")
    #expect(shown.last?.blocks == everyBlock)
    #expect(shown.last?.position == ArticlePosition(block: 3, share: 250))
    #expect(shown.effects == [.say(.noArticle(.next))])
  }
}

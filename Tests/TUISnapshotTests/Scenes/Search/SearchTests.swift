import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct SearchTests {
  private let interactor = Spy<SearchScene.SceneRequest>()
  private let navigator = NavigatorSpy()

  @Test func `search results are drawn at 80 by 24`() {
    let (view, presenter) = scene()
    view.type("ferry")

    presenter.present(SearchScene.SceneState(found: found))

    #expect(
      view.drawn(rows: 20, columns: 80, now: Posts.now).text == """
          / ferry

          #ferry
          #ferries

          Ada Okafor  @ada@example.social
          Bridges and bread.

          All people named “ferry”

          Mei Tanaka  @mei@example.social · 3m
          The ferry was late.


          Jonas Berg  @jonas@example.social · 42m
          Which ferry was it?




        """)
    #expect(
      view.keyHints.map(\.label.string) == ["search", "leave", "results", "earlier"])
    #expect(view.header.leftText == [StyledSpan("Search", .barStrong)])
    #expect(view.header.rightText == [StyledSpan("2 posts", .barFaint)])
  }

  @Test func `search results are drawn at 40 by 12`() {
    let (view, presenter) = scene()
    view.type("ferry")
    presenter.present(SearchScene.SceneState(found: found))

    view.press(.down)

    #expect(
      view.drawn(rows: 10, columns: 40, now: Posts.now).text == """
          / ferry

        ▌ #ferry
          #ferries
          Ada Okafor  @ada@example.social
          Bridges and bread.

          All people named “ferry”

          Mei Tanaka  @mei@example.social · 3m
        """)
    #expect(view.hints == [.back, .open, .search, .view, .keepTab, .refresh, .help])
  }

  @Test func `the introduction below an empty search field is complete at 40 by 12`() {
    let (view, presenter) = scene()
    presenter.present(SearchScene.SceneState(history: []))

    let lines = view.drawn(rows: 10, columns: 40, now: Posts.now).text
      .split(separator: "\n", omittingEmptySubsequences: false)

    #expect(
      lines.prefix(4) == [
        "  /", "    Type to search the posts you have", "    seen.",
        "  from:ada          by Ada; from:me",
      ])
  }

  @Test func `search results are drawn at 20 by 6`() {
    let (view, presenter) = scene()
    view.type("ferry")

    presenter.present(SearchScene.SceneState(found: found))

    #expect(
      view.drawn(rows: 4, columns: 20, now: Posts.now).text == """
        / ferry
          #ferry
          #ferries
          Ada Okafor  @ada…
        """)
  }

  @Test func `search results are drawn at 200 by 60`() {
    let (view, presenter) = scene()
    view.type("ferry")

    presenter.present(SearchScene.SceneState(found: found))

    let canvas = view.drawn(rows: 58, columns: 200, now: Posts.now)
    #expect(canvas.text.contains("\n  Which ferry was it?\n"))
    #expect(canvas.cursor == CellPosition(row: 0, column: 9))
  }

  @Test func `typing searches the cache, and Enter asks the service`() {
    let (view, _) = scene()

    view.type("ab")
    view.press(.enter)

    #expect(interactor.values == [.open, .type("a"), .type("ab"), .submit("ab")])
    #expect(!view.properties.takesText)
  }

  @Test func `pasted lines are joined in the search field, and none is cut`() {
    let (view, _) = scene()

    _ = view.handleEvent(.paste("\nred fox\nblue"))

    #expect(interactor.values.last == .type("red fox blue"))
  }

  @Test func `earlier searches are listed, and recalled with the arrow keys`() {
    let (view, presenter) = scene()
    presenter.present(SearchScene.SceneState(history: ["boats", "bread"]))
    let rows = view.drawn(rows: 10, columns: 40).text.split(separator: "\n")
    #expect(rows[3] == "  boats" && rows[4] == "  bread")
    #expect(rows[5].hasPrefix("  from:ada "))

    view.press(.up)
    view.press(.up)
    view.press(.up)
    view.press(.enter)

    #expect(
      interactor.values == [.open, .type("boats"), .type("bread"), .submit("bread")])
  }

  @Test func `the typed query is restored after earlier searches were recalled`() {
    let (view, presenter) = scene()
    presenter.present(SearchScene.SceneState(history: ["boats"]))
    view.type("rye")

    view.press(.character("n"), .control)
    view.press(.character("p"), .control)
    view.press(.character("n"), .control)
    view.press(.character("n"), .control)
    view.press(.enter)

    #expect(interactor.values.suffix(3) == [.type("boats"), .type("rye"), .submit("rye")])
  }

  @Test func `an earlier search is opened from the list`() {
    let (view, presenter) = scene()
    presenter.present(SearchScene.SceneState(history: ["boats", "bread"]))
    _ = view.drawn(rows: 10, columns: 40)

    view.press(.down)
    view.command(.down, .open)

    #expect(interactor.values == [.open, .submit("bread")])
  }

  @Test func `each kind of result opens its target`() {
    let (view, presenter) = scene()
    view.type("ferry")
    presenter.present(SearchScene.SceneState(found: found))
    _ = view.drawn(rows: 22, columns: 80, now: Posts.now)
    view.press(.down)

    view.command(.open, .down, .down, .open, .down, .open, .down, .open, .like)

    #expect(
      navigator.routes == [
        .stream(.tag("ferry")), .profile(.init("ada")), .people(.matching("ferry")),
        .conversation(.init("1")),
      ])
    #expect(interactor.values.last == .toggle(.init("1"), .liked))
  }

  @Test func `moving up from the first result focuses the field`() {
    let (view, presenter) = scene()
    view.type("ferry")
    presenter.present(SearchScene.SceneState(found: found))
    _ = view.drawn(rows: 22, columns: 80, now: Posts.now)
    view.press(.down)
    #expect(!view.properties.takesText)

    view.command(.up)

    #expect(view.properties.takesText)
    view.command(.search)
    #expect(view.properties.takesText)
  }

  @Test func `Esc leaves the search field first, then the scene`() {
    let (view, presenter) = scene()
    view.type("ferry")
    view.press(.enter)
    presenter.present(SearchScene.SceneState(found: found))
    _ = view.drawn(rows: 22, columns: 80, now: Posts.now)
    view.command(.search)

    view.press(.escape)
    #expect(!view.properties.takesText && navigator.routes.isEmpty)

    // What was found is closed by the program, as every scene is.
    #expect(!view.handleEvent(.command(.back)))
  }

  @Test func `examples are shown while nothing is typed`() {
    let (view, presenter) = scene()

    presenter.present(SearchScene.SceneState(history: ["boats"]))

    #expect(
      view.drawn(rows: 13, columns: 80).text == """
          /
            Type to search the posts you have seen.
          boats
          from:ada          by Ada; from:me finds your own
          has:photo         with a photo; also video, link, poll
          title:ferry       in the title; also author:, text:, link:; words or /regex/
          since:yesterday   from this day on; until: up to it; 7d, 2026-03-04, 2026-03
          #tram             with the tag; #tram,#bus with either
          lang:en           in that language
          tag:recipes       bookmarks with one of your tags
          "late ferry"      with this exact phrase
          -snow             without the word; also -from:ada, -#tram

        """)
  }

  @Test func `examples are explained in full at 40 by 12`() {
    let (view, presenter) = scene()

    presenter.present(SearchScene.SceneState(history: []))

    let rows = view.drawn(rows: 10, columns: 40).text.split(separator: "\n")
    #expect(rows.contains { $0.hasSuffix("by Ada; from:me") })
    #expect(rows.contains { $0.hasSuffix("  finds your own") })
    #expect(!rows.dropFirst(2).contains { $0.contains("…") })
  }

  @Test func `completions are shown below the field`() {
    let (view, presenter) = scene()
    view.type("from:a")
    presenter.present(
      SearchScene.SceneState(
        completions: ["from:ada@example.social", "from:adam"],
        found: SearchScene.GroupedSearchResults("from:a")))

    let rows = view.drawn(rows: 6, columns: 40).text.split(separator: "\n")

    #expect(rows[0] == "  / from:a")
    #expect(rows[1] == "    Tab  from:ada@example.social  from…")
  }

  @Test func `search words are highlighted in every theme, also without colours`() {
    for theme in ThemeName.allCases.map({ $0.resolvedTheme(for: .direct) }) + [.none] {
      let layout = SearchLayout(
        posts: PostViewModelFactory(),
        theme: theme, now: Posts.now,
        highlight: SearchHighlighter(
          highlightedPhrases: [SearchPhrase(beginning: "cafe"), SearchPhrase(whole: "was late")]))
      let post = Posts.post("1", RichText("Le CAFÉ-bar 東京 was\nlate, wasn't it? late"))
      let block = layout.laidOutRow(.post(PostItem(post)), columns: 80)
      let marked = block.lines.map { line in
        line.cells.filter { $0.style.attributes.contains([.bold, .underlined]) }
          .map { String($0.character) }.joined()
      }.filter { !$0.isEmpty }

      #expect(marked == ["CAFÉwas", "late"])
    }
  }

  @Test func `a search without results, in progress or failed has its message`() {
    let (view, presenter) = scene()
    let start = view.drawn(rows: 12, columns: 80).text
    view.type("x")
    presenter.present(SearchScene.SceneState(found: .init("x")))
    let here = view.drawn(rows: 12, columns: 80).text
    presenter.present(SearchScene.SceneState(found: .init("x"), asking: .underWay))
    let asking = view.drawn(rows: 12, columns: 80).text
    presenter.present(SearchScene.SceneState(found: .init("x", isAsked: true)))
    let nowhere = view.drawn(rows: 12, columns: 80).text
    presenter.present(
      SearchScene.SceneState(found: .init("x", isAsked: true), failure: .unreachable))

    #expect(start.contains("Type to search the posts you have seen."))
    #expect(here.contains("No matches in the posts you have seen."))
    #expect(asking.contains("⠋ Searching the service"))
    #expect(nowhere.contains("No matches."))
    #expect(
      view.header.rightText == [StyledSpan("Stored posts only: there is no connection.", .bad)])
  }

  @Test func `after Enter keys are commands, whatever the search finds`() {
    let (view, presenter) = scene()
    view.type("x")
    presenter.present(SearchScene.SceneState(found: .init("x")))
    view.press(.enter)
    var takesText = [view.properties.takesText]
    let found = SearchScene.GroupedSearchResults("x")
    let states = [
      SearchScene.SceneState(found: found, asking: .underWay), SearchScene.SceneState(found: found),
      SearchScene.SceneState(found: found, asking: .underWay, failure: .unreachable),
      SearchScene.SceneState(found: .init("x", isAsked: true), failure: .unreachable),
    ]

    for state in states {
      presenter.present(state)
      takesText.append(view.properties.takesText)
    }
    view.command(.refresh)
    presenter.present(SearchScene.SceneState(found: .init("x", isAsked: true)))
    takesText.append(view.properties.takesText)

    #expect(!takesText.contains(true))
    #expect(interactor.values.suffix(2) == [.submit("x"), .submit("x")])
    view.command(.search)
    #expect(view.properties.takesText)
  }

  @Test func `new results keep the selection in place`() {
    let (view, presenter) = scene()
    view.type("ferry")
    presenter.present(
      SearchScene.SceneState(found: .init("ferry", sections: [.init(posts: [found.posts[1]])])))
    _ = view.drawn(rows: 22, columns: 80, now: Posts.now)
    view.press(.down)

    presenter.present(SearchScene.SceneState(found: found))

    let rows = view.drawn(rows: 22, columns: 80, now: Posts.now).text.split(separator: "\n")
    #expect(rows.first { $0.hasPrefix("▌") }?.contains("Jonas Berg") == true)
  }

  private func scene() -> (SearchView, SearchScenePresenter) {
    let posts = PostViewModelFactory()
    let presenter = SearchScenePresenter(posts: posts, keys: .defaults)
    let view = SearchView(interactor: interactor, posts: posts, world: StillWorld())
    presenter.display = view
    view.navigator = navigator
    presenter.present(SearchScene.SceneState())
    view.sceneDidAppear()
    return (view, presenter)
  }

  private var found: SearchScene.GroupedSearchResults {
    SearchScene.GroupedSearchResults(
      "ferry", tags: ["ferry", "ferries"],
      people: [
        Person(
          id: .init("ada"), handle: "ada@example.social", name: "Ada Okafor",
          bio: RichText("Bridges and bread."))
      ], everybody: "ferry",
      sections: [
        .init(posts: [
          Posts.post("1", RichText("The ferry was late.")),
          Posts.post("2", by: "Jonas Berg", RichText("Which ferry was it?"), minutesAgo: 42),
        ])
      ], isAsked: true)
  }
}

import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Requests, view models and drawings of the shared links.
@MainActor @Suite struct SharedLinksBoundaryTests {
  private let interactor = Spy<SharedLinksScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let content = SharedLinksContent(wording: Wording(), keys: .defaults)

  private typealias Presenter = ScenePresenter<
    SharedLinksScene.SceneState, PagedListViewModel<SharedLinkRow>
  >

  private func scene() -> (PagedListView<SharedLinksContent>, Presenter) {
    let content = content
    let presenter = ScenePresenter { content.viewModel(of: $0) }
    let view = PagedListView(content, interactor: interactor)
    view.navigator = navigator
    presenter.display = view
    return (view, presenter)
  }

  private var links: [SharedLink] {
    let address = "https://www.sea.example/ferry"
    let rows = [
      Posts.post(
        "3", by: "Mei Tanaka", RichText("Read this before the vote."),
        card: LinkPreview(url: address, title: "The ferry that never comes", summary: "")),
      Posts.post(
        "2", by: "Jonas Berg",
        RichText(runs: [.init("An hour late again: "), .init("sea.example/ferry", .link(address))])),
    ].map { FeedRow.entry(FeedEntry($0)) }
    let boost = FeedRow.entry(
      FeedEntry(
        id: FeedEntry.ID("b"),
        post: Posts.post(
          "2", by: "Jonas Berg", RichText(runs: [.init("x", .link(address))])),
        boostedBy: Posts.person("Ada Okafor")))
    return HomeDigest(rows + [boost], reader: nil).links
  }

  @Test func `the shared links are drawn at 70 by 8`() {
    let (view, presenter) = scene()

    presenter.present(SharedLinksScene.SceneState(links: links))

    #expect(
      view.drawn(rows: 8, columns: 70).text == """
        ▌ The ferry that never comes
        ▌ sea.example · shared by Mei Tanaka, Jonas Berg and 1 other
        ▌   Mei Tanaka: Read this before the vote.
        ▌   Jonas Berg: An hour late again:




        """)
    #expect(view.header.leftText == [StyledSpan("Links shared today", .barStrong)])
    #expect(view.header.rightText == [StyledSpan("1 page", .barFaint)])
  }

  @Test func `a post's quote omits the page's address, and a post of nothing else is not quoted`() {
    let (view, presenter) = scene()
    let address = "https://www.sea.example/ferry"
    func post(_ id: String, _ name: String, _ runs: [RichText.RichTextRun]) -> FeedRow {
      .entry(FeedEntry(Posts.post(id, by: name, RichText(runs: runs))))
    }
    // As Mastodon splits a link's text; with a tracking item; a link with words of its own; another
    // page.
    let rows = [
      post(
        "4", "Mei Tanaka",
        [
          .init("Late. "), .init("https://", .link(address)),
          .init("www.sea.example/ferry", .link(address)), .init(" Again!"),
        ]),
      post(
        "3", "Jonas Berg",
        [.init(address + "?utm_source=x", .link(address + "?utm_source=x"))]),
      post("2", "Ada Okafor", [.init("See "), .init("what they say", .link(address))]),
      post(
        "1", "Sol Rivera",
        [
          .init("sea.example/ferry", .link(address)), .init(" and "),
          .init("sea.example/boat", .link("https://sea.example/boat")),
        ]),
    ]

    presenter.present(SharedLinksScene.SceneState(links: HomeDigest(rows, reader: nil).links))

    let lines = view.drawn(rows: 7, columns: 70).text.split(separator: "\n").dropFirst(2)
    #expect(
      lines.prefix(3) == [
        "▌   Mei Tanaka: Late.  Again!", "▌   Ada Okafor: See what they say",
        "▌   Sol Rivera:  and sea.example/boat",
      ])
  }

  @Test func `without UTF-8 people are named by handle, and other letters are replaced by a note`()
  {
    let content = SharedLinksContent(
      wording: Wording(), keys: .defaults, options: DisplayOptions(hasSigns: false))
    let address = "https://sea.example/ferry"
    let mina = Posts.person("ミナ 山本", handle: "mina@sea.example")
    let post = Posts.post(
      "1", by: "Ada Okafor", RichText("Read this: 朝いちばん"),
      card: LinkPreview(url: address, title: "フェリー", summary: ""))
    let boost = FeedEntry(id: FeedEntry.ID("b"), post: post, boostedBy: mina)
    let rows = [FeedRow.entry(boost), .entry(FeedEntry(post))]

    let row = content.viewModel(
      of: SharedLinksScene.SceneState(links: HomeDigest(rows, reader: nil).links)
    ).rows.first

    #expect(row?.title == "(other letters)")
    #expect(row?.people == "shared by mina@sea.example and Ada Okafor")
    #expect(row?.quotes.map(\.words) == ["Read this: (other letters)"])
  }

  @Test func `each key of the shared links sends a request or opens a stream`() {
    let (view, presenter) = scene()
    view.sceneDidAppear()
    presenter.present(SharedLinksScene.SceneState(links: links))

    for command in [Command.view, .refresh, .open, .openLink, .copyLink] {
      #expect(view.handleEvent(.command(command)))
    }
    view.sceneDidClose()

    #expect(interactor.values == [.open, .toggleSpan, .refresh, .close])
    #expect(
      navigator.routes == [
        .stream(
          DerivedFeed.shares(of: "https://www.sea.example/ferry").feed(
            named: "The ferry that never comes"))
      ])
    #expect(view.hints.prefix(3) == [.back, .open, .openLink])
  }

  @Test func `without shared links a message says how to see the week`() throws {
    let (view, presenter) = scene()
    presenter.present(SharedLinksScene.SceneState(links: []))
    #expect(
      view.drawn(rows: 8, columns: 70).text.contains(
        "No page was shared by several of the people you follow."))
    #expect(view.drawn(rows: 8, columns: 70).text.contains("v shows the week."))

    presenter.present(SharedLinksScene.SceneState(span: .week, links: []))
    #expect(view.drawn(rows: 8, columns: 70).text.contains("v shows today."))
    #expect(view.header.leftText == [StyledSpan("Links shared this week", .barStrong)])
    #expect(!view.handleEvent(.command(.open)))
  }

  @Test func `each state is a view model`() {
    let (_, presenter) = scene()
    let shown = Spy<PagedListViewModel<SharedLinkRow>>()
    presenter.display = shown

    presenter.present(SharedLinksScene.SceneState())
    presenter.present(SharedLinksScene.SceneState(links: links))
    presenter.present(SharedLinksScene.SceneState(span: .week, links: []))
    presenter.perform(.say(.storeFailed(.busy)))

    #expect(
      shown.values.map(\.title) == [
        "Links shared today", "Links shared today", "Links shared this week",
      ])
    #expect(shown.values.map(\.remark) == ["", "1 page", ""])
    #expect(shown.values.map { $0.notice?.isBusy } == [true, nil, false])
    let row = shown.values[1].rows.first
    #expect(row?.title == "The ferry that never comes")
    #expect(row?.host == "sea.example")
    #expect(row?.quotes.map(\.name) == ["Mei Tanaka: ", "Jonas Berg: "])
    #expect(shown.effects == [.say(.storeFailed(.busy))])
  }
}

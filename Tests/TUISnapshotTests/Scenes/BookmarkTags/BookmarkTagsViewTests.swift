import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct BookmarkTagsViewTests {
  private let interactor = Spy<BookmarkTagsScene.SceneRequest>()
  private let navigator = NavigatorSpy()

  private func scene(of post: Post.ID?) throws -> ChoiceOverlayView {
    let presenter = ScenePresenter<BookmarkTagsScene.SceneState, ChoiceOverlay> {
      ChoiceOverlay($0, isForPost: post != nil, Wording())
    }
    let view = ChoiceOverlayView.makeBookmarkTagsOverlay(of: post, interactor: interactor)
    presenter.display = view
    view.navigator = navigator
    view.sceneDidAppear()
    presenter.present(
      BookmarkTagsScene.SceneState([
        .init(try #require(BookmarkTag("bread")), isSet: true, count: 2),
        .init(try #require(BookmarkTag("trams")), isSet: false, count: 1),
      ]))
    return view
  }

  @Test func `the cursor of a choice overlay moves from the field to the selected choice`() throws {
    let view = try scene(of: Post.ID("1"))
    #expect(view.drawn(rows: 15, columns: 80).cursor?.row == 2)

    view.press(.down)
    let moved = view.drawn(rows: 15, columns: 80)
    #expect(moved.cursor == nil && moved.point?.row == 5)

    view.type("t")
    #expect(view.drawn(rows: 15, columns: 80).cursor?.row == 2)
  }

  @Test func `the tags of a bookmark are drawn as a card, or as a page on a small screen`() throws {
    let view = try scene(of: Post.ID("1"))

    #expect(
      view.drawn(rows: 15, columns: 80).text == """
                 ╭────────────────────────────────────────────────────────────╮
                 │                                                            │
                 │  Tags of this bookmark                                     │
                 │  Your own tag, such as recipes                             │
                 │                                                            │
                 │    ✓ bread                                    2 bookmarks  │
                 │      trams                                     1 bookmark  │
                 │                                                            │
                 │                                                            │
                 │                                                            │
                 │  Enter add   ↑↓ choose   Esc leave                         │
                 │                                                            │
                 ╰────────────────────────────────────────────────────────────╯


        """)
    view.press(.down)
    #expect(
      view.drawn(rows: 9, columns: 40).text == """
        Tags of this bookmark
        Your own tag, such as recipes

        › ✓ bread                    2 bookmarks
            trams                     1 bookmark



        Enter remove   ↑↓ choose   Esc leave
        """)
  }

  @Test func `in the list of bookmark tags the first is selected, and Enter opens its stream`()
    throws
  {
    let view = try scene(of: nil)

    #expect(
      view.drawn(rows: 15, columns: 80).text == """

                 ╭────────────────────────────────────────────────────────────╮
                 │                                                            │
                 │  Bookmarks by tag                                          │
                 │                                                            │
                 │  › bread                                      2 bookmarks  │
                 │    trams                                       1 bookmark  │
                 │                                                            │
                 │                                                            │
                 │                                                            │
                 │  Enter open   ↑↓ choose   Esc leave                        │
                 │                                                            │
                 ╰────────────────────────────────────────────────────────────╯


        """)
    view.press(.down)
    view.press(.enter)

    #expect(
      navigator.routes
        == [.back, .stream(DerivedFeed.tagged(try #require(BookmarkTag("trams"))).feed())])
  }

  @Test func `each key of the bookmark tags sends its request to the interactor`() throws {
    let view = try scene(of: Post.ID("1"))

    view.press(.down)
    view.press(.enter)
    view.type("Rye")
    view.press(.enter)

    #expect(
      interactor.values == [
        .open(Post.ID("1")), .toggle(try #require(BookmarkTag("bread"))), .add("Rye"),
      ])
  }

  private func overlay(adding name: String) throws -> ChoiceOverlay {
    let tag = try #require(BookmarkTag(name))
    return ChoiceOverlay(
      BookmarkTagsScene.SceneState([.init(tag, isSet: true, count: 1)], lastAdded: tag),
      isForPost: true, Wording())
  }

  @Test func `a tag typed while the previous tag is being stored stays in the field`() throws {
    let view = try scene(of: Post.ID("1"))
    view.type("Rye")
    view.press(.enter)
    view.type("oat")

    view.display(try overlay(adding: "rye"))
    view.press(.enter)

    #expect(interactor.values == [.open(Post.ID("1")), .add("Rye"), .add("oat")])
  }

  @Test func `an added tag is selected, and a tag that could not be stored is in the field again`()
    throws
  {
    let view = try scene(of: Post.ID("1"))
    view.type("Rye")
    view.press(.enter)
    view.perform(.say(.storeFailed(.busy)))
    view.press(.enter)
    view.display(try overlay(adding: "rye"))
    view.press(.enter)

    #expect(
      interactor.values == [
        .open(Post.ID("1")), .add("Rye"), .add("Rye"),
        .toggle(try #require(BookmarkTag("rye"))),
      ])
  }

  @Test func `typing narrows the tags, and Enter opens the bookmarks of the one left`() throws {
    let view = try scene(of: nil)

    view.type("tr")
    #expect(!view.drawn(rows: 15, columns: 80).text.contains("bread"))
    view.press(.enter)

    #expect(
      navigator.routes
        == [.back, .stream(DerivedFeed.tagged(try #require(BookmarkTag("trams"))).feed())])
    #expect(interactor.values == [.open(nil)])
  }

  @Test func `the tag key opens the bookmark tags of the selected post`() {
    let post = Posts.post("1", RichText("Rye"))

    let screen = StreamScreen.pressing(.tagBookmark, on: PostItem(post), abilities: .all)

    #expect(screen.navigator.routes == [.bookmarkTags(post.id)])
  }

  @Test(arguments: [
    (true, "Tags of this bookmark" as SafeText), (false, "Bookmarks by tag"),
  ])
  func `each state is a list of choices`(isForPost: Bool, title: SafeText) throws {
    let shown = Spy<ChoiceOverlay>()
    let presenter = ScenePresenter<BookmarkTagsScene.SceneState, ChoiceOverlay> {
      ChoiceOverlay($0, isForPost: isForPost, Wording())
    }
    presenter.display = shown
    let tag = try #require(BookmarkTag("bread"))

    presenter.present(
      BookmarkTagsScene.SceneState([.init(tag, isSet: true, count: 2)], lastAdded: tag))
    presenter.perform(.say(.invalid(.tag)))

    #expect(shown.last?.title == title)
    #expect(
      shown.last?.choices == [
        .init(name: "bread", explanation: "2 bookmarks", isTicked: isForPost ? true : nil)
      ])
    #expect(shown.last?.lastAdded == "bread")
    #expect(shown.effects == [.say(.invalid(.tag))])
  }
}

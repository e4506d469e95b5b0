import Doubles
import FeedDomain
import PhotoDisplay
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// A conversation beside the stream in which its post is selected.
@MainActor struct ConversationBesideTests {
  private let presenter = ConversationScenePresenter(
    wording: Wording(), keys: .defaults, isBeside: true)
  private let view: ConversationView

  init() {
    view = ConversationView(
      of: .init("b"), opening: .glance(.init("b")),
      interactor: Spy<ConversationScene.SceneRequest>(),
      posts: PostViewModelFactory(), world: StillWorld())
    presenter.display = view
  }

  @Test func `a preview does not repeat the stream's selected post`() {
    show([
      .init(Posts.post("a", by: "Ada", RichText("Who has a boat?")), depth: 0),
      .init(post(RichText("I do.")), depth: 1),
      .init(Posts.post("c", by: "Cy", RichText("May I come along?")), depth: 2),
    ])

    #expect(
      draw(60, 12).text == """
          Ada  @ada@example.social · 3m
          Who has a boat?

          │
          ╰ Bo Lind  I do.
            │
            ╰ Cy  @cy@example.social · 3m
              May I come along?




        """)
    #expect(view.title == SceneHeader("Conversation", aside: "3 posts"))
  }

  @Test func `a large preview of a conversation shows the author at its bottom`() {
    show([
      .init(post(RichText("I do.")), depth: 0),
      .init(Posts.post("c", by: "Cy", RichText("May I come along?")), depth: 1),
    ])

    let lines = draw(80, 46).text.split(separator: "\n", omittingEmptySubsequences: false)
    let small = draw(80, 30).text

    #expect(
      lines.suffix(4).map { $0.drop { $0 == " " } } == [
        Substring(String(repeating: "─", count: 76)), "Bo Lind  @bo@example.social",
        "Paddles at dawn. Answers at noon.", "12 posts   34 followers   5 following",
      ])
    #expect(!small.contains("Paddles at dawn."))
  }

  @Test func `the preview of a post without replies shows its author`() {
    show([.init(post(RichText("I do.")), depth: 0)])

    #expect(
      draw(50, 9).text == """
          Bo Lind  @bo@example.social
          Paddles at dawn. Answers at noon.
          12 posts · 34 followers

          No replies yet




        """)
    #expect(view.title == SceneHeader("Conversation"))
  }

  @Test func `the preview of a reply shows its position in the thread, and its author`() {
    show([
      .init(Posts.post("a", by: "Ada", RichText("Who has a boat?")), depth: 0),
      .init(post(RichText("I do.")), depth: 1),
    ])

    #expect(
      draw(50, 13).text == """
          Ada  @ada@example.social · 3m
          Who has a boat?

          │
          ╰ Bo Lind  I do.

            Bo Lind  @bo@example.social
            Paddles at dawn. Answers at noon.
            12 posts · 34 followers

            No replies yet


        """)
  }

  @Test(arguments: [(1, false), (nil, false), (0, true)])
  func `a preview says that there are no replies only when that is known`(
    replies: Int?, isSaid: Bool
  ) {
    show([.init(post(RichText("I do."), replies: replies), depth: 0)])

    #expect(draw(50, 9).text.contains("No replies yet") == isSaid)
  }

  @Test func `the preview's photo fills the remaining pane`() throws {
    let lake = Photo(
      id: .init("lake"),
      renditions: [.init(url: "https://example.social/lake", size: .init(width: 900, height: 600))],
      size: PhotoSize(width: 900, height: 600), altText: "A lake")
    let pictures = ComingPictures()
    show([.init(post(RichText("I do."), photos: [lake]), depth: 0)])

    let canvas = draw(92, 40, pictures)

    let box = try #require(pictures.asked.first { $0.photo == lake.id }?.box)
    #expect(box.columns > 80 && box.rows > 25)
    #expect(!canvas.text.contains("No replies yet"))
  }

  private func post(
    _ text: RichText, photos: [Photo] = [], replies: Int? = 0
  ) -> Post {
    let bo = Person(
      id: .init("bo"), handle: "bo@example.social", name: "Bo Lind",
      bio: RichText("Paddles at dawn. Answers at noon."),
      counts: .init(followers: 34, following: 5, posts: 12))
    return Post(
      id: .init("b"), author: bo, createdAt: Posts.now,
      content: Post.PostContent(text: text, photos: photos), counts: .init(replies: replies))
  }

  private func show(_ nodes: [Conversation.ConversationNode]) {
    presenter.present(
      ConversationScene.SceneState(
        Conversation(focus: .init("b"), nodes: nodes), account: Posts.account))
  }

  private func draw(
    _ columns: Int, _ rows: Int, _ pictures: any PictureProvider = NoPictures()
  ) -> Canvas {
    var canvas = Canvas(size: CellSize(rows: rows, columns: columns))
    view.drawScene(
      on: &canvas, in: canvas.bounds,
      DrawingParameters(theme: .dark, isFront: false, frame: 0, now: Posts.now, pictures: pictures))
    return canvas
  }
}

import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import Words

/// The notice that a post is more open than was asked for.
@MainActor @Suite struct ExposureViewTests {
  private let navigator = NavigatorSpy()
  private let deletions = Spy<Bool>()

  private func view() throws -> ConfirmationView {
    let draft = Draft(
      id: Draft.ID("d"), text: "Hi", warning: "tea", visibility: .followers,
      attachments: [.init(path: "/a", altText: "A")], isSensitive: true,
      poll: Draft.DraftPoll(choices: ["a", "b"], lasts: .seconds(300)))
    let photo = Photo.sample("p")
    let post = Post(
      id: Post.ID("7"), author: .sample("me"), createdAt: Timestamp(milliseconds: 0),
      content: Post.PostContent(text: RichText("Hi"), photos: [photo]))
    let exposure = try #require(UnintendedPostExposure(of: post, publishedAs: draft))
    let view = ConfirmationView(exposure, wording: Wording(), keys: .defaults) { [deletions] in
      deletions.present(true)
    }
    view.navigator = navigator
    return view
  }

  @Test
  func `the exposure warning explains the visibility, and the keys to delete or keep the post`()
    throws
  {
    let view = try view()
    #expect(view.properties.isOverlay)

    let text = view.drawn(rows: 20, columns: 80).text
    for sentence in [
      "Your post is more public than requested.", "Visible to: everybody.", "followers only",
      "The content warning is missing.", "The pictures are not covered.", "The poll is missing.",
      "D delete it", "keep it as it is",
    ] {
      #expect(text.contains(sentence), "\(sentence)")
    }
  }

  @Test func `deleting and keeping close the exposure warning, other keys do not`() throws {
    let view = try view()
    for command in [Command.down, .like, .open] { #expect(view.handleEvent(.command(command))) }
    #expect(navigator.routes.isEmpty && deletions.values.isEmpty)

    #expect(view.handleEvent(.command(.back)))
    #expect(navigator.routes == [.back] && deletions.values.isEmpty)
    #expect(view.handleEvent(.command(.delete)))
    #expect(navigator.routes == [.back, .back] && deletions.values == [true])
    #expect(!view.handleEvent(.command(.quit)))
  }
}

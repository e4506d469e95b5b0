import FeedDomain
import Testing

@testable import Preferences
@testable import Scenes

struct ExhibitionTests {
  private static let rows: [StreamRow] =
    [.post(.init("words"), PostItem(Posts.post("words", RichText("Words."))))]
    + (0..<15).map { number in
      .post(
        .init("\(number)"),
        PostItem(Posts.post("\(number)", RichText(""), photos: [Posts.photo("A boat")])))
    }

  private func galleryItems(selected: Int) -> GalleryItems {
    GalleryItems(
      of: Self.rows, selected: .entry(.init("\(selected)")), more: MorePostsAvailability())
  }

  @Test func `the gallery is the posts with photos, complete if no posts follow`() {
    let whole = galleryItems(selected: 3)
    let part = GalleryItems(of: Self.rows, selected: nil, more: MorePostsAvailability(below: true))

    #expect(whole.rows.count == 15 && whole.selected == 3 && whole.isComplete)
    #expect(part.selected == nil && !part.isComplete)
  }

  @Test(arguments: [
    (Command.right, GalleryItems.CarouselDestination.by(1)), (.lineUp, .by(-1)),
    (.pageDown, .to(13)),
    (.halfPageUp, .to(0)), (.top, .to(0)), (.bottom, .to(14)),
  ])
  func `a movement command selects another photo`(
    command: Command, turn: GalleryItems.CarouselDestination
  ) {
    #expect(galleryItems(selected: 3).carouselDestination(of: command) == turn)
  }

  @Test func `a command that is no movement selects no other photo`() {
    #expect(galleryItems(selected: 3).carouselDestination(of: .like) == nil)
  }
}

import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes

/// What keys do to a photo.
extension PhotoTests {
  @Test func `zoom keys change the part of the photo that is requested`() {
    let shelf = ComingPictures()
    let screen = PhotoScreen(shelf: shelf).show()
    #expect(shelf.asked.last?.cut == .whole)

    for _ in 0..<6 { screen.press(.zoomIn) }

    guard case .part(_, _, let width, _)? = shelf.asked.last?.cut else {
      Issue.record("asked for the whole photo")
      return
    }
    // 800 of 4000 pixels.
    #expect(width == 200)
    #expect(screen.view.header.rightText.first?.text == "100 %")
    screen.press(.zoomFit)
    #expect(shelf.asked.last?.cut == .whole)
    #expect(screen.view.header.rightText.isEmpty)
  }

  @Test func `arrows lead to the next photo, or move the visible part of a zoomed one`() {
    let shelf = ComingPictures()
    let screen = PhotoScreen(shelf: shelf).show()
    screen.press(.right, .left, .pageDown)
    #expect(
      screen.interactor.values.dropFirst() == [
        .step(.next), .step(.previous), .step(.next),
      ])
    screen.press(.zoomIn, .zoomIn, .zoomIn)
    let before = shelf.asked.last?.cut

    screen.press(.right, .down)

    #expect(shelf.asked.last?.cut != before)
    #expect(screen.interactor.values.count == 4)
  }

  @Test func `open details are fetched and shown for the next photo too`() {
    let screen = PhotoScreen().show()
    screen.interactor.answer = { [presenter = screen.presenter] request in
      if request == .details { presenter.present { $0.details = PhotoScreen.details } }
    }
    screen.press(.details)
    #expect(screen.text.contains("Halmer 35"))

    screen.show(index: 1)

    #expect(screen.text.contains("Halmer 35"))
  }

  @Test func `the next photo is shown whole after a zoomed one`() {
    let shelf = ComingPictures()
    let screen = PhotoScreen(shelf: shelf).show()
    screen.press(.zoomIn)

    screen.show(index: 1)

    #expect(shelf.asked.last?.photo == .init("Another"))
    #expect(shelf.asked.last?.cut == .whole)
    #expect(screen.view.header.leftText.first?.text == "Photo 2 of 2 by Ada Okafor")
  }

  @Test func `keys of the photo scene act on the photo's post`() {
    let screen = PhotoScreen().show()

    screen.press(.like, .likers, .open, .profile, .openLink, .savePhoto, .undo)

    #expect(
      screen.interactor.values.dropFirst() == [.toggle(.liked), .save, .undo])
    #expect(
      screen.navigator.routes == [
        .people(.likers(.init("4"))), .conversation(.init("4")), .profile(.init("ada")),
      ])
    #expect(screen.navigator.browsed.map(\.address) == ["https://example.social/@ada/4"])
  }

  @Test func `a like shows a thumb for a moment, and a refusal removes both`() {
    let screen = PhotoScreen().show()

    screen.presenter.perform(.flash(.init("4")))
    screen.presenter.show(PhotoScreen.lake(own: .liked))
    #expect(screen.text.contains("♥ 13 👍"))
    screen.presenter.show(PhotoScreen.lake())
    screen.presenter.perform(
      .action(.refused(.mark(.init("4"), .liked, true), .refused("No")), of: Posts.account))

    #expect(screen.text.contains("♡ 12") && !screen.text.contains("👍"))
    #expect(screen.navigator.messages.last?.tone == .bad)
  }

  @Test func `a video names the key that plays it, and its web address is passed to the player`() {
    let screen = PhotoScreen().show(PhotoScreen.lake(kind: .video))
    #expect(screen.text.contains("video · m plays it"))

    screen.press(.play)
    screen.presenter.perform(.play(.address("https://example.social/film.mp4")))
    screen.presenter.perform(.play(.address("file:///etc/passwd")))

    #expect(screen.interactor.values.last == .play)
    #expect(screen.navigator.played.map(\.address) == ["https://example.social/film.mp4"])
    #expect(screen.navigator.messages.map(\.text.string) == ["There is no video or audio to play."])
  }

  @Test func `audio without a cover is not reported as a missing picture`() {
    let shelf = ComingPictures()
    shelf.answer = .failed(.notShowable)
    let screen = PhotoScreen(shelf: shelf).show(PhotoScreen.lake(kind: .audio))
    #expect(screen.text.contains("audio · m plays it"))
    #expect(!screen.text.contains("This picture cannot be shown."))
  }

  @Test func `the refresh key also fetches a failed picture again`() {
    let shelf = ComingPictures()
    let screen = PhotoScreen(shelf: shelf).show()

    screen.press(.refresh)

    #expect(shelf.retried == [.init("lake")])
    #expect(screen.interactor.values.last == .refresh)
  }
}

import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes

@MainActor struct NearbyStreamTests {
  private let tabs: [AccountStreamTab] = [.feed(.home), .nearby, .feed(.trending)]
  private let london = Place(name: "London", latitude: 51.5, longitude: -0.12)

  private func screen(_ current: Feed?, options: DisplayOptions = DisplayOptions()) -> StreamScreen
  {
    let screen = StreamScreen(options: options)
    screen.open(current, of: tabs)
    return screen
  }

  private func top(_ screen: StreamScreen) -> Substring { screen.text.prefix { $0 != "\n" } }

  @Test func `while the place is located its tab is current, and a spinner turns`() {
    let screen = screen(nil)

    screen.present { $0.activity = .locating }

    #expect(top(screen).contains(" Home  Nearby  Trending "))
    #expect(top(screen).contains("⠋ locating"))
    #expect(screen.text.contains("⠋ Finding out where you are"))
    #expect(screen.view.isAnimating(at: Posts.now))
    #expect(screen.view.viewModel.heading.currentTab == 1)
  }

  @Test func `in the plain mode locating shows no spinner`() {
    let screen = screen(nil, options: DisplayOptions(isPlain: true))

    screen.present { $0.activity = .locating }

    #expect(!screen.view.isAnimating(at: Posts.now))
  }

  @Test func `the tab's title changes from coordinates to the place's name`() {
    let screen = screen(.nearby(Place(name: "", latitude: 51.5, longitude: -0.12)))
    #expect(top(screen).contains(" Near 51.50, −0.12 "))

    screen.open(.nearby(london), of: tabs)

    #expect(top(screen).contains(" Near London "))
  }

  @Test func `without a place Trending is shown with a note, and a click on it chooses a place`() {
    let screen = screen(.trending)

    screen.present { $0.isNearby = true }

    #expect(screen.view.viewModel.heading.currentTab == 1)
    let words = "Your location is unknown, so this is Trending. N chooses a place."
    #expect(screen.text.contains(words))
    // The keys go on meaning what they mean in a stream.
    #expect(screen.navigator.routes == [])
    screen.view.click(row: 0, column: 3)
    #expect(screen.navigator.routes == [.placeChoice])
    screen.open(.home, of: tabs)
    #expect(!screen.text.contains("Nobody knows"))
  }

  @Test func `the tab of nearby photos opens them, and the place key opens the choice of a place`()
  {
    let screen = screen(.home)
    screen.show()

    screen.press(.stream(2), .place)

    #expect(screen.asked == [.openNearby, .changePlace])
    #expect(screen.navigator.routes == [.placeChoice])
  }

  @Test func `at a service without places the place key does nothing`() {
    let screen = StreamScreen().show()

    screen.press(.place)

    #expect(screen.navigator.routes == [] && screen.asked == [])
  }

  @Test func `a nearby stream without photos has a message`() {
    let screen = screen(.nearby(london))

    screen.present { $0.status = .init(unread: 0, fetchedAt: Posts.now, isEmpty: true) }

    #expect(screen.text.contains("There are no photos near this place yet."))
  }
}

import FeedDomain
import Terminal
import Testing

@testable import Scenes
@testable import TweetieTUI

@MainActor struct DeckLayoutTests {
  private let wide = CellSize(rows: 24, columns: 120)
  private let narrow = CellSize(rows: 24, columns: 80)
  private let stack = SceneStack()
  private let stream = SceneDouble.stream()
  private let profile = SceneDouble()

  @Test func `where nothing is open there is nothing to lay out`() {
    #expect(DeckLayout(of: stack, on: wide, isPlain: false) == nil)
  }

  @Test func `a scene stands beside the stream it was opened from, and has the keys`() throws {
    stack.push(stream, at: .tabs)
    stack.push(profile, at: .profile(nil))

    let layout = try #require(DeckLayout(of: stack, on: wide, isPlain: false))

    #expect(layout.columns.map { ObjectIdentifier($0.scene) } == ids(stream, profile))
    #expect(layout.front === profile)
    #expect(layout.ground === profile)
    #expect(layout.overlay == nil)
  }

  @Test(arguments: [true, false])
  func `one pane is all there is in a narrow window, and for whoever listens`(
    _ isPlain: Bool
  ) throws {
    stack.push(stream, at: .tabs)
    stack.push(profile, at: .profile(nil))

    let layout = try #require(
      DeckLayout(of: stack, on: isPlain ? wide : narrow, isPlain: isPlain))

    #expect(layout.columns.map { ObjectIdentifier($0.scene) } == ids(profile))
  }

  @Test func `what stood beside a stream has the keys as what was opened has them`() {
    #expect(Route.glance(.init("a")).inFront == .conversation(.init("a")))
    #expect(Route.glimpse(.init("a"), index: 1).inFront == .photo(.init("a"), index: 1))
  }

  @Test func `a cell belongs to the scene that stands there`() throws {
    stack.push(stream, at: .tabs)
    stack.show(preview: profile)
    let layout = try #require(DeckLayout(of: stack, on: wide, isPlain: false))

    let left = layout.place(at: CellPosition(row: 5, column: 5))
    let right = layout.place(at: CellPosition(row: 5, column: 100))
    let top = layout.place(at: CellPosition(row: 0, column: 100))

    #expect(left.scene === stream)
    #expect(right.scene === profile)
    #expect(top.scene === stream)
  }

  @Test func `what lies over all gets whatever is pointed at`() throws {
    let list = SceneDouble.overlay()
    stack.push(stream, at: .tabs)
    stack.push(list, at: .help([]))
    let layout = try #require(DeckLayout(of: stack, on: wide, isPlain: false))

    let place = layout.place(at: CellPosition(row: 0, column: 0))

    #expect(place.scene === list)
    #expect(place.rect == layout.panes.whole)
    #expect(layout.ground === stream)
  }

  private func ids(_ scenes: SceneDouble...) -> [ObjectIdentifier] {
    scenes.map { ObjectIdentifier($0) }
  }
}

import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import TweetieTUI

@MainActor struct InputTests {
  private let now = Timestamp(milliseconds: 0)
  private let scene = SceneDouble()
  private let like = Key(.character("l"))
  private var input = InputQueue(.defaults)

  @Test mutating func `a key is translated to its command, and Esc never quits the program`() {
    let meanings = [like, Key(.escape)].map { input.keyMeaning(of: $0, for: scene) }

    #expect(
      meanings == [
        .command(.like, times: nil, mayQuit: true), .command(.back, times: nil, mayQuit: false),
      ])
  }

  @Test func `a line feed is read as Enter, once, unless Ctrl-J is assigned to a command`() throws {
    let (enter, feed) = (TerminalEvent.key(Key(.enter)), TerminalEvent.key(.controlKey("j")))

    #expect(
      input.replacingLineFeeds(in: [feed, .key(like), enter, feed, feed])
        == [enter, .key(like), enter, enter])
    let own = InputQueue(KeyMap([.init(.like, [.controlKey("j")])]))
    #expect(own.replacingLineFeeds(in: [feed]) == [feed])
  }

  @Test mutating func `a number typed before a key is the repeat count of that key only`() {
    input.beginTypedCount(with: 1)

    let keys: [Key] = ["2", "j", "j"]
    let meanings = keys.map { input.keyMeaning(of: $0, for: scene) }

    #expect(
      meanings == [
        .number, .command(.down, times: 12, mayQuit: true),
        .command(.down, times: nil, mayQuit: true),
      ])
  }

  @Test mutating func `a scene's priority commands come before the general commands of a key`() {
    let key = Key(.character("f"))

    let elsewhere = input.keyMeaning(of: key, for: scene)
    scene.priorityCommands = [.follow]

    #expect(elsewhere == .command(.jump, times: nil, mayQuit: true))
    #expect(
      input.keyMeaning(of: key, for: scene) == .command(.follow, times: nil, mayQuit: true))
  }

  @Test mutating func `in a scene that takes text a letter is typed, not translated to a command`()
  {
    scene.properties.takesText = true

    #expect(input.keyMeaning(of: like, for: scene) == .event(.key(like)))
  }

  @Test mutating func `typed keys wait until the scene is ready`() {
    scene.properties.isReady = false
    input.addEvent(.key(like), at: now)

    let early = input.takeNextInputEvent(for: scene, at: now)
    scene.properties.isReady = true
    let event = input.takeNextInputEvent(for: scene, at: now)

    #expect(early == nil)
    #expect(event == .key(like))
  }

  @Test mutating func `leaving a scene that is not ready drops its waiting keys`() {
    scene.properties.isReady = false
    input.addEvent(.key(like), at: now)

    let isDropped = input.discardEventsIfSceneUnready(for: scene)
    scene.properties.isReady = true

    #expect(isDropped)
    #expect(input.takeNextInputEvent(for: scene, at: now) == nil)
  }

  @Test mutating func `waiting keys of a scene with unsaved text are not dropped`() {
    scene.properties.isReady = false
    scene.properties.holdsUnsavedText = true
    input.addEvent(.key(like), at: now)

    let isDropped = input.discardEventsIfSceneUnready(for: scene)
    scene.properties.isReady = true

    #expect(!isDropped)
    #expect(input.takeNextInputEvent(for: scene, at: now) == .key(like))
  }

  @Test
  mutating func
    `a click's position is relative to the scene, and a second click is a double click`()
  {
    let press = MouseEvent(.press(1), at: CellPosition(row: 3, column: 70), [])
    let rect = CellRect(row: 1, column: 65, rows: 20, columns: 50)

    _ = input.sceneMouseEvent(press, in: rect, at: now)
    let event = input.sceneMouseEvent(press, in: rect, at: now)

    let moved = MouseEvent(.press(1), at: CellPosition(row: 2, column: 5), [])
    #expect(event == .mouse(moved, clicks: 2))
  }
}

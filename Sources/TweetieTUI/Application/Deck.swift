import Scenes
import Terminal
import Threads

/// The scenes that are open, and what stands beside the stream.
@MainActor final class Deck {
  let stack = SceneStack()
  /// Makes the scene for a route; nil where the route leads to none.
  var makeScene: (Route) -> (any Scene)? = { _ in nil }
  /// Is told when something else is to be seen, without anybody having asked for it.
  var changed: () -> Void = {}

  /// Whether there is but one pane.
  var isPlain: Bool
  /// What the stream asked to have beside it, whether or not there was room.
  private var wished: Route?
  /// What stands beside it, or will in a moment.
  private var beside: Route?
  private let pause: Alarm

  init(_ loop: MainLoop, isPlain: Bool) {
    pause = Alarm(loop)
    self.isPlain = isPlain
  }

  /// Where the scenes are on a screen of that size; nil where none is open.
  func layout(on size: CellSize) -> DeckLayout? {
    DeckLayout(of: stack, on: size, isPlain: isPlain)
  }

  /// Opens the scene for a route, where it leads to one.
  func open(_ route: Route) {
    switch route {
    case .signedOut:
      if let scene = makeScene(route) { stack.start(with: scene, at: route, keepingWords: true) }
    case .signedIn:
      if let scene = makeScene(route) {
        stack.start(with: scene, at: route)
      } else {
        _ = stack.pop()
      }
    default:
      // What is in front is not opened over itself, where it would have to be closed twice; but where
      // one reads a stream, that may be another one by now.
      guard route != stack.route || isReadingStream, let scene = makeScene(route) else { break }
      stack.push(scene, at: route)
    }
  }

  /// Shows something beside the stream, where a screen of that size has room; nil for nothing.
  func preview(_ route: Route?, on size: CellSize) {
    wished = route
    guard hasRoomBeside(on: size), stack.ground?.takesMainPane == true else {
      pause.cancel()
      stack.closePreview()
      beside = nil
      return
    }
    guard route != beside || stack.preview == nil else { return }
    beside = route
    // While the reader runs through the stream, the pane beside it waits for them to stop.
    pause.set(after: .milliseconds(150)) { [weak self] in self?.showPreview() }
  }

  /// Shows beside the stream what was wished there, where a wider window makes room for it, and takes
  /// it away where a narrow one does not.
  func fitPreview(on size: CellSize) { preview(wished, on: size) }

  /// Where to go so that a scene that stands beside the stream gets the keys; nil where it does not
  /// stand there, or has them.
  func route(toPreview scene: any Scene) -> Route? {
    stack.preview === scene ? beside?.inFront : nil
  }
}

extension Deck {
  private var isReadingStream: Bool { stack.front?.takesMainPane == true }

  private func hasRoomBeside(on size: CellSize) -> Bool {
    !isPlain && Panes(of: size, sideBySide: true).columns.count > 1
  }

  private func showPreview() {
    if let beside, let scene = makeScene(beside), stack.ground?.takesMainPane == true {
      stack.show(preview: scene)
    } else {
      stack.closePreview()
    }
    changed()
  }
}

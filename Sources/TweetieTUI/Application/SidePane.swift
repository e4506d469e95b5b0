import FeedDomain
import Scenes
import Threads

/// What stands beside a stream that is read alone: what its reader passes.
@MainActor final class SidePane {
  /// Waits, or no longer, until the reader has stopped.
  struct Pause {
    let set: @MainActor (Duration, @escaping @MainActor () -> Void) -> Void
    let cancel: @MainActor () -> Void
  }

  /// What stands there, or will in a moment.
  private(set) var route: Route?
  /// What the stream asked to have there, whether or not there was room.
  private var wished: Route?
  private let pause: Pause

  init(_ pause: Pause) { self.pause = pause }

  /// Has that stand there, where there is room; nil for nothing.
  func wish(
    _ route: Route?, hasRoom: Bool, _ stack: SceneStack, show: @escaping @MainActor () -> Void
  ) {
    wished = route
    fit(hasRoom: hasRoom, stack, show: show)
  }

  /// Shows what was wished where a wider window makes room for it, and takes it away where a narrow
  /// one does not.
  func fit(hasRoom: Bool, _ stack: SceneStack, show: @escaping @MainActor () -> Void) {
    guard hasRoom, stack.ground?.takesMainPane == true else { return close(on: stack) }
    guard wished != route || stack.preview == nil else { return }
    route = wished
    // While the reader runs through the stream, the pane beside it waits for them to stop.
    pause.set(.milliseconds(150), show)
  }

  /// Shows what was waited for.
  func show(on stack: SceneStack, _ make: (Route) -> ((any Scene)?, Account.ID?)) {
    if let route, case (let scene?, let account) = make(route),
      stack.ground?.takesMainPane == true
    {
      stack.show(preview: scene, of: account)
    } else {
      stack.closePreview()
    }
  }

  /// Takes away what stands there.
  func close(on stack: SceneStack) {
    pause.cancel()
    stack.closePreview()
    route = nil
  }

  /// Takes it away, and with it what was wished.
  func forget(on stack: SceneStack) {
    close(on: stack)
    wished = nil
  }
}

extension SidePane.Pause {
  init(_ alarm: Alarm) {
    self.init(set: { alarm.set(after: $0, $1) }, cancel: { alarm.cancel() })
  }
}

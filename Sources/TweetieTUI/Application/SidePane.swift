import FeedDomain
import Scenes
import Threads

/// The pane beside a single stream, with the selected post.
@MainActor final class SidePane {
  /// The wait until the selection stops moving.
  struct Pause {
    let set: @MainActor (Duration, @escaping @MainActor () -> Void) -> Void
    let cancel: @MainActor () -> Void
  }

  /// The shown or awaited route.
  private(set) var route: Route?
  /// The route asked for, even without room.
  private var wished: Route?
  private let pause: Pause

  init(_ pause: Pause) { self.pause = pause }

  /// Shows a route after a pause, if there is room; nil for none.
  func wish(
    _ route: Route?, hasRoom: Bool, _ stack: SceneStack, show: @escaping @MainActor () -> Void
  ) {
    wished = route
    fit(hasRoom: hasRoom, stack, show: show)
  }

  /// Shows the wished route in a wider window, and hides it in a narrow one.
  func fit(hasRoom: Bool, _ stack: SceneStack, show: @escaping @MainActor () -> Void) {
    guard hasRoom, stack.base?.traits.takesMainPane == true else { return close(on: stack) }
    guard wished != route || stack.preview == nil else { return }
    route = wished
    // While the reader runs through the stream, the pane beside it waits for them to stop.
    pause.set(.milliseconds(150), show)
  }

  /// Shows what was waited for.
  func show(on stack: SceneStack, _ make: (Route) -> ((any Scene)?, Account.ID?)) {
    if let route, case (let scene?, let account) = make(route),
      stack.base?.traits.takesMainPane == true
    {
      stack.show(preview: scene, of: account)
    } else {
      stack.closePreview()
    }
  }

  func close(on stack: SceneStack) {
    pause.cancel()
    stack.closePreview()
    route = nil
  }

  /// Removes the pane and its wish.
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

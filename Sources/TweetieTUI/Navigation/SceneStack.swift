import FeedDomain
import Terminal

/// The open scenes, the one in front last, and what of them is on the screen.
@MainActor final class SceneStack {
  private(set) var scenes: [any Scene] = []
  /// What is shown beside a stream that is in front.
  private(set) var preview: (any Scene)?

  /// The scene that gets the keys.
  var front: (any Scene)? { scenes.last }

  /// The scene in front of those that fill the screen; another may lie over it.
  var ground: (any Scene)? { scenes.last { !$0.isOverlay } }

  /// Puts a scene in front.
  func push(_ scene: any Scene) {
    if !scene.isOverlay { closePreview() }
    scenes.append(scene)
    scene.opened()
  }

  /// Closes the scene in front; false where it is the last one.
  func pop() -> Bool {
    guard scenes.count > 1 else { return false }
    scenes.removeLast().closed()
    front?.opened()
    return true
  }

  /// Closes what is in front of the last stream, and returns that; nil where none is open.
  func popToStream() -> (any Scene)? {
    guard let stream = scenes.last(where: \.takesMainPane) else { return nil }
    while front !== stream { scenes.removeLast().closed() }
    stream.opened()
    return stream
  }

  /// Closes every scene and opens that one; one in which somebody writes stays over it, with what
  /// they wrote, where that is wanted.
  func start(with scene: any Scene, keepingWords: Bool = false) {
    let kept = keepingWords ? Array(scenes.drop { !$0.holdsWords }) : []
    scenes.removeLast(kept.count)
    closeAll()
    push(scene)
    scenes += kept
  }

  /// Closes every scene.
  func closeAll() {
    closePreview()
    for scene in scenes.reversed() { scene.closed() }
    scenes = []
  }

  /// Shows a scene beside the stream, without giving it the keys.
  func show(preview scene: any Scene) {
    closePreview()
    preview = scene
    scene.opened()
  }

  /// Takes away what is beside the stream.
  func closePreview() {
    preview?.closed()
    preview = nil
  }

  /// What is on the screen: one scene, or the stream and what stands beside it.
  var visible: (main: any Scene, side: (any Scene)?)? {
    guard let ground else { return nil }
    if ground.takesMainPane { return (ground, ground.leavesRoomBeside ? preview : nil) }
    guard ground.fitsBeside, let main = scenes.last(where: \.takesMainPane) else {
      return (ground, nil)
    }
    return (main, ground)
  }
}

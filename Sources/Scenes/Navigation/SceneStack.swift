package import FeedDomain
import Preferences
import Terminal

/// The open scenes, the one in front last, and what of them is on the screen.
@MainActor package final class SceneStack {
  private struct OpenScene {
    let route: Route
    let scene: any Scene
    /// Whose it is; nil for whoever the stack is of.
    let account: Account.ID?
  }

  private var places: [OpenScene] = []
  /// What is shown beside a stream that is in front.
  package private(set) var preview: (any Scene)?
  /// Whose that is; nil for whoever the stack is of.
  private var previewed: Account.ID?

  /// No scenes.
  package init() {}

  /// How many are open.
  package var count: Int { places.count }

  /// The scene that gets the keys.
  package var front: (any Scene)? { places.last?.scene }

  /// Where the scene in front is; nil where none is open.
  package var route: Route? { places.last?.route }

  /// Whose the scene in front is; nil for whoever the stack is of.
  package var account: Account.ID? { places.last?.account }

  /// Whose a scene is; nil for whoever the stack is of.
  package func account(of scene: any Scene) -> Account.ID? {
    scene === preview ? previewed : places.first { $0.scene === scene }?.account
  }

  /// All whose scenes are open besides those of whoever the stack is of.
  package var accounts: [Account.ID] { (places.map(\.account) + [previewed]).compactMap(\.self) }

  /// The scene in front of those that fill the screen; another may lie over it.
  package var ground: (any Scene)? { places.last { !$0.scene.traits.isOverlay }?.scene }

  /// The open scenes, the one in front last.
  package var scenes: [any Scene] { places.map(\.scene) }

  /// The scene that stands in a column beside others: the one in front, or behind it where that takes
  /// the whole screen.
  package var inColumn: (any Scene)? {
    places.last {
      !$0.scene.traits.isOverlay && ($0.scene.traits.takesMainPane || $0.scene.traits.fitsBeside)
    }?.scene
  }

  /// Puts a scene in front.
  package func push(_ scene: any Scene, at route: Route, of account: Account.ID? = nil) {
    if !scene.traits.isOverlay { closePreview() }
    if front?.traits.closesWhenLeft == true { places.removeLast().scene.closed() }
    places.append(OpenScene(route: route, scene: scene, account: account))
    scene.opened()
  }

  /// Closes the scene in front; false where it is the last one.
  package func pop() -> Bool {
    guard places.count > 1 else { return false }
    places.removeLast().scene.closed()
    front?.opened()
    return true
  }

  /// Closes the scenes of an account that was signed out.
  package func close(of account: Account.ID) {
    if previewed == account { closePreview() }
    let gone = places.filter { $0.account == account && !$0.scene.traits.holdsUnsavedText }
    guard !gone.isEmpty else { return }
    places.removeAll { place in gone.contains { $0.scene === place.scene } }
    for place in gone { place.scene.closed() }
    front?.opened()
  }

  /// Closes all but the scene that was opened first.
  package func popToRoot() {
    guard places.count > 1 else { return }
    while places.count > 1 { places.removeLast().scene.closed() }
    front?.opened()
  }

  /// Hands what must not close with it over to another stack, in front of what is there: what
  /// somebody writes, and the list of streams, in which one goes on choosing.
  package func handOver(to other: SceneStack) {
    let kept = places.filter { $0.scene.traits.holdsUnsavedText || $0.route == .tabs }
    guard !kept.isEmpty else { return }
    places.removeAll { place in kept.contains { $0.scene === place.scene } }
    other.closePreview()
    other.places += kept
  }

  /// Closes what is in front of the last stream, and returns that; nil where none is open.
  package func popToStream() -> (any Scene)? {
    guard let stream = lastStream else { return nil }
    while front !== stream { places.removeLast().scene.closed() }
    stream.opened()
    return stream
  }

  /// Closes every scene and opens that one; one in which somebody writes stays over it, with what
  /// they wrote, where that is wanted.
  package func start(with scene: any Scene, at route: Route, keepingWords: Bool = false) {
    let kept = keepingWords ? Array(places.drop { !$0.scene.traits.holdsUnsavedText }) : []
    places.removeLast(kept.count)
    closeAll()
    push(scene, at: route)
    places += kept
  }

  /// Makes the scenes anew, where there is a way to: what they are made of has changed. One in which
  /// somebody writes stays as it is.
  package func remake(_ make: (Route, Account.ID?) -> (any Scene)?) {
    for place in places.indices where !places[place].scene.traits.holdsUnsavedText {
      let (route, account) = (places[place].route, places[place].account)
      guard let scene = make(route, account) else { continue }
      places[place].scene.closed()
      places[place] = OpenScene(route: route, scene: scene, account: account)
      scene.opened()
    }
  }

  /// Closes every scene.
  package func closeAll() {
    closePreview()
    for place in places.reversed() { place.scene.closed() }
    places = []
  }

  /// Shows a scene beside the stream, without giving it the keys.
  package func show(preview scene: any Scene, of account: Account.ID? = nil) {
    closePreview()
    (preview, previewed) = (scene, account)
    scene.opened()
  }

  /// Takes away what is beside the stream.
  package func closePreview() {
    preview?.closed()
    (preview, previewed) = (nil, nil)
  }

  /// What is on the screen: one scene, or the stream and what stands beside it.
  package var visible: (main: any Scene, side: (any Scene)?)? {
    guard let ground else { return nil }
    if ground.traits.takesMainPane {
      return (ground, ground.traits.leavesRoomBeside ? preview : nil)
    }
    guard ground.traits.fitsBeside, let main = lastStream else { return (ground, nil) }
    return (main, ground)
  }

  private var lastStream: (any Scene)? { places.last(where: \.scene.traits.takesMainPane)?.scene }
}

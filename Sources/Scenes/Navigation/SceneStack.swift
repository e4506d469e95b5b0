package import FeedDomain
import Preferences
import Terminal

/// A stack of open scenes, the front one last, with the preview beside the front scene.
@MainActor
package final class SceneStack {
  private struct StackedScene {
    let route: Route
    let scene: any Scene
    /// The id of the account to which the open scene belongs; nil for the account of the scene
    /// stack.
    let account: Account.ID?
  }

  private var openScenes: [StackedScene] = []
  /// The scene in the preview pane beside the front stream; nil if there is no preview.
  package private(set) var preview: (any Scene)?
  /// The id of the account to which the preview belongs; nil for the account of the scene stack.
  private var previewAccount: Account.ID?

  package init() {}

  package var count: Int { openScenes.count }

  /// The front scene of the stack, which has the keyboard focus; nil if none is open.
  package var front: (any Scene)? { openScenes.last?.scene }

  /// The route of the front scene in the stack; nil if none is open.
  package var route: Route? { openScenes.last?.route }

  /// The id of the account to which the front scene belongs; nil for the account of the scene
  /// stack.
  package var account: Account.ID? { openScenes.last?.account }

  /// Returns the id of the account to which an open scene belongs; nil for the account of the scene
  /// stack.
  package func accountID(of scene: any Scene) -> Account.ID? {
    scene === preview ? previewAccount : openScenes.first { $0.scene === scene }?.account
  }

  /// The ids of accounts to which open scenes belong, without the account of the scene stack.
  package var accounts: [Account.ID] {
    (openScenes.map(\.account) + [previewAccount]).compactMap(\.self)
  }

  /// The front scene of the stack that is no overlay; nil if none is open.
  package var base: (any Scene)? { openScenes.last { !$0.scene.properties.isOverlay }?.scene }

  package var scenes: [any Scene] { openScenes.map(\.scene) }

  /// The front scene of the stack that fits a deck column, so no overlay and no full-screen scene;
  /// nil if there is none.
  package var columnScene: (any Scene)? {
    openScenes.last {
      !$0.scene.properties.isOverlay
        && ($0.scene.properties.takesMainPane || $0.scene.properties.fitsBeside)
    }?.scene
  }

  /// Opens a scene in front of the others, and closes the preview unless the scene is an overlay.
  /// The scene that was in front is closed, too, if it closes when another is opened.
  package func pushScene(_ scene: any Scene, at route: Route, of account: Account.ID? = nil) {
    if !scene.properties.isOverlay { closePreview() }
    if front?.properties.closesWhenLeft == true { openScenes.removeLast().scene.sceneDidClose() }
    openScenes.append(StackedScene(route: route, scene: scene, account: account))
    scene.sceneDidAppear()
  }

  /// Closes the front scene of the stack; returns false for the last open scene, which stays.
  package func popScene() -> Bool {
    guard openScenes.count > 1 else { return false }
    openScenes.removeLast().scene.sceneDidClose()
    front?.sceneDidAppear()
    return true
  }

  /// Closes the scenes of an account that was signed out, except those with unsaved text.
  package func closeScenesWithoutUnsavedText(of account: Account.ID) {
    if previewAccount == account { closePreview() }
    let gone = openScenes.filter { $0.account == account && !$0.scene.properties.holdsUnsavedText }
    guard !gone.isEmpty else { return }
    openScenes.removeAll { place in gone.contains { $0.scene === place.scene } }
    for place in gone { place.scene.sceneDidClose() }
    front?.sceneDidAppear()
  }

  /// The scene behind the front one whose list contains the open entry; overlays and other scenes
  /// that show a single entry are passed over. nil if the entry was opened from elsewhere.
  package var entryListBehindFront: (any EntryListScene)? {
    let behind = openScenes.dropLast().last {
      !$0.scene.properties.isOverlay && !$0.route.showsSingleEntry
    }
    return behind?.scene as? any EntryListScene
  }

  package func popToRoot() {
    guard openScenes.count > 1 else { return }
    while openScenes.count > 1 { openScenes.removeLast().scene.sceneDidClose() }
    front?.sceneDidAppear()
  }

  /// Moves the scenes with unsaved text, and the tab editor, from this stack of scenes to the front
  /// of another stack. `account` is the account of this stack.
  package func moveUnsavedScenes(to other: SceneStack, of account: Account.ID?) {
    let kept = openScenes.filter { $0.scene.properties.holdsUnsavedText || $0.route == .tabs }
    guard !kept.isEmpty else { return }
    openScenes.removeAll { place in kept.contains { $0.scene === place.scene } }
    other.closePreview()
    other.openScenes += kept.map { place in
      StackedScene(
        route: place.route, scene: place.scene, account: place.account ?? account)
    }
  }

  /// Closes the scenes in front of the last stream in the stack, reopens the stream and returns it;
  /// nil if no stream is open.
  package func popToStream() -> (any Scene)? {
    guard let stream = lastStream else { return nil }
    while front !== stream { openScenes.removeLast().scene.sceneDidClose() }
    stream.sceneDidAppear()
    return stream
  }

  /// Closes all scenes of the stack, and opens another scene. With `keepingUnsavedText`, scenes
  /// with unsaved text and those in front of them stay in front of the new scene.
  package func replaceAllScenes(
    with scene: any Scene, at route: Route, keepingUnsavedText: Bool = false
  ) {
    let kept =
      keepingUnsavedText ? Array(openScenes.drop { !$0.scene.properties.holdsUnsavedText }) : []
    openScenes.removeLast(kept.count)
    closeAllScenes()
    pushScene(scene, at: route)
    openScenes += kept
  }

  /// Replaces the open scenes by those that `make` returns for their routes, after a change of
  /// settings or account. Scenes with unsaved text, and those for which `make` returns nil, are
  /// kept.
  package func recreateScenesWithoutUnsavedText(_ make: (Route, Account.ID?) -> (any Scene)?) {
    for place in openScenes.indices where !openScenes[place].scene.properties.holdsUnsavedText {
      let (route, account) = (openScenes[place].route, openScenes[place].account)
      guard let scene = make(route, account) else { continue }
      openScenes[place].scene.sceneDidClose()
      openScenes[place] = StackedScene(route: route, scene: scene, account: account)
      scene.sceneDidAppear()
    }
  }

  package func closeAllScenes() {
    closePreview()
    for place in openScenes.reversed() { place.scene.sceneDidClose() }
    openScenes = []
  }

  /// Shows a scene in the preview pane beside the stream, without the keyboard focus.
  package func showPreview(_ scene: any Scene, of account: Account.ID? = nil) {
    closePreview()
    (preview, previewAccount) = (scene, account)
    scene.sceneDidAppear()
  }

  package func closePreview() {
    preview?.sceneDidClose()
    (preview, previewAccount) = (nil, nil)
  }

  /// The visible scenes of the stack: the scene in the main pane, and the scene in the pane beside
  /// it, if any; nil if no scene is open.
  package var visible: (main: any Scene, side: (any Scene)?)? {
    guard let base else { return nil }
    if base.properties.takesMainPane {
      return (base, base.properties.leavesRoomBeside ? preview : nil)
    }
    guard base.properties.fitsBeside, let main = lastStream else { return (base, nil) }
    return (main, base)
  }

  private var lastStream: (any Scene)? {
    openScenes.last(where: \.scene.properties.takesMainPane)?.scene
  }
}

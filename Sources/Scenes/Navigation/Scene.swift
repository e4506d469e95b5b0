package import FeedDomain
package import PhotoDisplay
package import Preferences
package import Terminal

/// An input event of a scene: a key, edited text or the mouse.
package enum SceneEvent: Equatable {
  /// An input event of a scene: a command, to which the key map translated a key.
  case command(Command)
  /// An input event of a scene: a key that stands for no command, or any key while the scene takes
  /// text.
  case key(Key)
  case paste(String)
  /// An input event of a scene: the edited text that the external editor returned, which replaces
  /// the scene's text.
  case edited(String)
  /// An input event of a scene: a mouse event with its position relative to the scene's top left
  /// cell; `count` is 2 for a double click.
  case mouse(MouseEvent, count: Int)
}

package struct DrawingParameters {
  package let theme: Theme
  /// True if the scene being drawn has the keyboard focus.
  package let isFront: Bool
  /// The number of the current animation frame; it grows by ten a second while anything on the
  /// screen is animated.
  package let frame: Int
  package let now: Timestamp
  package var pictures: any PictureProvider = NoPictures()
  /// True if a title line is drawn above the scene.
  package var hasTitle = false
  /// The width of the screen's top line in columns; nil if equal to the scene's.
  package var bar: Int?

  package init(
    theme: Theme, isFront: Bool, frame: Int, now: Timestamp,
    pictures: any PictureProvider = NoPictures(), hasTitle: Bool = false, bar: Int? = nil
  ) {
    self.theme = theme
    self.isFront = isFront
    self.frame = frame
    self.now = now
    self.pictures = pictures
    self.hasTitle = hasTitle
    self.bar = bar
  }

  /// The time of drawing in whole seconds; layouts that show relative times are cached for a
  /// second.
  var second: Int64 { now.milliseconds / 1_000 }

  /// The drawing parameters for a scene that lies behind a dialog with the keyboard focus.
  var behind: DrawingParameters {
    DrawingParameters(
      theme: theme, isFront: false, frame: frame, now: now, pictures: pictures, hasTitle: hasTitle)
  }

  /// The drawing parameters for a scene without pictures, in which words replace them.
  @MainActor
  var withoutPictures: DrawingParameters {
    var drawing = self
    drawing.pictures = NoPictures()
    return drawing
  }
}

/// A header of a scene, in its top line or title line: the text of the left and of the right side.
package struct SceneHeader: Equatable {
  /// The left side of a scene's top line: account, stream or title.
  package var left: StyledText = []
  /// The right side of a scene's top line: unread count, pending changes, progress and age.
  package var right: StyledText = []
}

extension SceneHeader {
  /// Creates a header with the title on the left, and on the right the first text that is not empty
  /// of the failure, the activity and the aside.
  init(
    _ title: SafeText, failure: SafeText = "", activity: SafeText = "", aside: SafeText = ""
  ) {
    left = [StyledSpan(title, .barStrong)]
    if !failure.isEmpty {
      right = [StyledSpan(failure, .bad)]
    } else if !activity.isEmpty {
      right = [StyledSpan(activity, .busy)]
    } else if !aside.isEmpty {
      right = [StyledSpan(aside, .barFaint)]
    }
  }
}

/// A set of flags of a scene that decide where it is shown and whether its keys are text or
/// commands.
package struct SceneProperties: Equatable {
  /// True if keys in the scene are typed as text instead of being commands.
  package var takesText = false
  /// True if Enter inserts a line end in the scene's text instead of submitting the text.
  package var takesLines = false
  /// True if the scene contains unsaved text, so that only the user may close it.
  package var holdsUnsavedText = false
  /// True if the scene can already handle keys. Until then typed keys are queued rather than lost.
  package var isReady = true
  /// True if the scene keeps the main pane when a second pane is opened beside it, as a stream
  /// does.
  package var takesMainPane = false
  /// True if a second pane may be shown beside this scene.
  package var leavesRoomBeside = true
  /// True if a blank row may separate the scene from the top line.
  package var hasAir = true
  /// True if the scene may be the second pane beside a stream; false for a scene that fills the
  /// screen.
  package var fitsBeside = true
  /// True if the scene is an overlay that leaves the scene behind visible.
  package var isOverlay = false
  /// True if the scene closes when another scene is opened from it.
  package var closesWhenLeft = false
}

/// A scene of the program: a full-screen view, a pane or an overlay, which draws itself and handles
/// input events.
@MainActor
package protocol Scene: AnyObject {
  var navigator: (any Navigator)? { get set }
  /// The contents of the top line while this scene is in front.
  var header: SceneHeader { get }
  /// The contents of the scene's title line where several panes are visible.
  var title: SceneHeader { get }
  /// The contents of the scene's title line in a deck column, including the status that otherwise
  /// only the top line shows.
  var columnTitle: SceneHeader { get }
  /// The deck column this scene can be pinned as, with its title; nil if it cannot be pinned.
  var column: (content: DeckColumn.DeckColumnContent, name: SafeText)? { get }
  /// The command performed by a click on the right side of the scene's title; nil for none.
  var titleCommand: Command? { get }
  /// Returns true if the scene handles a click at a column of the top line; the scene is then
  /// brought to the front.
  func handlesHeaderClick(at column: Int) -> Bool
  /// The commands that a scene shows in the bottom line, most useful first.
  var hints: [Command] { get }
  /// The hint texts in the bottom line that differ from the usual ones in this scene, such as
  /// "unfollow", by command.
  var hintWords: [Command: SafeText] { get }
  /// The titles, in help and in the command menu, of commands that do something else in this scene,
  /// such as "Leave" for a web feed in place of "Delete your post".
  var commandTitles: [Command: SafeText] { get }
  /// The commands that cannot be applied to the scene's selection, such as those for posts while no
  /// post is selected.
  var unavailableCommands: [Command] { get }
  /// Returns the reason why a command cannot be applied to the scene's selection, as a text; nil if
  /// it can be applied.
  func unavailableReason(for command: Command) -> SafeText?
  /// The kinds of scene that this scene counts as; the command table names, for each command, the
  /// kinds in which it works.
  var commandPlaces: Set<CommandSceneKind> { get }
  /// The commands whose keys have precedence in this scene where other commands have the same keys.
  var priorityCommands: [Command] { get }
  /// The scene's click targets, relative to its top left cell.
  var clickTargets: [ClickTarget] { get }
  /// The key hints for cursor movement, shown before a scene's commands; empty if the usual keys
  /// move the cursor.
  var movingHints: [KeyHint] { get }
  /// The key hints that a scene shows after its commands, for keys outside the key map.
  var keyHints: [KeyHint] { get }
  var properties: SceneProperties { get }
  /// Returns true if the scene handles a key itself, bypassing the key map.
  func handlesKey(_ key: Key) -> Bool
  /// Returns true if the scene is animated at this time and has to be redrawn every frame.
  func isAnimating(at now: Timestamp) -> Bool
  /// Returns what a scene shows as words for screen readers. Called after the scene was drawn.
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents
  /// Draws the scene on a rectangle of the canvas, and nowhere else.
  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters)
  /// Handles an input event in a scene. Returns false to pass the event to the scene behind.
  func handleEvent(_ event: SceneEvent) -> Bool
  /// Clicks a position relative to the scene's top left cell; with copying, copies the address that
  /// a click there would open.
  func performClick(at place: CellPosition, copying: Bool)
  /// Starts or refreshes the scene; called each time it comes to the front.
  func sceneDidOpen()
  /// Cancels the scene's running requests; called when the scene is closed.
  func sceneDidClose()
  /// Tells the scene that it became visible or hidden. Hidden scenes stop automatic refreshes.
  func setVisible(_ isVisible: Bool)
  /// Switches the scene to a stream tab. Returns false if the scene has no tabs.
  func showStreamTab(_ tab: StreamTab) -> Bool
}

extension Scene {
  package var header: SceneHeader { SceneHeader() }
  package var title: SceneHeader { header }
  package var columnTitle: SceneHeader { title }
  package var column: (content: DeckColumn.DeckColumnContent, name: SafeText)? { nil }
  package var titleCommand: Command? { nil }
  package func handlesHeaderClick(at column: Int) -> Bool { false }
  package var hints: [Command] { [] }
  package var hintWords: [Command: SafeText] { [:] }
  package var commandTitles: [Command: SafeText] { [:] }
  package var unavailableCommands: [Command] { Command.aboutPosts }
  package func unavailableReason(for command: Command) -> SafeText? { nil }
  package var commandPlaces: Set<CommandSceneKind> { [] }
  package var priorityCommands: [Command] { [] }
  package var clickTargets: [ClickTarget] { [] }
  package var movingHints: [KeyHint] { [] }
  package var keyHints: [KeyHint] { [] }
  package var properties: SceneProperties { SceneProperties() }
  package func handlesKey(_ key: Key) -> Bool { false }
  package func isAnimating(at now: Timestamp) -> Bool { false }
  package func performClick(at place: CellPosition, copying: Bool) {}
  package func sceneDidOpen() {}
  package func sceneDidClose() {}
  package func setVisible(_ isVisible: Bool) {}
  package func showStreamTab(_ tab: StreamTab) -> Bool { false }
}

/// A list of a scene's commands as the command menu shows them, with the reasons for unavailable
/// ones.
package struct SceneCommands: Equatable, Sendable {
  /// The commands of a scene's bottom line, the most useful first.
  package var hints: [Command] = []
  /// The commands whose keys have precedence in a scene where other commands have the same keys.
  package var priority: [Command] = []
  package var unavailable: [Command] = []
  /// The reasons why commands cannot be applied to a scene's selection.
  package var reasons: [Command: SafeText] = [:]
  /// The titles of commands that do something else in the scene.
  package var titles: [Command: SafeText] = [:]
  package var places: Set<CommandSceneKind> = []

  package init() {}

  @MainActor package init(of scene: any Scene) {
    (hints, priority) = (scene.hints, scene.priorityCommands)
    (unavailable, places) = (scene.unavailableCommands, scene.commandPlaces)
    titles = scene.commandTitles
    for command in unavailable {
      if let reason = scene.unavailableReason(for: command) { reasons[command] = reason }
    }
  }
}

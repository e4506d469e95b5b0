package import FeedDomain
package import PhotoDisplay
package import Preferences
package import Terminal

/// An input event of a scene: a command, a key, pasted or edited text, or a mouse event.
package enum SceneInputEvent: Equatable {
  /// An input event of a scene: a command, into which the key map translated a key.
  case command(Command)
  /// An input event of a scene: a key that stands for no command, or any key while the scene takes
  /// text.
  case key(Key)
  case paste(String)
  /// An input event of a scene: text from the external editor, which replaces the scene's text.
  case edited(String)
  /// An input event of a scene: a mouse event with its position relative to the scene's top left
  /// cell; `clicks` is 2 for a double click.
  case mouse(MouseEvent, clicks: Int)
}

package struct DrawingParameters {
  package let theme: Theme
  /// True if the scene drawn with these drawing parameters has the keyboard focus.
  package let isFront: Bool
  /// The number of the animation frame in the drawing parameters; grows by ten a second while a
  /// scene is animated.
  package let frame: Int
  package let now: Timestamp
  package var pictures: any PictureProvider = NoPictures()
  /// True if the scene drawn with these drawing parameters is below a title line.
  package var hasTitle = false
  /// The width in columns of the top line in which a scene's header is drawn, in the drawing
  /// parameters; nil if equal to the scene's width.
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

  /// The time of drawing in steps of ten seconds, from the drawing parameters; layouts with relative
  /// times, which change once a minute, are cached for a step.
  var ageStep: Int64 { now.milliseconds / 10_000 }

  /// The copy of the drawing parameters without the keyboard focus, for a scene behind a dialog.
  var withoutFocus: DrawingParameters {
    DrawingParameters(
      theme: theme, isFront: false, frame: frame, now: now, pictures: pictures, hasTitle: hasTitle)
  }

  /// The copy of the drawing parameters without pictures, for a scene that shows words instead.
  @MainActor
  var withoutPictures: DrawingParameters {
    var drawing = self
    drawing.pictures = NoPictures()
    return drawing
  }
}

/// A header of a scene in the top line or a pane's title line: the texts on the left and on the
/// right.
package struct SceneHeader: Equatable {
  /// The text on the left of a scene's header: the account, stream or title.
  package var leftText: StyledText = []
  /// The text on the right of a scene's header, such as the unread count, pending changes, progress
  /// and age.
  package var rightText: StyledText = []
}

extension SceneHeader {
  /// Creates a scene's header with the title on the left; on the right, the first text that is not
  /// empty: failure, activity or aside.
  init(
    _ title: SafeText, failure: SafeText = "", activity: SafeText = "", aside: SafeText = ""
  ) {
    leftText = [StyledSpan(title, .barStrong)]
    if !failure.isEmpty {
      rightText = [StyledSpan(failure, .bad)]
    } else if !activity.isEmpty {
      rightText = [StyledSpan(activity, .busy)]
    } else if !aside.isEmpty {
      rightText = [StyledSpan(aside, .barFaint)]
    }
  }
}

/// A set of properties of a scene that decide how it is shown beside other scenes, and whether keys
/// are text or commands.
package struct SceneProperties: Equatable {
  /// True if keys are typed as text in the scene, instead of being commands.
  package var takesText = false
  /// True if Enter adds a line to the scene's text, instead of submitting the text.
  package var takesLines = false
  /// True if the scene has unsaved text, so that only the user may close it.
  package var holdsUnsavedText = false
  /// True if the scene can handle keys already; until then, typed keys are queued.
  package var isReady = true
  /// True if the scene stays in the main pane when a scene is opened beside it, as a stream does.
  package var takesMainPane = false
  /// True if another scene may be shown in a pane beside this scene.
  package var leavesRoomBeside = true
  /// True if a blank row may separate the scene from the top line.
  package var mayHaveBlankTopRow = true
  /// True if the scene may be shown in the pane beside a stream; false for a scene that needs the
  /// whole screen.
  package var fitsBeside = true
  /// True if the scene is an overlay, which leaves the scene behind visible.
  package var isOverlay = false
  /// True if the scene closes when another scene is opened from it.
  package var closesWhenLeft = false
}

/// A protocol for a scene of the program: a full screen, a pane or an overlay that draws itself and
/// handles input events.
@MainActor
package protocol Scene: AnyObject {
  var navigator: (any Navigator)? { get set }
  /// The header of the scene in the screen's top line, while the scene is in front.
  var header: SceneHeader { get }
  /// The header of the scene in the title line of its pane, if several panes are visible.
  var title: SceneHeader { get }
  /// The header of the scene in the title line of a deck column, with the status that only the top
  /// line shows otherwise.
  var columnTitle: SceneHeader { get }
  /// The deck column as which the scene can be pinned, with its title; nil if it cannot be pinned.
  var column: (content: DeckColumn.DeckColumnContent, name: SafeText)? { get }
  /// The command that a click on the right side of the scene's title line runs; nil for none.
  var titleCommand: Command? { get }
  /// Returns true if the scene handles a click at a column of the top line; a scene that does is
  /// then brought to the front.
  func wantsHeaderClick(at column: Int) -> Bool
  /// The commands that the scene names in the bottom line, the most useful first.
  var hints: [Command] { get }
  /// The hint texts by command that the scene shows in the bottom line in place of the usual ones,
  /// such as "unfollow".
  var hintWords: [Command: SafeText] { get }
  /// The titles, by command, of commands with another effect in this scene, for help and the
  /// command menu; such as "Leave" for a web feed in place of "Delete your post".
  var overridingCommandTitles: [Command: SafeText] { get }
  /// The commands that cannot be applied to the scene's selection, such as those on posts while no
  /// post is selected.
  var unavailableCommands: [Command] { get }
  /// Returns the reason, as text, why a command cannot be applied to the scene's selection; nil if
  /// it can be, or for no particular reason.
  func unavailableReason(for command: Command) -> SafeText?
  /// The kinds of scene to which this scene belongs; each command works in the kinds that the
  /// command table names.
  var commandPlaces: Set<CommandSceneKind> { get }
  /// The commands of the scene that have precedence over other commands with the same keys.
  var priorityCommands: [Command] { get }
  /// The click targets of the scene, with positions relative to its top left cell.
  var clickTargets: [ClickTarget] { get }
  /// The key hints for moving the cursor, before the scene's commands in the bottom line; empty if
  /// the usual keys move the cursor.
  var movingHints: [KeyHint] { get }
  /// The key hints after the scene's commands in the bottom line, for keys that are not in the key
  /// map.
  var keyHints: [KeyHint] { get }
  var properties: SceneProperties { get }
  /// Returns true if the scene handles a key itself, instead of the key map.
  func handlesKeyItself(_ key: Key) -> Bool
  /// Returns true if the scene is animated at a time, and so has to be redrawn in every frame.
  func isAnimating(at now: Timestamp) -> Bool
  /// Returns the scene's contents as words for screen readers; called after the scene was drawn.
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents
  /// Draws the scene into a rectangle of the canvas, and nowhere else.
  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters)
  /// Handles an input event of the scene; returns false to pass the event on to the scene behind,
  /// or to the program.
  func handleEvent(_ event: SceneInputEvent) -> Bool
  /// Performs a click at a position relative to the scene's top left cell; with `copyingAddress`,
  /// copies the address that the click would open.
  func performClick(at place: CellPosition, copyingAddress: Bool)
  /// Starts or refreshes the scene; called whenever the scene comes to the front.
  func sceneDidAppear()
  /// Cancels the running requests of the scene; called when the scene is closed.
  func sceneDidClose()
  /// Tells the scene whether it is visible, since hidden scenes stop automatic refreshes.
  func setSceneVisible(_ isVisible: Bool)
  /// Shows a stream tab in the scene; returns false if the scene has no tabs.
  func showStreamTab(_ tab: AccountStreamTab) -> Bool
}

extension SceneInputEvent {
  var isRelease: Bool {
    guard case .mouse(let mouse, _) = self else { return false }
    return mouse.action == .release
  }
}

/// A protocol for a scene with a list of web feed entries, which the user can mark as read all at
/// once, also from an entry that is open in front of the scene.
@MainActor
package protocol EntryListScene: Scene {
  /// Marks all entries of the list as read; without `isConfirmed`, shows their number and asks to
  /// repeat the command. Returns false if the entries of the list have no read state.
  func markAllEntriesRead(isConfirmed: Bool) -> Bool
}

/// A record of whether the user was asked to repeat the command that marks all entries as read.
package struct MarkAllQuestionState {
  private var isAsked = false

  /// Forgets that the user was asked to repeat the command that marks all entries as read, after
  /// another command, a key or a click. The release of the mouse button belongs to the click
  /// before.
  mutating func forgetMarkAllQuestion(after event: SceneInputEvent) {
    guard event != .command(.markAll), !event.isRelease else { return }
    isAsked = false
  }

  /// Returns true if the command was given a second time in succession, which confirms it;
  /// otherwise records that the user is asked to repeat it.
  mutating func confirmOrRecordMarkAllQuestion() -> Bool {
    defer { isAsked.toggle() }
    return isAsked
  }
}

extension Scene {
  package var header: SceneHeader { SceneHeader() }
  package var title: SceneHeader { header }
  package var columnTitle: SceneHeader { title }
  package var column: (content: DeckColumn.DeckColumnContent, name: SafeText)? { nil }
  package var titleCommand: Command? { nil }
  package func wantsHeaderClick(at column: Int) -> Bool { false }
  package var hints: [Command] { [] }
  package var hintWords: [Command: SafeText] { [:] }
  package var overridingCommandTitles: [Command: SafeText] { [:] }
  package var unavailableCommands: [Command] { Command.aboutPosts }
  package func unavailableReason(for command: Command) -> SafeText? { nil }
  package var commandPlaces: Set<CommandSceneKind> { [] }
  package var priorityCommands: [Command] { [] }
  package var clickTargets: [ClickTarget] { [] }
  package var movingHints: [KeyHint] { [] }
  package var keyHints: [KeyHint] { [] }
  package var properties: SceneProperties { SceneProperties() }
  package func handlesKeyItself(_ key: Key) -> Bool { false }
  package func isAnimating(at now: Timestamp) -> Bool { false }
  package func performClick(at place: CellPosition, copyingAddress: Bool) {}
  package func sceneDidAppear() {}
  package func sceneDidClose() {}
  package func setSceneVisible(_ isVisible: Bool) {}
  package func showStreamTab(_ tab: AccountStreamTab) -> Bool { false }
}

/// A list of a scene's commands for the command menu, with the reasons why some cannot be applied.
package struct SceneCommandsForMenu: Equatable, Sendable {
  package var hints: [Command] = []
  package var priority: [Command] = []
  package var unavailable: [Command] = []
  package var reasons: [Command: SafeText] = [:]
  package var titles: [Command: SafeText] = [:]
  package var places: Set<CommandSceneKind> = []

  package init() {}

  @MainActor package init(of scene: any Scene) {
    (hints, priority) = (scene.hints, scene.priorityCommands)
    (unavailable, places) = (scene.unavailableCommands, scene.commandPlaces)
    titles = scene.overridingCommandTitles
    for command in unavailable {
      if let reason = scene.unavailableReason(for: command) { reasons[command] = reason }
    }
  }
}

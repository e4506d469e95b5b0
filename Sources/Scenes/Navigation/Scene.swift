package import FeedDomain
package import PhotoDisplay
package import Preferences
package import Terminal

/// An input event, as a scene receives it.
package enum SceneEvent: Equatable {
  /// A key that the key map translates to a command.
  case command(Command)
  /// A key without a command, or any key while the scene takes text.
  case key(Key)
  case paste(String)
  /// Text returned by the external editor, replacing the text handed to it.
  case edited(String)
  /// A mouse event relative to the scene's top left cell; count is 2 for a double click.
  case mouse(MouseEvent, count: Int)
}

/// The parameters of drawing a scene.
package struct Drawing {
  package let theme: Theme
  /// True if the scene has the keyboard focus.
  package let isFront: Bool
  /// The animation frame, counted up ten times a second while anything moves.
  package let frame: Int
  /// The current time.
  package let now: Timestamp
  /// The source of pictures.
  package var pictures: any PictureProvider = NoPictures()
  /// True if a title line is drawn above the scene.
  package var hasTitle = false
  /// The width of the top line; nil if equal to the scene's.
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

  /// The current time in seconds, part of the cache key of layouts that show relative times.
  var second: Int64 { now.milliseconds / 1_000 }

  /// The parameters for a scene covered by a dialog that has the keyboard focus.
  var behind: Drawing {
    Drawing(
      theme: theme, isFront: false, frame: frame, now: now, pictures: pictures, hasTitle: hasTitle)
  }

  /// The parameters with pictures replaced by words.
  @MainActor var withoutPictures: Drawing {
    var drawing = self
    drawing.pictures = NoPictures()
    return drawing
  }
}

/// The top line of a scene.
package struct Header: Equatable {
  /// The left side: account, stream or title.
  package var left: StyledText = []
  /// The right side: unread count, pending changes, progress and age.
  package var right: StyledText = []
}

extension Header {
  /// A header with a title on the left and one status on the right: the failure, else the activity,
  /// else the aside.
  init(
    _ title: SafeText, failure: SafeText = "", activity: SafeText = "", aside: SafeText = ""
  ) {
    left = [Span(title, .barStrong)]
    if !failure.isEmpty {
      right = [Span(failure, .bad)]
    } else if !activity.isEmpty {
      right = [Span(activity, .busy)]
    } else if !aside.isEmpty {
      right = [Span(aside, .barFaint)]
    }
  }
}

/// A scene's layout and keyboard requirements.
package struct SceneTraits: Equatable {
  /// True if keys are typed as text instead of being commands.
  package var takesText = false
  /// True if Enter inserts a line end.
  package var takesLines = false
  /// True if the scene contains unsaved text, so that only the user may close it.
  package var holdsUnsavedText = false
  /// True if the scene can already handle keys. Until then keys are queued, so that nothing typed
  /// ahead is lost.
  package var isReady = true
  /// True if the scene is a stream, which keeps the main pane of two.
  package var takesMainPane = false
  /// True if a second pane may be shown beside this scene.
  package var leavesRoomBeside = true
  /// True if a blank row may separate the scene from the top line.
  package var hasAir = true
  /// True if the scene may be the second pane beside a stream. False for a scene that fills the
  /// screen.
  package var fitsBeside = true
  /// True if the scene is an overlay that leaves the scene behind visible.
  package var isOverlay = false
  /// True if the scene closes when another scene is opened from it.
  package var closesWhenLeft = false
}

/// A full-screen view, pane or overlay of the program.
@MainActor package protocol Scene: AnyObject {
  var navigator: (any Navigator)? { get set }
  /// The top line while this scene is in front.
  var header: Header { get }
  /// The scene's title line where several panes are visible.
  var title: Header { get }
  /// The scene's title line in a deck column, including the status that otherwise only the top line
  /// shows.
  var columnTitle: Header { get }
  /// The deck column this scene can be pinned as, with its title; nil if it cannot be pinned.
  var column: (content: DeckColumn.Content, name: SafeText)? { get }
  /// The command performed by a click on the right side of the title; nil for none.
  var titleCommand: Command? { get }
  /// True if a click at a column of the top line is handled by this scene, which then comes to the
  /// front.
  func handlesHeaderClick(at column: Int) -> Bool
  /// The commands shown in the bottom line, most useful first.
  var hints: [Command] { get }
  /// Words that replace the usual hint of a command in this scene, such as "unfollow".
  var hintWords: [Command: SafeText] { get }
  /// Commands of the service that cannot be applied to the selection.
  var unavailableCommands: [Command] { get }
  /// Commands whose keys take precedence over other meanings of the same keys.
  var priorityCommands: [Command] { get }
  /// The scene's click targets, relative to its top left cell.
  var clickTargets: [ClickTarget] { get }
  /// Key hints shown before the commands: cursor movement, if it differs from the usual keys.
  var movingHints: [Hint] { get }
  /// Key hints shown after the commands, for keys outside the key map.
  var keyHints: [Hint] { get }
  var traits: SceneTraits { get }
  /// True if the scene handles a key itself, bypassing the key map.
  func handlesKey(_ key: Key) -> Bool
  /// True if the scene is animated at this time and has to be redrawn every frame.
  func isMoving(at now: Timestamp) -> Bool
  /// Draws the scene on a rectangle of the canvas, and nowhere else.
  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing)
  /// Handles an input event. Returns false to pass the event to the scene behind.
  func handle(_ event: SceneEvent) -> Bool
  /// Clicks the element at a position, relative to the scene, or copies the element's address.
  func activate(_ place: CellPosition, copying: Bool)
  /// Called when the scene comes to the front, each time.
  func opened()
  /// Called when the scene is removed. Cancels running requests.
  func closed()
  /// Called when the scene becomes visible or hidden. Hidden scenes stop automatic refreshes.
  func setVisible(_ isVisible: Bool)
  /// Switches to a stream tab. Returns false if the scene has no tabs.
  func show(_ tab: StreamTab) -> Bool
}

extension Scene {
  package var header: Header { Header() }
  package var title: Header { header }
  package var columnTitle: Header { title }
  package var column: (content: DeckColumn.Content, name: SafeText)? { nil }
  package var titleCommand: Command? { nil }
  package func handlesHeaderClick(at column: Int) -> Bool { false }
  package var hints: [Command] { [] }
  package var hintWords: [Command: SafeText] { [:] }
  package var unavailableCommands: [Command] { Command.aboutPosts }
  package var priorityCommands: [Command] { [] }
  package var clickTargets: [ClickTarget] { [] }
  package var movingHints: [Hint] { [] }
  package var keyHints: [Hint] { [] }
  package var traits: SceneTraits { SceneTraits() }
  package func handlesKey(_ key: Key) -> Bool { false }
  package func isMoving(at now: Timestamp) -> Bool { false }
  package func activate(_ place: CellPosition, copying: Bool) {}
  package func opened() {}
  package func closed() {}
  package func setVisible(_ isVisible: Bool) {}
  package func show(_ tab: StreamTab) -> Bool { false }
}

package import FeedDomain
package import PhotoDisplay
package import Preferences
package import Terminal

/// What a scene gets of what the person does.
package enum SceneEvent: Equatable {
  /// A key that means something here.
  case command(Command)
  /// A key that the key map does not know, or any key in a scene that takes text.
  case key(Key)
  /// Pasted text.
  case paste(String)
  /// Text that comes back from the person's editor.
  case edited(String)
  /// The mouse; its position is counted from the scene's own top left cell.
  case mouse(MouseEvent, count: Int)
}

/// What is asked of a drawing.
package struct Drawing {
  /// How things look.
  package let theme: Theme
  /// Whether the keys go here.
  package let isFront: Bool
  /// Counts up ten times a second while something moves.
  package let frame: Int
  /// The moment it is.
  package let now: Timestamp
  /// Where photos are had from.
  package var pictures: any PictureProvider = NoPictures()
  /// Whether the scene's title stands above it.
  package var hasTitle = false
  /// How wide the top line is; nil where it is as wide as the scene.
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

  /// The same to the second: no layout with an age in it is kept for longer.
  var second: Int64 { now.milliseconds / 1_000 }

  /// The same where something lies over it that has the keys.
  var behind: Drawing {
    Drawing(
      theme: theme, isFront: false, frame: frame, now: now, pictures: pictures, hasTitle: hasTitle)
  }

  /// The same with words in the places of pictures.
  @MainActor var withoutPictures: Drawing {
    var drawing = self
    drawing.pictures = NoPictures()
    return drawing
  }
}

/// The line on top: what this is, and how it stands.
package struct Header: Equatable {
  /// From the left: the account, the stream or the title.
  package var left: StyledText = []
  /// From the right: what is unread, waits, loads, and how old it is.
  package var right: StyledText = []
}

extension Header {
  /// A title, and beside it what is wrong, else what goes on, else what there is to say.
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

/// How a scene takes part in the layout and in typing.
package struct SceneTraits: Equatable {
  /// Whether keys are typed into the scene rather than being commands.
  package var takesText: Bool
  /// Whether the text has several lines, so that Enter is part of it.
  package var takesLines: Bool
  /// Whether the scene holds text that only its writer may close.
  package var holdsUnsavedText: Bool
  /// Whether the scene shows what keys are about. Until then keys wait, so that nothing typed ahead
  /// is lost.
  package var isReady: Bool
  /// Whether the scene is a stream, which keeps the main pane if there are two.
  package var takesMainPane: Bool
  /// Whether another scene may stand beside this one in the main pane.
  package var leavesRoomBeside: Bool
  /// Whether a blank row may stand above the scene, below the top line.
  package var hasAir: Bool
  /// Whether the scene may stand beside a stream; otherwise it takes the whole screen.
  package var fitsBeside: Bool
  /// Whether the scene lies over the one behind it, which stays visible.
  package var isOverlay: Bool
  /// Whether the scene closes when another is opened from it.
  package var closesWhenLeft: Bool

  package init(
    takesText: Bool = false, takesLines: Bool = false, holdsUnsavedText: Bool = false,
    isReady: Bool = true, takesMainPane: Bool = false, leavesRoomBeside: Bool = true,
    hasAir: Bool = true, fitsBeside: Bool = true, isOverlay: Bool = false,
    closesWhenLeft: Bool = false
  ) {
    (self.takesText, self.takesLines, self.holdsUnsavedText) = (
      takesText, takesLines, holdsUnsavedText
    )
    (self.isReady, self.takesMainPane) = (isReady, takesMainPane)
    (self.leavesRoomBeside, self.hasAir) = (leavesRoomBeside, hasAir)
    (self.fitsBeside, self.isOverlay, self.closesWhenLeft) = (fitsBeside, isOverlay, closesWhenLeft)
  }
}

/// One screen's worth of the program.
@MainActor package protocol Scene: AnyObject {
  /// What runs it.
  var navigator: (any Navigator)? { get set }
  /// What stands in the top line.
  var header: Header { get }
  /// What stands above it where there are several panes.
  var title: Header { get }
  /// The same above it in a column of a deck, with what the top line says of the scene with the keys
  /// alone.
  var columnTitle: Header { get }
  /// What it could stay as in a column of its own, and its name; nil where it could not.
  var column: (content: DeckColumn.Content, name: SafeText)? { get }
  /// What the right side of that title offers, and a click on it does; nil for nothing.
  var titleCommand: Command? { get }
  /// Whether a click on that column of the top line asks the scene itself for something, so that it
  /// comes to the front.
  func handlesHeaderClick(at column: Int) -> Bool
  /// What the bottom line offers, the most useful first.
  var hints: [Command] { get }
  /// Words for those of them that do something else here than elsewhere, as `unfollow`.
  var hintWords: [Command: SafeText] { get }
  /// What the service offers, but not for what is selected; without a post, what needs one.
  var unavailableCommands: [Command] { get }
  /// Commands that have their keys here, though elsewhere the keys do something else.
  var priorityCommands: [Command] { get }
  /// What can be clicked on it, counted from its own top left cell.
  var clickTargets: [ClickTarget] { get }
  /// What the bottom line offers before the commands: how one moves, where that is not as elsewhere.
  var movingHints: [Hint] { get }
  /// What the bottom line offers besides, by keys that the key map does not know.
  var keyHints: [Hint] { get }
  /// How the scene takes part in the layout and in typing.
  var traits: SceneTraits { get }
  /// Whether a key means something of its own here, whatever it does elsewhere.
  func takes(_ key: Key) -> Bool
  /// Whether something on it moves at that moment, so that it must be drawn again by itself.
  func isMoving(at now: Timestamp) -> Bool
  /// Draws on the rectangle of the canvas and nowhere else.
  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing)
  /// Takes an event; false lets it fall to the scene behind.
  func handle(_ event: SceneEvent) -> Bool
  /// Opens what stands there, as a click does once it is selected, or copies its address.
  func activate(_ place: CellPosition, copying: Bool)
  /// Has come to the front, for the first time or again.
  func opened()
  /// Goes away for good: stops what it started.
  func closed()
  /// Comes into sight again, or is out of sight from now on, where nothing is asked by itself.
  func setVisible(_ isVisible: Bool)
  /// Reads the stream of a tab; false where it is not what the scene does.
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
  package func takes(_ key: Key) -> Bool { false }
  package func isMoving(at now: Timestamp) -> Bool { false }
  package func activate(_ place: CellPosition, copying: Bool) {}
  package func opened() {}
  package func closed() {}
  package func setVisible(_ isVisible: Bool) {}
  package func show(_ tab: StreamTab) -> Bool { false }
}

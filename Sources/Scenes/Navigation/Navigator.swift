package import FeedDomain
package import Preferences
package import Terminal
package import Words

/// The services of the application that a scene may use: navigation, messages, clipboard, other
/// programs.
@MainActor package protocol Navigator: AnyObject {
  /// The wording of effect messages.
  var wording: Wording { get }
  /// The key map from which effect messages name keys.
  var keys: KeyMap { get }
  /// Schedules a redraw. Repeated calls before the next frame have no further effect.
  func redraw()
  func go(to route: Route)
  /// Shows a scene beside the stream if the screen is wide enough, or removes it for nil.
  func preview(_ route: Route?)
  /// Puts text on the system clipboard.
  func copy(_ text: SafeText)
  /// Opens an address inside the program if it may be a post or a profile of the service, else in
  /// the browser.
  func open(_ link: Hyperlink)
  /// Opens an address in the browser, or shows the address if there is no browser.
  func browse(_ link: Hyperlink)
  /// Plays a video in an external player, or shows its address if there is no player.
  func play(_ video: VideoAddress)
  /// Opens text in the external editor. The edited text returns as SceneEvent.edited.
  func edit(_ text: String)
  /// Shows a message in the bottom line for a few seconds.
  func say(_ message: Message)
  /// The click targets of all visible scenes, relative to the canvas.
  var clickTargets: [ClickTarget] { get }
  /// Closes the jump labels and clicks the target, or copies the target's address.
  func activate(_ spot: ClickTarget, copying: Bool)
  /// Closes the command palette and performs the choice in the scene behind it.
  func run(_ choice: PaletteChoice)
}

/// An entry of the command palette.
package enum PaletteChoice: Hashable {
  case command(Command)
  /// Switch to a stream tab.
  case tab(StreamTab)
  /// Open the destination of an address or handle.
  case link(ResolvableLink)
}

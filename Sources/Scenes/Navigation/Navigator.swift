import FeedDomain
package import Preferences
package import Terminal
package import Words

/// What a scene may ask of the one that runs it.
@MainActor package protocol Navigator: AnyObject {
  /// The words in which effects are told.
  var wording: Wording { get }
  /// The keys that are named when effects are told.
  var keys: KeyMap { get }
  /// To be drawn again, soon; asking twice is asking once.
  func redraw()
  /// To go elsewhere.
  func go(to route: Route)
  /// To show that beside the stream, where there is room; nil for nothing.
  func preview(_ route: Route?)
  /// To put text on the person's clipboard.
  func copy(_ text: SafeText)
  /// To open an address: here where it leads to a post or to somebody whom the service may know, else
  /// in the browser.
  func open(_ link: Hyperlink)
  /// To open an address in the browser, or to show it where there is none.
  func browse(_ link: Hyperlink)
  /// To hand a film to the player, or to show its address where there is none.
  func play(_ film: Film)
  /// To let the person edit text in their own editor; the answer comes as a paste event that
  /// replaces everything (`SceneEvent.edited`).
  func edit(_ text: String)
  /// To tell the person something in the bottom line for a few seconds.
  func say(_ message: Message)
  /// What can be clicked on the screen, counted from its corner.
  var clickTargets: [ClickTarget] { get }
  /// To close the letters and open what stands there, as a click does, or to copy its address.
  func activate(_ spot: ClickTarget, copying: Bool)
  /// To close the list of commands and do what was chosen in it, where it was opened from.
  func run(_ choice: PaletteChoice)
}

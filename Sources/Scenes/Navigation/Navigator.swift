package import FeedDomain
package import Preferences
package import Terminal
package import UseCases
package import Words

/// A provider of the application's services for scenes: navigation, messages, clipboard, other
/// programs.
@MainActor
package protocol Navigator: AnyObject {
  /// The wording, in the user's language, of the messages that effects show.
  var wording: Wording { get }
  /// The key map from which messages take the names of keys.
  var keys: KeyMap { get }
  /// Schedules a redraw of the screen. Repeated calls before the next frame have no effect.
  func redraw()
  func navigate(to route: Route)
  /// Shows the scene of a route as a preview beside the stream, if the screen is wide enough; nil
  /// removes the preview.
  func showPreview(_ route: Route?)
  func copyText(_ text: SafeText)
  /// Opens an address inside the program if it may be a post or a profile of the service, else in
  /// the browser.
  func openLink(_ link: Hyperlink)
  /// Opens an address in the browser, or shows the address if there is no browser.
  func openInBrowser(_ link: Hyperlink)
  /// Plays a video in an external player, or shows its address if there is no player.
  func playVideo(_ video: VideoAddress)
  /// Plays an episode of a podcast in the external player, and stores the position at which it
  /// stops.
  func playEpisode(_ playback: Effect.EpisodePlayback)
  /// Adds the audio or video of an entry to the podcasts of the entry's account.
  func queueEpisode(_ post: Post.ID)
  /// Adds an address to the saved entries of the account with web feeds.
  func saveLinkForLater(_ link: Hyperlink, title: SafeText)
  func removeSavedEntry(_ post: Post.ID)
  /// Saves an article in a file, or passes it to a program named in the settings.
  func exportArticle(_ article: ExportedArticle, to target: ExportTarget)
  /// Opens a text in the external editor. The edited text returns to the scene as the event
  /// `SceneEvent.edited`.
  func editText(_ text: String)
  /// Shows a message in the bottom line for a few seconds.
  func showMessage(_ message: BottomLineMessage)
  /// The click targets of all visible scenes, relative to the canvas.
  var clickTargets: [ClickTarget] { get }
  /// Closes the jump labels and clicks a target; with copying, copies the address that the click
  /// would open.
  func closeJumpLabelsAndClick(_ spot: ClickTarget, copying: Bool)
  /// Closes the command palette, and runs the command or opens the destination of the chosen entry.
  func performPaletteChoice(_ choice: PaletteChoice)
}

/// An effect of choosing an entry of the command palette: a command to run, a destination to open,
/// or an action on many entries to confirm.
package enum PaletteChoice: Equatable {
  case command(Command)
  /// An effect of the command palette: switch to a stream tab.
  case tab(StreamTab)
  /// An effect of the command palette: open a stream that is no tab.
  case stream(Feed)
  /// An effect of the command palette: open the destination of an address or handle.
  case link(ResolvableLink)
  /// An effect of the command palette: open the settings at the named setting.
  case setting(String)
  /// An effect of the command palette: act on all entries that a search finds.
  case entryAct(BulkEntryAction)
}

/// An article for a file or another program.
package struct ExportedArticle: Equatable {
  package var title: SafeText
  /// The web address of the exported article as text; empty if the article has none.
  package var address: String
  package var text: String

  package init(title: SafeText, address: String, text: String) {
    (self.title, self.address, self.text) = (title, address, text)
  }
}

package enum ExportTarget: Equatable {
  case file
  /// A target of an exported article: the standard input of the program in the setting
  /// `programs.pipe`.
  case pipe
  /// A target of an exported article: the arguments of the program in the setting
  /// `programs.bookmark`.
  case bookmark
}

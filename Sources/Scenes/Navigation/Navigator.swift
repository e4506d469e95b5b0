package import FeedDomain
package import Preferences
package import Terminal
package import UseCases
package import Words

/// A protocol of the application's services for scenes: navigation, messages, clipboard, other
/// programs.
@MainActor
package protocol Navigator: AnyObject {
  var wording: Wording { get }
  var keys: KeyMap { get }
  /// Schedules a redraw of the screen; further calls before the next frame have no effect.
  func requestRedraw()
  func navigate(to route: Route)
  /// Shows the scene of a route as a preview in the pane beside the stream, if the screen is wide
  /// enough; nil removes the preview.
  func showPreview(_ route: Route?)
  func copyText(_ text: SafeText)
  /// Opens a web address: inside the program if it may be a post or profile of the service, else in
  /// the browser.
  func openLink(_ link: SafeWebLink)
  /// Opens a web address in the browser, or shows the address if there is no browser.
  func openInBrowser(_ link: SafeWebLink)
  /// Plays a video in the external player, or shows its address if there is no player.
  func playVideo(_ video: MediaPlayerAddress)
  /// Plays an episode of a podcast in the external player, and stores the playback position.
  func playEpisode(_ playback: SceneEffect.EpisodePlayback)
  /// Adds the audio or video of a web feed's entry to the queue of podcasts.
  func queueEpisode(_ post: Post.ID)
  /// Saves a web page to read later, in the account with web feeds.
  func saveLinkForLater(_ link: SafeWebLink, title: SafeText)
  /// Asks the service of the account with web feeds to delete a link that was saved to read later.
  func deleteSavedEntryAtService(_ post: Post.ID)
  /// Marks all entries of the list from which the open entry was opened as read; without
  /// `isConfirmed`, asks to repeat the command. Without such a list, shows a message.
  func markListBehindEntryRead(isConfirmed: Bool)
  /// Performs a scene's request to write an article to a file, or to pass a post or article to a
  /// program that is named in the settings; if several programs are named, opens a choice of them
  /// first.
  func exportArticle(_ article: ExportedArticle, to target: ExportTarget)
  /// Opens a text in the external editor; the edited text is sent to the scene as the event
  /// `SceneInputEvent.edited`.
  func editInExternalEditor(_ text: String)
  /// Shows a message in the bottom line for a few seconds.
  func showMessage(_ message: BottomLineMessage)
  /// The click targets of all visible scenes, with positions relative to the canvas.
  var clickTargets: [ClickTarget] { get }
  /// Closes the overlay with jump labels, and clicks a target; with `copyingAddress`, copies the
  /// address that the click would open.
  func closeJumpLabelsAndClick(_ spot: ClickTarget, copyingAddress: Bool)
  /// Closes the command palette, and performs the choice, such as running a command or opening a
  /// stream.
  func performPaletteChoice(_ choice: PaletteChoice)
}

/// A choice in the command palette: a command to run, a destination to open, or an action on many
/// entries to confirm.
package enum PaletteChoice: Equatable {
  case command(Command)
  /// A choice in the command palette: switch to a stream tab.
  case tab(AccountStreamTab)
  /// A choice in the command palette: open a stream that is no tab.
  case stream(Feed)
  /// A choice in the command palette: look up and open a typed address or handle.
  case link(ResolvableLink)
  /// A choice in the command palette: open the settings with the setting of this name selected.
  case setting(String)
  /// A choice in the command palette: perform an action on all entries that a search finds.
  case bulkEntryAction(BulkEntryAction)
}

/// An article that is written to a file, or a post or article that is passed to another program.
package struct ExportedArticle: Equatable, Sendable {
  package var title: SafeText
  package var address: String
  package var text: String
  /// The post, or the article's entry, which a program may get as JSON.
  package var post: Post?

  package init(title: SafeText, address: String, text: String, post: Post? = nil) {
    (self.title, self.address, self.text) = (title, address, text)
    self.post = post
  }

  /// Creates the text that another program gets of a post: the post's text, followed by the
  /// descriptions of its pictures. The title is the author's name and the first line of the post.
  init(_ post: Post) {
    let text = post.content.text.withAddresses
    let line = text.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
    let pictures = post.content.photos.map(\.altText).filter { !$0.isEmpty }.map { "[\($0)]" }
    self.init(
      title: SafeText(sanitizing: post.author.name + line),
      address: post.ownLink?.address ?? "",
      text: ([text] + pictures).joined(separator: "\n") + "\n", post: post)
  }
}

package enum ExportTarget: Equatable {
  case file
  /// A target of an exported post or article: the standard input of a program in the settings,
  /// which the user chooses if there are several.
  case pipe
  /// A target of an exported post or article: the standard input of a chosen program.
  case program(SharingProgram)
  /// A target of an exported post or article: the arguments of the program in the setting
  /// `programs.bookmark`.
  case bookmark
}

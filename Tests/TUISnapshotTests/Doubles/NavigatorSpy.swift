import FeedDomain
import Terminal

@testable import Preferences
@testable import Scenes
@testable import UseCases
@testable import Words

/// Keeps what scenes ask for, in order.
@MainActor final class NavigatorSpy: Navigator {
  let wording = Wording()
  let keys = KeyMap.defaults
  private(set) var routes: [Route] = []
  private(set) var previews: [Route?] = []
  private(set) var played: [MediaPlayerAddress] = []
  private(set) var copied: [SafeText] = []
  private(set) var opened: [SafeWebLink] = []
  private(set) var browsed: [SafeWebLink] = []
  private(set) var messages: [BottomLineMessage] = []
  private(set) var edits: [String] = []
  private(set) var choices: [PaletteChoice] = []
  private(set) var redraws = 0

  /// What there is to click.
  var clickTargets: [ClickTarget] = []
  private(set) var reached: [ClickTarget] = []
  /// Which of them were copied.
  private(set) var addresses: [ClickTarget] = []

  func closeJumpLabelsAndClick(_ spot: ClickTarget, copyingAddress: Bool) {
    if copyingAddress { addresses.append(spot) } else { reached.append(spot) }
  }
  func requestRedraw() { redraws += 1 }
  func navigate(to route: Route) { routes.append(route) }
  func showPreview(_ route: Route?) { previews.append(route) }
  func playVideo(_ film: MediaPlayerAddress) { played.append(film) }
  func copyText(_ text: SafeText) { copied.append(text) }
  func openLink(_ link: SafeWebLink) { opened.append(link) }
  func openInBrowser(_ link: SafeWebLink) { browsed.append(link) }
  private(set) var saved: [SafeWebLink] = []
  private(set) var removed: [Post.ID] = []
  private(set) var exports: [(article: ExportedArticle, target: ExportTarget)] = []
  private(set) var playbacks: [SceneEffect.EpisodePlayback] = []
  private(set) var queued: [Post.ID] = []
  func playEpisode(_ playback: SceneEffect.EpisodePlayback) { playbacks.append(playback) }
  func queueEpisode(_ post: Post.ID) { queued.append(post) }
  func saveLinkForLater(_ link: SafeWebLink, title: SafeText) { saved.append(link) }
  func deleteSavedEntryAtService(_ post: Post.ID) { removed.append(post) }
  /// For each request to mark the entries behind an open one, whether it was confirmed.
  private(set) var marksBehind: [Bool] = []
  func markListBehindEntryRead(isConfirmed: Bool) { marksBehind.append(isConfirmed) }
  func exportArticle(_ article: ExportedArticle, to target: ExportTarget) {
    exports.append((article, target))
  }
  func editInExternalEditor(_ text: String) { edits.append(text) }
  func showMessage(_ message: BottomLineMessage) { messages.append(message) }
  func performPaletteChoice(_ choice: PaletteChoice) { choices.append(choice) }
}

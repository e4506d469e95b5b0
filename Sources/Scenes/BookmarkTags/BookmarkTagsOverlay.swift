import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

extension ChoiceOverlay {
  /// Creates the overlay for the tags of a bookmarked post, with a field for new tags; without a
  /// post, the list of all bookmark tags.
  init(_ state: BookmarkTagsScene.SceneState, isForPost: Bool, _ wording: Wording) {
    let choices = state.entries.map { entry in
      OverlayChoice(
        name: SafeText(sanitizing: entry.tag.name),
        explanation: wording.plural("{count} bookmark", "{count} bookmarks", entry.count),
        isTicked: isForPost ? entry.isSet : nil)
    }
    let help =
      isForPost
      ? wording.say("Your own tag, such as recipes")
      : choices.isEmpty ? wording.say("No bookmark has a tag yet.") : ""
    self.init(
      isForPost ? wording.say("Tags of this bookmark") : wording.say("Bookmarks by tag"),
      help: help, choices, field: isForPost ? .newChoice : .filter,
      hints: [
        KeyHint(Key(.enter), label: isForPost ? wording.say("add") : wording.say("open")),
        KeyHint(Key(.up), Key(.down), label: wording.choose),
        KeyHint(Key(.escape), label: wording.leaveSearch),
      ], tickedHint: KeyHint(Key(.enter), label: wording.say("remove")),
      lastAdded: state.lastAdded.map { SafeText(sanitizing: $0.name) })
  }
}

extension ChoiceOverlayView {
  /// Makes the scene that changes the tags of a bookmarked post; for nil, a list of all bookmark
  /// tags, where choosing a tag opens the stream of its bookmarks.
  static func makeBookmarkTagsOverlay(
    of post: Post.ID?, interactor: any Interacting<BookmarkTagsScene.SceneRequest>,
    options: DisplayOptions = DisplayOptions()
  ) -> ChoiceOverlayView {
    let send = SceneRequestSender(to: interactor)
    let view = ChoiceOverlayView(takesText: true, options: options) { outcome, overlay, view in
      switch outcome {
      case .typed(let text): send(.add(text))
      case .chosen(let place):
        guard let tag = BookmarkTag(overlay.choices[place].name.string) else { return }
        guard post == nil else { return send(.toggle(tag)) }
        view.navigator?.navigate(to: .back)
        view.navigator?.navigate(to: .stream(DerivedFeed.tagged(tag).feed()))
      case .ignored, .handled, .closed: break
      }
    }
    view.didOpenScene = { send(.open(post)) }
    view.didCloseScene = { send.cancelAllRequests() }
    return view
  }
}

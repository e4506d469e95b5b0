import Doubles
import FeedDomain
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Presents the states and effects of a compose interactor, changed step by step.
@MainActor final class ComposePresenter {
  var state = ComposeScene.SceneState() { didSet { presenter.present(state) } }
  private let presenter = ScenePresenter { ComposeViewModel($0, Wording()) }
  var display: (any Displaying<ComposeViewModel>)? {
    get { presenter.display }
    set { presenter.display = newValue }
  }

  func begin(_ draft: Draft, _ limits: DraftLimits, replyingTo original: Post? = nil) {
    state = ComposeScene.SceneState(
      page: ComposeScene.InitiallyDisplayedDraft(draft, limits, original: original))
  }

  func offer(
    _ kind: ComposeScene.WordSuggestions.WordSuggestionKind, for typed: String = "",
    _ words: [String]
  ) {
    offer(kind, for: typed, words.map { ComposeScene.WordSuggestions.SuggestedWord($0) })
  }

  func offer(
    _ kind: ComposeScene.WordSuggestions.WordSuggestionKind, for typed: String,
    _ words: [ComposeScene.WordSuggestions.SuggestedWord]
  ) {
    state.offer = nil
    state.offer = ComposeScene.WordSuggestions(kind, typed, words)
  }

  func failSaving(isLeaving: Bool = false) {
    state.saving = .failed
    report(.notSaved(.full, isLeaving: isLeaving))
  }

  func attach(_ pictures: [Draft.DraftAttachment], to post: Int = 0) {
    presenter.perform(.attached(pictures, toPost: post))
  }

  func report(_ report: SceneEffect.DraftReport) { presenter.perform(.say(.draft(report))) }

  func leave(_ report: SceneEffect.DraftReport?) {
    presenter.perform(.leave(report.map { .draft($0) }))
  }
}

/// The parts of the page, as tests look at them.
extension ComposeView {
  /// The draft as it stands.
  var draft: Draft? { sheet?.thread.draft }
  var text: TextArea { sheet?.form.text ?? TextArea() }
  /// Nil while the panel is closed.
  var panel: PicturePanel? { sheet?.panel }
  var popup: CompletionPopup? { sheet?.popup }
  /// Nil while the form is closed.
  var more: PostOptionsForm? { sheet?.focus == .more ? sheet?.form.more : nil }
  var status: ComposeViewModel.DraftTypingStatus { viewModel.status }
}

extension Spy where Value == ComposeScene.SceneRequest {
  /// The edited drafts, in order.
  var drafts: [Draft] {
    values.compactMap { if case .edit(let draft) = $0 { draft } else { nil } }
  }
}

import FeedDomain

@testable import Scenes

/// The parts of the page, as tests look at them.
extension ComposeView {
  /// The draft as it stands.
  var draft: Draft? { sheet?.thread.draft }
  /// The text.
  var text: TextArea { sheet?.form.text ?? TextArea() }
  /// Where pictures are added; nil while that is closed.
  var panel: PicturePanel? { sheet?.panel }
  /// What is offered.
  var popup: CompletionPopup? { sheet?.popup }
  /// Where more is said; nil while that is closed.
  var more: MoreForm? { sheet?.focus == .more ? sheet?.form.more : nil }
  /// How the text stands.
  var status: ComposeViewModel.Status { viewModel.status }
}

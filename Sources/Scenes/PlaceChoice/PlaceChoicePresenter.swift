import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts into words what choosing a place did.
@MainActor final class PlaceChoicePresenter: Presenting {
  weak var display: (any Displaying<PlaceChoiceViewModel>)?

  private let wording: Wording
  private var viewModel: PlaceChoiceViewModel

  /// A presenter in these words; its display is set once there is one. Whose data the places are is
  /// shown with them, where that is owed.
  init(wording: Wording, credit: String? = nil) {
    self.wording = wording
    viewModel = PlaceChoiceViewModel(
      labels: PlaceChoiceViewModel.Labels(
        title: wording.choosePlace, question: wording.whereQuestion,
        help: wording.whereHelp, recent: wording.whereBefore,
        hints: [
          Hint(Key(.enter), word: wording.hintTake),
          // The way out stands where there is always room for it.
          Hint(Key(.escape), word: wording.hintClose),
          Hint(.control("t"), word: wording.hintTrending),
          Hint(.control("g"), word: wording.hintLocate),
        ], credit: SafeText(sanitizing: credit ?? "")))
  }

  func present(_ response: PlaceChoice.Response) {
    switch response {
    case .recent(let places): viewModel.recent = places.map(choice)
    case .places(let places, _):
      viewModel.state = .ready
      viewModel.choices = places.prefix(8).map(choice)
    case .activity(.none): if case .busy = viewModel.state { viewModel.state = .ready }
    case .activity(.searching):
      viewModel.state = .busy(wording.searchingPlace)
    case .activity(.locating): viewModel.state = .busy(wording.findingPlace)
    case .failed(let error): viewModel.state = .failed(wording.sentence(for: error))
    case .unknown(let name): fail(wording.unknownPlace(name))
    case .namesUnknown: fail(wording.namesUnknown)
    case .notLocated: fail(wording.notLocated)
    case .decided: return show(.finish)
    }
    show()
  }

  /// Shows the scene as it is when it opens.
  func begin() { show() }

  private func show(_ cues: PlaceChoiceViewModel.Cue...) {
    viewModel.cues = cues
    display?.display(viewModel)
    viewModel.cues = []
  }

  private func fail(_ sentence: SafeText) {
    viewModel.state = .failed(sentence)
  }

  private func choice(_ place: Place) -> PlaceChoiceViewModel.Choice {
    let coordinates = wording.coordinates(place)
    let name = SafeText(sanitizing: place.name)
    return name.isEmpty
      ? PlaceChoiceViewModel.Choice(place: place, name: coordinates, coordinates: "")
      : PlaceChoiceViewModel.Choice(place: place, name: name, coordinates: coordinates)
  }
}

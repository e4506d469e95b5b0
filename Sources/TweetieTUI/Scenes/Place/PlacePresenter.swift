import FeedDomain
import Terminal

/// Puts into words what choosing a place did.
@MainActor final class PlacePresenter: PlaceChoicePresenting {
  weak var display: (any PlaceDisplaying)?

  private let wording: Wording
  private var viewModel: PlaceViewModel

  /// A presenter in these words; its display is set once there is one. Whose data the places are is
  /// shown with them, where that is owed.
  init(wording: Wording, credit: String? = nil) {
    self.wording = wording
    func safe(_ text: String) -> SafeText { SafeText(sanitizing: text) }
    viewModel = PlaceViewModel(
      labels: PlaceViewModel.Labels(
        title: safe(wording.choosePlace), question: safe(wording.whereQuestion),
        help: safe(wording.whereHelp), recent: safe(wording.whereBefore),
        hints: [
          Hint(Key(.enter), word: safe(wording.hintTake)),
          // The way out stands where there is always room for it.
          Hint(Key(.escape), word: safe(wording.hintClose)),
          Hint(.control("t"), word: safe(wording.hintTrending)),
          Hint(.control("g"), word: safe(wording.hintLocate)),
        ], credit: safe(credit ?? "")))
  }

  func present(_ response: PlaceChoice.Response) {
    switch response {
    case .recent(let places): viewModel.recent = places.map(choice)
    case .places(let places, _):
      viewModel.failure = ""
      viewModel.choices = places.prefix(8).map(choice)
    case .activity(let activity):
      viewModel.activity = SafeText(sanitizing: words(for: activity))
      if activity != .none { viewModel.failure = "" }
    case .failed(let error): viewModel.failure = wording.sentence(for: error)
    case .unknown(let name):
      viewModel.failure = SafeText(sanitizing: wording.unknownPlace(name))
    case .namesUnknown: viewModel.failure = SafeText(sanitizing: wording.namesUnknown)
    case .notLocated: viewModel.failure = SafeText(sanitizing: wording.notLocated)
    case .decided:
      display?.finish()
      return
    }
    display?.display(viewModel)
  }

  /// Shows the scene as it is when it opens.
  func begin() { display?.display(viewModel) }

  private func choice(_ place: Place) -> PlaceViewModel.Choice {
    let coordinates = SafeText(sanitizing: wording.coordinates(place))
    let name = SafeText(sanitizing: place.name)
    return name.isEmpty
      ? PlaceViewModel.Choice(place: place, name: coordinates, coordinates: "")
      : PlaceViewModel.Choice(place: place, name: name, coordinates: coordinates)
  }

  private func words(for activity: PlaceChoice.Activity) -> String {
    switch activity {
    case .none: ""
    case .searching: wording.searchingPlace
    case .locating: wording.findingPlace
    }
  }
}

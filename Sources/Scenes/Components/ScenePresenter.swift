import FeedDomain
import UseCases

/// A presenter of a scene, which converts the states of the interactor into view models, and passes
/// them to the view.
@MainActor
final class ScenePresenter<State: Sendable, ViewModel: Equatable>: Presenting {
  weak var display: (any Displaying<ViewModel>)?
  private let viewModel: @MainActor (State) -> ViewModel

  init(_ viewModel: @escaping @MainActor (State) -> ViewModel) { self.viewModel = viewModel }

  func present(_ state: State) { display?.display(viewModel(state)) }

  /// Passes a one-time event of the scene, such as a message, on to its view.
  func perform(_ effect: SceneEffect) { display?.perform(effect) }
}

extension Displaying where Self: Scene {
  /// Passes a one-time event of the scene, such as a message or a change of scene, on to the
  /// navigator.
  func perform(_ effect: SceneEffect) { navigator?.performEffect(effect) }
}

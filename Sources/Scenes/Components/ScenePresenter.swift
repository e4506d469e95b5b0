import UseCases

/// A presenter that is a function from a scene's state to its view model.
@MainActor final class ScenePresenter<State: Sendable, ViewModel: Equatable>: Presenting {
  weak var display: (any Displaying<ViewModel>)?
  private let viewModel: @MainActor (State) -> ViewModel

  init(_ viewModel: @escaping @MainActor (State) -> ViewModel) { self.viewModel = viewModel }

  func present(_ state: State) { display?.display(viewModel(state)) }

  func perform(_ effect: Effect) { display?.perform(effect) }
}

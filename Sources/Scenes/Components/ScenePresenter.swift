import UseCases

/// Shows each state of a scene through a function that puts the state into words.
@MainActor final class ScenePresenter<State: Sendable, ViewModel: Equatable>: Presenting {
  weak var display: (any Displaying<ViewModel>)?
  private let viewModel: @MainActor (State) -> ViewModel

  init(_ viewModel: @escaping @MainActor (State) -> ViewModel) { self.viewModel = viewModel }

  func present(_ state: State) { display?.display(viewModel(state)) }

  func perform(_ effect: Effect) { display?.perform(effect) }
}

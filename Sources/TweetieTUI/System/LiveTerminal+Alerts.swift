import FeedDomain
import Scenes
import UseCases

/// Shows what is for somebody who looks elsewhere in the terminal's title, and calls through it.
extension LiveTerminal: Displaying {
  func display(_ viewModel: AlertsViewModel) {
    show(title: viewModel.title)
    if let call = viewModel.call { self.call(call) }
  }
}

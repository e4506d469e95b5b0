import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// What stands there while a service is asked where an address leads; it gives way to that.
@MainActor final class ArrivalView: Scene {
  weak var stage: (any Stage)?
  private let lead: Lead
  private let options: DisplayOptions
  private let requests: SceneRequests<Arrival.Request>
  private var viewModel = ArrivalViewModel()

  init(
    to lead: Lead, interactor: any Interacting<Arrival.Request>,
    options: DisplayOptions = DisplayOptions()
  ) {
    self.lead = lead
    requests = SceneRequests(to: interactor)
    self.options = options
  }

  var header: Header { Header(viewModel.title) }

  var hints: [Command] {
    viewModel.link == nil
      ? [.back, .refresh, .help] : [.back, .openLink, .copyLink, .refresh, .help]
  }

  var givesWay: Bool { viewModel.route != nil }

  func isMoving(at now: Timestamp) -> Bool {
    options.isAnimated && viewModel.notice?.isBusy == true
  }

  func opened() {
    requests.once(.open(lead))
    // Something lay over it when it led there.
    if let route = viewModel.route { stage?.go(to: route) }
  }

  func closed() {
    requests(.close)
    requests.cancel()
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    viewModel.notice?.draw(on: &canvas, in: rect, drawing, options)
  }

  func handle(_ event: SceneEvent) -> Bool {
    guard case .command(let command) = event else { return false }
    switch (command, viewModel.link) {
    case (.refresh, _): requests(.refresh)
    case (.openLink, let link?), (.browse, let link?): stage?.browse(link)
    case (.copyLink, let link?): stage?.copy(SafeText(sanitizing: link.address))
    default: return false
    }
    return true
  }
}

extension ArrivalView: Displaying {
  func display(_ viewModel: ArrivalViewModel) {
    let before = self.viewModel.route
    self.viewModel = viewModel
    if let account = viewModel.signIn { stage?.go(to: .signIn(again: account)) }
    if before == nil, let route = viewModel.route { stage?.go(to: route) }
    stage?.redraw()
  }
}

import FeedDomain
import Terminal

/// Puts choosing what not to read about into words.
@MainActor final class MutesPresenter: MutingPresenting {
  weak var display: (any MutesDisplaying)?
  private let wording: Wording
  private var viewModel: MutesViewModel

  init(wording: Wording) {
    self.wording = wording
    viewModel = MutesViewModel(
      labels: MutesViewModel.Labels(
        title: wording.muting, help: wording.muteHelp, mute: wording.muteIt,
        unmute: wording.unmuteIt, choose: wording.choose, leave: wording.leaveSearch))
  }

  func present(_ response: Muting.Response) {
    switch response {
    case .entries(let entries):
      viewModel.rows = entries.map { entry in
        MuteRow(
          mute: entry.mute, name: SafeText(sanitizing: entry.mute.text), isMuted: entry.isMuted,
          state: entry.isMuted ? wording.isMuted : wording.isNotMuted)
      }
      display?.display(viewModel)
    case .added(let mute): display?.take(mute)
    case .nothing: display?.say(Message(text: wording.nothingToMute, tone: .bad))
    case .storeFailed(let error):
      display?.say(Message(text: wording.sentence(for: error), tone: .bad))
    }
  }
}

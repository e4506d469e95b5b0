import FeedDomain
import Terminal
import UseCases
import Words

/// Puts choosing what not to read about into words.
@MainActor final class MutingPresenter: Presenting {
  weak var display: (any Displaying<MutingViewModel>)?
  private let wording: Wording
  private var viewModel: MutingViewModel

  init(wording: Wording) {
    self.wording = wording
    viewModel = MutingViewModel(
      labels: MutingViewModel.Labels(
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
      show()
    case .added(let mute): show(.take(mute))
    case .nothing: show(.say(Message(text: wording.nothingToMute, tone: .bad)))
    case .storeFailed(let error):
      show(.say(Message(text: wording.sentence(for: error), tone: .bad)))
    }
  }

  private func show(_ cues: MutingViewModel.Cue...) {
    viewModel.cues = cues
    display?.display(viewModel)
    viewModel.cues = []
  }
}

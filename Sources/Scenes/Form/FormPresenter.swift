import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts what is asked before an act into words.
@MainActor final class FormPresenter: Presenting {
  weak var display: (any Displaying<FormViewModel>)?
  private let wording: Wording
  private var viewModel: FormViewModel

  init(wording: Wording) {
    self.wording = wording
    viewModel = FormViewModel(
      labels: FormViewModel.Labels(
        choose: wording.choose, next: wording.nextField, leave: wording.leaveSearch,
        unclear: wording.momentUnclear))
  }

  func present(_ response: Form.Response) {
    switch response {
    case .sheet(let kind, let fields, let answers, let person, let post):
      viewModel.title = wording.title(of: kind, person)
      viewModel.about = post.map { wording.excerpt(of: $0.content.text.plain) } ?? ""
      viewModel.send = wording.send(kind)
      viewModel.rows = fields.map { field in
        FormRow(
          field, wording.name(of: field, in: kind, person), answer: answers[field] ?? "", wording)
      }
      show()
    case .rules(let rules):
      guard let place = viewModel.rows.firstIndex(where: { $0.field == .reason }) else { return }
      var row = FormRow(.rule, wording.name(of: .rule, in: .report, nil), wording)
      row.manner = .choice([""] + rules.map(\.id))
      row.choices =
        [wording.say("none of them")]
        + rules.map { SafeText(sanitizing: $0.words.firstLine) }
      viewModel.rows.insert(row, at: place + 1)
      show()
    case .sent: show(.finish(nil))
    case .lacks(let field):
      show(.say(Message(text: wording.lacks(field), tone: .plain), at: field))
    case .tooLong(let field, let limit):
      show(.say(Message(text: wording.tooLong(limit), tone: .plain), at: field))
    case .gone: show(.finish(Message(text: wording.sentence(for: .notHere, at: nil), tone: .plain)))
    case .storeFailed(let error):
      show(.say(Message(text: wording.sentence(for: error), tone: .bad), at: nil))
    }
  }

  private func show(_ cues: FormViewModel.Cue...) {
    viewModel.cues = cues
    display?.display(viewModel)
    viewModel.cues = []
  }
}

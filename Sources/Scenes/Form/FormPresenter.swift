import FeedDomain
import Preferences
import Terminal
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
        isOn: wording.yes, isOff: wording.no))
  }

  func present(_ response: Form.Response) {
    switch response {
    case .sheet(let kind, let fields, let answers, let person, let post):
      viewModel.title = wording.title(of: kind, person)
      viewModel.about = post.map { wording.excerpt(of: $0.content.text.plain) } ?? ""
      viewModel.send = wording.send(kind)
      viewModel.rows = fields.map { row(for: $0, of: kind, answers[$0], person) }
      show()
    case .sent: show(.finish(nil))
    case .lacks(let field):
      show(.say(Message(text: wording.lacks(field), tone: .plain), at: field))
    case .gone: show(.finish(Message(text: wording.sentence(for: .notHere, at: nil), tone: .plain)))
    case .storeFailed(let error):
      show(.say(Message(text: wording.sentence(for: error), tone: .bad), at: nil))
    }
  }

  private func row(
    for field: Act.Field, of kind: Act.Kind, _ answer: String?, _ person: Person?
  ) -> FormRow {
    var row = FormRow(
      field: field, name: wording.name(of: field, in: kind, person), manner: field.manner)
    row.answer = answer ?? ""
    if case .choice(let values) = field.manner {
      row.choices = values.map { wording.choice($0, of: field) }
    }
    return row
  }

  private func show(_ cues: FormViewModel.Cue...) {
    viewModel.cues = cues
    display?.display(viewModel)
    viewModel.cues = []
  }
}

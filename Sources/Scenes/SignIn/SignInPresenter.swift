import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts signing in into words.
@MainActor final class SignInPresenter: Presenting {
  weak var display: (any Displaying<SignInViewModel>)?
  private let wording: Wording
  private var viewModel: SignInViewModel?
  private var form: SignIn.Form?

  /// What ends the program while letters are typed.
  private let quit: Hint?

  init(wording: Wording, keys: KeyMap = .defaults) {
    self.wording = wording
    quit = keys.keys(of: .quit).first { $0.isChord && keys.command(for: $0) == .quit }.map {
      Hint($0, word: wording.hint(of: .quit))
    }
  }

  func present(_ response: SignIn.Response) {
    switch response {
    case .services(let services, let chosen): show(.services(list(of: services, chosen)))
    case .ready(let form):
      self.form = form
      show(.form(model(of: form)))
    case .approval(let approval): show(.approval(model(of: approval)))
    case .checking: show(.checking(wording.signingIn))
    case .refused(.cancelled, _): show(.ready)
    case .refused(let error, let field): refuse(error, at: field)
    case .notKept(let error):
      show(.refused(wording.accountNotKept(wording.sentence(for: error))))
    case .signedIn(let account): finish(with: account)
    }
  }
}

extension SignInPresenter {
  private func show(_ page: SignInViewModel.Page) {
    show(
      SignInViewModel(
        title: wording.signIn, callOff: Hint(Key(.escape), word: wording.callOff), quit: quit,
        leave: Hint(Key(.escape), word: wording.hint(of: .back)),
        page: page, state: .ready))
  }

  private func show(_ state: SignInViewModel.State) {
    if let viewModel { show(viewModel.with(state)) }
  }

  private func show(_ viewModel: SignInViewModel) {
    self.viewModel = viewModel
    display?.display(viewModel)
  }

  private func finish(with account: SignedInAccount) {
    guard var viewModel else { return }
    viewModel.cues = [.finish(account)]
    display?.display(viewModel)
  }

  private func refuse(_ error: FeedError, at field: SignInField?) {
    let sentence =
      if case .approval? = viewModel?.page {
        wording.answerRefused(error)
      } else {
        wording.signInRefused(error, at: field)
      }
    show(.refused(sentence, at: field, isWrong: error == .invalidCredentials))
  }
}

extension SignInPresenter {
  private func list(of services: [Service], _ chosen: Service?) -> SignInServices {
    SignInServices(
      question: wording.whichService,
      choices: services.map {
        SignInServices.Choice(
          service: $0, name: wording.name(of: $0), remark: wording.remark(on: $0.signInNote))
      }, chosen: chosen,
      keys: [
        Hint(Key(.enter), word: wording.choose), Hint(Key(.escape), word: wording.leaveIt),
      ])
  }

  private func model(of form: SignIn.Form) -> SignInFormModel {
    let name = wording.name(of: form.service)
    let isAgain = if case .again = form.occasion { true } else { false }
    let reason =
      form.isAnothers
      ? wording.anothersSession(at: name)
      : form.trouble.map { wording.sentence(for: $0, at: name) }
        ?? wording.sessionEnded(at: name)
    let owed = form.service.photoTerms.notice.map {
      [Span(" · " + SafeText(sanitizing: $0), .faint)]
    }
    let tip = tip(for: form) + (owed ?? [])
    let hasOwnPassword = form.way.kind == .appPassword
    return SignInFormModel(
      sentence: isAgain ? reason : wording.signInWelcome,
      service: form.service, serviceName: name, serviceLabel: wording.service,
      wayName: form.ways.count > 1 ? wording.name(of: form.way, among: form.ways) : "",
      wayLabel: wording.signInWith,
      rows: form.way.fields.map {
        SignInFormModel.Row(
          field: $0, label: wording.label(of: $0, in: form.way), known: form.known($0) ?? "",
          wanted: wording.wanted(in: $0, form.way))
      }, invitation: !isAgain && form.service.signInNote == .demo ? wording.justLook : "",
      tip: tip,
      advice: hasOwnPassword ? [Span(wording.betterAppPassword + " ", .text)] + tip : [],
      keys: keys(for: form, isAgain: isAgain),
      otherServices: form.hasOthers ? Hint(.control("o"), word: wording.otherServices) : nil,
      otherWay: form.otherWay.map {
        SignInFormModel.OtherWay(
          way: $0, hint: Hint(.control("t"), word: wording.instead(with: $0, among: form.ways)))
      })
  }

  private func keys(for form: SignIn.Form, isAgain: Bool) -> [Hint] {
    let begins = form.way.kind == .browser
    var keys = [Hint(Key(.enter), word: begins ? wording.goOn : wording.signIn)]
    if form.way.fields.count > 1 { keys.append(Hint(Key(.tab), word: wording.nextField)) }
    if isAgain {
      keys.append(Hint(Key(.escape), word: wording.readOn))
    } else if form.occasion == .another {
      keys.append(Hint(Key(.escape), word: wording.leaveIt))
    }
    return keys
  }

  /// What helps to fill in the fields.
  private func tip(for form: SignIn.Form) -> StyledText {
    if form.service.signInNote == .demo { return [Span(wording.trySignIn, .faint)] }
    if let page = form.way.page, let link = Hyperlink(page) {
      let setting = ApplicationKeys.setting(for: form.service)
      return [
        Span(wording.whereToGet(form.way) + " ", .faint),
        Span(SafeText(sanitizing: page), .link, link: link),
      ] + (setting.map { [Span(" · " + wording.whereToPut($0), .faint)] } ?? [])
    }
    return wording.tip(for: form.way).map { [Span($0, .faint)] } ?? []
  }

  private func model(of approval: SignInApproval) -> SignInApprovalModel {
    let address =
      approval.url.isEmpty ? [] : [Hint(Key(.tab), word: wording.toTheAddress)]
    return SignInApprovalModel(
      sentence: wording.sentence(for: approval),
      address: SafeText(sanitizing: approval.url), link: Hyperlink(approval.url),
      label: approval.endsAtAddress ? wording.address : wording.code,
      keys: [Hint(Key(.enter), word: wording.goOn)] + address
        + [Hint(Key(.escape), word: wording.leaveIt)],
      copy: Hint(.control("y"), word: wording.copyAddress),
      open: Hint(.control("o"), word: wording.openAddress))
  }
}

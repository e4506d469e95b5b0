import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

struct SignInViewModel: Equatable {
  /// The page of the sign-in scene: services or web feeds to choose from, form or approval.
  enum SignInPageModel: Equatable {
    case choices(SignInChoices)
    case form(SignInFormModel)
    case approval(SignInApprovalModel)
  }

  /// A state of signing in, as the page shows it.
  enum SignInProgressModel: Equatable {
    case ready
    /// A state of signing in: a request is running, with the progress text.
    case checking(SafeText)
    /// A state of signing in: refused, with the reason as text. The field is the one with the
    /// error, if known; isWrong is true if its text has to be typed anew.
    case refused(SafeText, at: SignInField? = nil, isWrong: Bool = false)
  }

  let title: SafeText
  /// The key hint for cancelling the running sign-in request.
  let cancel: Hint
  /// The key hint for quitting the program from the sign-in scene; nil if each key for it is a
  /// letter that can be typed.
  let quit: Hint?
  /// The key hint for returning from the sign-in scene to the scene behind.
  let leave: Hint
  /// The page of the sign-in scene; nil until the scene is open.
  let page: SignInPageModel?
  var state: SignInProgressModel
  func replacingState(_ state: SignInProgressModel) -> SignInViewModel {
    var copy = self
    copy.state = state
    return copy
  }
}

/// The page for choosing the service to sign in to, or one of several web feeds.
struct SignInChoices: Equatable {
  struct Choice: Equatable {
    let request: SignIn.SceneRequest
    let name: SafeText
    /// A remark about a choice, such as the requirements for signing in.
    let remark: SafeText
  }

  let question: SafeText
  let choices: [Choice]
  /// The request for leaving the page, such as the choice of the previous sign-in; nil for none.
  var leave: SignIn.SceneRequest?
  /// True if leaving the page closes the scene when another account is added.
  var closesScene = false
  let keys: [Hint]
}

/// The view model of a service's sign-in form.
struct SignInFormModel: Equatable {
  struct SignInFormRow: Equatable {
    let field: SignInField
    let label: SafeText
    /// The text that a sign-in field contains at first.
    let initialText: String
    /// The instruction that is shown if the sign-in field is empty.
    let instruction: SafeText
  }

  /// Another sign-in method of the same service, with the hint for its key.
  struct OtherSignInWay: Equatable {
    let way: SignInWay
    let hint: Hint
  }

  /// The introduction of the sign-in form, or the reason for signing in again.
  let sentence: SafeText
  let service: Service
  let serviceName: SafeText
  let serviceLabel: SafeText
  /// The name of the sign-in method; empty if the service has only one.
  let wayName: SafeText
  let wayLabel: SafeText
  let rows: [SignInFormRow]
  /// The invitation to the demo, shown while the sign-in form is empty; empty for other services.
  let invitation: SafeText
  /// The text below the sign-in fields: the example credentials of the demo, or help such as the
  /// web page where a service issues keys.
  let tip: StyledText
  /// The tip of the sign-in form with the advice to use an app password before it, shown while
  /// another password is typed; empty if the service has no app passwords.
  let advice: StyledText
  let keys: [Hint]
  let otherServices: Hint?
  let otherWay: OtherSignInWay?
}

/// The view model of the page for approving access in a browser.
struct SignInApprovalModel: Equatable {
  /// The instruction for approving access in a browser, as text.
  let sentence: SafeText
  /// The web address to open for approving access; empty if the code arrives another way, such as
  /// by mail.
  let address: SafeText
  /// The link for approving access; nil if the address must not be opened.
  let link: Hyperlink?
  /// The label of the field for the approval code.
  let label: SafeText
  let keys: [Hint]
  let copy: Hint
  let open: Hint
  let qrCode: Hint
}

/// Converts the state of the sign-in scene into its view model.
struct SignInPresenter {
  let wording: Wording
  var keys = KeyMap.defaults

  func viewModel(of state: SignIn.SceneState) -> SignInViewModel {
    SignInViewModel(
      title: wording.signIn, cancel: Hint(Key(.escape), word: wording.say("cancel")),
      quit: keys.keys(of: .quit).first { $0.isChord && keys.command(for: $0) == .quit }.map {
        Hint($0, word: wording.hintText(of: .quit))
      }, leave: Hint(Key(.escape), word: wording.hintText(of: .back)),
      page: state.page.map(pageModel),
      state: progressModel(of: state))
  }

  private func pageModel(_ page: SignIn.SignInPage) -> SignInViewModel.SignInPageModel {
    switch page {
    case .services(let services, let chosen): .choices(serviceList(of: services, chosen))
    case .feeds(let feeds): .choices(feedList(of: feeds))
    case .rejected(let lines, _): .choices(rejectedList(of: lines))
    case .form(let form): .form(formModel(of: form))
    case .approval(let approval): .approval(approvalModel(of: approval))
    }
  }

  private func progressModel(of state: SignIn.SceneState) -> SignInViewModel.SignInProgressModel {
    switch (state.progress, state.page) {
    case (.ready, _): .ready
    case (.checking, _): .checking(wording.signingIn)
    case (.refused(let error, let field), .approval):
      .refused(
        wording.answerRefusedMessage(error), at: field, isWrong: error == .invalidCredentials)
    case (.refused(let error, let field), _):
      .refused(
        wording.signInRefusedMessage(error, at: field), at: field,
        isWrong: error == .invalidCredentials)
    case (.notKept(let error), _):
      .refused(wording.accountNotStoredMessage(wording.sentence(for: error)))
    }
  }

  private func serviceList(of services: [Service], _ chosen: Service?) -> SignInChoices {
    SignInChoices(
      question: wording.whichService,
      choices: services.map {
        SignInChoices.Choice(
          request: .choose($0), name: wording.name(of: $0),
          remark: wording.signInRemark(on: $0.signInNote))
      }, leave: chosen.map { .choose($0) }, closesScene: true, keys: choiceKeys)
  }

  private func feedList(of feeds: [FeedCandidate]) -> SignInChoices {
    SignInChoices(
      question: wording.say("Choose a feed"),
      choices: feeds.map { feed in
        let address = SafeText(sanitizing: feed.address)
        return SignInChoices.Choice(
          request: .pick(feed),
          name: feed.title.isEmpty ? address : SafeText(sanitizing: feed.title),
          remark: feed.title.isEmpty ? "" : address)
      }, leave: .cancel, keys: choiceKeys)
  }

  private func rejectedList(of lines: [RejectedImportEntry]) -> SignInChoices {
    SignInChoices(
      question: wording.say("Lines that were not added"),
      choices: lines.map {
        SignInChoices.Choice(request: .proceed, name: wording.sentence(for: $0), remark: "")
      }, leave: .proceed, keys: [Hint(Key(.enter), word: wording.continueLabel)])
  }

  private var choiceKeys: [Hint] {
    [Hint(Key(.enter), word: wording.choose), Hint(Key(.escape), word: wording.backLabel)]
  }

  private func formModel(of form: SignIn.ServiceForm) -> SignInFormModel {
    let name = wording.name(of: form.service)
    let isAgain = if case .again = form.occasion { true } else { false }
    let reason =
      form.belongsToOtherAccount
      ? wording.say(
        "{service} reports that this sign-in now belongs to another account. Sign in again.",
        ["service": name])
      : form.problem.map { wording.sentence(for: $0, at: name) }
        ?? wording.say(
          "Your session at {service} has ended. Sign in again to continue.", ["service": name])
    let owed = form.service.photoTerms.notice.map {
      [StyledSpan(" · " + SafeText(sanitizing: $0), .faint)]
    }
    let tip = tipText(for: form) + (owed ?? [])
    let hasOwnPassword = form.way.kind == .appPassword
    return SignInFormModel(
      sentence: isAgain ? reason : wording.say("Your streams, in your terminal."),
      service: form.service, serviceName: name, serviceLabel: wording.service,
      wayName: form.ways.count > 1 ? wording.name(of: form.way, among: form.ways) : "",
      wayLabel: wording.say("Method"),
      rows: form.way.fields.map {
        SignInFormModel.SignInFormRow(
          field: $0, label: wording.fieldLabel(of: $0, in: form.way),
          initialText: form.knownValue(of: $0) ?? "",
          instruction: wording.missingAnswerMessage(in: $0, form.way))
      },
      invitation: !isAgain && form.service.signInNote == .demo
        ? wording.say("Just looking? Press Enter.") : "",
      tip: tip,
      advice: hasOwnPassword ? [StyledSpan(wording.betterAppPassword + " ", .text)] + tip : [],
      keys: keyHints(for: form, isAgain: isAgain),
      otherServices: form.hasOthers
        ? Hint(.controlKey("o"), word: wording.say("other services")) : nil,
      otherWay: form.otherWay.map {
        SignInFormModel.OtherSignInWay(
          way: $0,
          hint: Hint(
            .controlKey("t"), word: wording.otherSignInWayOffer(with: $0, among: form.ways)))
      })
  }

  private func keyHints(for form: SignIn.ServiceForm, isAgain: Bool) -> [Hint] {
    let begins = form.way.kind == .browser
    var keys = [Hint(Key(.enter), word: begins ? wording.continueLabel : wording.signIn)]
    if form.way.fields.count > 1 { keys.append(Hint(Key(.tab), word: wording.nextField)) }
    if isAgain {
      keys.append(Hint(Key(.escape), word: wording.say("read offline")))
    } else if form.occasion == .another {
      keys.append(Hint(Key(.escape), word: wording.backLabel))
    }
    return keys
  }

  /// Returns the text that helps to fill in the sign-in fields.
  private func tipText(for form: SignIn.ServiceForm) -> StyledText {
    if form.service.signInNote == .demo {
      return [StyledSpan(wording.say("Try it: tweetieuser / tweetie123"), .faint)]
    }
    if let page = form.way.page, let link = Hyperlink(page) {
      let setting = ApplicationKeys.settingName(for: form.service)
      return [
        StyledSpan(wording.secretInstructions(form.way) + " ", .faint),
        StyledSpan(SafeText(sanitizing: page), .link, link: link),
      ] + (setting.map { [StyledSpan(" · " + wording.secretSettingHint($0), .faint)] } ?? [])
    }
    return wording.signInHelpText(for: form.way, at: form.service).map { [StyledSpan($0, .faint)] }
      ?? []
  }

  private func approvalModel(of approval: SignInApproval) -> SignInApprovalModel {
    let address =
      approval.url.isEmpty ? [] : [Hint(Key(.tab), word: wording.say("show address"))]
    return SignInApprovalModel(
      sentence: wording.sentence(for: approval),
      address: SafeText(sanitizing: approval.url), link: Hyperlink(approval.url),
      label: approval.endsAtAddress ? wording.address : wording.code,
      keys: [Hint(Key(.enter), word: wording.continueLabel)] + address
        + [Hint(Key(.escape), word: wording.backLabel)],
      copy: Hint(.controlKey("y"), word: wording.copyAddress),
      open: Hint(.controlKey("o"), word: wording.say("open in browser")),
      qrCode: Hint(.controlKey("r"), word: wording.say("QR code")))
  }
}

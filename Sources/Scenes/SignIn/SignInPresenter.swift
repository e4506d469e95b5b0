import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

struct SignInViewModel: Equatable {
  enum SignInPageModel: Equatable {
    case choices(SignInChoices)
    case form(SignInFormModel)
    case approval(SignInApprovalModel)
  }

  enum SignInAttemptStateModel: Equatable {
    case ready
    /// A state of signing in: a request is running, with a progress text.
    case checking(SafeText)
    /// A state of signing in: refused, with the reason as text. `at` is the field that the error is
    /// about, nil if unknown; `mustBeRetyped` is true if its text has to be typed again.
    case refused(SafeText, at: SignInField? = nil, mustBeRetyped: Bool = false)
  }

  let title: SafeText
  let cancel: KeyHint
  /// The key hint for quitting the program from the sign-in scene; nil if every key for quitting is
  /// a letter, which the form needs for typing.
  let quit: KeyHint?
  /// The key hint for going back from the sign-in scene to the scene behind.
  let leave: KeyHint
  let page: SignInPageModel?
  var state: SignInAttemptStateModel
  func replacingProgress(_ state: SignInAttemptStateModel) -> SignInViewModel {
    var copy = self
    copy.state = state
    return copy
  }
}

/// A view model of the sign-in scene's page with choices: the services to sign in to, the web feeds
/// found, or the lines of an imported list of web feeds that were not added.
struct SignInChoices: Equatable {
  struct SignInChoice: Equatable {
    let request: SignInScene.SceneRequest
    let name: SafeText
    /// The remark beside a choice of the sign-in scene, such as the requirements for signing in;
    /// empty for none.
    let remark: SafeText
  }

  let question: SafeText
  let choices: [SignInChoice]
  /// The request that is sent when the user leaves the sign-in scene's page with choices, such as
  /// the choice of the previous service; nil for none.
  var leave: SignInScene.SceneRequest?
  /// True if leaving the page with choices closes the sign-in scene, in case another account is
  /// being added.
  var closesScene = false
  let keys: [KeyHint]
}

struct SignInFormModel: Equatable {
  struct SignInFormRow: Equatable {
    let field: SignInField
    let label: SafeText
    /// The text in the field when the sign-in form opens, such as the known handle.
    let initialText: String
    /// The instruction that the sign-in form shows for the field while it is empty.
    let instruction: SafeText
  }

  /// An offer of the service's other sign-in method in the sign-in form, with the hint for its key.
  struct OtherSignInMethod: Equatable {
    let method: SignInMethod
    let hint: KeyHint
  }

  /// The introduction of the sign-in form; when signing in again, the reason for that.
  let sentence: SafeText
  let service: Service
  let serviceName: SafeText
  let serviceLabel: SafeText
  /// The name of the sign-in method in the form; empty if the service has only one.
  let methodName: SafeText
  let methodLabel: SafeText
  let rows: [SignInFormRow]
  /// The invitation to try the demo, in place of the sign-in form's tip while nothing is typed;
  /// empty for other services.
  let invitation: SafeText
  /// The text below the sign-in form's fields: the demo's user name and password, or help such as
  /// the web page on which the service shows keys.
  let tip: StyledText
  /// The advice to use an app password, with the tip after it, shown below the sign-in form's
  /// fields while another password is typed; empty if the service has no app passwords.
  let advice: StyledText
  let keys: [KeyHint]
  let otherServices: KeyHint?
  let otherMethod: OtherSignInMethod?
}

/// A view model of the sign-in scene's page for approving access in a browser.
struct SignInApprovalModel: Equatable {
  let sentence: SafeText
  /// The web address at which the user approves the sign-in, as text; empty if the code arrives
  /// another way, such as by mail.
  let address: SafeText
  /// The link to the web page on which the user approves the sign-in; nil if the address is no web
  /// address.
  let link: SafeWebLink?
  let label: SafeText
  let keys: [KeyHint]
  let copy: KeyHint
  let openHint: KeyHint
  let qrCode: KeyHint
}

struct SignInPresenter {
  let wording: Wording
  var keys = KeyMap.defaults

  func viewModel(of state: SignInScene.SceneState) -> SignInViewModel {
    SignInViewModel(
      title: wording.signIn, cancel: KeyHint(Key(.escape), label: wording.say("cancel")),
      quit: keys.keys(of: .quit).first { $0.isChord && keys.command(for: $0) == .quit }.map {
        KeyHint($0, label: wording.hintText(of: .quit))
      }, leave: KeyHint(Key(.escape), label: wording.hintText(of: .back)),
      page: state.page.map(signInPageModel),
      state: signInProgressModel(of: state))
  }

  private func signInPageModel(_ page: SignInScene.SignInPage) -> SignInViewModel.SignInPageModel {
    switch page {
    case .services(let services, let chosen): .choices(serviceChoices(of: services, chosen))
    case .feeds(let feeds): .choices(feedChoices(of: feeds))
    case .rejected(let lines, _): .choices(rejectedEntryChoices(of: lines))
    case .form(let form): .form(signInFormModel(of: form))
    case .approval(let approval): .approval(signInApprovalModel(of: approval))
    }
  }

  private func signInProgressModel(of state: SignInScene.SceneState)
    -> SignInViewModel.SignInAttemptStateModel
  {
    switch (state.progress, state.page) {
    case (.ready, _): .ready
    case (.checking, _): .checking(wording.signingIn)
    case (.refused(let error, let field), .approval):
      .refused(
        wording.signInCodeRefusedMessage(error), at: field,
        mustBeRetyped: error == .invalidCredentials)
    case (.refused(let error, let field), _):
      .refused(
        wording.signInRefusedMessage(error, at: field), at: field,
        mustBeRetyped: error == .invalidCredentials)
    case (.notKept(let error), _):
      .refused(wording.accountNotStoredMessage(wording.sentence(for: error)))
    }
  }

  private func serviceChoices(of services: [Service], _ chosen: Service?) -> SignInChoices {
    SignInChoices(
      question: wording.whichService,
      choices: services.map {
        SignInChoices.SignInChoice(
          request: .choose($0), name: wording.name(of: $0),
          remark: wording.signInRemarkText(on: $0.signInRemark))
      }, leave: chosen.map { .choose($0) }, closesScene: true, keys: choiceKeys)
  }

  private func feedChoices(of feeds: [FeedCandidate]) -> SignInChoices {
    SignInChoices(
      question: wording.say("Choose a feed"),
      choices: feeds.map { feed in
        let address = SafeText(sanitizing: feed.address)
        return SignInChoices.SignInChoice(
          request: .pick(feed),
          name: feed.title.isEmpty ? address : SafeText(sanitizing: feed.title),
          remark: feed.title.isEmpty ? "" : address)
      }, leave: .cancel, keys: choiceKeys)
  }

  private func rejectedEntryChoices(of lines: [RejectedImportEntry]) -> SignInChoices {
    SignInChoices(
      question: wording.say("Lines that were not added"),
      choices: lines.map {
        SignInChoices.SignInChoice(request: .proceed, name: wording.sentence(for: $0), remark: "")
      }, leave: .proceed, keys: [KeyHint(Key(.enter), label: wording.continueLabel)])
  }

  private var choiceKeys: [KeyHint] {
    [KeyHint(Key(.enter), label: wording.choose), KeyHint(Key(.escape), label: wording.backLabel)]
  }

  private func signInFormModel(of form: SignInScene.ServiceSignInForm) -> SignInFormModel {
    let name = wording.name(of: form.service)
    let isAgain = if case .again = form.occasion { true } else { false }
    let reason =
      form.storedTokenBelongsToOthers
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
    let hasOwnPassword = form.method.kind == .appPassword
    return SignInFormModel(
      sentence: isAgain ? reason : wording.say("Your streams, in your terminal."),
      service: form.service, serviceName: name, serviceLabel: wording.service,
      methodName: form.methods.count > 1 ? wording.name(of: form.method, among: form.methods) : "",
      methodLabel: wording.say("Method"),
      rows: form.method.fields.map {
        SignInFormModel.SignInFormRow(
          field: $0, label: wording.fieldLabel(of: $0, in: form.method),
          initialText: form.knownValue(of: $0) ?? "",
          instruction: wording.missingSignInAnswerMessage(in: $0, form.method))
      },
      invitation: !isAgain && form.service.signInRemark == .demo
        ? wording.say("Just looking? Press Enter.") : "",
      tip: tip,
      advice: hasOwnPassword ? [StyledSpan(wording.betterAppPassword + " ", .text)] + tip : [],
      keys: keyHints(for: form, isAgain: isAgain),
      otherServices: form.hasOthers
        ? KeyHint(.controlKey("o"), label: wording.say("other services")) : nil,
      otherMethod: form.otherMethod.map {
        SignInFormModel.OtherSignInMethod(
          method: $0,
          hint: KeyHint(
            .controlKey("t"), label: wording.otherSignInMethodOffer(with: $0, among: form.methods)))
      })
  }

  private func keyHints(for form: SignInScene.ServiceSignInForm, isAgain: Bool) -> [KeyHint] {
    let begins = form.method.kind == .browser
    var keys = [KeyHint(Key(.enter), label: begins ? wording.continueLabel : wording.signIn)]
    if form.method.fields.count > 1 { keys.append(KeyHint(Key(.tab), label: wording.nextField)) }
    if isAgain {
      keys.append(KeyHint(Key(.escape), label: wording.say("read offline")))
    } else if form.occasion == .another {
      keys.append(KeyHint(Key(.escape), label: wording.backLabel))
    }
    return keys
  }

  private func tipText(for form: SignInScene.ServiceSignInForm) -> StyledText {
    if form.service.signInRemark == .demo {
      return [StyledSpan(wording.say("Try it: tweetieuser / tweetie123"), .faint)]
    }
    if let page = form.method.page, let link = SafeWebLink(page) {
      let setting = UsersOwnApplicationKeys.apiKeySettingName(for: form.service)
      return [
        StyledSpan(wording.secretPageIntroText(form.method) + " ", .faint),
        StyledSpan(SafeText(sanitizing: page), .link, link: link),
      ] + (setting.map { [StyledSpan(" · " + wording.secretSettingHint($0), .faint)] } ?? [])
    }
    return wording.signInHelpText(for: form.method, at: form.service).map {
      [StyledSpan($0, .faint)]
    }
      ?? []
  }

  private func signInApprovalModel(of approval: PendingSignInApproval) -> SignInApprovalModel {
    let address =
      approval.url.isEmpty ? [] : [KeyHint(Key(.tab), label: wording.say("show address"))]
    return SignInApprovalModel(
      sentence: wording.approvalInstruction(for: approval),
      address: SafeText(sanitizing: approval.url), link: SafeWebLink(approval.url),
      label: approval.endsAtAddress ? wording.address : wording.code,
      keys: [KeyHint(Key(.enter), label: wording.continueLabel)] + address
        + [KeyHint(Key(.escape), label: wording.backLabel)],
      copy: KeyHint(.controlKey("y"), label: wording.copyAddress),
      openHint: KeyHint(.controlKey("o"), label: wording.say("open in browser")),
      qrCode: KeyHint(.controlKey("r"), label: wording.say("QR code")))
  }
}

import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// What the sign-in scene shows.
struct SignInViewModel: Equatable {
  /// What is asked.
  enum Page: Equatable {
    /// Where one wants to sign in.
    case services(SignInServices)
    /// What must be told for it.
    case form(SignInFormModel)
    /// That it is allowed in a browser.
    case approval(SignInApprovalModel)
  }

  /// How far signing in has come.
  enum State: Equatable {
    /// Something can be typed.
    case ready
    /// The service is being asked.
    case checking(SafeText)
    /// It did not work, and why; the field is where the mistake is, as far as can be told, and
    /// `isWrong` says that what was typed there cannot be mended.
    case refused(SafeText, at: SignInField? = nil, isWrong: Bool = false)
  }

  /// The name of the scene.
  let title: SafeText
  /// What calls off what is being tried.
  let callOff: Hint
  /// What ends the program; nil where no key does while letters are typed.
  let quit: Hint?
  /// How to go back to what is open.
  let leave: Hint
  /// Nil until the scene is open.
  let page: Page?
  /// How far it has come.
  var state: State
  func with(_ state: State) -> SignInViewModel {
    var copy = self
    copy.state = state
    return copy
  }
}

/// The services, one of which is to be chosen.
struct SignInServices: Equatable {
  /// A service.
  struct Choice: Equatable {
    let service: Service
    let name: SafeText
    /// What one may want to know before choosing it.
    let remark: SafeText
  }

  let question: SafeText
  let choices: [Choice]
  /// The one that was chosen before; nil for none.
  let chosen: Service?
  let keys: [Hint]
}

/// What must be told to sign in.
struct SignInFormModel: Equatable {
  /// A field.
  struct Row: Equatable {
    let field: SignInField
    let label: SafeText
    /// What is known already.
    let known: String
    /// What to do where nothing is in it.
    let wanted: SafeText
  }

  /// Another way to sign in there.
  struct OtherWay: Equatable {
    let way: SignInWay
    let hint: Hint
  }

  /// Why one signs in.
  let sentence: SafeText
  /// Where.
  let service: Service
  let serviceName: SafeText
  let serviceLabel: SafeText
  /// With what; empty where there is but one way.
  let wayName: SafeText
  let wayLabel: SafeText
  /// What is to be told.
  let rows: [Row]
  /// How to look around where nothing is typed; empty where one cannot.
  let invitation: SafeText
  /// What may be typed to have a look, or where to get what must be typed.
  let tip: StyledText
  /// The same, where another password is typed than one that was made for this program; empty where
  /// there are no such ones.
  let advice: StyledText
  /// What the keys do, inside the scene and in the bottom line.
  let keys: [Hint]
  let otherServices: Hint?
  let otherWay: OtherWay?
}

/// What has to be allowed in a browser.
struct SignInApprovalModel: Equatable {
  /// What is to be done.
  let sentence: SafeText
  /// The page to open; empty where what is brought back comes in another way.
  let address: SafeText
  /// The same, where it may be handed to the terminal and to a browser.
  let link: Hyperlink?
  /// What is to be brought back.
  let label: SafeText
  /// What the keys do.
  let keys: [Hint]
  let copy: Hint
  let open: Hint
}

/// Puts signing in into words.
struct SignInWords {
  let wording: Wording
  var keys = KeyMap.defaults

  func viewModel(of state: SignIn.State) -> SignInViewModel {
    SignInViewModel(
      title: wording.signIn, callOff: Hint(Key(.escape), word: wording.say("cancel")),
      quit: keys.keys(of: .quit).first { $0.isChord && keys.command(for: $0) == .quit }.map {
        Hint($0, word: wording.hint(of: .quit))
      }, leave: Hint(Key(.escape), word: wording.hint(of: .back)), page: state.page.map(page),
      state: progress(of: state))
  }

  private func page(_ page: SignIn.Page) -> SignInViewModel.Page {
    switch page {
    case .services(let services, let chosen): .services(list(of: services, chosen))
    case .form(let form): .form(model(of: form))
    case .approval(let approval): .approval(model(of: approval))
    }
  }

  private func progress(of state: SignIn.State) -> SignInViewModel.State {
    switch (state.progress, state.page) {
    case (.ready, _): .ready
    case (.checking, _): .checking(wording.signingIn)
    case (.refused(let error, let field), .approval):
      .refused(
        wording.answerRefused(error), at: field, isWrong: error == .invalidCredentials)
    case (.refused(let error, let field), _):
      .refused(
        wording.signInRefused(error, at: field), at: field, isWrong: error == .invalidCredentials)
    case (.notKept(let error), _):
      .refused(wording.accountNotKept(wording.sentence(for: error)))
    }
  }
}

extension SignInWords {
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
      ? wording.say(
        "{service} says that this sign-in belongs to somebody else now. Sign in again to go on.",
        ["service": name])
      : form.trouble.map { wording.sentence(for: $0, at: name) }
        ?? wording.say(
          "Your session at {service} has ended. Sign in again to go on.", ["service": name])
    let owed = form.service.photoTerms.notice.map {
      [Span(" · " + SafeText(sanitizing: $0), .faint)]
    }
    let tip = tip(for: form) + (owed ?? [])
    let hasOwnPassword = form.way.kind == .appPassword
    return SignInFormModel(
      sentence: isAgain ? reason : wording.say("Your streams, in your terminal."),
      service: form.service, serviceName: name, serviceLabel: wording.service,
      wayName: form.ways.count > 1 ? wording.name(of: form.way, among: form.ways) : "",
      wayLabel: wording.say("With"),
      rows: form.way.fields.map {
        SignInFormModel.Row(
          field: $0, label: wording.label(of: $0, in: form.way), known: form.known($0) ?? "",
          wanted: wording.wanted(in: $0, form.way))
      },
      invitation: !isAgain && form.service.signInNote == .demo
        ? wording.say("Just looking? Press Enter.") : "",
      tip: tip,
      advice: hasOwnPassword ? [Span(wording.betterAppPassword + " ", .text)] + tip : [],
      keys: keys(for: form, isAgain: isAgain),
      otherServices: form.hasOthers
        ? Hint(.control("o"), word: wording.say("other services")) : nil,
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
      keys.append(Hint(Key(.escape), word: wording.say("read offline")))
    } else if form.occasion == .another {
      keys.append(Hint(Key(.escape), word: wording.leaveIt))
    }
    return keys
  }

  /// What helps to fill in the fields.
  private func tip(for form: SignIn.Form) -> StyledText {
    if form.service.signInNote == .demo {
      return [Span(wording.say("Try it: tweetieuser / tweetie123"), .faint)]
    }
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
      approval.url.isEmpty ? [] : [Hint(Key(.tab), word: wording.say("to the address"))]
    return SignInApprovalModel(
      sentence: wording.sentence(for: approval),
      address: SafeText(sanitizing: approval.url), link: Hyperlink(approval.url),
      label: approval.endsAtAddress ? wording.address : wording.code,
      keys: [Hint(Key(.enter), word: wording.goOn)] + address
        + [Hint(Key(.escape), word: wording.leaveIt)],
      copy: Hint(.control("y"), word: wording.copyAddress),
      open: Hint(.control("o"), word: wording.say("open it")))
  }
}

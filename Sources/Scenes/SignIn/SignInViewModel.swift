import FeedDomain
import Preferences
import Terminal

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
  /// What is asked.
  var page: Page
  /// How far it has come.
  var state: State
  /// What is to be done once.
  var cues: [Cue] = []

  /// Something to be done once.
  enum Cue: Equatable {
    /// It is done: the program can go on with the account.
    case finish(SignedInAccount)
  }

  /// The same, one step further.
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

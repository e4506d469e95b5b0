import FeedDomain
import Terminal

/// What is shown until an address has led somewhere.
struct ArrivalViewModel: Equatable {
  /// What is looked for.
  var title: SafeText = ""
  /// How that goes.
  var notice: StreamNotice?
  /// The page in the browser; nil where there is none.
  var link: Hyperlink?
  /// Where it led; nil until it has.
  var route: Route?
  /// Whom to ask to sign in again, once; nil for nobody.
  var signIn: Account?
}

internal import Terminal

extension Wording {
  /// The name of the scene.
  var accounts: SafeText { say("Accounts") }
  /// That the account is the one in front.
  var accountInUse: SafeText { say("in use") }
}

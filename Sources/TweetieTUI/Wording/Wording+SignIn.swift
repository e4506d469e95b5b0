internal import FeedDomain
internal import Terminal

extension Wording {
  /// What a service is called.
  func name(of service: Service) -> SafeText {
    switch service {
    case .tweetie: say("Tweetie (built in)")
    case .mastodon: "Mastodon"
    case .bluesky: "Bluesky"
    case .unsplash: "Unsplash"
    case .flickr: "Flickr"
    case .instagram: "Instagram"
    }
  }

  /// What one gets by signing in.
  var signInWelcome: SafeText { say("Your streams, in your terminal.") }
  /// Why one has to sign in again.
  func sessionEnded(at service: String) -> SafeText {
    say("Your session at {service} has ended. Sign in again to go on.", ["service": service])
  }
  /// Why one has to sign in again where the service takes one for somebody else.
  func anothersSession(at service: String) -> SafeText {
    say(
      "{service} says that this sign-in is somebody else's now. Sign in again to go on.",
      ["service": service])
  }
  /// What anybody may type to have a look.
  var trySignIn: SafeText { say("Try it: tweetieuser / tweetie123") }
  /// That the service is being asked.
  var signingIn: SafeText { say("Signing in …") }
  /// That the account could not be kept.
  func accountNotKept(_ reason: SafeText) -> SafeText {
    say("You are signed in, but it cannot be saved. {reason}", ["reason": reason.string])
  }
  /// Labels and hints of the fields.
  var service: SafeText { say("Service") }
  var userName: SafeText { say("User name") }
  var password: SafeText { say("Password") }
  var signIn: SafeText { say("Sign in") }
  var nextField: SafeText { say("next field") }
  var callOff: SafeText { say("call it off") }
  var readOn: SafeText { say("read on offline") }
}

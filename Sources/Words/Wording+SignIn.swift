package import FeedDomain
package import Terminal

extension Wording {
  package func name(of service: Service) -> SafeText {
    switch service {
    case .tweetie: say("Tweetie (built in)")
    case .mastodon: "Mastodon"
    case .bluesky: "Bluesky"
    case .unsplash: "Unsplash"
    case .flickr: "Flickr"
    case .instagram: "Instagram"
    case .rss: "RSS, Atom"
    }
  }

  package var signInWelcome: SafeText { say("Your streams, in your terminal.") }
  package func sessionEnded(at service: SafeText) -> SafeText {
    say("Your session at {service} has ended. Sign in again to go on.", ["service": service])
  }
  package func anothersSession(at service: SafeText) -> SafeText {
    say(
      "{service} says that this sign-in belongs to somebody else now. Sign in again to go on.",
      ["service": service])
  }
  package var trySignIn: SafeText { say("Try it: tweetieuser / tweetie123") }
  package var justLook: SafeText { say("Just looking? Press Enter.") }
  package var signingIn: SafeText { say("Signing in …") }
  package func accountNotKept(_ reason: SafeText) -> SafeText {
    say("You are signed in, but it cannot be saved. {reason}", ["reason": reason])
  }
  package var service: SafeText { say("Service") }
  package var password: SafeText { say("Password") }
  package var signIn: SafeText { say("Sign in") }
  package var nextField: SafeText { say("next field") }
  package var callOff: SafeText { say("cancel") }
  package var readOn: SafeText { say("read offline") }
}

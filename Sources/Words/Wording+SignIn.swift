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

  package var signingIn: SafeText { say("Signing in …") }
  package func accountNotKept(_ reason: SafeText) -> SafeText {
    say("You are signed in, but it cannot be saved. {reason}", ["reason": reason])
  }
  package var service: SafeText { say("Service") }
  package var password: SafeText { say("Password") }
  package var signIn: SafeText { say("Sign in") }
  package var nextField: SafeText { say("next field") }
}

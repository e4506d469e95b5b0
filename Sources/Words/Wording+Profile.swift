package import FeedDomain
package import Terminal
package import UseCases

extension Wording {
  package func followers(_ count: Int) -> SafeText {
    plural("{count} follower", "{count} followers", count)
  }
  package func followed(_ count: Int) -> SafeText {
    plural("{count} following", "{count} following", count)
  }
  package func posts(_ count: Int) -> SafeText {
    plural("{count} post", "{count} posts", count)
  }

  package func collection(_ name: SafeText) -> SafeText {
    say("Collection: {name}", ["name": name])
  }

  package func name(of tab: Profile.Tab) -> SafeText {
    switch tab {
    case .part(.posts): say("Posts")
    case .part(.answers): say("With replies")
    case .part(.photos): say("Photos")
    case .about: say("About")
    }
  }

  package func relationship(_ relationship: Relationship) -> SafeText {
    switch relationship {
    case .oneself: say("This is you.")
    case .followed: say("You follow them.")
    case .requested: say("You have requested to follow them.")
    case .stranger: say("You do not follow them.")
    case .muted: say("You have muted them.")
    case .mutedFollowed: say("You follow them, but have muted them.")
    case .blocked: say("You have blocked them.")
    }
  }

  package func sentences(for ties: Ties) -> [SafeText] {
    let sentences: [(isSo: Bool, words: SafeText)] = [
      (ties.followsReader, say("They follow you.")),
      (ties.hidesBoosts, say("Their boosts are hidden.")),
      (ties.tellsOfPosts, say("You are told when they post.")),
      (ties.blocksServer, say("Their server is blocked.")),
      (ties.isFeatured, say("Your profile features them.")),
      (ties.takesLabels, say("Their labels are shown.")),
    ]
    return sentences.filter(\.isSo).map(\.words)
  }
  package func note(_ note: String) -> SafeText { say("Your note: {note}", ["note": note]) }
  package var noPosts: SafeText { say("No posts yet.") }
  package var notOneself: SafeText { say("You cannot follow yourself.") }
  package var signOutUnmutes: SafeText { say("What you muted is erased with the last account.") }
  package var signedOut: SafeText { say("Signed out. Nothing of the account is left here.") }
}

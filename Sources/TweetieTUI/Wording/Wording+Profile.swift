internal import FeedDomain
internal import Terminal

extension Wording {
  /// Counts of a person, as they are clicked on.
  func followers(_ count: Int) -> SafeText {
    SafeText(sanitizing: plural("{count} follower", "{count} followers", count))
  }
  func followed(_ count: Int) -> SafeText {
    SafeText(sanitizing: plural("{count} following", "{count} following", count))
  }
  func posts(_ count: Int) -> SafeText {
    SafeText(sanitizing: plural("{count} post", "{count} posts", count))
  }

  /// Photos that somebody put together, by their name.
  func collection(_ name: String) -> SafeText { say("Collection: {name}", ["name": name]) }
  /// That there are more of those.
  var moreCollections: SafeText { say("More collections") }

  /// How the reader stands to somebody.
  func relationship(_ relationship: Relationship) -> SafeText {
    switch relationship {
    case .oneself: say("This is you.")
    case .followed: say("You follow them.")
    case .requested: say("You have asked to follow them.")
    case .stranger: say("You do not follow them.")
    case .muted: say("You have muted them.")
    case .mutedFollowed: say("You follow them, but have muted them.")
    case .blocked: say("You have blocked them.")
    }
  }

  /// That somebody is being fetched.
  var fetchingProfile: SafeText { say("Fetching the profile") }
  /// That somebody has written nothing.
  var noPosts: SafeText { say("No posts yet.") }
  /// Why following does nothing at one's own profile.
  var notOneself: SafeText { say("This is you: nobody follows themselves.") }

  /// The question before blocking, and what that does.
  func blockQuestion(_ handle: String) -> SafeText {
    say("Block @{handle}?", ["handle": handle])
  }
  var blockingDoes: SafeText {
    say("Neither of you sees or follows the other any more.")
  }
  /// The question before signing out.
  func signOutQuestion(_ handle: String) -> SafeText {
    say("Sign out of @{handle}?", ["handle": handle])
  }
  /// What signing out does.
  var signOutErases: SafeText {
    say("Everything stored here for this account is erased.")
  }
  /// What the last sign-out does besides.
  var signOutUnmutes: SafeText { say("What you muted goes with the last account.") }
  /// That changes would be lost.
  func undelivered(_ count: Int) -> SafeText {
    SafeText(
      sanitizing: plural(
        "{count} unsent change will be lost:", "{count} unsent changes will be lost:", count))
  }
  /// That there are more than shown.
  func andMore(_ count: Int) -> SafeText {
    SafeText(sanitizing: plural("and {count} more", "and {count} more", count))
  }
  /// What the keys do.
  var staySignedIn: SafeText { say("stay") }
  var signOutNow: SafeText { say("sign out") }
  /// That it goes on.
  var signingOut: SafeText { say("Signing out …") }
  /// That it is done.
  var signedOut: SafeText { say("Signed out. Nothing of the account is left here.") }
  /// That it is done here, but the service does not know.
  func signedOutHere(_ reason: SafeText) -> SafeText {
    say(
      "Signed out here, but the service could not be told. {reason}", ["reason": reason.string])
  }
}

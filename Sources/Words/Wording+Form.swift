package import FeedDomain
package import Terminal

/// What is asked before an act.
extension Wording {
  /// What is about to be done, and to whom.
  package func title(of kind: Act.Kind, _ person: Person?) -> SafeText {
    let handle = ["handle": person?.handle ?? ""]
    return switch kind {
    case .note: say("A note on @{handle}, which only you see", handle)
    case .muteFor: say("Mute @{handle} for a while", handle)
    case .report: say("Report @{handle}", handle)
    case .react: say("React to @{handle}", handle)
    case .filter: say("Have the server filter posts, in all your programs")
    case .profile: say("Your profile")
    case .makeList: say("A new list of people")
    case .renameList: say("Another name for the list")
    case .followTag, .hideBoosts, .tellOfPosts, .blockServer, .unschedule, .dropList, .enlist:
      ""
    }
  }

  /// What doing it is called, for the bottom line.
  package func send(_ kind: Act.Kind) -> SafeText {
    switch kind {
    case .note: say("keep")
    case .muteFor: say("mute")
    case .report: say("report")
    case .react: say("react")
    case .filter: say("filter")
    case .profile, .makeList, .renameList: say("keep")
    case .followTag, .hideBoosts, .tellOfPosts, .blockServer, .unschedule, .dropList, .enlist:
      ""
    }
  }

  /// What is asked.
  package func name(of field: Act.Field, in kind: Act.Kind, _ person: Person?) -> SafeText {
    switch field {
    case .words where kind == .report: say("What those who run the server should know")
    case .words where kind == .profile: say("About you")
    case .words: say("Note")
    case .emoji: say("Emoji")
    case .reason: say("Why")
    case .lasts: say("For")
    case .forwards: say("Tell {server}, too", ["server": person?.server ?? ""])
    case .name: say("Name")
    case .isLocked: say("You say who may follow")
    case .isBot: say("A program posts here")
    case .isDiscoverable: say("Strangers may find you")
    case .phrase: say("Words")
    case .place: say("Where")
    case .hides: say("Leave them out")
    case .ends: say("How long")
    case .post, .list: ""
    }
  }

  /// What one of the choices says.
  package func choice(_ value: String, of field: Act.Field) -> SafeText {
    switch field {
    case .reason: Act.Reason(rawValue: value).map(name) ?? ""
    case .lasts: Int(value).map { span(.seconds($0)) } ?? ""
    case .ends: value == "0" ? say("for good") : choice(value, of: .lasts)
    case .place: WordFilter.Place(rawValue: value).map { name(of: $0) } ?? say("everywhere")
    case .words, .emoji, .forwards, .post, .phrase, .hides, .name, .list, .isLocked, .isBot,
      .isDiscoverable:
      ""
    }
  }

  /// That something has to be said.
  package func lacks(_ field: Act.Field) -> SafeText {
    switch field {
    case .emoji: say("Type an emoji, or the name of one of the server's.")
    case .name: say("Type a name.")
    default: say("Type the words to look for.")
    }
  }

  /// What a switch says.
  package var yes: SafeText { say("yes") }
  package var no: SafeText { say("no") }

  private func name(of reason: Act.Reason) -> SafeText {
    switch reason {
    case .spam: say("It is spam")
    case .legal: say("It is against the law")
    case .violation: say("It breaks the server's rules")
    case .other: say("Something else")
    }
  }
}

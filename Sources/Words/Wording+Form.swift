package import FeedDomain
package import Terminal

extension Wording {
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
    case .answerNews: say("React to the announcement")
    case .message: say("A message to @{handle}", handle)
    case .reschedule: say("Post it at another time")
    case .publishMedia: say("Publish what lies on the web")
    case .followTag, .hideBoosts, .tellOfPosts, .blockServer, .unschedule, .dropList, .enlist,
      .feature, .pinFeed, .likeFeed, .takeLabels:
      ""
    }
  }

  package func send(_ kind: Act.Kind) -> SafeText {
    switch kind {
    case .note: say("keep")
    case .muteFor: say("mute")
    case .report: say("report")
    case .react: say("react")
    case .filter: say("filter")
    case .answerNews: say("react")
    case .publishMedia: say("publish")
    case .message: say("send")
    case .profile, .makeList, .renameList, .reschedule: say("keep")
    case .followTag, .hideBoosts, .tellOfPosts, .blockServer, .unschedule, .dropList, .enlist,
      .feature, .pinFeed, .likeFeed, .takeLabels:
      ""
    }
  }

  package func name(of field: AskedField, in kind: Act.Kind, _ person: Person?) -> SafeText {
    switch field {
    case .words where kind == .report: say("What those who run the server should know")
    case .words where kind == .profile: say("About you")
    case .words where kind == .publishMedia || kind == .message: say("What it says")
    case .words: say("Note")
    case .emoji: say("Emoji")
    case .reason: say("Why")
    case .lasts: say("For")
    case .forwards: say("Tell {server}, too", ["server": person?.server ?? ""])
    case .name: say("Name")
    case .isLocked: say("You say who may follow")
    case .isBot: say("A program posts here")
    case .isDiscoverable: say("Strangers may find you")
    case .audience: say("Who sees your posts")
    case .language: say("Language of your posts, such as en or de")
    case .phrase: say("Words")
    case .place: say("Where")
    case .hides: say("Leave them out")
    case .ends: say("How long")
    case .addresses: say("Addresses of pictures or films, one a line")
    case .altText: say("What the picture shows")
    case .isStory: say("As a story, for a day")
    case .licence, .spot, .answerers, .isUnquotable: question(field)
    case .moment: say("When")
    case .rule: say("Which rule")
    case .facts: say("Facts about you, each as \"name: words\"")
    case .portrait: say("Your picture, a file")
    case .banner: say("The wide picture, a file")
    case .post, .list, .item: ""
    }
  }

  package func choice(_ value: String, of field: AskedField) -> SafeText {
    switch field {
    case .reason: ReportReason(rawValue: value).map(name) ?? ""
    case .lasts: Int(value).map { span(.seconds($0)) } ?? ""
    case .ends: value == "0" ? say("for good") : choice(value, of: .lasts)
    case .place: WordFilter.Place(rawValue: value).map { name(of: $0) } ?? say("everywhere")
    case .licence: PhotoLicence(rawValue: value).map { name(of: $0) } ?? asUsual
    case .answerers: Answerers(rawValue: value).map { choice(of: $0) } ?? asUsual
    case .audience: Visibility(rawValue: value).map { choice(of: $0) } ?? ""
    case .moment, .rule, .facts, .language, .portrait, .banner, .item, .spot, .isUnquotable,
      .addresses, .isStory, .altText, .words, .emoji, .forwards, .post, .phrase, .hides, .name,
      .list, .isLocked, .isBot, .isDiscoverable:
      ""
    }
  }

  package func lacks(_ field: AskedField) -> SafeText {
    switch field {
    case .emoji: say("Type an emoji, or the name of one of the server's.")
    case .name: say("Type a name.")
    case .moment: momentUnclear
    case .words: say("Write something first.")
    case .addresses: say("Type the address of a picture or a film.")
    default: say("Type the words to look for.")
    }
  }

  package func tooLong(_ limit: TextLimit) -> SafeText {
    guard let characters = limit.characters else {
      return plural(
        "Too long: at most {count} byte. Accents and emoji take several.",
        "Too long: at most {count} bytes. Accents and emoji take several.", limit.bytes)
    }
    return plural(
      "Too long: at most {count} character.", "Too long: at most {count} characters.", characters)
  }

  private func name(of reason: ReportReason) -> SafeText {
    switch reason {
    case .spam: say("It is spam")
    case .legal: say("It is against the law")
    case .violation: say("It breaks the server's rules")
    case .other: say("Something else")
    }
  }
}

package import FeedDomain
package import Terminal

extension Wording {
  package func title(of list: PeopleList) -> SafeText {
    switch list {
    case .likers: say("Likes")
    case .boosters: say("Boosts")
    case .followers: say("Followers")
    case .following: say("Following")
    case .familiar: say("Followers you know")
    case .featured: say("Featured people")
    case .suggested: say("People you might like")
    case .directory: say("People at this server")
    case .requests: say("Follow requests")
    case .matching(let words): say("People: {words}", ["words": words])
    }
  }

  package func nobody(in list: PeopleList) -> SafeText {
    switch list {
    case .likers: say("No likes yet.")
    case .boosters: say("No boosts yet.")
    case .followers: say("No followers yet.")
    case .following: say("Not following anybody yet.")
    case .familiar: say("Nobody you follow follows them.")
    case .featured: say("They feature nobody.")
    case .suggested: say("The service suggests nobody.")
    case .directory: say("The server shows nobody.")
    case .requests: say("Nobody asks to follow you.")
    case .matching(let words): say("Nobody matches “{words}”.", ["words": words])
    }
  }

  package func people(_ count: Int) -> SafeText {
    plural("{count} person", "{count} people", count)
  }
  package var fetchingPeople: SafeText { say("Fetching people") }
  package func triesAgain(key: String) -> SafeText { say("{key} tries again.", ["key": key]) }
}

package import FeedDomain
package import Terminal
package import UseCases

extension Wording {
  package func title(of subject: Listing.Subject) -> SafeText {
    switch subject {
    case .editions: say("Edits")
    case .announcements: say("Announcements")
    case .server: say("About this server")
    case .lists(with: nil): say("Your lists")
    case .lists: say("On your lists")
    case .trends: say("Trends")
    case .scheduled: say("Scheduled posts")
    case .filters: say("Filters of the server")
    case .statistics: say("Statistics")
    case .feeds(matching: nil): say("Feeds")
    case .feeds(let words?): say("Feeds: {words}", ["words": words])
    }
  }

  package func nothing(in subject: Listing.Subject) -> SafeText {
    switch subject {
    case .editions: say("This post was never edited.")
    case .announcements: say("No announcements.")
    case .server: say("This server says nothing about itself.")
    case .lists: say("No lists yet. :new-list begins one.")
    case .trends: say("Nothing is trending.")
    case .scheduled: say("No post waits for its moment.")
    case .filters: say("The server filters nothing for you.")
    case .statistics: say("The service counts nothing here.")
    case .feeds(matching: nil): say("No feeds are suggested.")
    case .feeds: say("No feed matches.")
    }
  }

  package func edition(at time: SafeText, isFirst: Bool) -> SafeText {
    isFirst ? say("Written {time}", ["time": time]) : say("Edited {time}", ["time": time])
  }

  package var rules: SafeText { say("Rules") }
  package func runBy(_ handle: String) -> SafeText { say("Run by @{handle}", ["handle": handle]) }
  package func activePeople(_ count: Int) -> SafeText {
    plural("{count} person active this month", "{count} people active this month", count)
  }
  package func announced(at time: SafeText?) -> SafeText {
    time.map { say("Announced {time}", ["time": $0]) } ?? say("Announced")
  }

  package func talking(_ people: Int) -> SafeText {
    plural("{count} person talks about it", "{count} people talk about it", people)
  }

  package func name(of kind: Statistic.Kind) -> SafeText {
    switch kind {
    case .views: say("Views")
    case .downloads: say("Downloads")
    }
  }

  package var amongYourStreams: SafeText { say("among your streams") }

  package func postsAt(_ moment: SafeText) -> SafeText {
    say("Posts on {moment}", ["moment": moment])
  }

  package func effect(of filter: WordFilter, until end: SafeText?) -> SafeText {
    let places = WordFilter.Place.allCases.filter(filter.places.contains).map { name(of: $0) }
    let isEverywhere = places.count == WordFilter.Place.allCases.count
    let parts =
      [
        filter.isHiding ? say("left out") : say("folded"),
        isEverywhere ? say("everywhere") : places.joined(separator: ", "),
      ] + (end.map { [say("until {moment}", ["moment": $0])] } ?? [])
    return parts.joined(separator: " · ")
  }

  package func name(of place: WordFilter.Place) -> SafeText {
    switch place {
    case .home: say("home and lists")
    case .notifications: say("notifications")
    case .thread: say("conversations")
    case .anywhere: say("public streams")
    case .profiles: say("profiles")
    }
  }
}

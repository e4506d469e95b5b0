package import FeedDomain
internal import Groundwork
package import Terminal

extension Wording {
  package func catchUp(with feed: Feed) -> SafeText {
    say("Catch-up: {stream}", ["stream": name(of: feed)])
  }

  package func lastDay(of feed: Feed) -> SafeText {
    say("The last day: {stream}", ["stream": name(of: feed)])
  }

  package func missed(
    _ count: Int, isUncounted: Bool, since: Timestamp, now: Timestamp, key: String
  ) -> SafeText {
    let time = ["time": dayAndTime(since, now: now)]
    let words =
      isUncounted
      ? plural(
        "more than {count} new since {time}", "more than {count} new since {time}", count, time)
      : plural("{count} new since {time}", "{count} new since {time}", count, time)
    return key.isEmpty ? words : words + " · " + say("{key} catches up", ["key": key])
  }

  /// When something was, as one says it: "18:02", "yesterday 18:02", "Mar 4 18:02".
  private func dayAndTime(_ moment: Timestamp, now: Timestamp) -> SafeText {
    let yesterday = localDate(now.advanced(by: .seconds(-86_400))).isoDay
    guard localDate(moment).isoDay == yesterday else { return wallTime(moment, now: now) }
    return say("yesterday {time}", ["time": clockTime(moment)])
  }

  /// What goes on: so many of at most so many posts are here.
  package func fetchingMissed(_ count: Int, of most: Int) -> SafeText {
    count == 0
      ? say("Fetching what you missed")
      : say(
        "Fetching what you missed: {count} posts, {most} at most", ["count": count, "most": most])
  }

  package func leftToRead(_ count: Int) -> SafeText {
    count == 0 ? say("all read") : plural("{count} left", "{count} left", count)
  }

  /// How many columns stand beyond the edges of the screen; empty for none.
  package func columns(left: Int, right: Int, isPlain: Bool) -> SafeText {
    let sides: [SafeText?] =
      isPlain
      ? [
        left > 0 ? plural("{count} column to the left", "{count} columns to the left", left) : nil,
        right > 0
          ? plural("{count} column to the right", "{count} columns to the right", right) : nil,
      ]
      : [
        left > 0 ? plural("← {count} column", "← {count} columns", left) : nil,
        right > 0 ? plural("{count} column →", "{count} columns →", right) : nil,
      ]
    return sides.compactMap(\.self).joined(separator: " · ")
  }

  package func name(of order: CatchUpOrder) -> SafeText {
    switch order {
    case .people: say("by person")
    case .threads: say("by conversation")
    case .time: say("by time")
    case .likes: say("by likes")
    }
  }
  package var catchUpOrder: SafeText { say("order") }
  package var forYou: SafeText { say("For you") }
  package var sharedBySeveral: SafeText { say("Shared by several") }
  package func conversation(of name: SafeText) -> SafeText {
    say("Conversation with {name}", ["name": name])
  }
  package var boostedByYours: SafeText { say("Boosted by people you follow") }
  package func shared(by names: SafeText) -> SafeText { say("shared by {names}", ["names": names]) }

  package func foldedPosts(_ count: Int, key: String) -> SafeText {
    let words = plural("{count} more in between", "{count} more in between", count)
    return key.isEmpty ? words : words + " · " + say("{key} shows them", ["key": key])
  }
  package func filteredOut(_ count: Int) -> SafeText {
    plural(
      "{count} hidden by your mutes and filters", "{count} hidden by your mutes and filters", count)
  }
  package var nothingMissed: SafeText { say("You have read everything here.") }
  package var lastDay: SafeText { say("last day") }
}

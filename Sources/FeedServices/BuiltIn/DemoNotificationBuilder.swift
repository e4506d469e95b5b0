internal import FeedDomain

/// A builder of the list of the user's notifications in the demo world at a point in time.
struct DemoNotificationBuilder {
  let demoWorld: DemoWorld
  let now: Timestamp

  /// Returns the user's notifications in the demo world, the latest first; the likes of one post
  /// are one notification, and so are its boosts.
  func notifications() -> [Notification] {
    let own = demoWorld.publishedPosts(now: now).filter { $0.author == DemoPopulation.reader }
    let notifications =
      own.flatMap { storedPost in
        [
          groupedNotification(
            .like, by: demoWorld.likersExceptUser(of: storedPost, now: now), about: storedPost),
          groupedNotification(
            .boost, by: demoWorld.boostersExceptUser(of: storedPost, now: now), about: storedPost),
        ].compactMap(\.self)
      } + mentionNotifications() + pollNotifications() + followNotifications()
    return notifications.sorted {
      ($0.createdAt, $0.id.rawValue) > ($1.createdAt, $1.id.rawValue)
    }
  }

  private func groupedNotification(
    _ kind: Notification.NotificationKind, by reactions: [DemoWorld.TimedReaction],
    about storedPost: StoredDemoPost
  )
    -> Notification?
  {
    guard let last = reactions.last else { return nil }
    return Notification(
      id: Notification.ID("\(kind.rawValue)-\(storedPost.number.text)"), kind: kind,
      people: reactions.reversed().map { demoWorld.personWithPortrait($0.person) },
      post: demoWorld.postAsUserSeesIt(for: storedPost, now: now), createdAt: last.at)
  }

  private func mentionNotifications() -> [Notification] {
    let reader = demoWorld.population.people[DemoPopulation.reader].id
    return demoWorld.publishedPosts(now: now).filter { storedPost in
      guard storedPost.author != DemoPopulation.reader else { return false }
      let answersReader =
        storedPost.parent.flatMap { demoWorld.storedPost($0, now: now) }?.author
        == DemoPopulation.reader
      return answersReader || storedPost.content.text.runs.contains { $0.kind == .mention(reader) }
    }.compactMap { groupedNotification(.mention, by: [($0.author, $0.number.moment)], about: $0) }
  }

  private func pollNotifications() -> [Notification] {
    demoWorld.publishedPosts(now: now).compactMap { storedPost in
      guard let poll = storedPost.content.poll, let closed = poll.closesAt, closed <= now,
        !poll.chosenOptions.isEmpty || demoWorld.actions.votes[storedPost.number] != nil
      else { return nil }
      return groupedNotification(.poll, by: [(storedPost.author, closed)], about: storedPost)
    }
  }

  /// Returns notifications of the latest followers in the demo world, without those of older ones.
  private func followNotifications() -> [Notification] {
    demoWorld.population.followers.suffix(14).enumerated().map { rank, index in
      var generator = SplitMix64Generator(demoWorld.seed, 0xF0, UInt64(index))
      let age = Duration.seconds(
        40 * 60 + rank * 26 * 3600 + generator.randomInteger(below: 9 * 3600))
      return Notification(
        id: Notification.ID("follow-\(demoWorld.population.people[index].id.rawValue)"),
        kind: .follow,
        people: [demoWorld.personWithPortrait(index)], post: nil,
        createdAt: demoWorld.beginning.timeAdvanced(by: .zero - age))
    }
  }
}

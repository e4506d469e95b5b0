import FeedDomain
import FeedStorage
import Testing

struct NoticeTests {
  private func notice(
    _ id: String, _ kind: Notification.NotificationKind, post: Post? = nil, at moment: Int64
  ) -> Notification {
    Notification(
      id: Notification.ID(id), kind: kind, people: [Samples.person("ada"), Samples.person("bo")],
      count: 9,
      group: "group \(id)", post: post, createdAt: Timestamp(milliseconds: moment))
  }

  @Test func `notifications are read back with the current version of their posts`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    let all: [Notification.NotificationKind] = [
      .like, .boost, .follow, .mention, .poll, .quote, .reaction, .request, .other, .published,
      .edit, .quoteEdit, .severed, .warning, .report, .newcomer, .likeOfBoosted, .boostOfBoosted,
      .verified, .unverified, .joined, .contact, .collected, .collectionEdit,
    ]
    let notifications = all.enumerated().map { place, kind in
      notice(
        "\(place)", kind, post: kind == .follow ? nil : Samples.everything,
        at: 900 - Int64(place))
    }
    try await store.notificationStore.replaceStoredNotifications(notifications, of: Samples.account)

    #expect(
      try await store.notificationStore.notifications(of: Samples.account).notifications
        == notifications)
    let liked = Samples.everything.settingMark(.liked, isSet: true)
    _ = try await store.storePosts([liked], account: Samples.account, now: Samples.now)

    let later = try await store.notificationStore.notifications(of: Samples.account).notifications
    #expect(later.first?.post == liked)
    #expect(
      try await store.notificationStore.notifications(of: Account.ID("tweetie:bo"))
        == NotificationsWithReadTime())
  }

  @Test func `the subject of a notification without a post is stored`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    let notifications = [
      Notification.NotificationSubjectBesidesPost(
        title: "Boats", url: "https://example.org/collections/5"),
      Notification.NotificationSubjectBesidesPost(title: "Ada sent you a kite"),
    ].enumerated().map { place, subject in
      Notification(
        id: Notification.ID("\(place)"), kind: .collected, people: [Samples.person("ada")],
        post: nil,
        subject: subject, createdAt: Timestamp(milliseconds: 900 - Int64(place)))
    }

    try await store.notificationStore.replaceStoredNotifications(notifications, of: Samples.account)

    #expect(
      try await store.notificationStore.notifications(of: Samples.account).notifications
        == notifications)
  }

  @Test func `storing notifications replaces the stored ones`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.notificationStore.replaceStoredNotifications(
      [notice("a", .follow, at: 1)], of: Samples.account)

    try await store.notificationStore.replaceStoredNotifications(
      [notice("b", .follow, at: 2)], of: Samples.account)

    #expect(
      try await store.notificationStore.notifications(of: Samples.account).notifications.map(
        \.id.rawValue) == [
          "b"
        ])
  }

  @Test func `the time up to which notifications are read does not go back`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    for moment in [500, 900, 100] {
      try await store.notificationStore.setNotificationsRead(
        until: Timestamp(milliseconds: Int64(moment)), of: Samples.account)
    }

    let held = try await store.notificationStore.notifications(of: Samples.account)

    #expect(held.readUntil == Timestamp(milliseconds: 900))
  }

  @Test func `signing out erases notifications and searches`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.notificationStore.replaceStoredNotifications(
      [notice("a", .follow, at: 1)], of: Samples.account)
    try await store.notificationStore.setNotificationsRead(
      until: Timestamp(milliseconds: 1), of: Samples.account)
    try await store.searchHistory.addSearchToHistory(
      "secret plans", of: Samples.account, now: Timestamp(milliseconds: 1))

    try await store.eraseAllData(of: Samples.account)

    #expect(
      try await store.notificationStore.notifications(of: Samples.account)
        == NotificationsWithReadTime())
    #expect(try await store.searchHistory.recentSearches(of: Samples.account) == [])
  }

  @Test func `the latest fifty searches are stored, each once, the latest first`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    for place in 0..<60 {
      try await store.searchHistory.addSearchToHistory(
        "words \(place % 55)", of: Samples.account,
        now: Timestamp(milliseconds: Int64(place)))
    }

    let searches = try await store.searchHistory.recentSearches(of: Samples.account)

    #expect(searches.count == 50)
    #expect(searches.prefix(3) == ["words 4", "words 3", "words 2"])
    #expect(Set(searches).count == searches.count)
  }

  @Test func `a stored poll keeps that several answers may be chosen`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    let poll = Poll(
      options: [.init(title: "Tea", votes: 1), .init(title: "Coffee", votes: nil)], closesAt: nil,
      allowsSeveral: true)
    let post = Samples.post(1)
    _ = try await store.storePosts(
      [post.replacingContent(post.content.replacingPoll(poll))], account: Samples.account,
      now: Samples.now)

    let held = try await store.storedPost(post.id, account: Samples.account)

    #expect(held?.content.poll == poll)
  }
}

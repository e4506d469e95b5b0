package import FeedDomain

extension SignedInAccount {
  package static let sample = SignedInAccount(
    Account(service: .tweetie, person: Person.ID("me"), handle: "me"), token: Secret("secret"))

  package static let ada = SignedInAccount(
    Account(service: .tweetie, person: Person.ID("1"), handle: "ada"), token: Secret("token"))
}

extension Person {
  package static func sample(_ name: String) -> Person {
    Person(
      id: ID(name), handle: name, name: name,
      counts: PersonCounts(followers: 10, following: 1, posts: 1),
      relationship: name == "me" ? .oneself : .stranger)
  }
}

extension Person {
  /// Returns the person with another relationship of the user to them.
  package func standing(_ relationship: Relationship) -> Person {
    Person(id: id, handle: handle, name: name, counts: counts, relationship: relationship)
  }
}

extension Post {
  /// Returns a post that a filter folds, with a covered photo, as an answer to a person with a
  /// name.
  package static func covered(_ id: String) -> Post {
    let photo = Photo.sample("p")
    return Post(
      id: ID(id), author: .sample("ada"), createdAt: Timestamp(milliseconds: 0),
      content: PostContent(
        text: RichText("Hello"), foldReason: "Regatta",
        photos: [
          Photo(
            id: photo.id, renditions: photo.renditions, size: photo.size, altText: photo.altText,
            isSensitive: true)
        ]), reply: ReplyTarget(to: ID("0"), handle: "bo"), counts: PostCounts(likes: 3))
  }

  package static func sample(_ id: String, by author: String = "ada", text: String = "Hello")
    -> Post
  {
    Post(
      id: ID(id), author: .sample(author), createdAt: Timestamp(milliseconds: 0),
      content: PostContent(text: RichText(text)), counts: PostCounts(likes: 3))
  }

  /// Returns a sample post that mentions people, with a visibility.
  package static func sample(
    _ id: String, by author: String, mentions: [String], for visibility: Visibility = .everybody
  ) -> Post {
    Post(
      id: ID(id), author: .sample(author), createdAt: Timestamp(milliseconds: 0),
      content: PostContent(text: RichText("Hello"), mentions: mentions), visibility: visibility)
  }

  /// Returns a sample post with photos of these names.
  package static func sample(_ id: String, by author: String = "ada", photos: [String]) -> Post {
    Post(
      id: ID(id), author: .sample(author), createdAt: Timestamp(milliseconds: 0),
      content: PostContent(text: RichText("Hello"), photos: photos.map { .sample($0) }),
      counts: PostCounts(likes: 3))
  }

  /// Returns sample posts with ids from one number down to another, the newest first.
  package static func samples(_ from: Int, downTo to: Int) -> [Post] {
    stride(from: from, through: to, by: -1).map { sample(String($0)) }
  }
}

extension Notification {
  /// Returns a notification of a like by several people, a number of minutes after 1970.
  package static func like(_ id: String, by people: [String], of post: String, minute: Int)
    -> Notification
  {
    Notification(
      id: ID(id), kind: .like, people: people.map { .sample($0) },
      post: .sample(post, by: "me"), createdAt: Timestamp(milliseconds: Int64(minute) * 60_000))
  }

  /// Returns a sample notification of a mention, with the visibility of its post.
  package static func mention(
    _ id: String, by person: String, minute: Int, for visibility: Visibility = .everybody
  ) -> Notification {
    Notification(
      id: ID(id), kind: .mention, people: [.sample(person)],
      post: .sample("post \(id)", by: person, mentions: ["me"], for: visibility),
      createdAt: Timestamp(milliseconds: Int64(minute) * 60_000))
  }

  /// Returns a sample notification of a request to follow the user.
  package static func request(_ id: String, by person: String, minute: Int) -> Notification {
    Notification(
      id: ID(id), kind: .request, people: [.sample(person)], post: nil,
      createdAt: Timestamp(milliseconds: Int64(minute) * 60_000))
  }

  /// Returns a sample notification of a new follower.
  package static func follow(_ id: String, by person: String, minute: Int) -> Notification {
    Notification(
      id: ID(id), kind: .follow, people: [.sample(person)], post: nil,
      createdAt: Timestamp(milliseconds: Int64(minute) * 60_000))
  }
}

extension Photo {
  package static func sample(_ name: String) -> Photo {
    Photo(
      id: ID(name),
      renditions: [PhotoRendition(url: "photo:" + name, size: PhotoSize(width: 300, height: 200))],
      size: PhotoSize(width: 3000, height: 2000), altText: "A photo")
  }
}

extension PendingChange {
  package static func like(_ id: String, _ isDone: Bool = true) -> PendingChange {
    .mark(Post.ID(id), .liked, isDone)
  }

  package static func boost(_ id: String) -> PendingChange { .mark(Post.ID(id), .boosted, true) }

  package static func say(_ text: String, id: String = "draft") -> PendingChange {
    .publish(Draft(id: Draft.ID(id), text: text))
  }
}

extension Draft {
  /// Returns the draft with another value of a field.
  package func with<Value>(_ field: WritableKeyPath<Draft, Value>, _ value: Value) -> Draft {
    changedCopy(self) { $0[keyPath: field] = value }
  }
}

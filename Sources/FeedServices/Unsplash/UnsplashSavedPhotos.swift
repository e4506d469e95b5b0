internal import FeedDomain
internal import Threads

/// An actor for the user's Unsplash collection of photos saved with Tweetie; saving the first photo
/// creates the collection.
actor UnsplashSavedPhotos {
  static let title = "Tweetie"
  /// Maximum number of pages of the user's Unsplash collections in which the collection of saved
  /// photos is looked for.
  private static let maximumPages = 100

  nonisolated let handle: String
  private let client: ServiceClient
  private let thread: SerialThread
  private var cachedCollectionID: String?

  init(client: ServiceClient, handle: String, thread: SerialThread) {
    (self.client, self.handle, self.thread) = (client, handle, thread)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  func savedPhotosCollectionID() async throws(FeedError) -> String? {
    if let cachedCollectionID { return cachedCollectionID }
    return try await RequestBudget.runActionInCurrentBudget { () async throws(FeedError) in
      try await findSavedPhotosCollectionID()
    }
  }

  /// Forgets the known collection of saved photos, so that it is looked for again.
  func forgetCollectionID() { cachedCollectionID = nil }

  private func findSavedPhotosCollectionID() async throws(FeedError) -> String? {
    let stream = UnsplashQuery.collectionsQuery(of: handle)
    var seen: Set<String> = []
    for number in 1...Self.maximumPages {
      let (found, ids, goesOn) = try await client.requestJSON(
        HTTPRequest(.get, stream.pageAPIPath(number))
      ) {
        json, reply throws(FeedError) in
        let page = try json.requiredArray()
        let collection = page.first { $0["title"].string == Self.title }
        return (
          collection?["id"].id, page.map { $0["id"].id ?? "" },
          LinkHeader(reply).nextAddress != nil && !page.isEmpty
        )
      }
      if let found { self.cachedCollectionID = found }
      if found != nil || !goesOn { return found }
      // A repeated page means that no further pages follow.
      if seen.isSuperset(of: ids) { break }
      seen.formUnion(ids)
    }
    // The collection may be on a later page, and must not be created twice.
    throw .badReply
  }

  func setPhotoSaved(_ photo: String, _ isSaved: Bool) async throws(FeedError) {
    guard isSaved else {
      guard let id = try await savedPhotosCollectionID() else { return }
      let query: WebAddressQuery = ["photo_id": photo]
      let path = "/collections/\(WebAddressQuery.percentEncoded(id))/remove?\(query.text)"
      do throws(FeedError) {
        try await client.sendRequestCheckingJSON(HTTPRequest(.delete, path, isRepeatable: true))
      } catch {
        // The photo is not in the collection.
        guard error == .notFound else { throw error }
      }
      return
    }
    let known = try await savedPhotosCollectionID()
    let id: String
    if let known { id = known } else { id = try await createSavedPhotosCollection() }
    do throws(FeedError) {
      try await client.sendRequestCheckingJSON(
        HTTPRequest(
          .post, "/collections/\(WebAddressQuery.percentEncoded(id))/add",
          body: .jsonBody(["photo_id": .string(photo)]), isRepeatable: true))
    } catch {
      // The collection may have been deleted elsewhere, and is looked for again next time.
      if error == .notFound { self.cachedCollectionID = nil }
      throw error
    }
  }

  private func createSavedPhotosCollection() async throws(FeedError) -> String {
    let request = HTTPRequest(
      .post, "/collections",
      body: .jsonBody(["title": .string(Self.title), "private": .bool(true)]))
    let id = try await client.requestJSON(request) { json, _ throws(FeedError) in
      guard let id = json["id"].id else { throw .badReply }
      return id
    }
    cachedCollectionID = id
    return id
  }
}

/// A gateway that sends likes to Unsplash, if still supported, and saves photos in a collection.
struct UnsplashLikesAndSavedPhotos: PublishingGateway {
  let connection: UnsplashConnection

  func sendChange(_ change: PendingChange, of item: OutboxItem) async throws(FeedError)
    -> ChangeOutcome
  {
    switch change {
    case .mark(let photo, .liked, let isLiked): return try await setPhotoLiked(photo, isLiked)
    case .mark(let photo, .bookmarked, let isSaved):
      guard let savedPhotos = connection.savedPhotos else { throw .refused(nil) }
      try await savedPhotos.setPhotoSaved(photo.rawValue, isSaved)
      return .done
    case .mark, .markRead, .follow, .mute, .block, .answerFollowRequest, .vote, .publish, .delete,
      .serviceAction:
      throw .refused(nil)
    }
  }

  private func setPhotoLiked(_ photo: Post.ID, _ isLiked: Bool) async throws(FeedError)
    -> ChangeOutcome
  {
    let path = UnsplashConnection.photoAPIPath(of: photo.rawValue) + "/like"
    let request = HTTPRequest(isLiked ? .post : .delete, path, isRepeatable: true)
    do throws(FeedError) {
      try await connection.client.sendRequestCheckingJSON(request)
      return .done
    } catch {
      guard error == .notFound || error == .refused(nil) else { throw error }
      // Statuses 404, 405 and 410: either the call or the photo may be gone.
      if error == .notFound {
        _ = try await connection.client.sendRequest(
          HTTPRequest(.get, UnsplashConnection.photoAPIPath(of: photo.rawValue)))
      }
      // If this fact cannot be stored, the next like shows it again.
      try? await connection.storedFacts?.updateAccountFacts { $0.tokenGrant?.hasLikes = false }
      throw .refused(nil)
    }
  }
}

/// A gateway that fetches the numbers of views and downloads of a person's photos at Unsplash.
struct UnsplashPersonStatistics: OptionalInformationGateway {
  let connection: UnsplashConnection

  var extras: Set<OptionalInformationKind> { [.statistics] }

  func pinnedPosts(of person: Person.ID) async throws(FeedError) -> [Post] { [] }

  func statistics(of person: Person.ID) async throws(FeedError) -> [AllPhotosStatistic] {
    guard person != UnsplashConnection.guestID else { throw .notFound }
    let path = "/users/\(WebAddressQuery.percentEncoded(person.rawValue))/statistics?quantity=30"
    return try await connection.getJSON(path) { json, _ throws(FeedError) in
      guard json.isObject else { throw .badReply }
      return [
        (AllPhotosStatistic.AllPhotosStatisticKind.views, "views"), (.downloads, "downloads"),
      ]
      .compactMap {
        kind, name in
        json[name]["total"].count.map { total in
          AllPhotosStatistic(
            kind, total: total,
            days: json[name]["historical"]["values"].array.map { max(0, $0["value"].int ?? 0) })
        }
      }
    }
  }
}

internal import FeedDomain

extension InstagramConnection: PhotoGateway {
  private static let insights = ["reach", "saved", "shares", "views", "total_interactions"]

  /// Addresses of pictures run out: where one has, the photo is asked for its new one, once.
  func bytes(
    of rendition: Photo.Rendition, progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> [UInt8] {
    let address = InstagramAddress(rendition.url)
    do throws(FeedError) {
      return try await files.picture(
        at: address.url, isForKeeping: rendition.isForKeeping, progress: progress)
    } catch {
      guard let medium = address.medium, error.saysItIsGone else { throw error }
      let path = InstagramPath(medium, fields: InstagramReader.addressFields)
      let fresh = try await get(path) { json in InstagramReader.picture(json) }
      guard let fresh, fresh != address.url else { throw error }
      return try await files.picture(
        at: fresh, isForKeeping: rendition.isForKeeping, progress: progress)
    }
  }

  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    let path = InstagramPath(photo.rawValue, fields: InstagramReader.addressFields)
    let addresses = try await get(path) { json in
      (isFilm: json["media_type"] == "VIDEO", url: json["media_url"].webAddress)
    }
    let counts = try await counts(of: InstagramID(post).medium)
    return PhotoDetails(
      views: counts.views, original: addresses.isFilm ? nil : addresses.url,
      film: addresses.isFilm ? addresses.url : nil, insights: counts.insights)
  }

  /// What Instagram counts, where it may be known; one count that a medium lacks costs them all, so
  /// that what every medium has is asked for again.
  private func counts(of medium: String) async throws(FeedError) -> InstagramCounts {
    for metrics in [Self.insights, ["reach"]] {
      let path = InstagramPath(
        medium, "insights", [("metric", metrics.joined(separator: ","))])
      do throws(FeedError) {
        return try await get(path) { json in InstagramCounts(json["data"]) }
      } catch {
        switch error {
        case .refused: continue
        case .notFound, .badReply, .serverFailed: return InstagramCounts([])
        default: throw error
        }
      }
    }
    return InstagramCounts([])
  }
}

extension FeedError {
  /// Whether a picture is not there (any more): its servers say that in two ways.
  fileprivate var saysItIsGone: Bool {
    switch self {
    case .notFound, .refused: true
    default: false
    }
  }
}

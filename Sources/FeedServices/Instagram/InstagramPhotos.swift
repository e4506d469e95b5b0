internal import FeedDomain

struct InstagramPhotos: PhotoGateway {
  let connection: InstagramConnection

  /// Downloads an Instagram picture. If its address has expired, a new address is requested once.
  func photoBytes(
    of rendition: Photo.Rendition, progress: @escaping @Sendable (ByteProgress) -> Void
  ) async throws(FeedError) -> [UInt8] {
    let address = InstagramPictureAddress(rendition.url)
    do throws(FeedError) {
      return try await connection.files.downloadPicture(
        at: address.url, isForKeeping: rendition.isForKeeping, progress: progress)
    } catch {
      guard let medium = address.medium, error.isMissingPicture else { throw error }
      let path = InstagramPath(medium, fields: InstagramReader.addressFields)
      let fresh = try await connection.getJSON(path) { json in InstagramReader.pictureAddress(json)
      }
      guard let fresh, fresh != address.url else { throw error }
      return try await connection.files.downloadPicture(
        at: fresh, isForKeeping: rendition.isForKeeping, progress: progress)
    }
  }

  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    guard !InstagramID(post).isByOther else { return PhotoDetails() }
    let source = try await fetchFileAddress(of: photo.rawValue)
    let medium = InstagramID(post).medium
    // The parts of an album have no metrics of their own.
    let counts = try await fetchMetrics(
      of: medium, medium == photo.rawValue ? source.metrics : .feed)
    return PhotoDetails(
      views: counts.views, original: source.isFilm ? nil : source.url,
      film: source.isFilm ? source.url : nil, insights: counts.insights,
      lacksInsightPermission: counts.isForbidden)
  }

  private struct PhotoFileAddress: Sendable {
    let isFilm: Bool
    let url: String?
    let metrics: InstagramPostKind
  }

  /// Fetches the address of the file of an Instagram photo or film. If Instagram refuses to report
  /// the media's product type, the request is repeated without that field.
  private func fetchFileAddress(of photo: String) async throws(FeedError) -> PhotoFileAddress {
    @Sendable func parsedSource(_ json: JSON) -> PhotoFileAddress {
      PhotoFileAddress(
        isFilm: json["media_type"] == "VIDEO", url: json["media_url"].webAddress,
        metrics: InstagramPostKind(json))
    }
    let fields = InstagramReader.addressFields
    do throws(FeedError) {
      return try await connection.getJSON(
        InstagramPath(photo, fields: fields + ["media_product_type"])
      ) { json in
        parsedSource(json)
      }
    } catch {
      guard case .refused = error else { throw error }
      return try await connection.getJSON(InstagramPath(photo, fields: fields)) { json in
        parsedSource(json)
      }
    }
  }

  /// Fetches the metrics of an Instagram post, such as views; empty if they cannot be fetched,
  /// since the picture is shown without them, too.
  private func fetchMetrics(
    of medium: String, _ metrics: InstagramPostKind
  ) async throws(FeedError) -> InstagramMetricValues {
    for names in metrics.attempts {
      let path = InstagramPath(medium, "insights", [("metric", names.joined(separator: ","))])
      do throws(FeedError) {
        return try await connection.client.requestJSON(
          HTTPRequest(.get, path.text),
          interpreting: { reply in
            connection.usage.recordUsage(in: reply, at: connection.world.now)
            // Stories seen by too few people report the same error.
            let isForbidden = InstagramFailure(reply)?.isAboutPermission == true
            return isForbidden && metrics != .story ? .success(.forbidden) : nil
          }
        ) { json, _ in
          InstagramMetricValues(json["data"])
        }
      } catch {
        switch error {
        case .refused: continue
        case .cancelled: throw error
        default: return InstagramMetricValues([])
        }
      }
    }
    return InstagramMetricValues([])
  }
}

extension FeedError {
  /// True if the error means a missing picture at Instagram's file servers, which report it in two
  /// ways.
  fileprivate var isMissingPicture: Bool {
    switch self {
    case .notFound, .refused: true
    default: false
    }
  }
}

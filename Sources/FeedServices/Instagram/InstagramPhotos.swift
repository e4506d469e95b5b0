internal import FeedDomain

struct InstagramPhotos: PhotoGateway {
  let connection: InstagramConnection

  /// Downloads the file of an Instagram picture, and returns its bytes; if its address has expired,
  /// once more from a newly requested address.
  func fetchPhotoBytes(
    of rendition: Photo.PhotoRendition, progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> [UInt8] {
    let address = InstagramPictureAddressWithMediumID(rendition.url)
    do throws(FeedError) {
      return try await connection.files.downloadPicture(
        at: address.url, isForKeeping: rendition.isForKeeping, progress: progress)
    } catch {
      guard let medium = address.medium, error == .notFound || error.isRefusal else { throw error }
      let path = InstagramAPIPath(medium, fields: InstagramJSONReader.addressFields)
      let fresh = try await connection.getJSON(path) { json in
        InstagramJSONReader.parsedPictureAddress(json)
      }
      guard let fresh, fresh != address.url else { throw error }
      return try await connection.files.downloadPicture(
        at: fresh, isForKeeping: rendition.isForKeeping, progress: progress)
    }
  }

  func photoDetails(ofPhoto photo: Photo.ID, in post: Post.ID) async throws(FeedError)
    -> PhotoDetails
  {
    guard !InstagramPostID(post).isByOther else { return PhotoDetails() }
    let source = try await fetchFileAddress(of: photo.rawValue)
    let medium = InstagramPostID(post).medium
    // The parts of an album have no metrics of their own.
    let counts = try await fetchPostMetrics(
      of: medium, medium == photo.rawValue ? source.metrics : .feed)
    return PhotoDetails(
      views: counts.views, original: source.isFilm ? nil : source.url,
      film: source.isFilm ? source.url : nil, insights: counts.insights,
      lacksInsightPermission: counts.isForbidden)
  }

  private struct PhotoFileAddress: Sendable {
    let isFilm: Bool
    let url: String?
    let metrics: InstagramMediaProductType
  }

  /// Fetches the address of the file of an Instagram photo or video; the request is repeated
  /// without the field `media_product_type` if Instagram refuses this field.
  private func fetchFileAddress(of photo: String) async throws(FeedError) -> PhotoFileAddress {
    @Sendable func parsedFileAddress(_ json: JSON) -> PhotoFileAddress {
      PhotoFileAddress(
        isFilm: json["media_type"] == "VIDEO", url: json["media_url"].webAddress,
        metrics: InstagramMediaProductType(json))
    }
    let fields = InstagramJSONReader.addressFields
    do throws(FeedError) {
      return try await connection.getJSON(
        InstagramAPIPath(photo, fields: fields + ["media_product_type"])
      ) { json in
        parsedFileAddress(json)
      }
    } catch {
      guard case .refused = error else { throw error }
      return try await connection.getJSON(InstagramAPIPath(photo, fields: fields)) { json in
        parsedFileAddress(json)
      }
    }
  }

  /// Fetches the metrics of an Instagram post, such as views; empty if they cannot be fetched,
  /// since the picture is shown without them, too.
  private func fetchPostMetrics(
    of medium: String, _ metrics: InstagramMediaProductType
  ) async throws(FeedError) -> InstagramPostMetrics {
    for names in metrics.attempts {
      let path = InstagramAPIPath(medium, "insights", [("metric", names.joined(separator: ","))])
      do throws(FeedError) {
        return try await connection.client.requestJSON(
          HTTPRequest(.get, path.text),
          interpreting: { reply in
            connection.usage.recordQuotaUsage(in: reply, at: connection.world.now)
            // Stories seen by too few people report the same error.
            let isForbidden = InstagramFailure(reply)?.isAboutPermission == true
            return isForbidden && metrics != .story ? .success(.forbidden) : nil
          }
        ) { json, _ in
          InstagramPostMetrics(json["data"])
        }
      } catch {
        switch error {
        case .refused: continue
        case .cancelled: throw error
        default: return InstagramPostMetrics([])
        }
      }
    }
    return InstagramPostMetrics([])
  }
}

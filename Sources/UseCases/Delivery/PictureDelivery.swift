internal import FeedDomain

extension OutboxDelivery {
  /// Uploads the pictures of a post that the service does not have yet, and returns the change with
  /// the service's ids of the pictures.
  ///
  /// Each uploaded picture is recorded in the outbox at once, so that a repeated attempt to send
  /// the post, even by another process, does not upload the picture twice.
  func uploadPostPictures(of item: OutboxItem) async throws(FeedError) -> PendingChange {
    guard case .publish(let draft) = item.change, item.change.hasUnsentPictures else {
      return item.change
    }
    guard let uploads = session.connection.uploads, let pictures = session.stores.pictures else {
      throw .refused(nil)
    }
    var sent = draft
    defer { actions?.showUploadProgress(of: item, 1) }
    for (index, attachment) in draft.attachments.enumerated() where attachment.uploaded == nil {
      let part = UploadedPictureIndexAndCount(index: index, count: draft.attachments.count)
      let name = try await uploadPicture(attachment, part, of: item, to: uploads, pictures)
      sent.attachments[index].uploaded = name
      try await recordUploadedPicture(name, forPicture: index, of: item)
    }
    return .publish(sent)
  }

  /// Uploads a picture in the largest size that the service accepts, or much smaller after a
  /// refusal, since some services do not publish their limits; returns the picture's id.
  private func uploadPicture(
    _ attachment: Draft.DraftAttachment, _ part: UploadedPictureIndexAndCount, of item: OutboxItem,
    to uploads: any UploadGateway, _ pictures: any PicturePreparing
  ) async throws(FeedError) -> String {
    func uploadPreparedPicture(_ picture: PreparedPicture) async throws(FeedError) -> String {
      let progress = UploadProgressReporter { [weak self] in
        self?.actions?.showUploadProgress(of: item, part.uploadedPicturesFraction(at: $0))
      }
      defer { progress.stopReportingProgress() }
      do throws(FeedError) {
        return try await uploads.uploadPicture(
          picture, altText: attachment.altText, key: "\(item.id.rawValue)-\(part.index)"
        ) { progress.reportUploadProgress($0) }
      } catch {
        switch error {
        // Not found can only mean that the file is gone, which the outbox shows as refused.
        case .notFound: throw .refused(nil)
        // A picture that may have been uploaded is uploaded again, since an unused picture does no
        // harm.
        case .outcomeUnknown: throw .unreachable
        default: throw error
        }
      }
    }
    let limits = session.connection.draftLimits?.pictures ?? .standard
    let picture = try await preparedPicture(attachment.path, within: limits, pictures)
    do throws(FeedError) {
      return try await uploadPreparedPicture(picture)
    } catch {
      guard error.isRefusal else { throw error }
      session.log.writeLogLine(.outbox, .info, "a refused picture is scaled down: \(error)")
      let smaller: PreparedPicture
      do throws(FeedError) {
        smaller = try await preparedPicture(
          attachment.path, within: .limitsHalvingRefusedPicture(after: picture), pictures)
      } catch let problem {
        // If no smaller picture can be made, the service's refusal is reported.
        throw problem == .cancelled ? problem : error
      }
      return try await uploadPreparedPicture(smaller)
    }
  }

  /// Uploads the portrait and banner of an edited profile.
  func uploadProfilePictures(
    of action: ServiceAction, by publishing: any PublishingGateway
  ) async throws(FeedError) {
    for (field, side) in [(InputField.portrait, 400), (.banner, 1500)] {
      guard let path = action.answers[field], !path.allSatisfy(\.isWhitespace) else { continue }
      guard let pictures = session.stores.pictures else { throw .refused(nil) }
      let limits = PictureUploadLimits(longestSide: side, bytes: 1_000_000)
      do throws(FeedError) {
        try await publishing.uploadProfilePicture(
          try await preparedPicture(path, within: limits, pictures), as: field)
      } catch {
        // Not found can only mean that the file is gone, which the outbox shows as refused.
        throw error == .notFound ? .refused(nil) : error
      }
    }
  }

  private func preparedPicture(
    _ path: String, within limits: PictureUploadLimits, _ pictures: any PicturePreparing
  ) async throws(FeedError) -> PreparedPicture {
    do throws(PictureFileProblem) {
      return try await pictures.preparePictureForUpload(path, within: limits)
    } catch {
      // If the program ends while the picture is prepared, the picture does not count as refused.
      guard !Task.isCancelled else { throw .cancelled }
      session.log.writeLogLine(.outbox, .error, "a picture cannot be uploaded: \(error)")
      switch error {
      case .missing: throw .notFound
      case .tookTooLong: throw .cancelled
      case .missingLibrary(let library): throw .missingLibrary(library)
      case .forbidden, .unreadable, .notAPicture, .damaged, .tooLarge, .tooManyPixels, .notOpened:
        throw .refused(nil)
      }
    }
  }

  /// Records the service's id of an uploaded picture in the outbox; the post is not sent if that
  /// fails. After a crash, a picture without a service id shows that the post was never sent.
  private func recordUploadedPicture(
    _ name: String, forPicture index: Int, of item: OutboxItem
  ) async throws(FeedError) {
    phase = .recordingAttempt
    guard !session.isOver else { throw .cancelled }
    do throws(StoreError) {
      try await session.stores.outbox.recordUploadedPicture(name, forPicture: index, of: item.id)
    } catch {
      pauseDeliveryAfterStoreError(error, doing: "record a picture in")
      throw .cancelled
    }
    phase = .pictures
  }
}

/// A pair of a picture's index and the number of all pictures of a post, for the progress of the
/// upload.
private struct UploadedPictureIndexAndCount {
  let index: Int
  let count: Int

  /// Returns the uploaded fraction of all pictures of a post while this picture is transferred,
  /// from 0 to 0.99; the fraction reaches 1 once the post is sent.
  func uploadedPicturesFraction(at transfer: ByteTransferProgress) -> Double {
    let expected = max(1, transfer.totalBytes ?? transfer.receivedBytes)
    let own = min(1, Double(transfer.receivedBytes) / Double(expected))
    return min(0.99, (Double(index) + own) / Double(count))
  }
}

/// A reporter of an upload's progress, from any thread to the main actor.
@MainActor
final class UploadProgressReporter {
  private let report: @MainActor (ByteTransferProgress) -> Void
  private var latest = -1

  init(_ report: @escaping @MainActor (ByteTransferProgress) -> Void) { self.report = report }

  func stopReportingProgress() { latest = .max }

  /// Reports the transferred bytes of an upload, unless a larger number was reported.
  nonisolated func reportUploadProgress(_ transfer: ByteTransferProgress) {
    Task { @MainActor in
      guard transfer.receivedBytes > latest else { return }
      latest = transfer.receivedBytes
      report(transfer)
    }
  }
}

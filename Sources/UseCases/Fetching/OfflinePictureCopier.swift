internal import FeedDomain

/// Fetches the pictures of posts for offline reading, each in one size that fills the screen.
@MainActor struct OfflinePictureCopier {
  /// Number of pictures fetched at the same time.
  private static let picturesAtOnce = 4
  /// Maximum number of failures in a row.
  private static let mostFailures = 8

  private let ledger: OfflineCopyProgress

  init(_ ledger: OfflineCopyProgress) { self.ledger = ledger }

  func run(for posts: [Post], filling screen: PhotoSize) async {
    guard let cache = session.shelf.photos, cache.outlivesProgram,
      let gateway = session.connection.photos
    else { return }
    var known: Set<Photo.ID> = []
    let photos = posts.flatMap(\.content.photos)
      .filter { $0.hasPicture && known.insert($0.id).inserted }
    var missing: [Photo.Rendition] = []
    for photo in photos {
      let sizes = photo.renditions(filling: screen)
      if let count = await cache.count(ofAnyOf: sizes, for: session.account.id) {
        ledger.offlineCopy.pictures += 1
        ledger.offlineCopy.bytes += count
      } else if let size = sizes.first {
        missing.append(size)
      }
    }
    await fetch(missing, from: gateway, to: cache)
  }
}

extension OfflinePictureCopier {
  private var session: Session { ledger.session }

  private func fetch(
    _ renditions: [Photo.Rendition], from gateway: any PhotoGateway, to cache: any PhotoCache
  ) async {
    // What does not fit would push out what came before it.
    let most = min(ledger.budget.bytes, cache.room.map { $0 / 2 } ?? .max)
    var (rest, failures) = (renditions[...], 0)
    while !rest.isEmpty, ledger.isOpen {
      guard ledger.offlineCopy.bytes < most else {
        return ledger.offlineCopy.missingPart = .budget
      }
      let batch = rest.prefix(Self.picturesAtOnce)
      rest = rest.dropFirst(batch.count)
      let answers = await RequestPurpose.due.asking {
        await Self.fetch(batch, from: gateway)
      }
      guard !Task.isCancelled, !session.isOver else {
        return ledger.offlineCopy.missingPart = .calledOff
      }
      for (rendition, answer) in zip(batch, answers) {
        switch answer {
        case .success(let bytes):
          failures = 0
          await cache.keep(bytes, of: rendition, for: session.account.id)
          ledger.offlineCopy.pictures += 1
          ledger.offlineCopy.bytes += bytes.count
        case .failure(let error):
          failures += 1
          ledger.offlineCopy.missingPictures += 1
          if failures >= Self.mostFailures || error == .signedOut {
            ledger.offlineCopy.missingPart = .service(error)
          }
        }
      }
    }
  }

  /// Fetches several pictures at the same time, in order.
  private nonisolated static func fetch(
    _ renditions: ArraySlice<Photo.Rendition>, from gateway: any PhotoGateway
  ) async -> [Result<[UInt8], FeedError>] {
    await withTaskGroup(of: (Int, Result<[UInt8], FeedError>).self) { group in
      for (place, rendition) in renditions.enumerated() {
        // The optimiser loses what stands beside an error that is caught in the task itself.
        group.addTask { await (place, answer(to: rendition, from: gateway)) }
      }
      var answers = [Result<[UInt8], FeedError>](
        repeating: .failure(.cancelled), count: renditions.count)
      for await (place, answer) in group { answers[place] = answer }
      return answers
    }
  }

  private nonisolated static func answer(
    to rendition: Photo.Rendition, from gateway: any PhotoGateway
  ) async -> Result<[UInt8], FeedError> {
    do throws(FeedError) {
      return .success(try await gateway.bytes(of: rendition) { _ in })
    } catch {
      return .failure(error)
    }
  }
}

extension PhotoCache {
  /// Returns the size of the first cached rendition and marks it as used; nil if none is cached.
  fileprivate func count(
    ofAnyOf sizes: ArraySlice<Photo.Rendition>, for account: Account.ID
  ) async -> Int? {
    for size in sizes {
      if let bytes = await bytes(of: size, for: account) { return bytes.count }
    }
    return nil
  }
}

package import FeedDomain
package import Terminal
package import UseCases

/// Where the photos of a session come from: what is kept, else the service.
@MainActor package final class PhotoSource {
  private let front: Session
  /// Who is read together with that one; nil for nobody.
  private let company: Company?

  package init(_ session: Session, with company: Company? = nil) {
    (front, self.company) = (session, company)
  }

  /// Whose a picture is.
  private func session(of rendition: Photo.Rendition) -> Session {
    company?.owner(of: rendition) ?? front
  }

  package var hasPhotos: Bool { front.connection.photos != nil }

  /// The pixels of a thumbnail; nil where it is not kept.
  package func pixels(of thumbnail: Thumbnail) async -> PixelImage? {
    let session = session(of: thumbnail.rendition)
    guard let cache = session.shelf.photos, cache.outlivesProgram,
      let contents = await cache.bytes(of: thumbnail.rendition, for: session.account.id)
    else { return nil }
    return thumbnail.image(in: contents)
  }

  /// Keeps pixels for the next time; a program remembers them by itself as long as it runs.
  func keep(_ image: PixelImage, as thumbnail: Thumbnail) {
    let session = session(of: thumbnail.rendition)
    guard !session.isOver, let cache = session.shelf.photos, cache.outlivesProgram else { return }
    let account = session.account.id
    // Begun at once, so that a sign-out that follows erases it.
    Task.immediate {
      await cache.keep(thumbnail.contents(of: image), of: thumbnail.rendition, for: account)
    }
  }

  /// The bytes of a rendition; where it is not kept and a larger one of the same photo is, the bytes of
  /// that, for which nobody is asked.
  package func bytes(
    of rendition: Photo.Rendition, among sizes: [Photo.Rendition] = [], meter: TransferMeter
  ) async throws(FeedError) -> [UInt8] {
    if rendition.isOwnFile { return try await ownFile(rendition.url) }
    let session = session(of: rendition)
    let account = session.account.id
    let larger = sizes.drop { $0 != rendition }.dropFirst().filter { !$0.isForKeeping }
    for size in [rendition] + larger {
      if let kept = await session.shelf.photos?.bytes(of: size, for: account) { return kept }
    }
    guard !Task.isCancelled, let gateway = session.connection.photos else { throw .cancelled }
    let bytes = try await gateway.bytes(of: rendition) { meter.tell($0) }
    // After the sign-out nothing of the account is written.
    if !session.isOver, let cache = session.shelf.photos {
      // Begun at once, so that a sign-out that follows erases it.
      Task.immediate { await cache.keep(bytes, of: rendition, for: account) }
    }
    return bytes
  }

  /// The bytes of the largest size below that one which is kept, for where there is no line; nil for
  /// none.
  func standIn(
    for rendition: Photo.Rendition, among sizes: [Photo.Rendition]
  ) async -> [UInt8]? {
    let session = session(of: rendition)
    for size in sizes.prefix(while: { $0 != rendition }).reversed() {
      if let kept = await session.shelf.photos?.bytes(of: size, for: session.account.id) {
        return kept
      }
    }
    return nil
  }

  /// A picture that is to be posted, no larger than it is shown beside the text; it is kept nowhere.
  private func ownFile(_ path: String) async throws(FeedError) -> [UInt8] {
    guard let pictures = front.shelf.pictures else { throw .notFound }
    do throws(PictureTrouble) {
      return try await pictures.prepare(
        path, within: PictureLimits(longestSide: 320, bytes: 200_000)
      ).bytes
    } catch {
      throw .notFound
    }
  }
}

internal import Atelier
internal import FeedDomain
internal import Threads

/// Paints photographs when they are asked for, one after the other, and keeps the latest.
///
/// It has a thread of its own: an original takes a second of work, during which the server goes on
/// answering. Who no longer wants a photograph is not waited for.
actor PictureStudio {
  /// How many bytes are kept.
  private static let room = 6 << 20

  private let thread = SerialThread(name: "tweetie-paint", isPolite: true)
  private var kept: [PhotoAddress: [UInt8]] = [:]
  /// The films that were made, each in a file without a name.
  private var films: [Photo.ID: UnnamedFile] = [:]
  /// The one used last is at the end.
  private var order: [PhotoAddress] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// The bytes of one size of a photo.
  func bytes(of photo: Photo, at address: PhotoAddress) throws(FeedError) -> [UInt8] {
    if let bytes = kept[address] {
      use(address)
      return bytes
    }
    guard let rendition = photo.renditions.first(where: { $0.size.width == address.width }) else {
      throw .notFound
    }
    let file = PaintedFile(
      name: photo.id.rawValue, size: rendition.size, isOriginal: rendition.size == photo.size)
    let painted: [UInt8]?
    do throws(PaintingFailure) {
      painted = try file.bytes(shape: photo.size, while: { !Task.isCancelled })
    } catch {
      throw FeedError(error)
    }
    guard let painted else { throw .notFound }
    keep(painted, at: address)
    return painted
  }

  /// Where a player finds the film of that photo, as long as the program runs.
  func film(of photo: Photo) throws(FeedError) -> String {
    if let film = films[photo.id] { return film.path }
    let bytes: [UInt8]?
    do throws(PaintingFailure) {
      bytes = try PaintedFile.film(
        photo.id.rawValue, shape: photo.size, while: { !Task.isCancelled })
    } catch {
      throw FeedError(error)
    }
    guard let bytes, let file = UnnamedFile(bytes) else { throw .notFound }
    films[photo.id] = file
    return file.path
  }

  private func keep(_ bytes: [UInt8], at address: PhotoAddress) {
    guard bytes.count < Self.room / 4 else { return }
    kept[address] = bytes
    use(address)
    var count = kept.values.reduce(0) { $0 + $1.count }
    while count > Self.room, let oldest = order.first {
      count -= kept.removeValue(forKey: oldest)?.count ?? 0
      order.removeFirst()
    }
  }

  private func use(_ address: PhotoAddress) {
    order.removeAll { $0 == address }
    order.append(address)
  }
}

extension FeedError {
  /// What it means for the one who asked that a photograph was not painted.
  fileprivate init(_ failure: PaintingFailure) {
    switch failure {
    case .unwanted: self = .cancelled
    case .unwritable: self = .serverFailed(500)
    case .noJPEG: self = .missingLibrary(.jpeg)
    case .noPNG: self = .missingLibrary(.png)
    }
  }
}

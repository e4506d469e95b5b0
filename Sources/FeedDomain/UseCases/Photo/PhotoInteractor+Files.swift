extension PhotoInteractor {
  /// Fetches the original and puts it into a file; one photo at a time.
  func save() {
    guard saving == nil, let current else { return }
    guard let album, let photos = session.connection.photos, let original = original else {
      return presenter.present(.cannotSave)
    }
    progress = nil
    saving = Task {
      do throws(FeedError) {
        let bytes = try await photos.bytes(of: original) { transfer in
          Task { @MainActor [weak self] in self?.have(transfer) }
        }
        guard !Task.isCancelled else { return }
        let name = PhotoFileName(current.photo, by: current.post.author, bytes: bytes)
        guard await put(bytes, as: name, into: album) else { return }
        // The photo is kept, whatever comes of telling the service.
        try? await photos.kept(current.photo.id, in: current.post.id)
      } catch {
        guard !Task.isCancelled else { return }
        finish()
        presenter.present(error == .signedOut ? .action(.signedOut) : .notFetched(error))
      }
    }
    presentActivity()
  }

  /// Hands the film to whoever can show it, once it is known where it is.
  func play() {
    guard let film = details?.film else { return presenter.present(.noFilm) }
    presenter.present(.film(address: film))
  }

  private var original: Photo.Rendition? {
    guard let photo = current?.photo else { return nil }
    if let address = details?.original {
      return Photo.Rendition(url: address, size: photo.size)
    }
    return photo.renditions.last
  }

  private func have(_ transfer: Transfer) {
    guard saving != nil, transfer.received >= progress?.received ?? 0 else { return }
    progress = transfer
    presentActivity()
  }

  /// Puts the bytes into a file, and returns whether they are there.
  private func put(
    _ bytes: [UInt8], as name: PhotoFileName, into album: any PhotoAlbum
  ) async -> Bool {
    do throws(StoreError) {
      let path = try await album.keep(bytes, as: name)
      guard !Task.isCancelled else { return true }
      finish()
      presenter.present(.saved(path: path))
      return true
    } catch {
      guard !Task.isCancelled else { return false }
      finish()
      presenter.present(.notSaved(error))
      return false
    }
  }

  private func finish() {
    saving = nil
    presentActivity()
  }
}

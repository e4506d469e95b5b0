internal import FeedDomain

extension PhotoInteractor {
  /// Fetches the original and puts it into a file; one photo at a time.
  func save() {
    guard saving == nil, let current else { return }
    guard let album, let photos = session.connection.photos else {
      return presenter.present(.cannotSave)
    }
    let task = Task {
      do throws(FeedError) {
        // Where the original is, the service alone knows.
        let known = session.photoDetails[current.photo.id]
        let details =
          if let known { known } else {
            try await askForDetails(of: current.photo, in: current.post)
          }
        guard let original = Self.original(of: current.photo, details) else {
          finish()
          return presenter.present(.cannotSave)
        }
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
    saving = Saving(task: task)
    presentActivity()
  }

  /// Hands the film to whoever can show it, once it is known where it is.
  func play() {
    guard let current else { return }
    if let known = session.photoDetails[current.photo.id] { return play(known) }
    load { [weak self] () async throws(FeedError) in
      try await self?.askForDetails(of: current.photo, in: current.post)
    } then: { [weak self] details in
      self?.play(details)
    }
  }

  private func play(_ details: PhotoDetails?) {
    if let path = details?.ownFilm { return presenter.present(.ownFilm(path: path)) }
    guard let film = details?.film else { return presenter.present(.noFilm) }
    presenter.present(.film(address: film))
  }

  /// The original, or the largest size there is.
  private static func original(of photo: Photo, _ details: PhotoDetails?) -> Photo.Rendition? {
    (details?.original ?? photo.renditions.last?.url).map {
      Photo.Rendition(url: $0, size: photo.size, isForKeeping: true)
    }
  }

  private func have(_ transfer: Transfer) {
    guard let saving, transfer.received >= saving.progress?.received ?? 0 else { return }
    self.saving?.progress = transfer
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

extension ComposeInteractor {
  /// Adds a picture, once it is known that it can be posted: nobody should learn that from the
  /// outbox, hours later.
  func attach(_ path: String, _ altText: String) async {
    guard let limits = session.connection.draftLimits, let pictures = session.shelf.pictures,
      let before = draft
    else { return }
    let most = limits.attachments(for: before)
    guard before.attachments.count < most else {
      return presenter.present(.tooManyPictures(limit: most))
    }
    let excess = limits.excess(ofAltText: altText)
    guard excess == 0 else { return presenter.present(.altTextTooLong(by: excess)) }
    do throws(PictureTrouble) {
      _ = try await pictures.prepare(path, within: limits.pictures)
    } catch {
      return presenter.present(.notAttached(error))
    }
    // What was typed or added while we looked stays.
    guard let draft, draft.id == before.id, draft.attachments.count < most else {
      return
    }
    let added = draft.attaching(
      draft.attachments + [Draft.Attachment(path: path, altText: altText)])
    edit(added)
    presenter.present(.attached(added))
  }

  /// Looks for files whose path begins so.
  func completePath(_ beginning: String) async {
    let paths = await session.shelf.pictures?.paths(beginning: beginning) ?? []
    presenter.present(.paths(paths, beginning: beginning))
  }
}

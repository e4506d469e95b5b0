extension ComposeInteractor {
  /// Tells at once what is wrong with a file: nobody should describe a picture that cannot be added.
  func look(_ path: String) async { _ = await isPicture(path) }

  /// Adds a picture, once it is known that it can be posted: nobody should learn that from the
  /// outbox, hours later.
  func attach(_ path: String, _ altText: String) async {
    guard let limits = session.connection.draftLimits, let before = draft else { return }
    let most = limits.attachments(for: before)
    let excess = limits.excess(ofAltText: altText)
    guard excess == 0 else { return presenter.present(.altTextTooLong(by: excess)) }
    guard let pictures = session.shelf.pictures, await isPicture(path) else { return }
    // What was typed or added while we looked stays.
    guard let draft, draft.id == before.id, draft.attachments.count < most else {
      return
    }
    let picture = Draft.Attachment(path: pictures.rooted(path), altText: altText)
    let added = draft.attaching(draft.attachments + [picture])
    edit(added)
    presenter.present(.attached(added))
  }

  /// Says anew what a picture of the draft shows.
  func describe(_ place: Int, _ altText: String) {
    guard let limits = session.connection.draftLimits, let draft,
      draft.attachments.indices.contains(place)
    else { return }
    let excess = limits.excess(ofAltText: altText)
    guard excess == 0 else { return presenter.present(.altTextTooLong(by: excess)) }
    var pictures = draft.attachments
    pictures[place] = pictures[place].described(as: altText)
    let described = draft.attaching(pictures)
    edit(described)
    presenter.present(.attached(described))
  }

  /// Whether the file is a picture for which there is room; where not, that is told.
  private func isPicture(_ path: String) async -> Bool {
    guard let limits = session.connection.draftLimits, let pictures = session.shelf.pictures,
      let draft
    else { return false }
    let most = limits.attachments(for: draft)
    guard draft.attachments.count < most else {
      presenter.present(.tooManyPictures(limit: most))
      return false
    }
    do throws(PictureTrouble) {
      _ = try await pictures.prepare(path, within: limits.pictures)
    } catch {
      presenter.present(.notAttached(error))
      return false
    }
    return true
  }

  /// Looks for files whose path begins so.
  func completePath(_ beginning: String) async {
    let paths = await session.shelf.pictures?.paths(beginning: beginning) ?? []
    presenter.present(.paths(paths, beginning: beginning))
  }
}

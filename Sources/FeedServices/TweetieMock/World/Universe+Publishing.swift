internal import FeedDomain

extension Universe {
  /// The post that a draft becomes.
  func published(_ draft: Draft, as number: PostNumber) -> Story {
    var dice = SplitMix64(seed, UInt64(bitPattern: number.rawValue))
    let scanner = RichTextScanner { society.place(of: $0).map { society.people[$0].id } }
    let quoted = draft.quoting.flatMap { PostNumber($0) }.flatMap { story($0, now: number.moment) }
    let content = Post.Content(
      text: scanner.scan(draft.text), warning: draft.warning,
      photos: draft.attachments.enumerated().map { photo($1, "\(number.text)-\($0)") },
      quote: quoted.map { Quote($0, by: society.people[$0.author]) })
    let isHidden = draft.visibility == .mentioned
    return Story(
      number: number, author: Society.reader, content: content,
      parent: draft.replyTo.flatMap { PostNumber($0) }, visibility: draft.visibility,
      appeal: isHidden
        ? .none
        : Appeal(
          likes: 3 + dice.below(14), boosts: dice.below(4), pace: .seconds(12 + dice.below(20))),
      refusesLikes: false, isForHome: draft.replyTo == nil)
  }

  /// The record of a picture that came with a draft. Its bytes do not travel: what is shown in its
  /// place is painted, in this shape.
  private func photo(_ attachment: Draft.Attachment, _ id: String) -> Photo {
    let size = PhotoSize(width: 1600, height: 1200)
    return Photo(
      id: Photo.ID(id), renditions: PhotoCatalogue.renditions(of: id, size: size), size: size,
      altText: attachment.altText, colour: 0x6F7F8F,
      photographer: society.people[Society.reader].name)
  }
}

extension Quote {
  init(_ story: Story, by author: Person) {
    self.init(
      id: story.number.id, handle: author.handle, name: author.name, text: story.content.text)
  }
}

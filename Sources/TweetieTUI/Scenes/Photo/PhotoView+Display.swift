import FeedDomain
import Terminal

extension PhotoView: PhotoDisplaying {
  func show(_ photo: Photo, of item: PostItem, _ caption: PhotoCaption) {
    (zoom, factScroll, grip, neighbours) = (PhotoZoom(), 0, nil, [])
    if item.post.id != self.item?.post.id { thumbUntil = nil }
    (self.photo, self.item, self.caption) = (photo, item, caption)
    if showsFacts { request(.details) }
    stage?.redraw()
  }

  func show(_ heading: PhotoHeading) {
    guard heading != self.heading else { return }
    self.heading = heading
    stage?.redraw()
  }

  func show(_ facts: [PhotoFact]) {
    self.facts = facts
    if showsFacts { stage?.redraw() }
  }

  func show(_ notice: StreamNotice?) {
    guard notice != self.notice else { return }
    self.notice = notice
    stage?.redraw()
  }

  func show(isSaving: Bool) { self.isSaving = isSaving }

  func change(_ post: Post?, undelivered: Set<Post.ID>) {
    guard var item, post == nil || post?.id == item.post.id else { return }
    item.post = post ?? item.post
    item.isWaiting = undelivered.contains(item.post.id)
    // A thumb does not stay up over a heart that was given back.
    if !item.post.own.contains(.liked) { thumbUntil = nil }
    self.item = item
    stage?.redraw()
  }

  func expect(_ photos: [Photo]) {
    neighbours = photos
    stage?.redraw()
  }

  func play(_ film: Hyperlink) { stage?.play(film) }

  func flash(_ post: Post.ID) {
    guard posts.options.isAnimated, post == item?.post.id else { return }
    thumbUntil = world.now.advanced(by: PostStates.flashTime)
    stage?.redraw()
  }
}

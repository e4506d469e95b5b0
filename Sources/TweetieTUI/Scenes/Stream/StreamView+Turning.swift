import FeedDomain

/// Turning the carousel.
extension StreamView {
  /// Moves as a command says; false for a command that moves nothing.
  func turn(_ command: Command) -> Bool {
    let ends = exhibits.indices
    guard let index = exhibit else { return false }
    switch command {
    case .right, .down, .lineDown: turn(by: 1)
    case .left, .up, .lineUp: turn(by: -1)
    case .halfPageDown, .pageDown: turn(to: min(index + 10, ends.upperBound - 1))
    case .halfPageUp, .pageUp: turn(to: max(index - 10, 0))
    case .top: turn(to: 0)
    case .bottom: turn(to: ends.upperBound - 1)
    default: return false
    }
    return true
  }

  /// Brings what stands so many places further to the middle.
  func turn(by steps: Int) {
    guard let index = exhibit else { return }
    let ring = CarouselRing(
      count: exhibits.count, isComplete: !hasMore.above && !hasMore.below)
    guard let goal = ring.step(steps, from: index) else { return }
    select(exhibits[goal].id)
    glide(steps, from: index)
  }

  private func turn(to index: Int) {
    guard exhibits.indices.contains(index) else { return }
    carousel.rest()
    select(exhibits[index].id)
  }

  /// Moves there in a few steps where that costs nothing; elsewhere it is there at once.
  private func glide(_ steps: Int, from index: Int) {
    gliding?.cancel()
    guard posts.options.mayGlide else { return carousel.rest() }
    carousel.turn(by: steps, from: index)
    gliding = Task { [weak self, world] in
      while true {
        do throws(CancellationError) {
          try await world.sleep(for: CarouselGlide.pause)
        } catch {
          return
        }
        guard let self, !Task.isCancelled else { return }
        carousel.goOn()
        stage?.redraw()
        if carousel.motion == nil { return }
      }
    }
  }
}

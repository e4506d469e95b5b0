internal import FeedDomain

struct DemoChangeValidator {
  static let limits = DraftLimits(
    characters: 500, charactersPerLink: 23, attachments: 4,
    visibilities: Visibility.visibleToOthers,
    allowsWarning: true, quotes: true, coversPictures: true, polls: .standard,
    threads: true)

  let demoWorld: DemoWorld
  let now: Timestamp

  /// Checks a change that the user made, and returns it as a change that the demo server accepts
  /// now, with the number of a new post; throws an error with a message if the change is refused.
  func acceptedChangeIfValid(_ change: PendingChange, key: OutboxItem.ID) throws(FeedError)
    -> AcceptedDemoChange
  {
    var number: DemoPostNumber?
    switch change {
    case .mark(let post, let action, let isDone):
      let storedPost = try demoWorld.storedPost(post, now: now)
      if storedPost.refusesLikes && action.contains(.liked) && isDone {
        throw .refused("This post does not accept likes.")
      }
    case .follow(let person, _):
      guard try demoWorld.personIndex(of: person) != DemoPopulation.reader else {
        throw .refused("You cannot follow yourself.")
      }
    case .mute(let person, _), .block(let person, _):
      guard try demoWorld.personIndex(of: person) != DemoPopulation.reader else {
        throw .refused("This is your own account.")
      }
    // Everybody may follow everybody, so there are no follow requests.
    case .answerFollowRequest, .serviceAction, .markRead: throw .notFound
    case .vote(let post, let answers):
      try validateVote(
        answers,
        on: demoWorld.postAsUserSeesIt(for: try demoWorld.storedPost(post, now: now), now: now))
    case .delete(let post):
      guard try demoWorld.storedPost(post, now: now).author == DemoPopulation.reader else {
        throw .refused("Only your own posts can be deleted.")
      }
    case .publish(let draft):
      try validateDraft(draft)
      number = unusedPostNumber()
    }
    return AcceptedDemoChange(key: key, acceptedAt: now, number: number, change: change)
  }

  func outcomeOfAcceptedChange(ofKey key: OutboxItem.ID) throws(FeedError) -> ChangeOutcome {
    guard let accepted = demoWorld.actions.acceptedChanges[key] else { throw .notFound }
    switch accepted.change {
    case .mark(let post, _, _), .vote(let post, _):
      return outcomeWithPostOrDone(DemoPostNumber(post))
    case .publish: return outcomeWithPostOrDone(accepted.number)
    case .follow(let person, _), .mute(let person, _), .block(let person, _):
      return .person(demoWorld.personWithProfile(try demoWorld.personIndex(of: person), now: now))
    case .answerFollowRequest, .delete, .serviceAction, .markRead: return .done
    }
  }

  /// Returns the outcome of a change to a demo post: the post in its present state, or `done` if it
  /// was deleted since.
  private func outcomeWithPostOrDone(_ number: DemoPostNumber?) -> ChangeOutcome {
    let storedPost = number.flatMap { demoWorld.storedPost($0, now: now) }
    return storedPost.map { .post(demoWorld.postAsUserSeesIt(for: $0, now: now)) } ?? .done
  }

  private func validateVote(_ answers: Set<Int>, on post: Post) throws(FeedError) {
    guard let poll = post.content.poll, !answers.isEmpty,
      answers.allSatisfy(poll.options.indices.contains)
    else { throw .refused("The poll has no such answer.") }
    guard poll.chosenOptions.isEmpty else { throw .refused("You have already voted.") }
    if let end = poll.closesAt, end <= now { throw .refused("The poll is closed.") }
  }

  private func validateDraft(_ draft: Draft) throws(FeedError) {
    guard !draft.isEmpty else { throw .refused("The post is empty.") }
    let remaining = Self.limits.remainingCharacters(for: draft)
    guard remaining >= 0 else { throw .refused("The post is too long by \(-remaining).") }
    guard draft.attachments.count <= Self.limits.attachments else {
      throw .refused("The post has more than \(Self.limits.attachments) pictures.")
    }
    guard Self.limits.draftProblem(with: draft) == nil else {
      throw .refused("The poll is not valid.")
    }
    guard draft.attachments.allSatisfy({ demoWorld.isUploadedOrDemoPhoto($0) }) else {
      throw .refused("A picture of the post was not uploaded.")
    }
    for other in [draft.replyTo, draft.quoting].compactMap(\.self) {
      _ = try demoWorld.storedPost(other, now: now)
    }
  }

  private func unusedPostNumber() -> DemoPostNumber {
    var moment = now
    while true {
      let number = DemoPostNumber(at: moment, .reader, demoWorld.actions.publishedCount)
      // Two posts of one millisecond differ in their count. Only a clock that was set back can
      // yield a used number.
      if demoWorld.storedPost(number, now: moment) == nil,
        !demoWorld.actions.deleted.contains(number)
      {
        return number
      }
      moment = moment.timeAdvanced(by: .milliseconds(1))
    }
  }
}

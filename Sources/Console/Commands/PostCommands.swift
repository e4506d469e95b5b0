internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

extension CommandSpec {
  /// The specification of the command `delete`, which deletes posts, after a question if there is a
  /// terminal. Throws for a post that neither the store nor the service knows; a stored post that
  /// is gone at the service counts as deleted.
  static let delete = CommandSpec(
    .delete, .writing, "ID|URL…", [.redraft, .account],
    examples: "delete 12345", "delete 12345 --redraft",
    meaning: { $0.say("delete your post") }
  ) { arguments throws(UsageError) in
    let posts = try arguments.requiredPostOperands()
    let isRedrafted = arguments.hasOption(.redraft)
    return { context async throws(CommandFailure) in
      let wording = context.wording
      try await context.performActionOnPosts(
        posts, named: .delete, deed: isRedrafted ? .redraft : .delete, mustBeKnown: true,
        done: isRedrafted
          ? wording.say("Deleted. Its text is a draft in the outbox.") : wording.say("Deleted."),
        before: { account, post async throws(CommandFailure) in
          if isRedrafted { try await account.savePostAsDraft(post) }
        },
        asking: { known, id throws(CommandFailure) in
          let question =
            if let text = known?.content.text.plain, !text.isEmpty {
              wording.say(
                "Delete \"{text}\"? (y/n)", ["text": OutboxItemFormatter.firstLinePreview(of: text)]
              )
            } else {
              wording.say("Delete {id}? (y/n)", ["id": id.rawValue])
            }
          if try context.prompt.askYesNoIfTerminal(to: question) == false { throw .calledOff }
        }
      ) { .delete($0) }
    }
  }

  static let like = makePostMarkCommandSpec(
    .like, as: .liked, true, of: .like, meaning: { $0.say("like a post") },
    done: { $0.say("Liked.") })
  static let unlike = makePostMarkCommandSpec(
    .unlike, as: .liked, false, of: .like, meaning: { $0.say("unlike a post") },
    done: { $0.say("Unliked.") })
  static let boost = makePostMarkCommandSpec(
    .boost, as: .boosted, true, of: .boost, meaning: { $0.say("boost a post") },
    done: { $0.say("Boosted.") })
  static let unboost = makePostMarkCommandSpec(
    .unboost, as: .boosted, false, of: .boost, meaning: { $0.say("unboost a post") },
    done: { $0.say("Unboosted.") })
  static let bookmark = CommandSpec(
    .bookmark, .writing, "ID|URL…", [.tag, .account],
    examples: "bookmark 12345", "bookmark 12345 --tag recipes --tag bread",
    meaning: { $0.say("bookmark a post") }
  ) { arguments throws(UsageError) in
    let posts = try arguments.requiredPostOperands()
    var tags: [BookmarkTag] = []
    for typed in arguments.optionValues(of: .tag) {
      guard let tag = BookmarkTag(typed) else {
        throw .badValue(typed, option: "--tag", allowed: "TAG")
      }
      tags.append(tag)
    }
    let wanted = tags
    return { context async throws(CommandFailure) in
      try await context.performActionOnPosts(
        posts, named: .bookmark, deed: .mark(.bookmarked), done: context.wording.say("Bookmarked."),
        before: { account, post async throws(CommandFailure) in
          try await account.addTagsToBookmark(post, with: wanted)
        }
      ) { .mark($0, .bookmarked, true) }
    }
  }
  static let unbookmark = makePostMarkCommandSpec(
    .unbookmark, as: .bookmarked, false, of: .bookmark, meaning: { $0.say("remove a bookmark") },
    done: { $0.say("Bookmark removed.") })
  static let pin = makePostMarkCommandSpec(
    .pin, as: .pinned, true, of: .pin, others: "",
    meaning: { $0.say("pin your post to your profile") }, done: { $0.say("Pinned.") })
  static let unpin = makePostMarkCommandSpec(
    .unpin, as: .pinned, false, of: .pin, others: "",
    meaning: { $0.say("unpin your post from your profile") }, done: { $0.say("Unpinned.") })

  /// Creates the specification of a command that sets or removes a mark on posts, such as a like.
  /// `told` is the command named in the failure if the service lacks the mark.
  private static func makePostMarkCommandSpec(
    _ name: CommandName, as mark: Post.UserPostMarks, _ isDone: Bool, of told: CommandName,
    others: String = " 12346", meaning: @escaping @Sendable (Wording) -> SafeText,
    done: @escaping @Sendable (Wording) -> SafeText
  ) -> CommandSpec {
    CommandSpec(
      name, .writing, "ID|URL…", [.account],
      examples: "\(name.rawValue) 12345",
      "\(name.rawValue) https://example.social/@ada/12345\(others)",
      meaning: meaning
    ) { arguments throws(UsageError) in
      let posts = try arguments.requiredPostOperands()
      return { context async throws(CommandFailure) in
        try await context.performActionOnPosts(
          posts, named: told, deed: .mark(mark), done: done(context.wording)
        ) { .mark($0, mark, isDone) }
      }
    }
  }

  static let vote = CommandSpec(
    .vote, .writing, "ID|URL ANSWER…", [.account],
    examples: "vote 12345 2", "vote 12345 'Earl Grey' Assam",
    meaning: { $0.say("vote in a poll, by answer number or text") }
  ) { arguments throws(UsageError) in
    guard let post = arguments.operands.first, !post.isEmpty else { throw .missingOperand("ID") }
    guard arguments.operands.count > 1 else { throw .missingOperand("ANSWER") }
    let answers = Array(arguments.operands.dropFirst())
    return { context async throws(CommandFailure) in
      let account = try await context.openCommandAccount()
      guard account.abilities.canWrite else { throw .notOffered(CommandName.vote.rawValue) }
      // The stored poll may be older than the user's vote, or than its end.
      let asked = try await account.fetchPost(account.postID(fromTyped: post))
      guard let poll = asked.content.poll else {
        throw .withheld(.noPoll, at: account.account.service)
      }
      if asked.author.id == account.account.person { throw .vote(.ownPoll) }
      if poll.isAnswered { throw .vote(.answered) }
      if poll.isOver(at: account.now) { throw .vote(.pollEnded) }
      try await account.sendChangeThroughOutbox(
        .vote(asked.id, try poll.pollChoiceIndices(of: answers)))
      context.printer.printConfirmation(context.wording.say("Voted."))
    }
  }
}

extension Poll {
  /// Returns the indices of the poll's answers for which the user votes, each typed as the answer's
  /// words or as its number from 1.
  fileprivate func pollChoiceIndices(of answers: [String]) throws(CommandFailure) -> Set<Int> {
    let titles = options.map { $0.title.lowercased() }
    var places: Set<Int> = []
    for answer in answers {
      let number = Int(answer).flatMap { $0 > 0 && $0 <= titles.count ? $0 - 1 : nil }
      guard let place = titles.firstIndex(of: answer.lowercased()) ?? number else {
        throw .vote(.noSuchAnswer(answer, answers: options.map(\.title)))
      }
      places.insert(place)
    }
    guard places.count == 1 || allowsSeveral else { throw .vote(.oneAnswer) }
    return places
  }
}

extension ScannedArguments {
  fileprivate func requiredPostOperands() throws(UsageError) -> [String] {
    guard !operands.isEmpty, !operands.contains("") else { throw .missingOperand("ID") }
    return operands
  }
}

extension CommandContext {
  /// Performs an action, such as a like, on each post named by its id or address, after the
  /// closures `ask` and `prepare`. Throws if the service lacks the action, or if a known post does
  /// not allow it; with `mustBeKnown`, posts that are not stored are fetched first.
  fileprivate func performActionOnPosts(
    _ typed: [String], named name: CommandName, deed: PostAction, mustBeKnown: Bool = false,
    done: SafeText,
    before prepare: (CommandAccount, Post.ID) async throws(CommandFailure) -> Void = { _, _ in },
    asking ask: (Post?, Post.ID) throws(CommandFailure) -> Void = { _, _ in },
    _ change: (Post.ID) -> PendingChange
  ) async throws(CommandFailure) {
    let services = try await openServices()
    let locked = try CommandAccount(self, services, services.signedInAccount(named: accountName))
    guard typed.allSatisfy({ locked.abilities.supportsChange(change(Post.ID($0))) }) else {
      throw .notOffered(name.rawValue)
    }
    let account = try CommandAccount(self, services, services.accountWithSecret(locked.signedIn))
    try await printResultForEachName(typed) { typed async throws(CommandFailure) in
      let post = try await account.postID(fromTyped: typed)
      var known = try await services.storedPost(post, of: account.account)
      if known == nil, mustBeKnown { known = try await account.storedOrFetchedPost(post) }
      if let known,
        case .withheld(let reason) = locked.abilities.permission(
          to: deed, on: known, isOwn: known.author.id == account.account.person)
      {
        throw .withheld(reason, at: account.account.service)
      }
      try ask(known, post)
      try await prepare(account, post)
      do throws(CommandFailure) {
        try await account.sendChangeThroughOutbox(change(post))
      } catch {
        throw error == .service(.notFound) ? .noSuchPost(post) : error
      }
      return done
    }
  }
}

extension CommandAccount {
  fileprivate func addTagsToBookmark(
    _ post: Post.ID, with tags: [BookmarkTag]
  ) async throws(CommandFailure) {
    guard !tags.isEmpty, let store = services.stores.bookmarkTags else { return }
    try await convertingStoreErrors { () async throws(StoreError) in
      for tag in tags {
        try await store.storeLocalBookmarkTag(tag, true, on: post, account: account.id)
      }
    }
  }

  /// Saves the text and pictures of a published post as a draft, before `delete` deletes the post.
  fileprivate func savePostAsDraft(_ id: Post.ID) async throws(CommandFailure) {
    let post = try await storedOrFetchedPost(id)
    let redrafter = PublishedPostDraftSaver(
      connection, stores: services.stores, world: services.world)
    do throws(RedraftError) {
      _ = try await redrafter.saveDraftCopy(of: post)
    } catch {
      switch error {
      case .service(let error): throw .service(error)
      case .store(let error): throw .store(error)
      }
    }
  }
}

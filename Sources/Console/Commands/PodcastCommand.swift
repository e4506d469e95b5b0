internal import FeedDomain
internal import Terminal
package import UseCases
import Words

package enum EpisodePlaybackResult: Equatable, Sendable {
  /// A result of playing an episode: the player ended, at this position, nil if not reported.
  case stopped(PlaybackPosition?)
  case failed(PlayerProblem)
}

private enum PodcastSubcommand: String, CaseIterable {
  case list, add, download, play, played, unplayed, remove
}

extension CommandSpec {
  static let podcasts = CommandSpec(
    .podcasts, .reading, "[list|add|download|play|played|unplayed|remove] [ID|NUMBER…]",
    [.json, .account],
    examples: "podcasts add 12345", "podcasts play 1",
    meaning: { $0.say("list, download and play your podcasts") }
  ) { arguments throws(UsageError) in
    let json = arguments.hasOption(.json)
    let word = arguments.operands.first ?? PodcastSubcommand.list.rawValue
    guard let step = PodcastSubcommand(rawValue: word) else {
      throw .badValue(
        word, option: "podcasts",
        allowed: PodcastSubcommand.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let names = Array(arguments.operands.dropFirst())
    switch step {
    case .list: if let extra = names.first { throw .unexpectedOperand(extra) }
    case .download: break
    case .play: if names.count > 1 { throw .unexpectedOperand(names[1]) }
    case .add, .played, .unplayed, .remove:
      if names.isEmpty { throw .missingOperand("ID") }
    }
    return { context async throws(CommandFailure) in
      let services = try await context.openServices(isReading: step == .list)
      let signedIn = try podcastAccount(services, context)
      guard let session = await services.session(signedIn),
        await session.connection.podcasts != nil
      else { throw .notOffered("podcasts") }
      let run = PodcastCommand(
        context: context, session: session, queue: await session.podcasts, json: json)
      try await run.performPodcastSubcommand(step, names)
    }
  }

  /// Returns the account for podcasts: the named one, or else the first one with web feeds.
  private static func podcastAccount(
    _ services: CommandServices, _ context: CommandContext
  ) throws(CommandFailure) -> SignedInAccount {
    let named = try services.signedInAccount(
      named: context.accountName, orFirstWhere: \.service.hasReadStates)
    guard let named else { throw .notOffered("podcasts") }
    return try services.accountWithSecret(named)
  }
}

private struct PodcastCommand {
  let context: CommandContext
  let session: AccountSession
  let queue: PodcastQueue
  let json: Bool

  private var wording: Wording { context.wording }

  func performPodcastSubcommand(_ step: PodcastSubcommand, _ names: [String])
    async throws(CommandFailure)
  {
    try await convertingPodcastQueueErrors { queue async throws(StoreError) in
      try await queue.loadEpisodes()
    }
    switch step {
    case .list: await printEpisodeQueue()
    case .add:
      try await context.printResultForEachName(names) { name async throws(CommandFailure) in
        let isAddress = CommandSpec.isWebAddress(name)
        let entry =
          isAddress ? await session.connection.subscriptions?.alreadyFetchedEntry(at: name) : nil
        return try await addEpisodeToQueue(entry?.id ?? Post.ID(name))
      }
    case .download: try await downloadEpisodes(names)
    case .play: try await playEpisode(names.first)
    case .played, .unplayed:
      let isPlayed = step == .played
      let found = try await queuedEpisodes(named: names)
      for queued in found {
        try await convertingPodcastQueueErrors { queue async throws(StoreError) in
          try await queue.setEpisodePlayed(isPlayed, queued.id)
        }
      }
      if isPlayed { await markEpisodeEntriesRead(found.map(\.id)) }
      context.printer.printConfirmation(
        isPlayed
          ? wording.plural(
            "{count} episode is marked as played.", "{count} episodes are marked as played.",
            found.count)
          : wording.plural(
            "{count} episode is marked as not played.",
            "{count} episodes are marked as not played.", found.count))
    case .remove:
      let found = try await queuedEpisodes(named: names)
      for queued in found {
        try await convertingPodcastQueueErrors { queue async throws(StoreError) in
          try await queue.removeEpisodeAndFile(queued.id)
        }
      }
      context.printer.printConfirmation(
        wording.plural(
          "{count} episode is removed.", "{count} episodes are removed.", found.count))
    }
  }

  private func convertingPodcastQueueErrors(
    _ work: (PodcastQueue) async throws(StoreError) -> Void
  ) async throws(CommandFailure) {
    do throws(StoreError) { try await work(queue) } catch { throw .store(error) }
  }

  /// Returns the queued episodes with the given ids, or with the given numbers in the list that
  /// `podcasts` prints.
  private func queuedEpisodes(named names: [String]) async throws(CommandFailure) -> [QueuedEpisode]
  {
    let all = await queue.episodes ?? []
    var found: [QueuedEpisode] = []
    for name in names {
      let numbered = Int(name).flatMap { $0 > 0 && $0 <= all.count ? all[$0 - 1] : nil }
      guard let episode = all.first(where: { $0.id.rawValue == name }) ?? numbered else {
        throw .noSuchEpisode(name)
      }
      if !found.contains(where: { $0.id == episode.id }) { found.append(episode) }
    }
    return found
  }

  private func addEpisodeToQueue(_ post: Post.ID) async throws(CommandFailure) -> SafeText {
    switch await queue.addEpisode(of: post) {
    case .episodeQueued(let isNew): return wording.episodeQueuedMessage(isNew: isNew)
    case .episodeNotQueued(.notFound): throw .noSuchPost(post)
    case .episodeNotQueued(let error): throw .service(error)
    case .storeFailed(let error): throw .store(error)
    default: throw .noEpisode(post)
    }
  }

  /// Downloads the named episodes of the queue or, if no name is given, all that were not played.
  private func downloadEpisodes(_ names: [String]) async throws(CommandFailure) {
    let wanted: [QueuedEpisode]
    if names.isEmpty {
      wanted = (await queue.episodes ?? []).filter { !$0.isPlayed }
    } else {
      wanted = try await queuedEpisodes(named: names)
    }
    var failures = 0
    for queued in wanted {
      await queue.queueEpisodeDownload(queued.id)
      await queue.waitForDownloads()
      let title = queued.episode.title
      let (state, file) = (await queue.downloads[queued.id], await queue.files[queued.id])
      if case .failed(let error)? = state {
        guard wanted.count > 1 else { throw .episode(error) }
        failures += 1
        context.printer.printError(
          wording.say(
            "{name}: {reason}",
            ["name": title, "reason": wording.sentence(for: error).string]))
      } else if case .complete(let path, _)? = file {
        context.printer.hasChanged = true
        if json {
          context.printer.printJSONLine(["id": queued.id.rawValue, "file": path])
        } else {
          context.printer.printConfirmation(
            wording.say("Downloaded: {title}", ["title": title]))
        }
      }
      context.printer.flushOutput()
      if Task.isCancelled { return }
    }
    if failures > 0 { throw .someNamesFailed(failures, of: wanted.count) }
  }

  /// Plays the named episode of the queue, or for nil the first that was not played, and stores the
  /// position at which the player stopped.
  private func playEpisode(_ name: String?) async throws(CommandFailure) {
    var chosen: QueuedEpisode?
    if let name {
      chosen = try await queuedEpisodes(named: [name]).first
    } else {
      chosen = await queue.episodes?.first { !$0.isPlayed }
    }
    guard let chosen else { throw .noSuchEpisode(name ?? "1") }
    var place = chosen.episode.address
    if case .complete(let path, _)? = await queue.files[chosen.id] { place = path }
    guard place.hasPrefix("/") || SafeWebLink(place) != nil else { throw .noEpisode(chosen.id) }
    switch await context.playEpisode(place, chosen.position) {
    case .failed(.forbidden): throw .restricted
    case .failed(let problem): throw .player(problem)
    case .stopped(nil): break
    case .stopped(let playback?):
      try await convertingPodcastQueueErrors { queue async throws(StoreError) in
        try await queue.recordPlaybackPosition(playback, of: chosen.id)
      }
      if playback.isFinished { await markEpisodeEntriesRead([chosen.id]) }
      guard let queued = await queue.episode(chosen.id) else { return }
      context.printer.printConfirmation(
        queued.isPlayed ? wording.say("played") : wording.episodeProgressText(queued))
    }
  }

  private func markEpisodeEntriesRead(_ posts: [Post.ID]) async {
    _ = await CommandSpec.markEntriesReadOrUnread(.entries(posts), true, in: session)
  }

  private func printEpisodeQueue() async {
    let (episodes, files) = (await queue.episodes ?? [], await queue.files)
    for (place, queued) in episodes.enumerated() {
      let file = files[queued.id] ?? .missing
      if json {
        context.printer.printJSONLine(
          JSONValue.episodeJSONObject(queued, number: place + 1, file: file))
        continue
      }
      let parts: [SafeText] = [
        SafeText(sanitizing: queued.episode.show), wording.episodeProgressText(queued),
        queued.isPlayed ? wording.say("played") : "", wording.episodeFileStateText(file),
      ]
      context.printer.printLine(
        PrintedLine("\(place + 1)", .dim).appendingOnSameLine("  ")
          .appendingText(SafeText(sanitizing: queued.episode.title), .bold))
      context.printer.printLine(
        PrintedLine("   ").appendingText(
          parts.filter { !$0.isEmpty }.joined(separator: " · "), .dim))
    }
    guard episodes.isEmpty, !json else { return }
    context.printer.printRemark(wording.say("There are no podcasts yet."))
  }
}

extension JSONValue {
  fileprivate static func episodeJSONObject(
    _ queued: QueuedEpisode, number: Int, file: EpisodeFileState
  ) -> JSONValue {
    let episode = queued.episode
    var path: String?
    var bytes = 0
    switch file {
    case .missing: break
    case .partlyDownloaded(let count): bytes = count
    case .complete(let place, let count): (path, bytes) = (place, count)
    }
    return [
      "number": number, "id": episode.post.rawValue, "title": episode.title,
      "feed": episode.show, "feed_id": episode.feed.rawValue, "url": episode.address,
      "page": episode.page, "kind": episode.isFilm ? "video" : "audio",
      "duration": episode.seconds, "position": queued.position, "played": queued.isPlayed,
      "file": path, "bytes": bytes,
      "chapters": episode.chapters.map { chapter -> JSONValue in
        ["start": chapter.start, "title": chapter.title]
      },
      "chapters_url": episode.chapterFile, "transcript_url": episode.transcript,
    ]
  }
}

import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

struct PodcastsContent: PagedListContent {
  let wording: Wording
  let keys: KeyMap
  let world: any World

  var openRequest: PodcastsScene.SceneRequest { .open }
  /// The flag that makes the queue of podcasts reload when it comes to the front; always true,
  /// since episodes may have been added from streams.
  var reloadsOnReturn: Bool { true }

  func viewModel(of state: PodcastsScene.SceneState) -> PagedListViewModel<EpisodeChapterOrLinkRow>
  {
    guard let episodes = state.episodes else {
      return PagedListViewModel(title: wording.say("Podcasts"))
    }
    let unplayed = episodes.count { !$0.isPlayed }
    return PagedListViewModel(
      title: wording.say("Podcasts"),
      remark: unplayed > 0 ? wording.plural("{count} unplayed", "{count} unplayed", unplayed) : "",
      rows: episodes.flatMap { rowsOfEpisodeAndChapters(of: $0, state) },
      notice: episodes.isEmpty
        ? EmptySceneMessage(
          sentence: wording.say("There are no podcasts yet."),
          nextStep: wording.say(
            "In a stream, {key} adds the audio or video of an entry.",
            ["key": keys.keyName(for: .queueEpisode) ?? ""])) : nil)
  }

  var priorityCommands: [Command] { [.markAll] }

  func keyHintCommands(for row: EpisodeChapterOrLinkRow?) -> [Command] {
    switch row?.kind {
    case nil: [.back, .help]
    case .episode:
      [.back, .open, .savePhoto, .details, .toggleRead, .delete, .help]
    case .chapter, .link: [.back, .open, .details, .help]
    }
  }

  func overridingKeyHintTexts(for row: EpisodeChapterOrLinkRow?) -> [Command: SafeText] {
    var words: [Command: SafeText] = [
      .open: wording.say("play"), .delete: wording.say("remove"),
      .openLink: wording.say("page"),
    ]
    switch row?.kind {
    case .episode(let queued):
      words[.savePhoto] = row?.isBusy == true ? wording.say("stop") : wording.say("download")
      words[.toggleRead] =
        queued.isPlayed ? wording.say("not played") : wording.say("played")
    case .link: words[.open] = wording.say("open")
    case .chapter, nil: break
    }
    return words
  }

  func overridingCommandTitles(for row: EpisodeChapterOrLinkRow?) -> [Command: SafeText] {
    overridingKeyHintTexts(for: row).mapValues(\.withCapitalLetter)
  }

  func performRowCommand(
    _ command: Command, on row: EpisodeChapterOrLinkRow?, _ scene: PagedListView<PodcastsContent>
  ) -> Bool {
    if command == .undo {
      scene.send(.undo)
      return true
    }
    if command == .markAll {
      let text = wording.say(
        "Episodes are marked one at a time ({key}).",
        ["key": keys.keyName(for: .toggleRead) ?? ""])
      scene.navigator?.showMessage(BottomLineMessage(text: text, tone: .plain))
      return true
    }
    guard let row else { return false }
    let post = row.episode.post
    switch (command, row.kind) {
    case (.open, .chapter(let chapter)), (.play, .chapter(let chapter)):
      scene.send(.play(post, from: chapter.start))
    case (.open, .link(let address)):
      guard let link = SafeWebLink(address) else { return false }
      scene.navigator?.openInBrowser(link)
    case (.open, _), (.play, _): scene.send(.play(post, from: nil))
    case (.savePhoto, .episode): scene.send(.toggleDownload(post))
    case (.details, _): scene.send(.toggleDetails(post))
    case (.toggleRead, .episode): scene.send(.togglePlayed(post))
    case (.delete, .episode): scene.send(.remove(post))
    case (.openLink, _), (.browse, _):
      guard let link = row.episode.page.flatMap({ SafeWebLink($0) }) else { return false }
      scene.navigator?.openInBrowser(link)
    case (.profile, _): scene.navigator?.navigate(to: .profile(row.episode.feed))
    case (.copyLink, _):
      scene.navigator?.copyText(SafeText(sanitizing: row.episode.page ?? row.episode.address))
    case (.viewPhoto, _): scene.navigator?.navigate(to: .article(post))
    default: return false
    }
    return true
  }

  func rowLines(
    of row: EpisodeChapterOrLinkRow, columns: Int, portraitBox: CellSize?, _ theme: Theme,
    _ options: DisplayOptions
  ) -> LaidOutLines<Never> {
    row.laidOutEpisodeChapterOrLink(columns: columns, theme, options)
  }
}

// MARK: - Rows

/// A row of the queue of podcasts: an episode, or below it one of its chapters or links.
struct EpisodeChapterOrLinkRow: Identifiable, Equatable {
  enum EpisodeChapterOrLink: Equatable {
    case episode(QueuedEpisode)
    case chapter(Episode.EpisodeChapter)
    case link(String)
  }

  let id: String
  let kind: EpisodeChapterOrLink
  let episode: Episode
  /// The title in a row of the queue of podcasts: that of the episode or chapter, or the name and
  /// address of a link.
  let title: SafeText
  /// The text at the right of a row in the queue of podcasts: the episode's duration and played
  /// part, or the start of a chapter; empty for none.
  var time: SafeText = ""
  /// The line below the title in an episode's row of the queue of podcasts: the show, the date and
  /// the state of the file; empty for chapters and links.
  var state: SafeText = ""
  /// The line in an episode's row of the queue of podcasts with the error of a failed download, and
  /// the key for trying again; empty without an error.
  var failure: SafeText = ""
  var isPlayed = false
  /// True if the episode's file is being downloaded, or waits for its download.
  var isBusy = false
}

extension PodcastsContent {
  private func rowsOfEpisodeAndChapters(of queued: QueuedEpisode, _ state: PodcastsScene.SceneState)
    -> [EpisodeChapterOrLinkRow]
  {
    let episode = queued.episode
    let id = episode.post.rawValue
    let row = EpisodeChapterOrLinkRow(
      id: id, kind: .episode(queued), episode: episode,
      title: SafeText(sanitizing: episode.title.isEmpty ? episode.address : episode.title),
      time: wording.episodeProgressText(queued), state: episodeStateText(of: queued, state),
      failure: downloadFailureText(state.downloads[episode.post]), isPlayed: queued.isPlayed,
      isBusy: isDownloadPending(state.downloads[episode.post]))
    guard state.episodeWithOpenDetails == episode.post else { return [row] }
    let chapters = episode.chapters.enumerated().map { place, chapter in
      EpisodeChapterOrLinkRow(
        id: "\(id)/chapter/\(place)", kind: .chapter(chapter), episode: episode,
        title: SafeText(sanitizing: chapter.title),
        time: SafeText(sanitizing: Episode.playingTimeText(ofSeconds: chapter.start)),
        isPlayed: queued.isPlayed)
    }
    let links: [(SafeText, String?)] = [
      (wording.name(of: .chapters), episode.chapterFile),
      (wording.name(of: .transcript), episode.transcript),
      (wording.say("Page"), episode.page), (wording.say("File"), episode.address),
    ]
    return [row] + chapters
      + links.enumerated().compactMap { place, link in
        link.1.map { address in
          EpisodeChapterOrLinkRow(
            id: "\(id)/link/\(place)", kind: .link(address), episode: episode,
            title: link.0 + ": " + SafeText(sanitizing: address), isPlayed: queued.isPlayed)
        }
      }
  }

  private func isDownloadPending(_ download: PodcastQueue.UnfinishedEpisodeDownloadState?) -> Bool {
    switch download {
    case .waiting, .running: true
    case .failed, nil: false
    }
  }

  private func episodeStateText(of queued: QueuedEpisode, _ state: PodcastsScene.SceneState)
    -> SafeText
  {
    let post = queued.episode.post
    let file: SafeText =
      switch state.downloads[post] {
      case .waiting: wording.say("waits for its download")
      case .running(let progress): wording.downloadProgressText(progress)
      case .failed, nil: wording.episodeFileStateText(state.files[post] ?? .missing)
      }
    let parts: [SafeText] = [
      SafeText(sanitizing: queued.episode.show),
      queued.episode.createdAt.milliseconds > 0
        ? wording.relativeTimeText(queued.episode.createdAt, now: world.now) : "",
      queued.isPlayed ? wording.say("played") : "", file,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func downloadFailureText(_ download: PodcastQueue.UnfinishedEpisodeDownloadState?)
    -> SafeText
  {
    guard case .failed(let error)? = download else { return "" }
    return wording.sentence(for: error) + " "
      + wording.retryHint(key: keys.keyName(for: .savePhoto) ?? "")
  }
}

extension EpisodeChapterOrLinkRow {
  /// Lays out a row of the queue of podcasts: the title with the time at the right, and below it
  /// the state and the error of a failed download.
  fileprivate func laidOutEpisodeChapterOrLink(
    columns: Int, _ theme: Theme, _ options: DisplayOptions
  )
    -> LaidOutLines<
      Never
    >
  {
    let columns = min(columns, PostLayout.widest)
    let end = time.isEmpty ? Line() : Line(time, theme.style(isPlayed ? .faint : .text))
    var line = Line()
    let style: TextRole
    switch kind {
    case .episode: style = isPlayed ? .faint : .author
    case .chapter, .link:
      line.appendBlanks(min(2, columns / 4))
      style = isPlayed ? .faint : .text
    }
    let room = columns - line.columns - (end.columns > 0 ? end.columns + 1 : 0)
    line.append(Line(title, theme.style(style)).truncatedLine(columns: max(1, room)))
    if end.columns > 0, end.columns < columns {
      line.appendBlanks(max(1, columns - line.columns - end.columns))
      line.append(end)
    }
    var lines = [line.truncatedLine(columns: columns)]
    if !state.isEmpty {
      lines += TextWrapper.wrappedLines(of: Line(state, theme.style(.faint)), columns: columns)
    }
    if !failure.isEmpty {
      let sign: SafeText = options.isPlain ? "" : "⚠ "
      lines += TextWrapper.wrappedLines(
        of: Line(sign + failure, theme.style(.warning)), columns: columns)
    }
    return LaidOutLines(lines: lines)
  }
}

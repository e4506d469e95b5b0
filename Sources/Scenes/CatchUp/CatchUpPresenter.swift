import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts what was missed into words.
@MainActor final class CatchUpPresenter: Presenting {
  weak var display: (any Displaying<CatchUpViewModel>)?

  private let posts: PostPresentation
  private let keys: KeyMap
  private let report: ActionReport
  private var viewModel = CatchUpViewModel()
  private var missed: CatchUp.MissedPosts?
  private var together = GroupMembers()
  private var left = 0
  /// How many posts were fetched so far; nil where none are being fetched.
  private var fetched: Int?
  private var asking = FetchProgress.nothing
  private var failure: FeedError?

  /// A presenter in the words of those posts; its display is set once there is one.
  init(posts: PostPresentation, keys: KeyMap) {
    (self.posts, self.keys) = (posts, keys)
    report = ActionReport(wording: posts.wording, keys: keys)
  }

  func present(_ response: CatchUp.Response) {
    var cues: [PostCue] = []
    switch response {
    case .company(let members): together = GroupMembers(members)
    case .missed(let missed):
      (self.missed, fetched) = (missed, nil)
      viewModel.title =
        missed.span == .unread
        ? wording.catchUp(with: missed.feed) : wording.lastDay(of: missed.feed)
      viewModel.isMissed = missed.span == .unread
      viewModel.order = missed.order
      viewModel.sections = sections(of: missed)
    case .changed(let posts): change(posts)
    case .left(let count): left = count
    case .fetching(let count): (fetched, failure) = (count, nil)
    case .asking(let asking): self.asking = asking
    case .failed(let error): failure = error
    case .storeFailed(let error):
      cues = [.say(Message(text: wording.sentence(for: error), tone: .bad))]
    case .action(let news):
      let before = report.undelivered.marked
      cues = report.tell(news, of: missed?.account)
      if report.undelivered.marked != before { change([]) }
    }
    show(cues)
  }
}

extension CatchUpPresenter {
  private var wording: Wording { posts.wording }

  private func change(_ posts: [Post]) {
    for index in viewModel.sections.indices {
      report.change(posts, in: &viewModel.sections[index].rows)
    }
  }

  private func show(_ cues: [PostCue]) {
    viewModel.aside = missed.map(aside) ?? ""
    viewModel.activity =
      fetched.map { wording.activity(asking, fetching($0), key: key(.refresh)) } ?? ""
    viewModel.failure = failure.map { wording.conversationFailed($0) } ?? ""
    viewModel.notice = notice
    viewModel.cues = cues
    display?.display(viewModel)
    viewModel.cues = []
  }

  private var notice: EmptyState? {
    if let fetched {
      return EmptyState(
        sentence: fetching(fetched),
        next: wording.say("{key} reads what is here already", ["key": key(.open)]), isBusy: true)
    }
    guard viewModel.sections.isEmpty else { return nil }
    guard let missed else { return EmptyState(sentence: wording.firstUse, isBusy: true) }
    guard missed.span == .unread else {
      return EmptyState(sentence: wording.say("Nothing was posted in the last day."))
    }
    return EmptyState(
      sentence: wording.nothingMissed,
      next: wording.say("{key} shows the last day, read or not.", ["key": key(.open)]))
  }

  /// The order, and what is left where something was missed.
  private func aside(_ missed: CatchUp.MissedPosts) -> SafeText {
    let order = wording.name(of: missed.order)
    return missed.span == .unread ? order + " · " + wording.leftToRead(left) : order
  }

  private func fetching(_ count: Int) -> SafeText {
    wording.fetchingMissed(count, of: GapClosing.mostPosts)
  }

  private func key(_ command: Command) -> String { keys.name(for: command) ?? "" }
}

// MARK: - Rows

extension CatchUpPresenter {
  /// How many people are named who boosted or shared something.
  private static let mostNamed = 2

  private func sections(of missed: CatchUp.MissedPosts) -> [CatchUpSection] {
    let digest = missed.digest
    var sections = digest.groups.map { section(of: $0, for: missed.account) }
    // What concerns the reader comes first, and what was only boosted last.
    let isFirst = digest.groups.first?.kind == .toReader
    let isLast = digest.groups.last?.kind == .boosts
    sections.insert(contentsOf: links(digest), at: isFirst ? 1 : 0)
    sections.insert(contentsOf: pictures(digest), at: sections.count - (isLast ? 1 : 0))
    return sections + end(of: missed)
  }

  private func section(
    of group: CatchUpDigest.Group, for account: Account
  ) -> CatchUpSection {
    let id = CatchUpSection.ID.group(group.kind)
    var rows = group.items.map { item -> CatchUpRow in
      switch item {
      case .post(let piece):
        var boosters = piece.boosters
        // Where but one boosted it, they stand in its heading, as everywhere.
        let only = boosters.count == 1 ? boosters.removeFirst() : nil
        return CatchUpRow(
          id: .post(piece.post.id), section: id,
          content: .post(
            boosters: boosters.isEmpty ? "" : wording.boosted(by: names(of: boosters))),
          post: together.item(report.item(piece.post, boostedBy: only, for: account)),
          entries: piece.entries)
      case .fold(let pieces, let first):
        return CatchUpRow(
          id: .fold(first), section: id,
          content: .fold(
            wording.foldedPosts(pieces.count, key: key(.open)), behind: first),
          entries: pieces.flatMap(\.entries))
      }
    }
    if let heading = heading(of: group) {
      if case .person(let person) = group.kind {
        for index in rows.indices { rows[index].person = person }
      }
      rows.insert(CatchUpRow(id: .heading(id), section: id, content: heading), at: 0)
    }
    return CatchUpSection(id: id, rows: rows)
  }

  /// What stands above a group; nil where its only post says it by itself.
  private func heading(of group: CatchUpDigest.Group) -> CatchUpRow.Content? {
    let count = wording.posts(group.count)
    switch group.kind {
    case .person where group.count == 1: return nil
    case .person:
      guard let person = group.author else { return nil }
      return .heading(posts.name(of: person), count: count, person: person)
    case .toReader: return .heading(wording.forYou, count: count, person: nil)
    case .boosts: return .heading(wording.boostedByYours, count: count, person: nil)
    case .others:
      return missed?.order == .threads
        ? .heading(wording.say("Other posts"), count: count, person: nil) : nil
    case .thread:
      guard let author = group.author else { return nil }
      return .heading(
        wording.conversation(of: posts.name(of: author)), count: count, person: nil)
    }
  }

  private func links(_ digest: CatchUpDigest) -> [CatchUpSection] {
    guard !digest.links.isEmpty else { return [] }
    let id = CatchUpSection.ID.links
    let rows = digest.links.map { link in
      CatchUpRow(
        id: .link(link.url), section: id,
        content: .link(
          SafeText(sanitizing: link.title ?? link.url), Hyperlink(link.url),
          people: wording.shared(by: names(of: link.people))))
    }
    return [headed(wording.sharedBySeveral, id, rows)]
  }

  private func pictures(_ digest: CatchUpDigest) -> [CatchUpSection] {
    let tiles = digest.pictures.map { picture in
      let photo = picture.post.content.photos[picture.index]
      return CatchUpRow.Tile(
        post: picture.post.id, index: picture.index, photo: photo,
        words: posts.name(of: picture.post.author) + ": " + posts.description(of: photo))
    }
    // One or two are seen with their posts.
    guard tiles.count > 2 else { return [] }
    let id = CatchUpSection.ID.pictures
    return [
      headed(
        wording.name(of: .photos), id,
        [CatchUpRow(id: .pictures, section: id, content: .pictures(tiles))])
    ]
  }

  private func end(of missed: CatchUp.MissedPosts) -> [CatchUpSection] {
    let folded = missed.digest.folded
    let words =
      (folded.isEmpty ? [] : [wording.filteredOut(folded.count)])
      + (missed.isCut
        ? [wording.say("More was posted in between than was fetched: catch up again for the rest.")]
        : [])
    guard !words.isEmpty else { return [] }
    return [
      CatchUpSection(
        id: .end,
        rows: [CatchUpRow(id: .end, section: .end, content: .words(words), entries: folded)])
    ]
  }

  private func headed(
    _ title: SafeText, _ id: CatchUpSection.ID, _ rows: [CatchUpRow]
  ) -> CatchUpSection {
    let heading = CatchUpRow(
      id: .heading(id), section: id, content: .heading(title, count: "", person: nil))
    return CatchUpSection(id: id, rows: [heading] + rows)
  }

  private func names(of people: [Person]) -> SafeText {
    wording.names(people.prefix(Self.mostNamed).map { posts.name(of: $0) }, count: people.count)
  }
}

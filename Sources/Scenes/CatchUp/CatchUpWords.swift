import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Converts the missed posts of a stream into texts for the screen.
@MainActor struct CatchUpWords {
  /// The highest number of people named in a text about those who boosted a post or shared a link.
  private static let mostNamed = 2

  let posts: PostPresentation
  let keys: KeyMap

  private var wording: Wording { posts.wording }

  func viewModel(of state: CatchUp.State) -> CatchUpViewModel {
    let isMissed = state.span == .unread
    let sections = state.digest.map { self.sections(of: $0, state) } ?? []
    return CatchUpViewModel(
      title: isMissed ? wording.catchUp(with: state.feed) : wording.lastDay(of: state.feed),
      aside: state.digest == nil ? "" : aside(of: state),
      activity: state.fetched.map {
        wording.activity(state.fetch.asking, fetching($0), key: key(.refresh))
      } ?? "",
      failure: state.fetch.failure.map { wording.conversationFailed($0) } ?? "",
      order: state.order, isMissed: isMissed, sections: sections,
      notice: notice(of: state, isEmpty: sections.isEmpty))
  }

  private func notice(of state: CatchUp.State, isEmpty: Bool) -> EmptyState? {
    if let fetched = state.fetched {
      return EmptyState(
        sentence: fetching(fetched),
        next: wording.say("{key} shows the posts fetched so far", ["key": key(.open)]), isBusy: true
      )
    }
    guard isEmpty else { return nil }
    guard state.digest != nil else { return EmptyState(sentence: wording.firstUse, isBusy: true) }
    guard state.span == .unread else {
      return EmptyState(sentence: wording.say("Nothing was posted in the last day."))
    }
    return EmptyState(
      sentence: wording.nothingMissed,
      next: wording.say("{key} shows the last day, read or not.", ["key": key(.open)]))
  }

  /// Returns the text with the order of missed posts, and the number of unread ones.
  private func aside(of state: CatchUp.State) -> SafeText {
    let order = wording.name(of: state.order)
    return state.span == .unread ? order + " · " + wording.leftToRead(state.left) : order
  }

  private func fetching(_ count: Int) -> SafeText {
    wording.fetchingMissed(count, of: GapClosing.mostPosts)
  }

  private func key(_ command: Command) -> String { keys.name(for: command) ?? "" }
}

// MARK: - Rows

extension CatchUpWords {
  private func sections(of digest: CatchUpDigest, _ state: CatchUp.State) -> [CatchUpSection] {
    let signs = GroupMembers(state.members)
    var sections = digest.groups.map { section(of: $0, state, signs) }
    // Posts to the reader come first, and posts that were only boosted last.
    let isFirst = digest.groups.first?.kind == .toReader
    let isLast = digest.groups.last?.kind == .boosts
    sections.insert(contentsOf: links(digest), at: isFirst ? 1 : 0)
    sections.insert(contentsOf: pictures(digest), at: sections.count - (isLast ? 1 : 0))
    return sections + end(of: digest, isCut: state.isCut)
  }

  private func section(
    of group: CatchUpDigest.Group, _ state: CatchUp.State, _ signs: GroupMembers
  ) -> CatchUpSection {
    let id = CatchUpSection.ID.group(group.kind)
    let person: Person.ID? = if case .person(let person) = group.kind { person } else { nil }
    let heading = heading(of: group, by: state.order)
    var rows = heading.map { [CatchUpRow(id: .heading(id), section: id, content: $0)] } ?? []
    for item in group.items {
      var row: CatchUpRow
      switch item {
      case .post(let piece):
        var boosters = piece.boosters
        // A single booster stands in the post's own heading, as everywhere.
        let only = boosters.count == 1 ? boosters.removeFirst() : nil
        row = CatchUpRow(
          id: .post(piece.post.id), section: id,
          content: .post(
            boosters: boosters.isEmpty ? "" : wording.boosted(by: names(of: boosters))),
          post: signs.item(
            PostItem(
              piece.post, boostedBy: only, of: state.account, state.rows.undelivered)),
          entries: piece.entries)
      case .fold(let pieces, let first):
        row = CatchUpRow(
          id: .fold(first), section: id,
          content: .fold(wording.foldedPosts(pieces.count, key: key(.open)), behind: first),
          entries: pieces.flatMap(\.entries))
      }
      if heading != nil { row.person = person }
      rows.append(row)
    }
    return CatchUpSection(id: id, rows: rows)
  }

  /// Returns the heading of a group of missed posts; nil if the posts need none.
  private func heading(
    of group: CatchUpDigest.Group, by order: CatchUpOrder
  ) -> CatchUpRow.Content? {
    let count = wording.posts(group.count)
    switch group.kind {
    case .person where group.count == 1: return nil
    case .person:
      guard let person = group.author else { return nil }
      return .heading(posts.name(of: person), count: count, person: person)
    case .toReader: return .heading(wording.forYou, count: count, person: nil)
    case .boosts: return .heading(wording.boostedByFollowed, count: count, person: nil)
    case .others:
      return order == .threads
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

  private func end(of digest: CatchUpDigest, isCut: Bool) -> [CatchUpSection] {
    let words =
      (digest.folded.isEmpty ? [] : [wording.filteredOut(digest.folded.count)])
      + (isCut
        ? [wording.say("Not all posts were fetched. Catch up again for the rest.")]
        : [])
    guard !words.isEmpty else { return [] }
    let row = CatchUpRow(
      id: .end, section: .end, content: .words(words), entries: digest.folded)
    return [CatchUpSection(id: .end, rows: [row])]
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

// MARK: - View model

struct CatchUpViewModel: Equatable {
  var title: SafeText = ""
  /// The text with the order of missed posts, and the number of unread ones.
  var aside: SafeText = ""
  /// The progress text of the catch-up scene; empty if nothing is being fetched.
  var activity: SafeText = ""
  /// The last error of the catch-up scene; empty if none.
  var failure: SafeText = ""
  var order = CatchUpOrder.people
  /// True if the posts in the catch-up scene were missed; false for posts of the last day shown
  /// again.
  var isMissed = true
  var sections: [CatchUpSection] = []
  /// Shown in the middle of the catch-up scene while it has no posts.
  var notice: EmptyState?
}

extension CatchUpViewModel {
  /// Returns missed posts in one column, or in columns of about `most` rows each: a section with
  /// more rows gets its own column.
  func columns(holding most: Int?) -> [[CatchUpRow]] {
    guard let most, order == .people || order == .threads else {
      return [sections.flatMap(\.rows)]
    }
    var columns: [[CatchUpRow]] = []
    for section in sections {
      if let last = columns.last, last.count + section.rows.count <= most {
        columns[columns.count - 1] += section.rows
      } else {
        columns.append(section.rows)
      }
    }
    return columns.isEmpty ? [[]] : columns
  }
}

/// A group of rows in the catch-up scene, kept in one column.
struct CatchUpSection: Equatable {
  enum ID: Hashable {
    case group(CatchUpDigest.Group.Kind)
    case links, pictures, end
  }

  let id: ID
  var rows: [CatchUpRow]
}

/// A row of the catch-up scene: a heading, a post, a link, photos or a remark.
struct CatchUpRow: PostRow {
  enum ID: Hashable {
    case heading(CatchUpSection.ID)
    case post(Post.ID)
    case fold(Post.ID)
    case link(String)
    case pictures
    case end
  }

  /// The content of a row in the catch-up scene.
  enum Content: Equatable {
    /// The heading of a group of missed posts, with the number of rows below.
    case heading(SafeText, count: SafeText, person: Person?)
    /// A missed post, with the names of the people who boosted it.
    case post(boosters: SafeText)
    /// The text for the posts folded behind a missed post.
    case fold(SafeText, behind: Post.ID)
    /// A linked web page, with the names of the people who shared it.
    case link(SafeText, Hyperlink?, people: SafeText)
    case pictures([Tile])
    /// Remarks at the end of the missed posts.
    case words([SafeText])
  }

  /// A photo in the catch-up scene's wall, with its description.
  struct Tile: Equatable {
    let post: Post.ID
    let index: Int
    let photo: Photo
    let words: SafeText
  }

  let id: ID
  let section: CatchUpSection.ID
  let content: Content
  package var post: PostItem?
  /// The person named in the heading above a row of missed posts; nil if none is.
  var person: Person.ID?
  /// The entries of the stream that are marked as read together with the row.
  var entries: [FeedEntry.ID] = []

  var isHeading: Bool { if case .heading = content { true } else { false } }
}

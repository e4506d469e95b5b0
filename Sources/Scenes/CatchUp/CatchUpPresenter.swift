import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// A presenter of the catch-up scene, which converts its state, with a stream's posts since the
/// last visit, into the view model.
@MainActor
final class CatchUpPresenter {
  /// Maximum number of people named in a text about those who boosted a post or shared a link.
  private static let mostNamed = 2

  private let posts: PostPresentation
  private let keys: KeyMap
  /// The catch-up scene's rows made most recently, with their source. They are cached, because most
  /// changes of the state change one row or none.
  private var made: CachedCatchUpRows?

  init(posts: PostPresentation, keys: KeyMap) { (self.posts, self.keys) = (posts, keys) }

  private var wording: Wording { posts.wording }

  func viewModel(of state: CatchUpScene.SceneState) -> CatchUpViewModel {
    let isMissed = state.span == .unread
    let sections = state.digest.map { catchUpRows(of: $0, state).sections } ?? []
    return CatchUpViewModel(
      title: isMissed
        ? wording.catchUpTitle(with: state.feed) : wording.lastDayTitle(of: state.feed),
      aside: state.digest == nil ? "" : headerText(of: state),
      activity: state.fetched.map {
        wording.fetchActivityText(
          state.fetch.asking, fetchingPostsText($0), key: keyName(of: .refresh))
      } ?? "",
      failure: state.fetch.failure.map { wording.conversationFailedMessage($0) } ?? "",
      order: state.order, isMissed: isMissed, sections: sections,
      notice: emptyState(of: state, isEmpty: sections.isEmpty))
  }

  private func emptyState(of state: CatchUpScene.SceneState, isEmpty: Bool) -> EmptyState? {
    if let fetched = state.fetched {
      return EmptyState(
        sentence: fetchingPostsText(fetched),
        next: wording.say("{key} shows the posts fetched so far", ["key": keyName(of: .open)]),
        isBusy: true
      )
    }
    guard isEmpty else { return nil }
    guard state.digest != nil else { return EmptyState(sentence: wording.firstUse, isBusy: true) }
    guard state.span == .unread else {
      return EmptyState(sentence: wording.say("Nothing was posted in the last day."))
    }
    return EmptyState(
      sentence: wording.nothingMissed,
      next: wording.say("{key} shows the last day, read or not.", ["key": keyName(of: .open)]))
  }

  /// Returns the text with the order of the catch-up's posts, and the number of those still unread.
  private func headerText(of state: CatchUpScene.SceneState) -> SafeText {
    let order = wording.name(of: state.order)
    return state.span == .unread ? order + " · " + wording.remainingPostsText(state.left) : order
  }

  private func fetchingPostsText(_ count: Int) -> SafeText {
    wording.fetchingMissedText(count, of: CatchUpFetcher.mostPosts)
  }

  private func keyName(of command: Command) -> String { keys.keyName(for: command) ?? "" }
}

// MARK: - Rows

extension CatchUpPresenter {
  private func catchUpRows(of digest: CatchUpDigest, _ state: CatchUpScene.SceneState)
    -> CachedCatchUpRows
  {
    let source = CachedCatchUpRows.CatchUpRowSource(digest, state)
    if let made, made.source == source { return made }
    let before = made.flatMap { $0.source.canReuseRows(of: source) ? $0 : nil }
    let signs = AccountGroupMembers(state.members)
    let groups = digest.groups.enumerated().map { index, group in
      let old = before?.groups.digestGroup(at: index, of: group.kind)
      if let old, old.group == group, !source.haveDifferentMarks(in: group, before?.source) {
        return CachedCatchUpRows.DigestGroupSection(group: group, section: old.section)
      }
      let section = digestGroupSection(of: group, source, signs, insteadOf: old, before?.source)
      return CachedCatchUpRows.DigestGroupSection(group: group, section: section)
    }
    let rows = CachedCatchUpRows(
      source: source, groups: groups,
      sections: allCatchUpSections(of: digest, groups.map(\.section), isCut: state.isCut))
    made = rows
    return rows
  }

  /// Returns all sections of the catch-up scene: those of groups of posts, with those of links,
  /// photos and remarks in between.
  private func allCatchUpSections(
    of digest: CatchUpDigest, _ groups: [CatchUpSection], isCut: Bool
  ) -> [CatchUpSection] {
    var sections = groups
    // Links and photos are inserted after the posts addressed to the user, and before posts that
    // were only boosted.
    let isFirst = digest.groups.first?.kind == .toReader
    let isLast = digest.groups.last?.kind == .boosts
    sections.insert(contentsOf: linkSections(digest), at: isFirst ? 1 : 0)
    sections.insert(contentsOf: photoSections(digest), at: sections.count - (isLast ? 1 : 0))
    return sections + remarkSections(of: digest, isCut: isCut)
  }

  /// Returns the section of a group of posts in the catch-up; unchanged rows are taken from the
  /// section made before.
  private func digestGroupSection(
    of group: CatchUpDigest.DigestGroup, _ source: CachedCatchUpRows.CatchUpRowSource,
    _ signs: AccountGroupMembers,
    insteadOf old: CachedCatchUpRows.DigestGroupSection?,
    _ oldSource: CachedCatchUpRows.CatchUpRowSource?
  ) -> CatchUpSection {
    let id = CatchUpSection.CatchUpSectionID.group(group.kind)
    let person: Person.ID? = if case .person(let person) = group.kind { person } else { nil }
    let heading = groupHeadingContent(of: group, by: source.order)
    var rows = heading.map { [CatchUpRow(id: .heading(id), section: id, content: $0)] } ?? []
    rows.reserveCapacity(rows.count + group.items.count)
    let first = rows.count
    // If the old section has as many rows, its rows are reused where the items are equal.
    let isLike = old.map { $0.section.rows.count == first + group.items.count } ?? false
    for (index, item) in group.items.enumerated() {
      if isLike, let old, item == old.group.items[index],
        !source.marksDiffer(of: item, oldSource)
      {
        rows.append(old.section.rows[first + index])
        continue
      }
      var row: CatchUpRow
      switch item {
      case .post(let piece):
        var boosters = piece.boosters
        // A single booster is named in the post's own heading, as in streams.
        let only = boosters.count == 1 ? boosters.removeFirst() : nil
        row = CatchUpRow(
          id: .post(piece.post.id), section: id,
          content: .post(
            boosters: boosters.isEmpty ? "" : wording.boostedByText(by: joinedNames(of: boosters))),
          post: signs.badgedItem(
            PostItem(
              piece.post, boostedBy: only,
              isOwn: piece.post.author.id == source.account.person,
              isWaiting: source.marked.contains(piece.post.id))),
          entries: piece.entries)
      case .fold(let pieces, let first):
        row = CatchUpRow(
          id: .fold(first), section: id,
          content: .fold(
            wording.foldedPostsHint(pieces.count, key: keyName(of: .open)), behind: first),
          entries: pieces.flatMap(\.entries))
      }
      if heading != nil { row.person = person }
      rows.append(row)
    }
    return CatchUpSection(id: id, rows: rows)
  }

  /// Returns the heading of a group of posts in the catch-up; nil if the group needs none.
  private func groupHeadingContent(
    of group: CatchUpDigest.DigestGroup, by order: CatchUpOrder
  ) -> CatchUpRow.CatchUpRowContent? {
    let count = wording.postCount(group.count)
    switch group.kind {
    case .person where group.count == 1: return nil
    case .person:
      guard let person = group.author else { return nil }
      return .heading(posts.displayName(of: person), count: count, person: person)
    case .toReader: return .heading(wording.forYou, count: count, person: nil)
    case .quiet: return .heading(wording.quietPeople, count: count, person: nil)
    case .boosts: return .heading(wording.boostedByFollowed, count: count, person: nil)
    case .others:
      return order == .threads
        ? .heading(wording.say("Other posts"), count: count, person: nil) : nil
    case .thread:
      guard let author = group.author else { return nil }
      return .heading(
        wording.conversationTitle(of: posts.displayName(of: author)), count: count, person: nil)
    }
  }

  private func linkSections(_ digest: CatchUpDigest) -> [CatchUpSection] {
    guard !digest.links.isEmpty else { return [] }
    let id = CatchUpSection.CatchUpSectionID.links
    let rows = digest.links.map { link in
      CatchUpRow(
        id: .link(link.url), section: id,
        content: .link(
          SafeText(sanitizing: link.title ?? link.url), Hyperlink(link.url),
          people: wording.sharedByText(by: joinedNames(of: link.people))))
    }
    return [sectionWithHeading(wording.sharedBySeveral, id, rows)]
  }

  private func photoSections(_ digest: CatchUpDigest) -> [CatchUpSection] {
    let tiles = digest.pictures.map { picture in
      let photo = picture.post.content.photos[picture.index]
      return CatchUpRow.CatchUpPhotoTile(
        post: picture.post.id, index: picture.index, photo: photo,
        words: posts.displayName(of: picture.post.author) + ": " + posts.photoDescription(of: photo)
      )
    }
    // One or two photos need no wall, since they are also shown with their posts.
    guard tiles.count > 2 else { return [] }
    let id = CatchUpSection.CatchUpSectionID.pictures
    return [
      sectionWithHeading(
        wording.name(of: .photos), id,
        [CatchUpRow(id: .pictures, section: id, content: .pictures(tiles))])
    ]
  }

  private func remarkSections(of digest: CatchUpDigest, isCut: Bool) -> [CatchUpSection] {
    let words =
      (digest.folded.isEmpty ? [] : [wording.filteredOutText(digest.folded.count)])
      + (isCut
        ? [wording.say("Not all posts were fetched. Catch up again for the rest.")]
        : [])
    guard !words.isEmpty else { return [] }
    let row = CatchUpRow(
      id: .end, section: .end, content: .words(words), entries: digest.folded)
    return [CatchUpSection(id: .end, rows: [row])]
  }

  private func sectionWithHeading(
    _ title: SafeText, _ id: CatchUpSection.CatchUpSectionID, _ rows: [CatchUpRow]
  ) -> CatchUpSection {
    let heading = CatchUpRow(
      id: .heading(id), section: id, content: .heading(title, count: "", person: nil))
    return CatchUpSection(id: id, rows: [heading] + rows)
  }

  private func joinedNames(of people: [Person]) -> SafeText {
    wording.joinedNames(
      people.prefix(Self.mostNamed).map { posts.displayName(of: $0) }, count: people.count)
  }
}

// MARK: - Cached rows

/// A cache of the rows of the catch-up scene, with the parts of its state on which they depend.
struct CachedCatchUpRows {
  struct CatchUpRowSource: Equatable {
    let digest: CatchUpDigest
    let account: Account
    let members: [GroupMember]
    let marked: Set<Post.ID>
    let order: CatchUpOrder
    let isCut: Bool

    init(_ digest: CatchUpDigest, _ state: CatchUpScene.SceneState) {
      self.digest = digest
      (account, members, order) = (state.account, state.members, state.order)
      (marked, isCut) = (state.rows.undelivered.marked, state.isCut)
    }

    /// Returns true if rows made from another source can be reused where their posts did not
    /// change.
    func canReuseRows(of other: CatchUpRowSource) -> Bool {
      account == other.account && members == other.members && order == other.order
    }

    func marksDiffer(of item: CatchUpDigest.PostOrFold, _ other: CatchUpRowSource?) -> Bool {
      guard case .post(let piece) = item, let other else { return false }
      return marked.contains(piece.post.id) != other.marked.contains(piece.post.id)
    }

    func haveDifferentMarks(in group: CatchUpDigest.DigestGroup, _ other: CatchUpRowSource?) -> Bool
    {
      marked != other?.marked && group.items.contains { marksDiffer(of: $0, other) }
    }
  }

  /// A group of posts in the catch-up with the section of rows made for it.
  struct DigestGroupSection {
    let group: CatchUpDigest.DigestGroup
    let section: CatchUpSection
  }

  let source: CatchUpRowSource
  let groups: [DigestGroupSection]
  let sections: [CatchUpSection]
}

extension [CachedCatchUpRows.DigestGroupSection] {
  /// Returns the group of the catch-up's posts at an index; nil if there is none, or if it is of
  /// another kind.
  fileprivate func digestGroup(at index: Int, of kind: CatchUpDigest.DigestGroup.DigestGroupKind)
    -> CachedCatchUpRows
    .DigestGroupSection?
  {
    indices.contains(index) && self[index].group.kind == kind ? self[index] : nil
  }
}

// MARK: - View model

struct CatchUpViewModel: Equatable {
  var title: SafeText = ""
  /// The text with the order of the catch-up's posts, and the number of those still unread; empty
  /// until they are loaded.
  var aside: SafeText = ""
  /// The progress text of the catch-up scene; empty if nothing is being fetched.
  var activity: SafeText = ""
  /// The text of the catch-up scene's last error; empty if nothing failed.
  var failure: SafeText = ""
  var order = CatchUpOrder.people
  /// True if the posts in the catch-up scene are those since the last visit; false for posts of the
  /// last day shown again.
  var isMissed = true
  var sections: [CatchUpSection] = []
  /// The message in the middle of the catch-up scene while it has no posts; nil if it has posts.
  var notice: EmptyState?
}

extension CatchUpViewModel {
  /// Returns the rows of the catch-up scene in one column, or in columns of about `most` rows each:
  /// a section with more rows gets its own column.
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

/// A section of the catch-up scene: a group of rows that is kept in one column.
struct CatchUpSection: Equatable {
  enum CatchUpSectionID: Hashable {
    case group(CatchUpDigest.DigestGroup.DigestGroupKind)
    case links, pictures, end
  }

  let id: CatchUpSectionID
  var rows: [CatchUpRow]
}

/// A row of the catch-up scene: a heading, a post, folded posts, a link, photos or remarks.
struct CatchUpRow: PostRow {
  enum ID: Hashable {
    case heading(CatchUpSection.CatchUpSectionID)
    case post(Post.ID)
    case fold(Post.ID)
    case link(String)
    case pictures
    case end
  }

  /// A kind of row in the catch-up scene, with its texts.
  enum CatchUpRowContent: Equatable {
    /// A kind of row in the catch-up scene: the heading of a group, with the text of its number of
    /// posts and the person it names.
    indirect case heading(SafeText, count: SafeText, person: Person?)
    /// A kind of row in the catch-up scene: a post since the last visit, with the names of the
    /// people who boosted it; empty for none.
    case post(boosters: SafeText)
    /// A kind of row in the catch-up scene: the text for the posts folded behind a post since the
    /// last visit.
    case fold(SafeText, behind: Post.ID)
    /// A kind of row in the catch-up scene: the title and address of a linked web page, with the
    /// names of the people who shared it.
    indirect case link(SafeText, Hyperlink?, people: SafeText)
    case pictures([CatchUpPhotoTile])
    /// A kind of row in the catch-up scene: remarks at the end of the posts since the last visit.
    case words([SafeText])
  }

  /// A photo in the catch-up scene's photo wall, with its post and description.
  struct CatchUpPhotoTile: Equatable {
    let post: Post.ID
    let index: Int
    let photo: Photo
    let words: SafeText
  }

  let id: ID
  let section: CatchUpSection.CatchUpSectionID
  let content: CatchUpRowContent
  package var post: PostItem?
  /// The id of the person named in the heading above a row of the catch-up's posts; nil if none is.
  var person: Person.ID?
  /// The ids of the stream's entries that are marked as read together with the row.
  var entries: [FeedEntry.ID] = []

  var isHeading: Bool { if case .heading = content { true } else { false } }
}

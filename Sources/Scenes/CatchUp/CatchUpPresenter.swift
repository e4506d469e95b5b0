import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

@MainActor
final class CatchUpPresenter {
  /// The maximum number of people whom the catch-up scene names as those who boosted a post or
  /// shared a link.
  private static let mostNamed = 2

  private let posts: PostViewModelFactory
  private let keys: KeyMap
  /// The rows that the catch-up presenter made last; cached because most changes of the state
  /// concern one row or none. nil before the first.
  private var cachedRows: CachedCatchUpRows?

  init(posts: PostViewModelFactory, keys: KeyMap) { (self.posts, self.keys) = (posts, keys) }

  private var wording: Wording { posts.wording }

  func viewModel(of state: CatchUpScene.SceneState) -> CatchUpViewModel {
    let isMissed = state.span == .unread
    let sections = state.digest.map { catchUpRows(of: $0, state).sections } ?? []
    return CatchUpViewModel(
      title: isMissed
        ? wording.catchUpTitle(with: state.feed) : wording.lastDayTitle(of: state.feed),
      remark: state.digest == nil ? "" : orderAndUnreadCountText(of: state),
      activity: state.fetchedCount.map {
        wording.fetchProgressOrRetryText(
          state.fetch.fetchProgress, fetchingPostsText($0), key: keyName(of: .refresh))
      } ?? "",
      failure: state.fetch.failure.map { wording.notUpToDateMessage($0) } ?? "",
      order: state.order, isMissed: isMissed, sections: sections,
      notice: emptySceneMessage(of: state, isEmpty: sections.isEmpty))
  }

  private func emptySceneMessage(of state: CatchUpScene.SceneState, isEmpty: Bool)
    -> EmptySceneMessage?
  {
    if let fetched = state.fetchedCount {
      return EmptySceneMessage(
        sentence: fetchingPostsText(fetched),
        nextStep: wording.say("{key} shows the posts fetched so far", ["key": keyName(of: .open)]),
        isBusy: true
      )
    }
    guard isEmpty else { return nil }
    guard state.digest != nil else {
      return EmptySceneMessage(sentence: wording.firstUse, isBusy: true)
    }
    guard state.span == .unread else {
      return EmptySceneMessage(sentence: wording.say("Nothing was posted in the last day."))
    }
    return EmptySceneMessage(
      sentence: wording.nothingMissed,
      nextStep: wording.say("{key} shows the last day, read or not.", ["key": keyName(of: .open)]))
  }

  private func orderAndUnreadCountText(of state: CatchUpScene.SceneState) -> SafeText {
    let order = wording.name(of: state.order)
    return state.span == .unread
      ? order + " · " + wording.unreadPostsLeftText(state.unreadCount) : order
  }

  private func fetchingPostsText(_ count: Int) -> SafeText {
    wording.fetchingMissedPostsText(count, of: CatchUpFetcher.mostPosts)
  }

  private func keyName(of command: Command) -> String { keys.keyName(for: command) ?? "" }
}

// MARK: - Rows

extension CatchUpPresenter {
  private func catchUpRows(of digest: CatchUpDigest, _ state: CatchUpScene.SceneState)
    -> CachedCatchUpRows
  {
    let inputs = CachedCatchUpRows.CatchUpRowInputs(digest, state)
    if let cachedRows, cachedRows.inputs == inputs { return cachedRows }
    let before = cachedRows.flatMap { $0.inputs.canReuseRows(of: inputs) ? $0 : nil }
    let signs = AccountsOfMergedList(state.members)
    let groups = digest.groups.enumerated().map { index, group in
      let old = before?.groups.cachedDigestSection(at: index, of: group.kind)
      if let old, old.group == group, !inputs.haveDifferentPendingChanges(in: group, before?.inputs)
      {
        return CachedCatchUpRows.CachedDigestSection(group: group, section: old.section)
      }
      let section = digestGroupSection(of: group, inputs, signs, insteadOf: old, before?.inputs)
      return CachedCatchUpRows.CachedDigestSection(group: group, section: section)
    }
    let rows = CachedCatchUpRows(
      inputs: inputs, groups: groups,
      sections: allCatchUpSections(of: digest, groups.map(\.section), isCut: state.isCut))
    cachedRows = rows
    return rows
  }

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
    return sections + closingNoteSections(of: digest, isCut: isCut)
  }

  /// Returns the section of the catch-up scene for a group of posts; rows whose posts did not
  /// change are taken from `old`.
  private func digestGroupSection(
    of group: CatchUpDigest.DigestGroup, _ inputs: CachedCatchUpRows.CatchUpRowInputs,
    _ signs: AccountsOfMergedList,
    insteadOf old: CachedCatchUpRows.CachedDigestSection?,
    _ oldInputs: CachedCatchUpRows.CatchUpRowInputs?
  ) -> CatchUpSection {
    let id = CatchUpSection.CatchUpSectionID.group(group.kind)
    let person: Person.ID? = if case .person(let person) = group.kind { person } else { nil }
    let heading = groupHeadingContent(of: group, by: inputs.order)
    var rows = heading.map { [CatchUpRow(id: .heading(id), section: id, content: $0)] } ?? []
    rows.reserveCapacity(rows.count + group.items.count)
    let first = rows.count
    // If the old section has as many rows, its rows are reused where the items are equal.
    let isLike = old.map { $0.section.rows.count == first + group.items.count } ?? false
    for (index, item) in group.items.enumerated() {
      if isLike, let old, item == old.group.items[index],
        !inputs.haveDifferentPendingChanges(of: item, oldInputs)
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
          post: signs.itemWithAccountBadges(
            PostItem(
              piece.post, boostedBy: only,
              isOwn: piece.post.authorID == inputs.account.person,
              isWaiting: inputs.marked.contains(piece.post.id))),
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

  /// Returns the heading row's content for a group of posts in the catch-up scene; nil if the group
  /// needs no heading.
  private func groupHeadingContent(
    of group: CatchUpDigest.DigestGroup, by order: CatchUpOrder
  ) -> CatchUpRow.CatchUpRowContent? {
    let count = wording.postCountText(group.count)
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
          SafeText(sanitizing: link.title ?? link.url), SafeWebLink(link.url),
          people: wording.linkSharedByText(by: joinedNames(of: link.people))))
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

  private func closingNoteSections(of digest: CatchUpDigest, isCut: Bool) -> [CatchUpSection] {
    let words =
      (digest.foldedEntries.isEmpty
        ? [] : [wording.filteredOutPostsText(digest.foldedEntries.count)])
      + (isCut
        ? [wording.say("Not all posts were fetched. Catch up again for the rest.")]
        : [])
    guard !words.isEmpty else { return [] }
    let row = CatchUpRow(
      id: .end, section: .end, content: .words(words), entries: digest.foldedEntries)
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

/// A cache of the catch-up scene's rows, with the parts of the state from which they were made.
struct CachedCatchUpRows {
  struct CatchUpRowInputs: Equatable {
    let digest: CatchUpDigest
    let account: Account
    let members: [AccountGroupMember]
    let marked: Set<Post.ID>
    let order: CatchUpOrder
    let isCut: Bool

    init(_ digest: CatchUpDigest, _ state: CatchUpScene.SceneState) {
      self.digest = digest
      (account, members, order) = (state.account, state.members, state.order)
      (marked, isCut) = (state.rows.undelivered.marked, state.isCut)
    }

    /// Returns true if rows of the catch-up scene made from other inputs can be reused for posts
    /// that did not change: the account, the accounts read together and the order are equal.
    func canReuseRows(of other: CatchUpRowInputs) -> Bool {
      account == other.account && members == other.members && order == other.order
    }

    /// Returns true if an item is a post with an undelivered change in only one of the two inputs;
    /// false if there are no other inputs.
    func haveDifferentPendingChanges(
      of item: CatchUpDigest.PostOrFoldedRun, _ other: CatchUpRowInputs?
    )
      -> Bool
    {
      guard case .post(let piece) = item, let other else { return false }
      return marked.contains(piece.post.id) != other.marked.contains(piece.post.id)
    }

    func haveDifferentPendingChanges(
      in group: CatchUpDigest.DigestGroup, _ other: CatchUpRowInputs?
    ) -> Bool {
      marked != other?.marked && group.items.contains { haveDifferentPendingChanges(of: $0, other) }
    }
  }

  struct CachedDigestSection {
    let group: CatchUpDigest.DigestGroup
    let section: CatchUpSection
  }

  let inputs: CatchUpRowInputs
  let groups: [CachedDigestSection]
  let sections: [CatchUpSection]
}

extension [CachedCatchUpRows.CachedDigestSection] {
  /// Returns the group of posts at an index, with its section of the catch-up scene; nil if there
  /// is no group at the index, or one of another kind than `kind`.
  fileprivate func cachedDigestSection(
    at index: Int, of kind: CatchUpDigest.DigestGroup.DigestGroupKind
  )
    -> CachedCatchUpRows.CachedDigestSection?
  {
    indices.contains(index) && self[index].group.kind == kind ? self[index] : nil
  }
}

// MARK: - View model

struct CatchUpViewModel: Equatable {
  var title: SafeText = ""
  /// The text in the catch-up scene's header with the order of the posts and the number of posts
  /// still unread; empty until the posts are loaded.
  var remark: SafeText = ""
  var activity: SafeText = ""
  var failure: SafeText = ""
  var order = CatchUpOrder.people
  /// True if the catch-up scene shows the posts since the last visit; false if it shows all posts
  /// of the last day.
  var isMissed = true
  var sections: [CatchUpSection] = []
  var notice: EmptySceneMessage?
}

extension CatchUpViewModel {
  /// Returns the rows of the catch-up scene divided into columns of at most `most` rows; in one
  /// column if `most` is nil, or if the order has no groups. Sections are not divided, and a longer
  /// one gets a column alone.
  func rowsDividedIntoColumns(holding most: Int?) -> [[CatchUpRow]] {
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

/// A section of the catch-up scene: rows that stay in one column, such as a heading with its posts.
struct CatchUpSection: Equatable {
  enum CatchUpSectionID: Hashable {
    case group(CatchUpDigest.DigestGroup.DigestGroupKind)
    case links, pictures, end
  }

  let id: CatchUpSectionID
  var rows: [CatchUpRow]
}

struct CatchUpRow: PostRow {
  enum CatchUpRowID: Hashable {
    case heading(CatchUpSection.CatchUpSectionID)
    case post(Post.ID)
    case fold(Post.ID)
    case link(String)
    case pictures
    case end
  }

  enum CatchUpRowContent: Equatable {
    /// A kind of row in the catch-up scene: the heading of a group, with the title, the text with
    /// the number of posts (empty for none), and the person named.
    indirect case heading(SafeText, count: SafeText, person: Person?)
    /// A kind of row in the catch-up scene: a post, with the text that names the people who boosted
    /// the post (empty for none).
    case post(boosters: SafeText)
    /// A kind of row in the catch-up scene: a text in place of the posts that are folded behind a
    /// shown post.
    case fold(SafeText, behind: Post.ID)
    /// A kind of row in the catch-up scene: a shared web page, with the title, the address, and the
    /// text that names the people who shared the page.
    indirect case link(SafeText, SafeWebLink?, people: SafeText)
    case pictures([CatchUpPhotoTile])
    /// A kind of row in the catch-up scene: the last one, with remarks such as the number of
    /// filtered posts.
    case words([SafeText])
  }

  /// A tile in the photo grid of the catch-up scene: a photo with its description, the id of its
  /// post, and its index in that post.
  struct CatchUpPhotoTile: Equatable {
    let post: Post.ID
    let index: Int
    let photo: Photo
    let words: SafeText
  }

  let id: CatchUpRowID
  let section: CatchUpSection.CatchUpSectionID
  let content: CatchUpRowContent
  package var post: PostItem?
  /// The id of the person named in the heading above this row of the catch-up scene; nil if the
  /// heading names nobody.
  var person: Person.ID?
  /// The ids of the stream's entries that become read together with this row of the catch-up scene.
  var entries: [FeedEntry.ID] = []

  var isHeading: Bool { if case .heading = content { true } else { false } }
}

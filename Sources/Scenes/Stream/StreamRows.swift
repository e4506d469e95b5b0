import FeedDomain
import Preferences
import Terminal
import UseCases

/// A row of a stream: a post, a gap or the folded posts of a thread; its texts are made when it
/// becomes visible.
indirect enum StreamRow: PostRow {
  enum StreamRowID: Hashable {
    case entry(FeedEntry.ID)
    case gap(TimelineGap.ID)
    case fold(FeedEntry.ID)
  }

  case post(FeedEntry.ID, PostItem)
  case gap(StreamGapRow)
  /// A kind of row in a stream: the folded posts between the first and the last of one person's
  /// long thread.
  case fold(FoldedThreadRow)

  var id: StreamRowID {
    switch self {
    case .post(let id, _): .entry(id)
    case .gap(let row): .gap(row.gap.id)
    case .fold(let fold): .fold(fold.first)
    }
  }

  package var post: PostItem? {
    get { if case .post(_, let item) = self { item } else { nil } }
    set { if case .post(let id, _) = self, let newValue { self = .post(id, newValue) } }
  }

  /// True if a photo wall or carousel shows the row: a post with a photo, or a gap.
  var isInGallery: Bool {
    switch self {
    case .post(_, let item): item.photo != nil
    case .gap: true
    case .fold: false
    }
  }
}

/// A row of a stream that stands for the folded posts of a long thread of one person.
struct FoldedThreadRow: Equatable {
  /// The id of the entry with the thread's first post, which is shown above the folded posts.
  let first: FeedEntry.ID
  /// The ids of the stream entries whose posts, all of one thread, are folded into this row.
  let entries: [FeedEntry.ID]
  let words: SafeText
  /// The nesting depth of the first of a thread's folded posts.
  let depth: Int
}

/// A row of a stream that stands for posts that were not fetched.
struct StreamGapRow: Equatable {
  let gap: TimelineGap
  let words: SafeText
  /// The text of a stream's gap while its posts are being fetched.
  let busyWords: SafeText
  var isFilling = false
}

/// A list of a stream's rows in the order of the screen, kept with the inputs they were made from,
/// so that unchanged rows are reused.
struct ReusableStreamRows {
  /// The inputs of a stream's rows: the parts of the stream's state on which the rows depend.
  struct StreamRowInputs: Equatable {
    let rows: [FeedRow]
    let account: Account
    let members: [AccountGroupMember]
    let marked: Set<Post.ID>
    let filling: TimelineGap.ID?
    /// The ids of the entries with the first posts of threads that the user has unfolded.
    let unfolded: Set<FeedEntry.ID>
    /// True if the stream is arranged as a list, in which long threads are folded, rather than as a
    /// photo wall or carousel.
    let isList: Bool

    init(_ state: StreamScene.SceneState) {
      rows = state.posts.visibleRows
      (account, members) = (state.account, state.members)
      marked = state.posts.undelivered.marked
      filling = if case .filling(let gap) = state.activity { gap } else { nil }
      unfolded = state.unfolded
      isList = state.layout?.isList ?? true
    }

    /// Returns true if a stream's row at an index looks the same with other inputs, so that it can
    /// be reused.
    fileprivate func rowLooksSame(_ index: Int, as other: StreamRowInputs) -> Bool {
      guard rows[index] == other.rows[index] else { return false }
      return switch rows[index] {
      case .entry(let entry):
        marked.contains(entry.post.id) == other.marked.contains(entry.post.id)
      case .gap(let gap): (filling == gap.id) == (other.filling == gap.id)
      }
    }
  }

  let inputs: StreamRowInputs
  /// The rows of a stream in the order of its state, newest first.
  private let rows: [StreamRow]
  /// The rows of a stream from the top of the screen.
  let ordered: [StreamRow]
  let ranks: [FeedEntry.ID: Int]
  let hasPhotos: Bool
  let hidden: RepeatedOrFoldedEntries

  /// Creates the rows of a stream from inputs; rows that look the same are taken from `other`, the
  /// rows made before.
  init(
    _ inputs: StreamRowInputs, _ options: DisplayOptions, reusing other: ReusableStreamRows?,
    words: (TimelineGap) -> StreamGapRow, foldWords: (Int) -> SafeText
  ) {
    let isLike =
      other.map {
        $0.inputs.rows.count == inputs.rows.count && $0.inputs.account == inputs.account
          && $0.inputs.members == inputs.members
      } ?? false
    let signs = AccountsOfMergedList(inputs.members)
    var rows = isLike ? other?.rows ?? [] : []
    rows.reserveCapacity(inputs.rows.count)
    for index in inputs.rows.indices {
      if isLike, let other, inputs.rowLooksSame(index, as: other.inputs) { continue }
      let row = Self.streamRow(inputs.rows[index], of: inputs, signs, words)
      if isLike { rows[index] = row } else { rows.append(row) }
    }
    var hidden = RepeatedOrFoldedEntries(repeatingBoostsIn: rows)
    let shown = hidden.isEmpty ? rows : rows.filter { !hidden.hidesRepeatedRow($0) }
    let reversed = options.readingOrder == .oldest ? shown.reversed() : shown
    (self.inputs, self.rows) = (inputs, rows)
    hasPhotos = rows.contains { $0.post?.photo != nil }
    if options.showsThreads {
      let threads = ThreadOrderedRows(reversed, options.readingOrder)
      ordered =
        inputs.isList
        ? Self.rowsWithFoldedThreads(threads.rows, inputs.unfolded, &hidden, foldWords)
        : threads.rows
      ranks = threads.ranks
    } else {
      (ordered, ranks) = (reversed, [:])
    }
    self.hidden = hidden
  }

  /// The maximum number of posts of one thread that a stream shows without folding.
  private static let mostUnfolded = 3

  /// Returns a stream's rows with the long threads of one person folded to their first and last
  /// post.
  private static func rowsWithFoldedThreads(
    _ rows: [StreamRow], _ unfolded: Set<FeedEntry.ID>, _ hidden: inout RepeatedOrFoldedEntries,
    _ words: (Int) -> SafeText
  ) -> [StreamRow] {
    var folded: [StreamRow] = []
    folded.reserveCapacity(rows.count)
    var start = 0
    while start < rows.count {
      var end = start + 1
      while end < rows.count, rows[end].continuesSamePersonsThread(of: rows[end - 1]) { end += 1 }
      guard end - start > mostUnfolded, case .post(let first, _) = rows[start],
        !unfolded.contains(first)
      else {
        folded += rows[start..<end]
        start = end
        continue
      }
      let fold = FoldedThreadRow(
        first: first,
        entries: rows[(start + 1)..<(end - 1)].compactMap { row in
          if case .post(let entry, _) = row { entry } else { nil }
        }, words: words(end - start - 2), depth: rows[start + 1].post?.depth ?? 1)
      hidden.hideFoldedEntries(fold)
      folded += [rows[start], .fold(fold), rows[end - 1]]
      start = end
    }
    return folded
  }

  private static func streamRow(
    _ row: FeedRow, of inputs: StreamRowInputs, _ signs: AccountsOfMergedList,
    _ words: (TimelineGap) -> StreamGapRow
  ) -> StreamRow {
    switch row {
    case .entry(let entry):
      let item = PostItem(
        entry, of: inputs.account, isWaiting: inputs.marked.contains(entry.post.id))
      return .post(entry.id, signs.itemWithAccountBadges(item, seenAs: entry.accountPostIDs))
    case .gap(let gap):
      var gap = words(gap)
      gap.isFilling = inputs.filling == gap.gap.id
      return .gap(gap)
    }
  }
}

extension StreamRow {
  /// Returns true if the row's post answers the post of the row above, and both are by one person.
  fileprivate func continuesSamePersonsThread(of above: StreamRow) -> Bool {
    // Few posts are answers, so that the authors of most are not compared.
    guard let item = post, let reply = item.post.reply, !item.isBoosted, let other = above.post,
      !other.isBoosted
    else { return false }
    return reply.post == other.post.id && item.post.authorID == other.post.authorID
  }
}

/// A record of the entries that a stream does not show as rows, and of the rows in their place.
struct RepeatedOrFoldedEntries: Equatable {
  /// The maximum number of rows between a boost and its post's own row below, at which the boost is
  /// hidden.
  private static let maximumRowDistance = 40

  /// The ids of the rows shown in place of hidden entries, by the hidden entry's id.
  private(set) var shownRowIDsByHiddenEntry: [FeedEntry.ID: StreamRow.ID] = [:]
  /// The ids of the newest hidden entries right above shown entries, by the shown entry's id: a
  /// person who sees the shown entry has seen the hidden ones, too.
  private(set) var newestAbove: [FeedEntry.ID: FeedEntry.ID] = [:]
  private var repeats: Set<FeedEntry.ID> = []

  var isEmpty: Bool { repeats.isEmpty }

  /// Creates the record of a stream's hidden boosts. In rows with the newest first, a boost is
  /// hidden if its post has a row of its own at most `maximumRowDistance` rows below.
  init(repeatingBoostsIn rows: [StreamRow] = []) {
    var places: [Post.ID: Int] = [:]
    for place in rows.indices.reversed() {
      guard case .post(let entry, let item) = rows[place] else { continue }
      if item.isBoosted, let shown = places[item.post.id],
        shown - place <= Self.maximumRowDistance
      {
        repeats.insert(entry)
        shownRowIDsByHiddenEntry[entry] = rows[shown].id
      } else {
        places[item.post.id] = place
      }
    }
    guard !repeats.isEmpty else { return }
    var newest: FeedEntry.ID?
    for row in rows {
      guard case .post(let entry, _) = row else {
        newest = nil
        continue
      }
      if repeats.contains(entry) {
        newest = newest ?? entry
      } else if let above = newest {
        newestAbove[entry] = above
        newest = nil
      }
    }
  }

  /// Returns true if a stream's row is a boost that is hidden because its post has a row of its own
  /// nearby.
  func hidesRepeatedRow(_ row: StreamRow) -> Bool {
    if case .post(let entry, _) = row { repeats.contains(entry) } else { false }
  }

  /// Adds the folded entries of a thread to the hidden entries, with the row in their place.
  mutating func hideFoldedEntries(_ fold: FoldedThreadRow) {
    for entry in fold.entries { shownRowIDsByHiddenEntry[entry] = .fold(fold.first) }
  }
}

/// An ordering of a stream's rows in which answers follow the posts they answer, if both are near
/// each other. Answers more than a few rows away or beyond a gap keep their positions, so that few
/// rows move.
struct ThreadOrderedRows {
  /// The maximum number of rows between a post and an answer that is moved below it.
  private static let maximumRowDistance = 8

  /// The rows of a stream in the order of the screen, each answer below the post it answers.
  let rows: [StreamRow]
  /// The positions of a stream's entries before the ordering, counted from the newest, by entry id;
  /// empty if no row moved.
  private(set) var ranks: [FeedEntry.ID: Int] = [:]

  /// Creates the order of a stream's rows in which answers follow the posts they answer, from rows
  /// in the order of the screen.
  init(_ rows: [StreamRow], _ order: ReadingOrder) {
    // The answered post is older: it is below its reply if the newest come first, else above.
    let step = order == .newest ? 1 : -1
    var answers: [Int: [Int]] = [:]
    var isAnswer: Set<Int> = []
    for index in rows.indices {
      guard let parent = Self.nearbyAnsweredRowIndex(of: index, in: rows, step: step) else {
        continue
      }
      answers[parent, default: []].append(index)
      isAnswer.insert(index)
    }
    guard !answers.isEmpty else {
      self.rows = rows
      return
    }
    var arranged: [StreamRow] = []
    arranged.reserveCapacity(rows.count)
    for index in rows.indices where !isAnswer.contains(index) {
      var waiting = [(index, depth: 0)]
      while let (next, depth) = waiting.popLast() {
        var row = rows[next]
        if depth > 0 { row.post?.depth = depth }
        arranged.append(row)
        // The oldest reply comes first, and so is pushed last on the stack.
        let below = answers[next] ?? []
        waiting += (order == .newest ? below : below.reversed()).map { ($0, depth + 1) }
      }
    }
    self.rows = arranged
    for (index, row) in rows.enumerated() {
      guard case .post(let entry, _) = row else { continue }
      ranks[entry] = order == .newest ? index : rows.count - index
    }
  }

  /// Returns the index of the row whose post the post of another row answers, among the nearest
  /// rows in the direction of `step` (1 or -1); nil if there is none.
  private static func nearbyAnsweredRowIndex(of index: Int, in rows: [StreamRow], step: Int) -> Int?
  {
    guard let item = rows[index].post, !item.isBoosted, let reply = item.post.reply else {
      return nil
    }
    var place = index
    for _ in 0..<maximumRowDistance {
      place += step
      guard rows.indices.contains(place), let other = rows[place].post else { return nil }
      if other.post.id == reply.post, !other.isBoosted { return place }
    }
    return nil
  }
}

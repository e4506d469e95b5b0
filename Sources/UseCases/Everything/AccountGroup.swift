package import FeedDomain

/// The accounts whose homes are read together, for whoever is in front.
///
/// Where their posts stand together, ids tell whose they are (`AccountBound`); an id that does not is of
/// the account in front.
@MainActor package final class AccountGroup {
  private let work: RunningAccounts
  private let front: RunningAccounts.RunningAccount
  /// What happened to those of whom somebody asked.
  private var boards: [Account.ID: NotificationBoard] = [:]
  /// Those that have a home, whoever can do most first: the one in front before others that can as
  /// much.
  private(set) var desks: [RunningAccounts.RunningAccount] = []
  /// How it stands with each service.
  var patience = AccountGroupFetch()
  /// Who did something last, which is what can be taken back.
  private var lastActor: Account.ID?
  /// Whose pictures those are, by their addresses, that are not of the one in front.
  private var owners: [String: Account.ID] = [:]
  /// As whom the reader wants to act on posts that several see.
  private var wishes: [FeedEntry.ID: Post.ID] = [:]

  /// So many pictures are known by their owners before all are forgotten: they are told anew with
  /// the rows.
  private static let mostPictures = 8_000

  package init(
    _ work: RunningAccounts, front: RunningAccounts.RunningAccount,
    notifications: NotificationBoard? = nil
  ) {
    (self.work, self.front) = (work, front)
    boards[front.session.account.id] = notifications
  }

  /// Whether there are several homes to be read together, as far as that is known.
  package var isOffered: Bool { work.all.count { $0.session.hasHome && !$0.session.isOver } > 1 }

  /// Whether there are, for whoever is signed in now.
  var isInCompany: Bool {
    gather()
    return desks.count > 1
  }

  /// Whether somebody reads all homes together just now.
  var isRead: Bool { work.all.contains { $0.session.openFeeds.last == .everything } }

  /// Looks who is signed in.
  func gather() {
    desks = work.everybody.filter { $0.session.hasHome }
      .sorted { rank(of: $0) < rank(of: $1) }
    wishes = wishes.filter { _, post in desk(of: post) != nil }
  }

  /// The accounts in the order in which they act.
  var accounts: [Account.ID] { desks.map(\.session.account.id) }

  /// Who they are, and what they can do.
  var members: [Member] {
    desks.map { Member($0.session.account, $0.session.connection.abilities) }
  }

  /// Where the account of an id works; without one, whoever is in front.
  func desk(of id: some AccountBound) -> RunningAccounts.RunningAccount? {
    guard let account = id.whose else { return front }
    return work.all.first { $0.session.account.id == account && !$0.session.isOver }
  }

  /// Everybody whose service tells what happened to them, in an order of their own, with what did.
  func boardsOfAll() -> [(desk: RunningAccounts.RunningAccount, board: NotificationBoard)] {
    work.everybody.filter { $0.session.connection.notifications != nil }
      .sorted { $0.session.account.id.rawValue < $1.session.account.id.rawValue }
      .map { desk in
        let account = desk.session.account.id
        let board = boards[account] ?? NotificationBoard(desk.session)
        boards[account] = board
        return (desk, board)
      }
  }

  /// Whether something is the reader's own, whichever of their accounts it is of.
  func isOwn(_ entry: FeedEntry) -> Bool {
    let person = (entry.boostedBy ?? entry.post.author).id
    // Hardly anything is, which is found out without asking every id whose it is.
    guard
      front.session.account.person == person
        || desks.contains(where: { $0.session.account.person == person })
    else { return false }
    return person == desk(of: entry.post.id)?.session.account.person
  }

  private func rank(of desk: RunningAccounts.RunningAccount) -> (Int, Int, String) {
    let (session, account) = (desk.session, desk.session.account.id)
    let canLike = session.connection.abilities.marks.contains(.liked)
    return (canLike ? 0 : 1, account == front.session.account.id ? 0 : 1, account.rawValue)
  }
}

// MARK: - Acting

extension AccountGroup {
  /// Does an action as the account that sees the post, or takes it back.
  func toggle(_ action: Post.OwnActions, on post: Post?) {
    guard let post, let desk = desk(of: post.id) else { return }
    lastActor = desk.session.account.id
    desk.actions.toggle(action, on: post.asOwn, in: desk.session)
  }

  /// Deletes a post of their own.
  func delete(_ post: Post?) {
    guard let post, let desk = desk(of: post.id) else { return }
    lastActor = desk.session.account.id
    desk.actions.delete(post.asOwn, in: desk.session)
  }

  /// Takes back what was done last, whoever did it.
  func undo() {
    let desk = desks.first { $0.session.account.id == lastActor } ?? front
    desk.actions.undo()
  }

  /// Has the next of those who see a post act on it; tells who that is, nil where there is no other.
  func actAsNextAccount(_ entry: FeedEntry) -> Account? {
    guard entry.accountPostIDs.count > 1,
      let place = entry.accountPostIDs.firstIndex(of: entry.post.id)
    else { return nil }
    let next = entry.accountPostIDs[(place + 1) % entry.accountPostIDs.count]
    wishes[entry.id] = next
    return desk(of: next)?.session.account
  }

  /// The rows, each with the post as that account sees it which the reader wants to act.
  func wished(_ rows: [FeedRow]) async -> [FeedRow] {
    guard !wishes.isEmpty else { return rows }
    var wished: [FeedRow] = []
    for row in rows {
      guard case .entry(let entry) = row, let wish = wishes[entry.id], wish != entry.post.id,
        entry.accountPostIDs.contains(wish), let account = wish.whose,
        let post = await desk(of: wish)?.session.held(wish.own)
      else {
        wished.append(row)
        continue
      }
      wished.append(.entry(entry.with(post.seen(by: account))))
    }
    return wished
  }
}

extension AccountGroup: Overlaying {
  package func shown(_ post: Post, boostedBy booster: Person?) -> Post {
    guard let account = post.id.whose, let desk = desk(of: post.id) else {
      return front.actions.shown(post, boostedBy: booster)
    }
    return desk.actions.shown(post.asOwn, boostedBy: booster).seen(by: account)
  }

  package func hides(_ post: Post.ID) -> Bool { desk(of: post)?.actions.hides(post.own) ?? false }

  package func answer(to person: Person.ID) -> Bool? {
    desk(of: person)?.actions.answer(to: person.own)
  }
}

// MARK: - Pictures

extension AccountGroup {
  /// Learns whose pictures stand in those rows.
  func note(_ rows: [FeedRow]) {
    if owners.count > Self.mostPictures { owners = [:] }
    for case .entry(let entry) in rows {
      guard let account = entry.post.id.whose, account != front.session.account.id else { continue }
      for photo in entry.post.pictures {
        for rendition in photo.renditions { owners[rendition.url] = account }
      }
    }
  }

  /// Who has a picture that is not of the one in front; nil for all others.
  package func owner(of rendition: Photo.Rendition) -> Session? {
    owners[rendition.url].flatMap { owner in
      desks.first { $0.session.account.id == owner }?.session
    }
  }
}

extension Post {
  /// All pictures that are shown with it.
  fileprivate var pictures: [Photo] {
    content.photos + [author.portrait, content.card?.picture].compactMap(\.self)
  }
}

extension Session {
  /// Whether its service has a stream of those one follows.
  fileprivate var hasHome: Bool { connection.streams.contains(.feed(.home)) }
}

import FeedDomain
import Terminal
import UseCases

/// The accounts whose posts stand together, by their ids.
struct AccountSigns {
  private var members: [Account.ID: Member] = [:]
  private var signs: [Account.ID: AccountSign] = [:]

  /// Nobody's: every post is of whoever is in front.
  init() {}

  init(_ members: [Member]) {
    for member in members { self.members[member.account.id] = member }
    signs = AccountSign.signs(of: members.map(\.account))
  }

  /// Whose something is; nil where it is of whoever is in front.
  func account(of id: some AccountBound) -> Account? { member(of: id)?.account }

  /// What that account can do.
  func abilities(of id: some AccountBound) -> PostAbilities? { member(of: id)?.abilities }

  /// What stands for it.
  func sign(of id: some AccountBound) -> AccountSign? { id.whose.flatMap { signs[$0] } }

  private func member(of id: some AccountBound) -> Member? { id.whose.flatMap { members[$0] } }

  /// A post as it stands among those of others.
  func item(_ item: PostItem, seenAs sightings: [Post.ID] = []) -> PostItem {
    guard let account = item.post.id.whose, let member = members[account] else { return item }
    var item = item
    item.isOwn = item.post.author.id == member.account.person
    let all = [account] + sightings.compactMap(\.whose).filter { $0 != account }
    item.guest = PostGuest(member: member, signs: all.compactMap { signs[$0] })
    return item
  }
}

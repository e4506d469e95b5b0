import FeedDomain
import Terminal

/// The accounts whose posts stand together, by their ids.
struct Together {
  private var members: [Account.ID: Member] = [:]
  private var signs: [Account.ID: AccountSign] = [:]

  /// Nobody's: every post is of whoever is in front.
  init() {}

  init(_ members: [Member]) {
    for member in members { self.members[member.account.id] = member }
    signs = AccountSign.signs(of: members.map(\.account))
  }

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

import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// A table of the accounts whose posts a merged list shows, with their badges; empty for a list of
/// one account.
struct AccountsOfMergedList {
  private var members: [Account.ID: SharedReference<AccountGroupMember>] = [:]
  private var badges: [Account.ID: AccountBadge] = [:]
  private var hasMemberWithReadStates = false

  init(_ members: [AccountGroupMember]) {
    for member in members { self.members[member.account.id] = SharedReference(member) }
    badges = AccountBadge.accountBadges(of: members.map(\.account))
    hasMemberWithReadStates = members.contains { $0.abilities.hasReadStates }
  }

  /// Returns the account a post or notification belongs to; nil for the active account.
  func account(of id: some AccountScopedReference) -> Account? { groupMember(of: id)?.account }

  func abilities(of id: some AccountScopedReference) -> PostAbilities? {
    groupMember(of: id)?.abilities
  }

  func accountBadge(of id: some AccountScopedReference) -> AccountBadge? {
    id.whose.flatMap { badges[$0] }
  }

  private func groupMember(of id: some AccountScopedReference) -> AccountGroupMember? {
    id.whose.flatMap { members[$0]?.value }
  }

  /// Returns a copy of a post item with the account that the post belongs to; `seenAs` are the ids
  /// of the post at the other accounts that received it.
  func itemWithAccountBadges(_ item: PostItem, seenAs accountPostIDs: [Post.ID] = []) -> PostItem {
    guard let account = item.post.id.whose, let member = members[account] else { return item }
    var item = item
    item.isOwn = item.post.authorID == member.value.account.person
    let all = [account] + accountPostIDs.compactMap(\.whose).filter { $0 != account }
    item.account = AccountOfMergedListPost(
      member: member, badges: all.compactMap { badges[$0] },
      isInListWithReadStates: hasMemberWithReadStates)
    return item
  }
}

/// An account that a post in a merged list belongs to, with the badges of all accounts that
/// received the post.
struct AccountOfMergedListPost: Equatable, Sendable {
  /// The badges of all accounts that received a post; the first account acts on the post.
  let badges: [AccountBadge]
  /// True if some account of the merged list marks its posts as unread or read.
  let isInListWithReadStates: Bool
  private let boxedMember: SharedReference<AccountGroupMember>

  init(
    member: SharedReference<AccountGroupMember>, badges: [AccountBadge],
    isInListWithReadStates: Bool = false
  ) {
    (boxedMember, self.badges) = (member, badges)
    self.isInListWithReadStates = isInListWithReadStates
  }

  /// The account as which the user acts on a post in a merged list, with the account's abilities.
  var member: AccountGroupMember { boxedMember.value }
}

/// A coloured letter that stands for an account in a merged list.
struct AccountBadge: Equatable, Sendable {
  let letter: SafeText
  /// The handle with server of the account that a badge stands for in a merged list; it decides the
  /// badge's colour.
  let handle: SafeText

  /// Returns a badge with a unique letter for each account, by account id. The letters do not
  /// depend on the order of the accounts.
  static func accountBadges(of accounts: [Account]) -> [Account.ID: AccountBadge] {
    var taken: Set<Character> = []
    var badges: [Account.ID: AccountBadge] = [:]
    for account in accounts.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
      let letters = (account.handle + (account.host ?? "")).uppercased()
        .filter { $0.isLetter || $0.isNumber }
      let all = letters + "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      let letter = all.first { !taken.contains($0) } ?? "*"
      taken.insert(letter)
      badges[account.id] = AccountBadge(
        letter: SafeText(sanitizing: String(letter)), handle: "@\(account.fullHandle)")
    }
    return badges
  }
}

extension [AccountBadge] {
  /// Returns the letters of account badges as a line, the first in its colour and the others faint.
  func accountBadgeLine(_ theme: Theme, _ options: DisplayOptions) -> Line {
    var line = Line()
    for (place, badge) in enumerated() {
      let style =
        place == 0 ? theme.personNameStyle(of: badge.handle, options) : theme.style(.faint)
      line.append(badge.letter, style)
    }
    return line
  }
}

extension Route {
  /// Returns the route to be opened as the account that a list item's post belongs to; the route
  /// itself in a list of one account.
  func routeOpenedAsItemAccount(of item: PostItem) -> Route {
    item.account.map { .asAccount($0.member.account.id, self) } ?? self
  }
}

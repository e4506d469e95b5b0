import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Whose a post is, where those of several accounts stand together.
struct PostGuest: Equatable, Sendable {
  /// The account that acts on it, and what it can do.
  let member: Member
  /// The signs of all that see it, that of the account that acts first.
  let signs: [AccountSign]
}

/// A letter that stands for an account, where those of several stand together.
struct AccountSign: Equatable, Sendable {
  let letter: SafeText
  /// The account's handle with its server, by which it has its colour.
  let handle: SafeText
}

extension AccountSign {
  /// A letter for each of the accounts, no two the same; each keeps its own whoever is in front.
  static func signs(of accounts: [Account]) -> [Account.ID: AccountSign] {
    var taken: Set<Character> = []
    var signs: [Account.ID: AccountSign] = [:]
    for account in accounts.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
      let letters = (account.handle + (account.host ?? "")).uppercased()
        .filter { $0.isLetter || $0.isNumber }
      let all = letters + "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      let letter = all.first { !taken.contains($0) } ?? "*"
      taken.insert(letter)
      signs[account.id] = AccountSign(
        letter: SafeText(sanitizing: String(letter)), handle: "@\(account.fullHandle)")
    }
    return signs
  }
}

extension [AccountSign] {
  /// The letters in their colours, the one that acts before the others; empty for none.
  func line(_ theme: Theme, _ options: DisplayOptions) -> Line {
    var line = Line()
    for (place, sign) in enumerated() {
      let style = place == 0 ? theme.nameStyle(of: sign.handle, options) : theme.style(.faint)
      line.append(sign.letter, style)
    }
    return line
  }
}

extension Route {
  /// The same for the account whose the post is.
  func of(_ item: PostItem) -> Route { item.guest.map { .at($0.member.account.id, self) } ?? self }
}

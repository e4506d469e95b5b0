import FeedDomain

@testable import FeedStorage

/// The accounts file: whatever a service calls somebody, the account comes back as it was, and a
/// file that is none is a mistake on one of its lines.
enum AccountsProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    let text = String(decoding: input, as: UTF8.self)
    switch read(text) {
    case .success(let accounts): try checkReturn(of: accounts)
    case .failure(let mistake):
      let count = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      try expect(
        (1...count).contains(mistake.line), "a mistake on line \(mistake.line) of \(count)")
    }
    var reader = InputReader(input)
    let account = Account(
      service: .mastodon, person: Person.ID(reader.text()), handle: reader.text(),
      server: reader.text())
    try checkReturn(of: [SignedInAccount(account, token: Secret(reader.text()))])
  }

  private static func checkReturn(of accounts: [SignedInAccount]) throws(Finding) {
    switch read(AccountsFileFormat.fileText(of: accounts)) {
    case .success(let again):
      try expect(again.map(\.account) == accounts.map(\.account), "other accounts come back")
      try expect(
        again.map(\.token.revealed) == accounts.map(\.token.revealed), "other tokens come back")
    case .failure(let mistake): throw Finding("what was written is not read: \(mistake)")
    }
  }

  private static func read(_ text: String) -> Result<
    [SignedInAccount], AccountsFileFormat.AccountsFileError
  > {
    Result { () throws(AccountsFileFormat.AccountsFileError) in
      try AccountsFileFormat.parsedAccounts(in: text)
    }
  }
}

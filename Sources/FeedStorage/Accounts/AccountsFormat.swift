internal import FeedDomain

/// The text format of the accounts file: one field a line, one account after the other.
enum AccountsFormat {
  private static let heading = "# Tweetie's accounts, 1. Whoever can read this can act as you."

  /// A line of the accounts file that cannot be parsed.
  struct Mistake: Error, Equatable {
    let line: Int
    let text: String
  }

  static func text(of accounts: [SignedInAccount]) -> String {
    accounts.reduce(into: heading + "\n") { text, signedIn in
      let account = signedIn.account
      text += "\naccount\n"
      text += line("service", account.service.rawValue)
      text += line("person", account.person.rawValue)
      text += line("handle", account.handle)
      if let server = account.server { text += line("server", server) }
      // With a command the secret itself is nowhere in here.
      if let source = signedIn.source { text += line("command", source.command) }
      text += line("token", (signedIn.source?.record ?? signedIn.token).revealed)
    }
  }

  static func accounts(in text: String) throws(Mistake) -> [SignedInAccount] {
    var accounts: [SignedInAccount] = []
    var facts: [String: String] = [:]
    var start: Int?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line == "account" {
        if let start { accounts.append(try account(facts, line: start)) }
        (facts, start) = ([:], index + 1)
      } else if start != nil, let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) {
        // What a later version added is passed over.
        facts[String(line[..<equals])] = unescaped(line[line.utf8.index(after: equals)...])
      } else {
        throw Mistake(line: index + 1, text: "this is no account")
      }
    }
    if let start { accounts.append(try account(facts, line: start)) }
    return accounts
  }

  private static func account(
    _ facts: [String: String], line: Int
  ) throws(Mistake) -> SignedInAccount {
    guard let service = facts["service"].flatMap({ Service(rawValue: $0) }),
      let person = facts["person"], let handle = facts["handle"], let token = facts["token"]
    else { throw Mistake(line: line, text: "this account lacks service, person, handle or token") }
    return SignedInAccount(
      Account(
        service: service, person: Person.ID(person), handle: handle, server: facts["server"]),
      token: Secret(token),
      source: facts["command"].map { SecretSource(command: $0, record: Secret(token)) })
  }

  private static func line(_ key: String, _ value: String) -> String {
    let escaped = value.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return "\(key)=\(escaped)\n"
  }

  private static func unescaped(_ value: Substring) -> String {
    var text = ""
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if isEscaped {
        text.unicodeScalars.append(scalar == "n" ? "\n" : scalar == "r" ? "\r" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

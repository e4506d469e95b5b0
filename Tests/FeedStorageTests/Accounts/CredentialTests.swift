import Doubles
import FeedDomain
import FeedStorage
import Glibc
import Testing

struct CredentialTests {
  private func account(_ handle: String, token: String = "secret") -> SignedInAccount {
    SignedInAccount(
      Account(
        service: .mastodon, person: Person.ID("p=\(handle)"), handle: handle,
        server: "https://example.org"), token: Secret(token))
  }

  @Test func `without an accounts file nobody is signed in`() throws {
    let directory = ScratchFolder()

    #expect(try FileCredentialStore(path: directory["accounts"]).storedAccounts().isEmpty)
    #expect(directory.names.isEmpty)
  }

  @Test func `stored accounts are read back, the last saved first`() throws {
    let directory = ScratchFolder()
    let store = FileCredentialStore(path: directory["accounts"])
    let tweetie = SignedInAccount(
      Account(service: .tweetie, person: Person.ID("1"), handle: "ada"),
      token: Secret("a=b\nhandle=evil\r\\n# \\"))
    try store.saveAccountAndMakeActive(tweetie)
    try store.saveAccountAndMakeActive(account("bob"))
    #expect(try store.storedAccounts() == [account("bob"), tweetie])

    try store.saveAccountAndMakeActive(tweetie)

    #expect(try store.storedAccounts() == [tweetie, account("bob")])
    #expect(directory.mode(of: "accounts") == 0o600)
    #expect(directory.names == ["accounts", "accounts.lock"])
  }

  @Test func `a secret of four megabytes is stored, and a larger one than fits changes nothing`()
    throws
  {
    let directory = ScratchFolder()
    let store = FileCredentialStore(path: directory["accounts"])
    let large = account("feeds", token: String(repeating: "feed\n", count: 800_000))
    try store.saveAccountAndMakeActive(large)

    let error = #expect(throws: StoreError.self) {
      try store.addAccountWithoutActivating(
        account("more", token: String(repeating: "feed ", count: 1_000_000)))
    }

    guard case .tooLarge(let bytes, let limit) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(bytes > limit && limit == FileCredentialStore.maximumBytes)
    #expect(try FileCredentialStore(path: directory["accounts"]).storedAccounts() == [large])
  }

  @Test func `a renewed token replaces the old one, and keeps the order of accounts`() throws {
    let directory = ScratchFolder()
    let stores: [any CredentialStore] = [
      FileCredentialStore(path: directory["accounts"]), MemoryCredentialStore(),
    ]
    for store in stores {
      try store.saveAccountAndMakeActive(account("ada", token: "tok-old"))
      try store.saveAccountAndMakeActive(account("bob"))

      try store.saveRenewedToken(of: account("ada", token: "tok-new"))
      try store.saveRenewedToken(of: account("eve"))

      #expect(try store.storedAccounts() == [account("bob"), account("ada", token: "tok-new")])
    }
    #expect(directory.names(containing: "tok-old").isEmpty)
    #expect(directory.mode(of: "accounts") == 0o600)
  }

  @Test func `an added account leaves the active account first`() throws {
    let directory = ScratchFolder()
    let stores: [any CredentialStore] = [
      FileCredentialStore(path: directory["accounts"]), MemoryCredentialStore(),
    ]
    for store in stores {
      try store.addAccountWithoutActivating(account("ada"))
      try store.addAccountWithoutActivating(account("bob", token: "tok-old"))
      try store.addAccountWithoutActivating(account("eve"))
      try store.addAccountWithoutActivating(account("bob", token: "tok-new"))

      #expect(
        try store.storedAccounts() == [
          account("ada"), account("bob", token: "tok-new"), account("eve"),
        ])
    }
    #expect(directory.names(containing: "tok-old").isEmpty)
  }

  @Test func `a removed account is in no file`() throws {
    let directory = ScratchFolder()
    let store = FileCredentialStore(path: directory["accounts"])
    try store.saveAccountAndMakeActive(account("ada", token: "tok-ada"))
    try store.saveAccountAndMakeActive(account("bob", token: "tok-bob"))

    try store.removeAccount(account("ada").account.id)
    #expect(try store.storedAccounts() == [account("bob", token: "tok-bob")])
    #expect(directory.names(containing: "tok-ada").isEmpty)
    try store.removeAccount(account("bob").account.id)

    #expect(try store.storedAccounts().isEmpty)
    #expect(directory.names == ["accounts.lock"])
  }

  @Test(arguments: ["open", "link", "hard link", "pipe", "directory", "large", "bytes", "words"])
  func `an unsafe or invalid accounts file is refused with the reason`(kind: String) throws {
    let directory = ScratchFolder()
    let path = directory["accounts"]
    switch kind {
    case "open": directory.write([], to: "accounts", mode: 0o640)
    case "link": symlink("/dev/null", path)
    case "hard link":
      directory.write([], to: "accounts")
      link(path, directory["other"])
    case "pipe": mkfifo(path, 0o600)
    case "directory": mkdir(path, 0o700)
    case "large": directory.write([UInt8](repeating: 0x23, count: 9 << 20), to: "accounts")
    case "bytes": directory.write([0xFF, 0xFE, 0x00], to: "accounts")
    default: directory.write(Array("account\nservice=tweetie\nhello".utf8), to: "accounts")
    }
    let reasons = [
      "open": "others can read it; run: chmod 600 \(path)",
      "link": "it is a symbolic link; put the file itself there",
      "hard link": "it has a second name (a hard link)", "pipe": "it is not a file",
      "directory": "it is not a file", "large": "it is too large", "bytes": "it is not text",
      "words": "line 3: this is not an account",
    ]

    let error = StoreError.failed(step: "reading \(path)", reason: reasons[kind] ?? "")
    #expect(throws: error) { try FileCredentialStore(path: path).storedAccounts() }
    #expect(throws: error) {
      try FileCredentialStore(path: path).saveAccountAndMakeActive(account("ada"))
    }
  }

  @Test func `an accounts file that others can access is refused`() throws {
    let directory = ScratchFolder()
    let store = FileCredentialStore(path: directory["accounts"])
    try store.saveAccountAndMakeActive(account("ada"))

    for others in 0...0o77 as ClosedRange<mode_t> {
      for own: mode_t in [0o600, 0o700] {
        chmod(directory["accounts"], own | others)
        let isOurs = (try? store.storedAccounts()) == [account("ada")]
        #expect(isOurs == (others == 0), "\(String(own | others, radix: 8))")
      }
    }
  }

  @Test func `a truncated accounts file is read or refused, without another error`() throws {
    let directory = ScratchFolder()
    let store = FileCredentialStore(path: directory["accounts"])
    try store.saveAccountAndMakeActive(account("ada"))
    try store.saveAccountAndMakeActive(account("bob"))
    let bytes = directory.bytes(of: "accounts")

    for count in bytes.indices {
      directory.write(Array(bytes[..<count]), to: "accounts")
      do {
        let accounts = try store.storedAccounts()
        #expect(accounts.count <= 2)
      } catch StoreError.failed {
      } catch { Issue.record("Another error: \(error)") }
    }
  }

  @Test func `eight concurrent saves lose no account`() async throws {
    let directory = ScratchFolder()
    let path = directory["accounts"]

    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        let account = account("user\(number)")
        group.addTask { try FileCredentialStore(path: path).saveAccountAndMakeActive(account) }
      }
      try await group.waitForAll()
    }

    #expect(try FileCredentialStore(path: path).storedAccounts().count == 8)
  }
}

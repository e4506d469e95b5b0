import TerminalRig
import Testing

/// What is done alike at the services for posts.
extension TerminalSession {
  /// Looks for a tag, and goes to its stream.
  func goToFog() async throws {
    try await type("/", untilContains: "Type to search the posts you have")
    try await type("#fog\r", until: "the tag and a post with it") { screen in
      screen.rows.contains { $0.dropFirst(2).hasPrefix("#fog") }
        && screen.text.contains("Post 1498 #fog")
    }
    type("g\r")

    try await waitUntil("the stream of the tag") { screen in
      screen.text(ofRow: 0).contains("#fog") && screen.text.contains("Post 1498 #fog")
        && screen.text.contains("Post 1491 #fog") && !screen.text.contains("Post 1499")
    }
  }

  /// Expects that the secrets stand in the file of the accounts alone, although that call was logged.
  func expectSecrecy(of secrets: String, logging call: String) async throws {
    let pids = processes.map(\.pid)
    let told = pids.map { "/proc/\($0)/cmdline /proc/\($0)/environ" }.joined(separator: " ")
    #expect(try await home.run("grep -laF \(secrets) \(told)").output == "")
    let files = try await home.run("grep -rlaF \(secrets) \"$HOME\"")
    #expect(files.lines.dropLast().allSatisfy { $0.hasSuffix("/accounts") })
    #expect(try await home.run("find \"$HOME\" -type f -perm /077").output == "")
    let log = try #require(home.text(of: home.path + "/state/tweetie/log"))
    #expect(log.contains(call))
  }

  /// Signs out where one's own profile offers it.
  func signOut(as handle: String) async throws {
    try await type("P", untilContains: "This is you.")
    try await type("S", untilContains: "Sign out of @\(handle)?")
    try await type("S", untilSays: "Signed out. Nothing of the account is left here.")
  }

  /// Answers what is selected, and waits until that is delivered.
  func answer(_ text: String) async throws {
    try await type("R", untilContains: "^S send")
    try await type(text, untilContains: text)
    try await press(.control("s"), untilLacks: "^S send")
    try await waitForDelivery()
  }
}

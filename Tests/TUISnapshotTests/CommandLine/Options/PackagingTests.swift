import Testing

@testable import Console

/// What is packed to run by itself is something that the program understands.
struct PackagingTests {
  @Test(arguments: ["Packaging/systemd/tweetie-fetch.service", "Packaging/cron/tweetie-fetch.cron"])
  func `what runs by itself is a command that there is`(file: String) throws {
    let text = try text(of: file)
    let line = try #require(
      text.split(separator: "\n").first { !$0.hasPrefix("#") && $0.contains("tweetie fetch") })
    let words = line.split(separator: " ").drop { !$0.hasSuffix("tweetie") }.dropFirst()
      .prefix { !$0.hasPrefix(">") }

    let options = try LaunchOptions.parse(arguments: words.map(String.init), environment: [:])

    #expect(options.invocation.command == .fetch)
  }

  @Test func `a timer starts what bears its name, and is installed with it`() throws {
    #expect(try text(of: "Packaging/systemd/tweetie-fetch.timer").contains("[Timer]"))
    let install = try text(of: "Scripts/install")
    #expect(install.contains("Packaging/systemd/tweetie-fetch.*"))
    // Where there is no network there was nothing to do: the unit has not failed.
    let service = try text(of: "Packaging/systemd/tweetie-fetch.service")
    #expect(service.contains("SuccessExitStatus=\(ExitCode.noNetwork.rawValue)\n"))
  }

  private func text(of file: String) throws -> String {
    try #require(SourceTree.text(at: "\(SourceTree.root)/\(file)"))
  }
}

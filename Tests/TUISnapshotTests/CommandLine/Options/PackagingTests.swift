import FeedDomain
import Glibc
import Groundwork
import TerminalRig
import Testing

@testable import Console

/// What is packed to run by itself is something that the program understands.
struct PackagingTests {
  @Test(arguments: ["Packaging/systemd/tweetie-fetch.service", "Packaging/cron/tweetie-fetch.cron"])
  func `the systemd service and the cron entry run a valid fetch command`(file: String) throws {
    let text = try text(of: file)
    let line = try #require(
      text.split(separator: "\n").first { !$0.hasPrefix("#") && $0.contains("tweetie fetch") })
    let words = line.split(separator: " ").drop { !$0.hasSuffix("tweetie") }.dropFirst()
      .prefix { !$0.hasPrefix(">") }

    let options = try LaunchOptions.parsedCommandLine(
      from: words.map(String.init), environment: [:])

    #expect(options.invocation.command == .fetch)
  }

  @Test func `install copies the systemd timer with its service, and no network is a success`()
    throws
  {
    #expect(try text(of: "Packaging/systemd/tweetie-fetch.timer").contains("[Timer]"))
    let install = try text(of: "Scripts/install")
    #expect(install.contains("Packaging/systemd/tweetie-fetch.*"))
    // Where there is no network there was nothing to do: the unit has not failed.
    let service = try text(of: "Packaging/systemd/tweetie-fetch.service")
    #expect(service.contains("SuccessExitStatus=\(ExitCode.noNetwork.rawValue)\n"))
  }

  @Test
  func `the Debian package depends on all used libraries, under their names in Debian 12 and 13`()
    async throws
  {
    let run = try await TemporaryHome().run("'\(SourceTree.root)'/Scripts/package-deb --depends")
    let lines = run.output.split(separator: "\n").map(String.init)
    let depends = try #require(lines.first { $0.hasPrefix("Depends: ") })
    let recommends = try #require(lines.first { $0.hasPrefix("Recommends: ") })

    for names in [
      "libcurl4t64 | libcurl4", "libssl3t64 | libssl3", "libchafa0t64 | libchafa0",
      "libpng16-16t64 | libpng16-16", "libavif16 | libavif15", "libexpat1", "libheif1",
    ] {
      #expect(depends.contains(names))
    }
    for name in ["libhunspell-1.7-0", "mpv"] { #expect(recommends.contains(name)) }
    // Every library of the table, under whatever name.
    let old = SystemPackages(osRelease: "ID=debian\nVERSION_ID=12\n")
    for part in SystemDependency.all {
      let name = try #require(old.packageName(of: part.name))
      #expect((depends + recommends).contains(name), "\(name)")
    }
  }

  @Test func `dlopen is called in one source file only`() async throws {
    let run = try await TemporaryHome().run(
      "cd '\(SourceTree.root)' && grep -rl 'dlopen(' Sources")

    #expect(run.output == "Sources/CLibraries/libraries.c\n")
  }

  @Test func `every optional system library is in the dependency table`() {
    let names = Set(SystemDependency.all.map(\.name))

    for library in SystemLibrary.allCases { #expect(names.contains(library.rawValue)) }
  }

  @Test func `every statically linked library is listed with its licence`() throws {
    let makefile = try text(of: "Makefile")
    let line = try #require(makefile.split(separator: "\n").first { $0.hasPrefix("LINKED_IN :=") })
    let libraries = line.split(separator: " ").dropFirst(2)
    let rows = try text(of: "Packaging/linked-in").split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { $0.split(separator: "|") }

    #expect(libraries.count > 3)
    for row in rows { #expect(row.count == 5 && !row[2].isEmpty, "\(row)") }
    // One library of two: the terminal's part of ncurses.
    for library in libraries where library != "tinfo" {
      let isListed = rows.contains { library.hasPrefix($0[0]) || $0[0].hasSuffix(library) }
      #expect(isListed, "\(library)")
    }
  }

  @Test func `the ssh recipe runs a restricted Tweetie for all users, and disables forwarding`()
    throws
  {
    let server = try text(of: "Packaging/recipes/sshd_config").split(separator: "\n")
    let shell = try text(of: "Packaging/recipes/tweetie-shell")

    for line in [
      "ForceCommand /usr/local/bin/tweetie-shell", "DisableForwarding yes",
      "PermitUserEnvironment no", "PermitUserRC no",
    ] {
      #expect(server.contains { $0 == line }, "\(line)")
    }
    #expect(shell.contains("\nexport TWEETIE_RESTRICTED=1\n"))
    #expect(shell.hasSuffix("\nexec /usr/bin/tweetie\n"))
  }

  @Test func `every test suite named in the security and reliability documents exists`()
    async throws
  {
    let run = try await TemporaryHome().run(
      """
      cd '\(SourceTree.root)' && grep -cE '\\[`[A-Za-z]+(Tests|Stories)`' SECURITY.md &&
      for name in $(grep -ohE '`[A-Za-z]+(Tests|Stories)`' SECURITY.md Docs/Reliability.md |
        tr -d '`' | sort -u)
      do grep -rqE "(struct|class|enum) $name\\b" Tests || echo "$name"; done
      """)
    let lines = run.output.split(separator: "\n")

    #expect(Int(lines.first ?? "") ?? 0 > 12)
    #expect(lines.dropFirst() == [])
  }

  @Test func `the version is defined in one place, and packaging scripts read it there`()
    async throws
  {
    let run = try await TemporaryHome().run(
      "cd '\(SourceTree.root)' && Scripts/version && grep -rlF '\(ProgramVersion.current)' Packaging Scripts"
    )

    #expect(run.output == "\(ProgramVersion.current)\n")
    let manual = try text(of: "Docs/man/tweetie.1")
    #expect(
      manual.contains(
        "tweetie \(ProgramVersion.current.split(separator: ".").prefix(2).joined(separator: "."))"))
  }

  @Test(.enabled(if: access("/usr/bin/mandoc", X_OK) == 0))
  func `the manual page passes mandoc's lint`() async throws {
    let run = try await TemporaryHome().run(
      "mandoc -T lint '\(SourceTree.root)/Docs/man/tweetie.1'")

    #expect(run.output == "" && run.code == 0)
  }

  private func text(of file: String) throws -> String {
    try #require(SourceTree.text(at: "\(SourceTree.root)/\(file)"))
  }
}

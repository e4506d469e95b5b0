import TerminalRig
import Testing

struct PipeStories {
  @Test func `without a terminal the full screen is refused with a message`() async throws {
    let run = try await TemporaryHome.furnished().run("tweetie")

    #expect(run.code == 2)
    #expect(run.output == "")
    #expect(
      run.errors == "tweetie: The full screen needs a terminal. To print a stream: tweetie feed\n")
  }

  @Test func `a stream printed to a pipe is plain text`() async throws {
    let run = try await TemporaryHome.signedIn().run("tweetie feed -n 40 | cat")

    #expect(run.code == 0)
    #expect(run.output.contains("@haruka@kyoto.example"))
    #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || !isControl($0) })
    #expect(run.errors == "")
  }

  @Test func `a pipe closed by its reader ends the command without an error`() async throws {
    let run = try await TemporaryHome.signedIn().run("tweetie feed -n 200 | head -1")

    #expect(run.lines.count == 2)
    #expect(run.errors == "")
  }

  @Test func `an invalid fault setting is reported, and no fault occurs`() async throws {
    let home = try await TemporaryHome.signedIn()
    home.set("TWEETIE_FAULTS_FILE", to: "")
    home.set("TWEETIE_FAULTS", to: "feed=unreachabel")

    let config = try await home.run("tweetie config")
    let feed = try await home.run("tweetie feed -n 1")

    #expect(config.errors.contains("TWEETIE_FAULTS cannot be \"feed=unreachabel\""))
    #expect(config.errors.contains("unreachable, refused"))
    #expect(feed.code == 0)
    #expect(feed.output != "")
  }

  @Test func `a full disk is reported when printing`() async throws {
    let run = try await TemporaryHome.signedIn().run("tweetie feed -n 3 >/dev/full")

    #expect(run.code == 1)
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func `a completed command whose output cannot be written is reported as done`() async throws
  {
    let home = try await TemporaryHome.signedIn()
    let id = try await home.run(
      #"tweetie post 'Sent once' --json | sed 's/.*"id":"\([^"]*\)".*/\1/'"#
    ).lines[0]

    for command in [
      "post Hello", "post Hello --json", "reply \(id) Hello", "like \(id)", "bookmark \(id)",
      "follow @haruka@kyoto.example", "delete \(id)", "rules add hide title sponsored",
    ] {
      let run = try await home.run("setsid -w tweetie \(command) >/dev/full")

      #expect(run.code == 0, "\(command)")
      #expect(
        run.errors.contains(
          "tweetie: The command was carried out; only its output could not be written: No space"),
        "\(command): \(run.errors)")
    }
  }

  @Test func `an argument that is not UTF-8 is refused`() async throws {
    let home = try await TemporaryHome.signedIn()

    for command in [
      #"post "$(printf 'caf\351')""#, #"post --warning "$(printf '\377')" Hello"#,
      #"search "$(printf '\300\200')""#, #"feed --account "$(printf '\355\240\200')""#,
    ] {
      let run = try await home.run("tweetie \(command)")

      #expect(run.code == 2)
      #expect(run.output == "")
      #expect(run.errors.contains("\u{FFFD}\" is not UTF-8 text."), "\(run.errors)")
    }
    #expect(try await !home.run("tweetie outbox").output.contains("caf"))
    #expect(try await home.run("printf 'caf\\351' | tweetie post").code == 1)
  }

  @Test func `without a usable store a stream is printed from the network`() async throws {
    let home = try await TemporaryHome.signedIn()
    let cache = "\"$HOME\"/cache/tweetie/cache.db"
    _ = try await home.run("rm -f \(cache)*; mkdir -p \(cache)")

    let run = try await home.run("tweetie feed -n 3")

    #expect(run.code == 0)
    #expect(run.output.contains("@"))
    #expect(run.errors.contains("Nothing is being saved."))
    #expect(try await home.run("tweetie feed --offline").code == 1)
    #expect(try await home.run("tweetie search --offline boat").code == 1)
    // What is written is kept elsewhere.
    #expect(try await home.run("tweetie post Hello").code == 0)
  }

  @Test func `closed standard descriptors cause no failure and no damage`() async throws {
    let home = try await TemporaryHome.signedIn()

    #expect(try await home.run("tweetie feed -n 2 <&-").code == 0)
    #expect(try await home.run("tweetie <&-").code == 2)
    _ = try await home.run("tweetie feed -n 2 >&-")
    _ = try await home.run("tweetie feed -n 2 <&- >&- 2>&-")
    // Nothing printed has ended up in a file that took a closed descriptor's number.
    #expect(try await home.run("tweetie feed -n 2").output.contains("haruka"))
    #expect(try await home.run("tweetie outbox").code == 0)
  }

  @Test func `in the C locale the printed stream is plain ASCII`() async throws {
    let run = try await TemporaryHome.signedIn().run(
      "tweetie feed -n 30 | LC_ALL=C grep -cP '[\\x80-\\xFF]'",
      environment: ["LC_ALL": "C", "LANG": ""])

    #expect(run.output == "0\n")
  }

  @Test func `each line of JSON is one object`() async throws {
    let run = try await TemporaryHome.signedIn().run("tweetie feed -n 30 --json")

    let lines = run.lines.filter { !$0.isEmpty }
    #expect(lines.count == 30)
    #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }

  @Test func `signed out, offline and wrong use have their own exit codes`() async throws {
    let home = try TemporaryHome.furnished()
    #expect(try await home.run("tweetie feed").code == 3)
    #expect(try await home.run("tweetie fed").code == 2)
    try await home.signInByPipe()
    home.setFaults("any=unreachable")

    #expect(try await home.run("tweetie feed").code == 4)
  }

  private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }
}

extension TemporaryHome {
  /// A furnished home, signed in to on the command line.
  static func signedIn(more: String = "") async throws -> TemporaryHome {
    let home = try furnished(more: more)
    try await home.signInByPipe()
    return home
  }

  /// Signs in on the command line.
  func signInByPipe() async throws {
    let login = try await run(
      "echo tweetie123 | tweetie login tweetie --user tweetieuser --password-stdin")
    #expect(login.code == 0)
  }
}

import CFaults
import Console
import Doubles
import FeedDomain
import Glibc
import Preferences
import Terminal
import Testing

@testable import Scenes
@testable import TweetieTUI

@MainActor struct ExternalProgramsTests {
  private func programs(
    opener: [String] = ["true"], player: [String] = ["true"], hasDisplay: Bool = true,
    editor: [String] = ["true"],
    restricted: Bool = false
  ) -> ExternalPrograms {
    ExternalPrograms(
      opener: opener,
      player: VideoPlayer(setting: player, hasDisplay: hasDisplay, isMultiplexed: false),
      editor: editor, directory: "/tmp", isRestricted: restricted)
  }

  @Test func `in restricted mode no editor or browser is started, and copying is refused`() throws {
    let programs = programs(restricted: true)
    var isReleased = false

    let session = programs.startEditor(on: "text") { isReleased = true }

    #expect(session == nil)
    #expect(!isReleased)
    #expect(programs.openLink(try #require(SafeWebLink("https://example.org/"))) == .forbidden)
    #expect(!programs.mayCopy)
  }

  @Test func `without a browser a link is shown instead of opened`() throws {
    let link = try #require(SafeWebLink("https://example.org/"))

    #expect(programs(opener: []).openLink(link) == .shown)
    #expect(programs(opener: ["/nonexistent/browser"]).openLink(link) == .failed)
  }

  @Test func `only ended processes that the program started are reaped`() throws {
    var other = pid_t()
    var words = [strdup("true"), nil]
    defer { free(words[0]) }
    var variables: [UnsafeMutablePointer<CChar>?] = [nil]
    try #require(posix_spawnp(&other, "true", nil, nil, &words, &variables) == 0)
    var information = siginfo_t()
    while waitid(P_PID, id_t(other), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    let program = try #require(ExternalProgram(words: ["true"]).startProcess(withTerminal: false))
    while waitid(P_PID, id_t(program), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}

    var reaped: [pid_t] = []
    while let ended = ExternalProgram.reapEndedProcess() { reaped.append(ended.process) }

    #expect(reaped.contains(program))
    #expect(!reaped.contains(other))
    #expect(waitpid(other, nil, 0) == other)
  }
}

/// Texts that come back from the user's editor.
struct EditedTextTests {
  private let folder = ScratchFolder()

  private func session(on text: String) throws -> EditorSession {
    let file = try #require(EditorSession.writeEditorFile(in: folder.path, text))
    return EditorSession(process: 0, file: file, text: text)
  }

  /// Returns the text that is passed on after the editor's end; nil if none is.
  private func editedText(in session: EditorSession, succeeded: Bool = true) -> String? {
    var edited: String?
    let isTaken = session.deliverEditedText(succeeded: succeeded) {
      edited = $0
      return true
    }
    #expect(isTaken == (edited != nil))
    return edited
  }

  private func write(_ text: String, in session: EditorSession) {
    folder.write(Array(text.utf8), to: String(session.file.dropFirst(folder.path.count + 1)))
  }

  @Test func `the edited text is returned, and its file removed`() throws {
    let session = try session(on: "fog")
    write("fog again\n", in: session)

    #expect(editedText(in: session) == "fog again")
    #expect(session.keptFile == nil)
    #expect(folder.names == [])
  }

  @Test func `the edited text stays in its file if the editor failed or the text is too long`()
    throws
  {
    for (text, isDone) in [("fog again", false), (String(repeating: "x", count: 1 << 21), true)] {
      let session = try session(on: "fog")
      write(text, in: session)

      #expect(editedText(in: session, succeeded: isDone) == nil)
      #expect(session.keptFile == session.file)
    }
  }

  @Test func `edited text in another encoding stays in its file unchanged`() throws {
    let session = try session(on: "fog")
    // An editor in a locale with Latin-1.
    folder.write(
      [0x66, 0xf6, 0x67], to: String(session.file.dropFirst(folder.path.count + 1)))

    #expect(editedText(in: session) == nil)
    #expect(session.keptFile == session.file)
  }

  @Test func `the edited text stays in its file if no scene accepts it`() throws {
    let session = try session(on: "fog")
    write("fog again", in: session)

    #expect(!session.deliverEditedText(succeeded: true) { _ in false })
    #expect(session.keptFile == session.file)
  }

  @Test func `an editor that fails without a change leaves no file`() throws {
    let session = try session(on: "fog")

    #expect(editedText(in: session, succeeded: false) == nil)
    #expect(folder.names == [])
  }
}

/// Articles that go to other programs, and to files.
@MainActor struct ArticleProgramTests {
  private let folder = ScratchFolder()
  /// The folder in which a started program leaves its process id.
  private let processes = ScratchFolder()
  private let article = ExportedArticle(
    title: "Lamps; rm -rf ~", address: "https://fog.example/lamps?a=1&b=$(id)",
    text: "# Lamps\n\nAll of them, `tonight`.\n")

  private func sharingProgram(_ command: String, _ form: PipeFormatChoice = .text) -> SharingProgram
  {
    SharingProgram(name: "Test", command: command, form: form, setting: "share.Test")
  }

  private func programs(bookmark: [String] = [], restricted: Bool = false) -> ExternalPrograms {
    var programs = ExternalPrograms(
      opener: [], player: VideoPlayer(setting: [], hasDisplay: true, isMultiplexed: false),
      editor: [], directory: folder.path, isRestricted: restricted)
    programs.bookmark = bookmark
    programs.articleFolder = folder.path
    return programs
  }

  /// Waits for another program, at most ten seconds.
  private func soon(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<500 {
      if condition() { return true }
      // Who is cancelled has no answer.
      try? await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  private func text(of name: String) -> String {
    String(decoding: folder.bytes(of: name), as: UTF8.self)
  }

  /// Waits for the end of the started program: exit tests never end beside a child that nobody
  /// waits for.
  private func reapProgram() {
    let id = String(decoding: processes.bytes(of: "id").dropLast(), as: UTF8.self)
    guard let process = pid_t(id) else {
      Issue.record("The program left no process id.")
      return
    }
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  @Test
  func `an article is piped to the command with placeholders filled in, and no copy stays`()
    async
  {
    let script =
      "echo $$ > '\(processes["id"])'; cat > '\(folder["piped"])'; echo $1 >> '\(folder["piped"])'; "
      + "mv '\(folder["piped"])' '\(folder["done"])'"
    let target = sharingProgram("sh -c \"\(script)\" sh '%t %u'")
    #expect(programs().pipeArticle(article, to: target) == .opened)
    #expect(await soon { folder.names == ["done"] })
    #expect(
      text(of: "done") == article.text + "\(article.title.string) \(article.address)\n")
    reapProgram()
  }

  @Test(arguments: [PipeFormatChoice.link, .json])
  func `a post is piped as its link, or as a line of JSON`(form: PipeFormatChoice) async {
    let post = Post(
      id: Post.ID("7"), author: .sample("ada"), createdAt: Timestamp(milliseconds: 0),
      content: Post.PostContent(text: RichText("Lamps")), url: "https://fog.example/@ada/7")
    let script =
      "echo $$ > '\(processes["id"])'; cat > '\(folder["new"])'; "
      + "mv '\(folder["new"])' '\(folder["done"])'"
    let target = sharingProgram("sh -c \"\(script)\"", form)

    #expect(programs().pipeArticle(ExportedArticle(post), to: target) == .opened)

    #expect(await soon { folder.names == ["done"] })
    let expected =
      form == .link
      ? "https://fog.example/@ada/7\n" : JSONValue.postJSONObject(post).jsonLine() + "\n"
    #expect(text(of: "done") == expected)
    reapProgram()
  }

  @Test func `the bookmark command gets address and title as arguments, without a shell`() async {
    folder.write(
      Array(
        """
        #!/bin/sh
        echo $$ > '\(processes["id"])'
        printf '%s\\n' "$@" > '\(folder["args"])'

        """.utf8), to: "keep", mode: 0o700)
    let programs = programs(bookmark: [folder["keep"], "--title=%t", "%u"])
    #expect(programs.bookmarkArticleWithCommand(article) == .opened)
    #expect(await soon { text(of: "args").hasSuffix("\n") })
    #expect(
      text(of: "args") == "--title=Lamps; rm -rf ~\nhttps://fog.example/lamps?a=1&b=$(id)\n")
    reapProgram()
  }

  @Test func `without a working command no article is piped or bookmarked`() {
    #expect(programs().bookmarkArticleWithCommand(article) == .shown)
    #expect(programs().pipeArticle(article, to: sharingProgram("/nonexistent/program")) == .failed)
    #expect(
      programs(bookmark: ["/nonexistent/program"]).bookmarkArticleWithCommand(article) == .failed)
    #expect(folder.names == [])
  }

  @Test func `in restricted mode no command gets an article`() {
    let programs = programs(bookmark: ["true"], restricted: true)
    #expect(programs.pipeArticle(article, to: sharingProgram("cat")) == .forbidden)
    #expect(programs.bookmarkArticleWithCommand(article) == .forbidden)
  }

  @Test func `an article is saved under its title, a second one with a number`() {
    func savedPath() -> String? {
      if case .success(let path) = programs().saveArticleToFile(article) { path } else { nil }
    }
    #expect(savedPath() == folder["lamps-rm-rf.md"])
    #expect(savedPath() == folder["lamps-rm-rf-2.md"])
    #expect(text(of: "lamps-rm-rf-2.md") == article.text)
  }

  @Test func `a failed write of an article leaves no file`() {
    // The file is opened, written, brought to the disk and moved.
    for call: Int32 in 0..<4 {
      cfaults_fail_call(folder.path, call)

      if case .success = programs().saveArticleToFile(article) {
        Issue.record("The call \(call) did not fail.")
      }

      #expect(folder.names == [])
    }
    cfaults_fail_call(folder.path, -1)
  }
}

@MainActor struct FilmPlayerTests {
  private func attempts(
    _ way: PictureProtocol, setting: [String] = [], hasDisplay: Bool = false,
    isMultiplexed: Bool = false, colours: ColourDepth = .direct
  ) -> [String] {
    VideoPlayer(setting: setting, hasDisplay: hasDisplay, isMultiplexed: isMultiplexed)
      .playerCommands(
        on: TerminalPictureAbilities(method: way, cell: PixelSize(width: 10, height: 20)),
        colours: colours
      ).map { words in
        words.filter { $0.hasPrefix("--vo") }.joined(separator: " ")
      }
  }

  @Test func `without a display a video is shown with the terminal's picture protocol`() {
    #expect(attempts(.kitty) == ["--vo=kitty", "--vo=tct"])
    #expect(attempts(.kittyPlaceholders) == ["--vo=kitty", "--vo=tct"])
    #expect(attempts(.kittyPlaceholders, isMultiplexed: true) == ["--vo=tct"])
    #expect(attempts(.sixel) == ["--vo=sixel", "--vo=tct"])
    #expect(attempts(.symbols, colours: .palette256) == ["--vo=tct --vo-tct-256=yes"])
  }

  @Test func `with a display or a configured player a video has a window`() {
    let wanted = VideoPlayer(setting: ["vlc", "-f"], hasDisplay: false, isMultiplexed: false)

    #expect(VideoPlayer(setting: [], hasDisplay: true, isMultiplexed: false).output == .window)
    #expect(wanted.output == .window)
    #expect(wanted.words == ["vlc", "-f"])
    #expect(attempts(.kitty, hasDisplay: true) == [""])
  }

  @Test func `a player's exit status is an error unless the user ended the player`() {
    func error(exit code: CInt) -> VideoPlayerError? { VideoPlayerError(status: code << 8) }

    #expect(error(exit: 0) == nil)
    #expect(error(exit: 1) == .notStarted)
    #expect(error(exit: 2) == .notPlayable)
    #expect(error(exit: 3) == .partlyPlayed)
    // mpv ends with 4 after a signal, and with other codes by the user's own keys.
    #expect(error(exit: 4) == nil && error(exit: 10) == nil)
    #expect([SIGINT, SIGTERM, SIGHUP, SIGKILL].allSatisfy { VideoPlayerError(status: $0) == nil })
    #expect(VideoPlayerError(status: SIGSEGV) == .crashed)
    // With a core dump.
    #expect(VideoPlayerError(status: SIGABRT | 0x80) == .crashed)
  }

  @Test func `the player is searched in PATH`() {
    let shell = VideoPlayer(setting: ["sh"], hasDisplay: false, isMultiplexed: false)
    let nothing = VideoPlayer(setting: ["/nonexistent"], hasDisplay: false, isMultiplexed: false)

    #expect(shell.isPlayerInstalled(path: "/nonexistent:/bin"))
    #expect(!shell.isPlayerInstalled(path: "/nonexistent"))
    #expect(shell.isPlayerInstalled(path: nil))
    #expect(!nothing.isPlayerInstalled(path: nil))
  }
}

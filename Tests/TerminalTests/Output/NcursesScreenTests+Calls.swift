import Terminal
import TerminalRig
import Testing

/// What reaches somebody who looks elsewhere: the title, notices on the desktop, and the bell.
extension NcursesScreenTests {
  private func spelled(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `the window title is set once, and restored when the terminal is handed back`() throws
  {
    let painted = try PaintedTerminal(rows: 4, columns: 20)
    painted.show(canvas(4, 20))

    painted.screen.setWindowTitle("(3) tweetie")
    painted.receive()
    #expect(painted.seen.title == "(3) tweetie")
    painted.screen.setWindowTitle("(3) tweetie")
    #expect(painted.receive() == [])
    painted.screen.handOverTerminal()
    #expect(spelled(painted.receive()).contains("\u{1b}[23;0;0t"))
    #expect(painted.audit.leftovers.isEmpty)

    painted.screen.takeBackTerminal()
    #expect(spelled(painted.receive()).contains("\u{1b}]0;(3) tweetie\u{1b}\\"))
    painted.screen.setWindowTitle(nil)
    #expect(spelled(painted.receive()) == "\u{1b}[23;0;0t\u{1b}[22;0;0t")
    painted.screen.closeScreen()
    painted.receive()
    #expect(painted.audit.leftovers.isEmpty)
    #expect(painted.audit.findings.isEmpty)
  }

  @Test(arguments: [
    (DesktopNotificationProtocol.osc9, "\u{1b}]9;Tweetie: Ada mentioned you\u{1b}\\"),
    (.osc99, "\u{1b}]99;e=1;VHdlZXRpZTogQWRhIG1lbnRpb25lZCB5b3U=\u{1b}\\"),
    (.osc777, "\u{1b}]777;notify;Tweetie;Ada mentioned you\u{1b}\\"),
  ])
  func `an alert is sent with the terminal's notification protocol`(
    method: DesktopNotificationProtocol, expected: String
  )
    throws
  {
    let painted = try PaintedTerminal(rows: 4, columns: 20) { $0.desktopNotifications = method }
    painted.show(canvas(4, 20))

    painted.screen.showAlert(TerminalAlert(text: "Ada mentioned you", rings: false))

    #expect(spelled(painted.receive()) == expected)
    #expect(painted.audit.findings.isEmpty)
  }

  @Test func `in tmux an alert is passed through, and the bell rings`() throws {
    let painted = try PaintedTerminal(rows: 4, columns: 20, term: "tmux-256color", isInTmux: true)
    painted.show(canvas(4, 20))

    painted.screen.showAlert(TerminalAlert(text: "Hi", rings: true))

    #expect(
      spelled(painted.receive())
        == "\u{1b}Ptmux;\u{1b}\u{1b}]9;Tweetie: Hi\u{1b}\u{1b}\\\u{1b}\\\u{7}")
  }

  @Test(arguments: ["linux", "vt220", "screen-256color"])
  func `a terminal without titles and notifications gets only the bell`(term: String) throws {
    let painted = try PaintedTerminal(rows: 4, columns: 20, term: term)
    painted.show(canvas(4, 20))

    painted.screen.setWindowTitle("tweetie")
    painted.screen.showAlert(TerminalAlert(text: "Hi", rings: true))

    #expect(painted.receive() == [7])
  }

  @Test func `no alert is sent while the terminal is handed to another program`() throws {
    let painted = try PaintedTerminal(rows: 4, columns: 20)
    painted.show(canvas(4, 20))
    painted.screen.handOverTerminal()
    painted.receive()

    painted.screen.showAlert(TerminalAlert(text: "Hi", rings: true))

    #expect(painted.receive() == [])
  }

  @Test(arguments: [
    (["TERM": "xterm-kitty"], DesktopNotificationProtocol.osc99), (["TERM": "foot"], .osc777),
    (["TERM": "xterm-256color", "VTE_VERSION": "7006"], .osc777),
    (["TERM": "rxvt-unicode-256color"], .osc777), (["TERM": "xterm-256color"], .osc9),
    (["TERM": "screen"], nil), (["TERM": "linux"], nil), ([:], nil),
  ])
  func `the notification protocol is chosen by the environment`(
    environment: [String: String], method: DesktopNotificationProtocol?
  ) {
    #expect(
      TerminalOptions(environment: environment, encoding: .utf8).desktopNotificationProtocol
        == method)
  }

  @Test func `a long alert text is cut`() throws {
    let painted = try PaintedTerminal(rows: 4, columns: 20)
    painted.show(canvas(4, 20))

    painted.screen.showAlert(
      TerminalAlert(text: SafeText(repeating: "Ada", count: 100_000), rings: false))

    #expect(painted.receive().count < 200)
  }
}

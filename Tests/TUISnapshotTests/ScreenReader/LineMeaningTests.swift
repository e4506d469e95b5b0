import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import TweetieTUI
@testable import Words

@MainActor struct LineMeaningTests {
  private func meaning(
    of line: String, question: ScreenReaderQuestion? = nil, hints: [KeyHint] = []
  ) -> TypedLineMeaning {
    TypedLineParser(keyMap: .defaults, wording: Wording(), hints: hints, question: question)
      .parsedMeaning(of: line)
  }

  @Test(
    arguments: [
      ("", .empty), ("42", .number(42)), (" 7 ", .number(7)), ("l", .key("l")), ("?", .key("?")),
      ("like", .command(.like, nil)), ("LIKE", .command(.like, nil)),
      ("like 3", .command(.like, 3)), ("l 3", .command(.like, 3)),
      ("half page down", .command(.halfPageDown, nil)), ("next", .command(.down, nil)),
      ("previous", .command(.up, nil)), ("j 4", .command(.down, 4)),
      ("ctrl+r", .key(Key(.character("r"), .control))),
      ("Ctrl-R", .key(Key(.character("r"), .control))),
      ("^r", .key(Key(.character("r"), .control))), ("esc", .key(Key(.escape))),
      ("tab", .key(Key(.tab))), ("f5", .key(Key(.function(5)))),
      ("list", .reading(.list(from: nil))), ("list 11", .reading(.list(from: 11))),
      ("again", .reading(.again)), ("where", .reading(.place)), ("keys", .reading(.keys)),
      ("quit", .command(.quit, nil)), ("help", .command(.help, nil)),
      ("frobnicate", .unknown("frobnicate")), ("like 0", .unknown("like 0")),
      ("like everything", .unknown("like everything")),
      ("next 9223372036854775807", .command(.down, 99_999)),
      ("list 9223372036854775807", .reading(.list(from: 99_999))),
    ] as [(String, TypedLineMeaning)])
  func `a typed line is a number, a key, a command or a reading request, or unknown`(
    line: String, wanted: TypedLineMeaning
  ) {
    #expect(meaning(of: line) == wanted)
  }

  @Test func `at a question a line is the answer, and a line with a leading dot is a command`() {
    let question = ScreenReaderQuestion("Search", "")

    #expect(meaning(of: "like", question: question) == .answer("like"))
    #expect(meaning(of: "42", question: question) == .answer("42"))
    #expect(meaning(of: "", question: question) == .answer(""))
    #expect(meaning(of: ".back", question: question) == .command(.back, nil))
    #expect(meaning(of: ".esc", question: question) == .key(Key(.escape)))
    #expect(meaning(of: ".2", question: question) == .number(2))
    #expect(meaning(of: "..net", question: question) == .answer(".net"))
    #expect(meaning(of: ".", question: question) == .reading(.end))
  }

  @Test func `the hint of a scene's key, typed as a line, presses the key`() {
    var question = ScreenReaderQuestion("What's on your mind?", "")
    question.kind = .lines
    let hints = [KeyHint(Key(.character("o"), .control), label: "who sees it")]

    #expect(
      meaning(of: ".who sees it", question: question, hints: hints)
        == .key(Key(.character("o"), .control)))
    #expect(meaning(of: "42", question: question) == .answer("42"))
  }

  @Test func `at a password prompt numbers and unknown dot commands are the password`() {
    var question = ScreenReaderQuestion("Password", "")
    question.kind = .secret

    #expect(meaning(of: "..dots", question: question) == .answer("..dots"))
    #expect(meaning(of: ".dots", question: question) == .answer(".dots"))
    #expect(meaning(of: ".1234", question: question) == .answer(".1234"))
    #expect(meaning(of: ".back", question: question) == .command(.back, nil))
    #expect(meaning(of: "1234", question: question) == .answer("1234"))
  }

  @Test(arguments: [
    ("", "fog", "fog"), ("@ada ", "fog", "fog"), ("@ada @tom@example.org ", "fog", "fog"),
    ("@ada fog", "more", "\nmore"), ("Dear @ada ", "fog", "\nfog"), ("fog", "", "\n"),
  ])
  func `a typed line is added as a new line, but continues the mentions of a reply`(
    answer: String, line: String, pasted: String
  ) {
    let question = ScreenReaderQuestion("Reply", answer)

    #expect(question.pastedText(forLine: line) == pasted)
  }

  @Test func `at a field with choices a number selects a choice`() {
    var question = ScreenReaderQuestion("Find", "")
    question.takesNumbers = true
    question.keys = []

    #expect(meaning(of: "3", question: question) == .number(3))
    #expect(meaning(of: "-9223372036854775808", question: question) != .number(.min))
    #expect(meaning(of: "like", question: question) == .answer("like"))
    #expect(meaning(of: "", question: question) == .empty)
  }
}

struct ScreenReaderReasonTests {
  private func reason(
    option: Bool = false, variable: String? = nil, setting: Bool = false
  ) -> ScreenReaderReason? {
    var settings = Settings()
    settings.screenReader = setting ? .on : .off
    let variables = variable.map { ["TWEETIE_SCREEN_READER": $0] } ?? [:]
    return ScreenReaderReason(
      option: option, environment: LaunchEnvironment(variables), settings: settings)
  }

  @Test func `the option overrides the variable, and the variable the setting`() {
    #expect(reason() == nil)
    #expect(reason(setting: true) == .setting)
    #expect(reason(variable: "1") == .variable)
    #expect(reason(variable: "1", setting: true) == .variable)
    #expect(reason(variable: "0", setting: true) == nil)
    #expect(reason(variable: "", setting: true) == .setting)
    #expect(reason(option: true, variable: "0") == .option)
    #expect(reason(option: true, variable: "1", setting: true) == .option)
  }

  @Test func `the first line says that screen reader mode is on, and why`() {
    let lines = [ScreenReaderReason.option, .variable, .setting].map {
      $0.explanationLines(Wording())[0].string
    }

    #expect(
      lines == [
        "Screen reader mode is on, because of the option --screen-reader.",
        "Screen reader mode is on, because of the environment variable TWEETIE_SCREEN_READER.",
        "Screen reader mode is on, because of the setting display.screen-reader.",
      ])
  }
}

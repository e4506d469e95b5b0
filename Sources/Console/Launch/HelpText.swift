internal import Terminal
import Words

struct HelpText {
  /// The maximum width of the help text in columns. Wider help is harder to read, and is cut by
  /// pagers and in mails.
  static let widest = 80
  /// The column of the help text in which the meanings of options and commands begin.
  private static let meanings = 28

  let wording: Wording
  private let columns: Int

  /// Creates the help text, wrapped to a terminal's columns, at most 80; nil stands for no
  /// terminal.
  init(wording: Wording, columns: Int? = nil) {
    self.wording = wording
    self.columns = min(columns ?? Self.widest, Self.widest)
  }

  func helpLines(for name: CommandName?) -> [PrintedLine] {
    guard let name else { return overview }
    let spec = CommandSpec.commandSpec(named: name)
    let examples = spec.examples.map {
      PrintedLine("  tweetie ").appendingText(SafeText(sanitizing: $0)).indentingContinuationLines(
        toColumn: 10)
    }
    var lines = usageLines(of: spec) + wrappedHelpLines(spec.meaning(wording))
    if !spec.options.isEmpty { lines += [""] + optionRows(spec.options) }
    lines += [""] + optionRows(OptionSpec.everywhere)
    return lines + ["", PrintedLine(wording.say("Examples:"), .bold)] + wrappedHelpLines(examples)
  }

  private var overview: [PrintedLine] {
    var lines = usageLines(of: CommandSpec.fullScreen)
    lines += wrappedHelpLines(
      wording.say("A terminal client for social streams, photos and feeds."))
    lines += [""] + optionRows(CommandSpec.fullScreen.options)
    for group in CommandGroup.allCases {
      lines += ["", PrintedLine(group.commandGroupTitle(wording), .bold)]
      for spec in group.commands {
        let name = spec.name?.rawValue ?? ""
        let term = spec.operands.isEmpty ? name : "\(name) \(spec.operands)"
        lines += helpRow(term, spec.meaning(wording))
      }
    }
    lines += ["", PrintedLine(wording.say("Options of every command:"), .bold)]
    lines += optionRows(OptionSpec.everywhere) + [""]
    return lines
      + wrappedHelpLines(wording.say("tweetie COMMAND --help shows the help of a command."))
  }

  /// Returns the usage lines of a command for the help text; an option and its value stay on one
  /// line.
  private func usageLines(of spec: CommandSpec) -> [PrintedLine] {
    var lines: [String] = []
    for word in spec.usageWords {
      if let last = lines.last, last.count + word.count < columns {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(lines.isEmpty ? word : "    \(word)")
      }
    }
    return wrappedHelpLines(
      lines.map {
        PrintedLine(SafeText(sanitizing: $0), .bold).indentingContinuationLines(toColumn: 6)
      })
  }

  private func optionRows(_ options: [OptionSpec]) -> [PrintedLine] {
    options.flatMap { option in
      let names = [option.short, option.name].compactMap(\.self).joined(separator: ", ")
      return helpRow(names + (option.value.map { " \($0)" } ?? ""), option.meaning(wording))
    }
  }

  /// Returns the lines of the help text for an option or command, with its meaning beside its name,
  /// or below a long name.
  private func helpRow(_ term: String, _ meaning: SafeText) -> [PrintedLine] {
    // On a narrow screen the meaning is below the term.
    let start = columns < 2 * Self.meanings ? 6 : Self.meanings
    let gap = start - term.count - 2
    let margin = PrintedLine(SafeText(repeating: " ", count: start)).appendingText(meaning)
      .indentingContinuationLines(
        toColumn: start)
    guard gap < 2 else {
      let line = PrintedLine("  \(term)" + SafeText(repeating: " ", count: gap)).appendingText(
        meaning)
      return wrappedHelpLines([line.indentingContinuationLines(toColumn: start)])
    }
    return wrappedHelpLines([
      PrintedLine("  \(term)").indentingContinuationLines(toColumn: 4), margin,
    ])
  }

  private func wrappedHelpLines(_ text: SafeText) -> [PrintedLine] {
    wrappedHelpLines([PrintedLine(text)])
  }

  private func wrappedHelpLines(_ lines: [PrintedLine]) -> [PrintedLine] {
    lines.flatMap { $0.wrappedLines(to: columns) }
  }
}

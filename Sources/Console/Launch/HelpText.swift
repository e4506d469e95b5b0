internal import Terminal
import Words

/// The text of `--help`, drawn from the table of commands.
struct HelpText {
  let wording: Wording

  /// Help for one command, or for the program as a whole.
  func lines(for name: CommandName?) -> [PrintedLine] {
    guard let name else { return overview }
    let spec = CommandSpec.named(name)
    return [
      PrintedLine(SafeText(sanitizing: spec.usage), .bold), PrintedLine(spec.meaning(wording)),
    ]
      + (spec.options.isEmpty ? [] : [""]) + rows(spec.options)
      + ["", PrintedLine(wording.say("Examples:"), .bold)]
      + spec.examples.map { PrintedLine("  tweetie ").adding(SafeText(sanitizing: $0)) }
  }
}

extension HelpText {
  private var overview: [PrintedLine] {
    let commands = CommandSpec.commands.map { spec in
      let name = spec.name?.rawValue ?? ""
      return row(spec.operands.isEmpty ? name : "\(name) \(spec.operands)", spec.meaning(wording))
    }
    return [
      PrintedLine(SafeText(sanitizing: CommandSpec.fullScreen.usage), .bold),
      PrintedLine(wording.say("A client for social streams and photos, in the terminal.")),
      "",
    ] + rows(CommandSpec.fullScreen.options) + ["", PrintedLine(wording.say("Commands:"), .bold)]
      + commands
      + ["", PrintedLine(wording.say("tweetie COMMAND --help tells more about a command."))]
  }

  private func rows(_ options: [OptionSpec]) -> [PrintedLine] {
    options.map { option in
      let names = [option.short, option.name].compactMap(\.self).joined(separator: ", ")
      return row(names + (option.value.map { " \($0)" } ?? ""), option.meaning(wording))
    }
  }

  private func row(_ term: String, _ meaning: SafeText) -> PrintedLine {
    let padding = String(repeating: " ", count: max(2, 28 - term.count))
    return PrintedLine("  \(term)\(padding)").adding(meaning)
  }
}

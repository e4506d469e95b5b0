internal import Glibc

/// What can be told about the terminal without asking it.
struct TerminalFacts {
  let environment: [String: String]
  let colours: Int?

  /// The facts.
  var section: DoctorSection {
    DoctorSection(
      name: "terminal",
      facts: [
        DoctorFact("TERM", environment["TERM"]),
        DoctorFact("COLORTERM", environment["COLORTERM"]),
        DoctorFact("program", program),
        DoctorFact("multiplexer", multiplexer),
        DoctorFact("over ssh", .bool(environment["SSH_CONNECTION"] != nil)),
        DoctorFact("size", size),
        DoctorFact("colours", colours.map { .number($0) } ?? .null),
        DoctorFact("NO_COLOR", .bool(LaunchEnvironment(environment).forbidsColour)),
        DoctorFact("locale", locale),
        DoctorFact("characters", OutputLook.codeset),
        DoctorFact("hyperlinks", .bool(likelyHasHyperlinks)),
      ])
  }

  /// Whether links (OSC 8) are likely understood, rather than shown as noise.
  var likelyHasHyperlinks: Bool {
    let term = environment["TERM"] ?? ""
    guard !["", "dumb", "linux", "vt100", "vt220"].contains(term), multiplexer != "screen" else {
      return false
    }
    // VTE has had them since 0.50; older terminals of its family print them.
    if let version = environment["VTE_VERSION"].flatMap({ Int($0) }) { return version >= 5_000 }
    let known = ["kitty", "foot", "wezterm", "alacritty", "ghostty", "tmux", "contour", "iterm"]
    let names = (term + " " + (environment["TERM_PROGRAM"] ?? "")).lowercased()
    return known.contains { names.contains($0) } || environment["WT_SESSION"] != nil
  }
}

extension TerminalFacts {
  private var program: String? {
    guard let name = environment["TERM_PROGRAM"] else { return nil }
    return [name, environment["TERM_PROGRAM_VERSION"]].compactMap(\.self).joined(separator: " ")
  }

  private var multiplexer: String? {
    environment["TMUX"] != nil ? "tmux" : environment["STY"] != nil ? "screen" : nil
  }

  private var locale: String? {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// The size of the terminal on any of the standard descriptors.
  private var size: String? {
    for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
      var window = winsize()
      guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { continue }
      return "\(window.ws_col)×\(window.ws_row)"
    }
    return nil
  }
}

internal import Terminal

/// What can be told about how the terminal shows pictures.
struct PictureFacts {
  let detection: PictureDetection

  /// The facts.
  var section: DoctorSection {
    let cell = detection.cell
    let version = detection.terminalVersion
    return DoctorSection(
      name: "pictures",
      facts: [
        DoctorFact("shown as", detection.ability.way.rawValue),
        DoctorFact("because", because),
        DoctorFact("moving pictures", motion),
        DoctorFact("terminal says", version.isEmpty ? silence : version),
        DoctorFact(
          "says all colours",
          detection.mayAnswer ? .bool(detection.ability.showsAllColours) : .null),
        DoctorFact("cell", "\(cell.width)×\(cell.height)\(detection.knowsCell ? "" : ", assumed")"),
        DoctorFact("chafa", PictureLibrary.file ?? "missing: half blocks instead"),
      ])
  }

  /// Who moves what moves, where the settings let it.
  private var motion: String {
    switch detection.ability.way {
    case .none: "not shown"
    case _ where detection.ability.playsMotions: "the terminal plays them"
    case .kitty, .kittyPlaceholders, .sixel, .iterm, .symbols: "a frame after the other"
    }
  }

  private var silence: String? { detection.mayAnswer ? nil : "not asked" }

  private var because: String {
    switch detection.reason {
    case .wished: "it was asked for"
    case .plainCharacters: "the locale has no block characters"
    case .oldTerminal: "the terminal is too old to be asked"
    case .environment: "the environment names the terminal"
    case .answered: "the terminal says that it can"
    case .nothingBetter: "the terminal names no better way"
    case .unanswered: "the terminal has not answered"
    case .unasked: "there is no terminal that could be asked"
    case .unknownCellSize: "the terminal can show sixels, but the size of a cell is not known"
    }
  }
}

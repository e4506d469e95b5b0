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
        DoctorFact("terminal says", version.isEmpty ? silence : version),
        DoctorFact(
          "says all colours",
          detection.mayAnswer ? .bool(detection.ability.showsAllColours) : .null),
        DoctorFact("cell", "\(cell.width)×\(cell.height)\(detection.knowsCell ? "" : ", assumed")"),
        DoctorFact("chafa", PictureLibrary.file),
      ])
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

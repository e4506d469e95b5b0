/// The text attributes and colours that are set in a terminal, as far as they must be reset.
struct PenState: Sendable {
  private var attributes: Set<Int> = []
  private var hasForeground = false
  private var hasBackground = false

  /// True if text would appear without attributes and colours, as in a terminal at rest.
  var isPlain: Bool { attributes.isEmpty && !hasForeground && !hasBackground }

  /// Changes the attributes and colours by the parameters of a sequence `CSI … m`.
  mutating func apply(_ parameters: String) {
    var rest = parameters.split(separator: ";", omittingEmptySubsequences: false)[...]
    while let parameter = rest.popFirst() {
      // `4:3` is a kind of underline, `38:2::1:2:3` a colour: what precedes the colon decides.
      let code = Int(parameter.prefix { $0 != ":" }) ?? 0
      let isSpreadOut = (code == 38 || code == 48) && !parameter.contains(":")
      if isSpreadOut { rest = rest.dropFirst(rest.first == "2" ? 4 : 2) }
      apply(code)
    }
  }

  private mutating func apply(_ code: Int) {
    switch code {
    case 0: self = PenState()
    case 1...9: attributes.insert(code)
    case 21: attributes.insert(4)
    case 22: attributes.subtract([1, 2])
    case 23...29: attributes.remove(code - 20)
    case 39: hasForeground = false
    case 49: hasBackground = false
    case 30...38, 90...97: hasForeground = true
    case 40...48, 100...107: hasBackground = true
    default: break
    }
  }
}

internal import Groundwork

/// A command of kitty's graphics protocol.
struct KittyCommand: Equatable {
  /// Keys and their values, as in `a=p,i=1`.
  let keys: String
  /// Bytes that belong to it.
  var payload: ArraySlice<UInt8> = []

  /// The command as the terminal is sent it; through tmux it has to be handed on.
  func append(throughTmux: Bool, to output: inout [UInt8]) {
    let escape = throughTmux ? "\u{1b}\u{1b}" : "\u{1b}"
    if throughTmux { output.append(contentsOf: "\u{1b}Ptmux;".utf8) }
    output.append(contentsOf: "\(escape)_G\(keys)".utf8)
    if !payload.isEmpty {
      output.append(0x3b)
      Base64.append(payload, to: &output)
    }
    output.append(contentsOf: "\(escape)\\".utf8)
    if throughTmux { output.append(contentsOf: "\u{1b}\\".utf8) }
  }

  /// Forgets an image and everywhere it is shown.
  static func forget(_ number: KittyNumber) -> KittyCommand {
    KittyCommand(keys: "a=d,d=I,i=\(number.value),q=2")
  }

  /// Has an image shown wherever its placeholders stand.
  static func placeholders(for picture: Picture, _ number: KittyNumber) -> KittyCommand {
    let (rows, columns) = (picture.cells.rows, picture.cells.columns)
    return KittyCommand(keys: "a=p,U=1,i=\(number.value),c=\(columns),r=\(rows),q=1")
  }

  /// Takes away one place where an image is shown.
  static func remove(_ number: KittyNumber, placement: Int) -> KittyCommand {
    KittyCommand(keys: "a=d,d=i,i=\(number.value),p=\(placement),q=2")
  }
}

internal import Groundwork

/// A command of kitty's graphics protocol.
struct KittyCommand: Equatable {
  /// Keys and their values, as in `a=p,i=1`.
  let keys: String
  /// Bytes that belong to it.
  var payload: ArraySlice<UInt8> = []

  /// The command as it is sent to the terminal; tmux has to be told to pass it on.
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

  /// Removes an image and all its placements.
  static func forget(_ number: KittyNumber) -> KittyCommand {
    KittyCommand(keys: "a=d,d=I,i=\(number.value),q=2")
  }

  /// Shows an image wherever its placeholders are.
  static func placeholders(for picture: Picture, _ number: KittyNumber) -> KittyCommand {
    let (rows, columns) = (picture.cells.rows, picture.cells.columns)
    return KittyCommand(keys: "a=p,U=1,i=\(number.value),c=\(columns),r=\(rows),q=1")
  }

  /// Gives the first frame of an image that moves its time.
  static func time(_ number: KittyNumber, milliseconds: Int) -> KittyCommand {
    KittyCommand(keys: "a=a,i=\(number.value),r=1,z=\(milliseconds),q=1")
  }

  /// Has the terminal play an image, over and over.
  static func play(_ number: KittyNumber) -> KittyCommand {
    KittyCommand(keys: "a=a,i=\(number.value),s=3,v=1,q=1")
  }

  static func stop(_ number: KittyNumber) -> KittyCommand {
    KittyCommand(keys: "a=a,i=\(number.value),s=1,q=1")
  }

  static func remove(_ number: KittyNumber, placement: Int) -> KittyCommand {
    KittyCommand(keys: "a=d,d=i,i=\(number.value),p=\(placement),q=2")
  }
}

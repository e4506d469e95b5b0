import Atelier
import Glibc

/// Looks at what the atelier paints: one picture, all of them on a sheet, their table, their times.
struct Darkroom {
  private static let use = """
    Darkroom paint NAME LONG-EDGE FILE.jpg    paints one photograph
    Darkroom sheet FILE.jpg [PART]            paints those whose name contains PART on one sheet
    Darkroom table                            prints the table of colours and blurhashes
    Darkroom demo FOLDER                      paints the pictures of the demo into a folder
    Darkroom time LONG-EDGE                   prints how long each takes

    """

  let arguments: [String]
  /// The names and sizes of the catalogue, read from standard input.
  private let catalogue = Catalogue()

  func run() throws {
    switch arguments.first {
    case "paint" where arguments.count == 4:
      let size = catalogue.size(of: arguments[1]).fitting(Int(arguments[2]) ?? 640)
      guard let painting = catalogue.painting(of: arguments[1]) else { break }
      let bytes = try painting.jpeg(width: size.width, height: size.height)
      return write(bytes, to: arguments[3])
    case "sheet" where arguments.count >= 2:
      let part = arguments.count > 2 ? arguments[2] : ""
      let sheet = try ContactSheet(catalogue, part: part)
      return write(try sheet.jpeg(), to: arguments[1])
    case "demo" where arguments.count == 2:
      return try DemoPictures(catalogue: catalogue, folder: arguments[1]).write()
    case "table": return try printTable()
    case "time" where arguments.count == 2: return try printTimes(Int(arguments[1]) ?? 640)
    default: break
    }
    print(Self.use, terminator: "")
  }

  private func printTable() throws {
    for name in Painting.names {
      guard let painting = catalogue.painting(of: name) else { continue }
      let look = try painting.look()
      print("    \(name) \(look.colourText) \(look.blurhash)")
    }
  }

  private func printTimes(_ edge: Int) throws {
    let clock = ContinuousClock()
    for name in Painting.names {
      guard let painting = catalogue.painting(of: name) else { continue }
      let size = catalogue.size(of: name).fitting(edge)
      var count = 0
      let time = try clock.measure {
        count = try painting.jpeg(width: size.width, height: size.height).count
      }
      print("\(name) \(size.width)x\(size.height) \(time) \(count) bytes")
    }
  }

  private func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return perror(path) }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}

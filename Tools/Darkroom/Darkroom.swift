import Atelier
import Glibc

/// A run of the program Darkroom, which paints one picture, all pictures on a sheet, or the demo's
/// files, or prints their table or the times.
struct Darkroom {
  private static let use = """
    Darkroom paint NAME LONG-EDGE FILE.jpg    paints one photograph
    Darkroom sheet FILE.jpg [PART]            paints those whose name contains PART on one sheet
    Darkroom table                            prints the table of colours and blurhashes
    Darkroom demo FOLDER                      paints the pictures of the demo into a folder
    Darkroom time LONG-EDGE                   prints how long each takes

    """

  let arguments: [String]
  /// The catalogue of photographs and people, read from standard input.
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

/// A catalogue of the demo: the files and sizes of its photographs, and the handles of its people.
struct Catalogue {
  struct Size {
    let width: Int
    let height: Int

    /// Returns the size with a longer edge of at most `edge`.
    func fitting(_ edge: Int) -> Size {
      let long = max(width, height)
      guard edge < long else { return self }
      return Size(width: max(1, width * edge / long), height: max(1, height * edge / long))
    }
  }

  private var sizes: [String: Size] = [:]
  /// The file names of the photographs, keyed by the photographs' names.
  private(set) var files: [String: String] = [:]
  private(set) var people: [String] = []

  /// Reads the catalogue from standard input: a line `file width height` for a photograph, or
  /// `handle` for a person.
  init() {
    while let line = readLine() {
      let fields = line.split(separator: " ")
      if fields.count == 1 { people.append(String(fields[0])) }
      guard fields.count == 3, let width = Int(fields[1]), let height = Int(fields[2]) else {
        continue
      }
      let name = String(fields[0].prefix { $0 != "." })
      files[name] = String(fields[0])
      sizes[name] = Size(width: width, height: height)
    }
  }

  func size(of name: String) -> Size { sizes[name] ?? Size(width: 1200, height: 1200) }

  func painting(of name: String) -> Painting? {
    let size = size(of: name)
    return Painting(of: name, width: size.width, height: size.height)
  }
}

/// A sheet of photographs side by side.
struct ContactSheet {
  private static let edge = 400
  private static let gap = 8
  private static let columns = 5

  private let cells: [PaintedPixels]

  init(_ catalogue: Catalogue, part: String) throws {
    let parts = part.split(separator: ",")
    let names = Painting.names.filter { name in
      parts.isEmpty || parts.contains { name.contains($0) }
    }
    cells = try names.compactMap { name in
      let size = catalogue.size(of: name).fitting(Self.edge)
      return try catalogue.painting(of: name)?.pixels(width: size.width, height: size.height)
    }
  }

  func jpeg() throws -> [UInt8] {
    let cell = Self.edge + Self.gap
    let rows = (cells.count + Self.columns - 1) / Self.columns
    let (width, height) = (cell * min(Self.columns, cells.count), cell * rows)
    var bytes = [UInt8](repeating: 24, count: width * height * 3)
    for (index, picture) in cells.enumerated() {
      let left = index % Self.columns * cell + (cell - picture.width) / 2
      let top = index / Self.columns * cell + (cell - picture.height) / 2
      for row in 0..<picture.height {
        let from = row * picture.width * 3
        let to = ((top + row) * width + left) * 3
        let line = picture.bytes[from..<from + picture.width * 3]
        bytes.replaceSubrange(to..<to + line.count, with: line)
      }
    }
    return try PaintedPixels(width: width, height: height, bytes: bytes).jpeg()
  }
}

/// A writer of the demo's picture files into a folder: photographs, portraits, emoji and the video.
struct DemoPictures {
  private static let quality = 74
  /// The photographs of turned cameras, in whose files a tag states the orientation.
  private static let turns: [String: Painting.Turn] = [
    "kyoto-plane": .quarter, "berlin-bike": .quarter, "oaxaca-comal": .half,
  ]
  /// The photographs that are the first pictures of videos.
  private static let films: Set<String> = ["hanoi-rain-ponchos"]
  private static let filmEdge = 360
  private static let portraitEdge = 160
  private static let emoji = ["tram", "sheep"]
  private static let emojiEdge = 64

  let catalogue: Catalogue
  let folder: String

  func write() throws {
    for name in Painting.names {
      guard let painting = catalogue.painting(of: name)?.withoutGrain() else { continue }
      try writePhotograph(name, painting)
    }
    for handle in catalogue.people {
      let painting = Painting(portraitOf: handle).withoutGrain()
      let bytes = try painting.jpeg(
        width: Self.portraitEdge, height: Self.portraitEdge, quality: Self.quality)
      try save(bytes, as: "portrait-\(handle).jpg")
    }
    for name in Self.emoji {
      guard let painting = Painting(emoji: name) else { continue }
      try save(
        try painting.png(width: Self.emojiEdge, height: Self.emojiEdge), as: "emoji-\(name).png")
    }
  }

  private func writePhotograph(_ name: String, _ painting: Painting) throws {
    guard let file = catalogue.files[name] else { return }
    let size = catalogue.size(of: name)
    let film = size.fitting(Self.filmEdge)
    if Self.films.contains(name) {
      try save(try painting.raining(width: film.width, height: film.height), as: "\(name)-film.gif")
    }
    switch file.split(separator: ".").last {
    case "png": try save(try painting.png(width: size.width, height: size.height), as: file)
    case "gif": try save(try painting.snowing(width: size.width, height: size.height), as: file)
    default:
      try save(
        try painting.jpeg(
          width: size.width, height: size.height, quality: Self.quality,
          turn: Self.turns[name] ?? .none), as: file)
    }
  }

  private func save(_ bytes: [UInt8], as name: String) throws {
    guard let file = fopen("\(folder)/\(name)", "w") else { throw PaintingFailure.unwritable }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw PaintingFailure.unwritable
    }
  }
}

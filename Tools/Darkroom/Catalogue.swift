import Atelier

/// Names and sizes, as the lines of the service's catalogue give them.
struct Catalogue {
  /// A size in pixels.
  struct Size {
    let width: Int
    let height: Int

    /// The size with that longer edge, where it is not smaller.
    func fitting(_ edge: Int) -> Size {
      let long = max(width, height)
      guard edge < long else { return self }
      return Size(width: max(1, width * edge / long), height: max(1, height * edge / long))
    }
  }

  private var sizes: [String: Size] = [:]

  /// Reads `name widthxheight …`, one a line, from standard input.
  init() {
    while let line = readLine() {
      let fields = line.split(separator: " ")
      guard fields.count > 2 else { continue }
      let sides = fields[1].split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2 else { continue }
      sizes[String(fields[0])] = Size(width: sides[0], height: sides[1])
    }
  }

  func size(of name: String) -> Size { sizes[name] ?? Size(width: 1200, height: 1200) }

  func painting(of name: String) -> Painting? {
    let size = size(of: name)
    return Painting(of: name, width: size.width, height: size.height)
  }
}

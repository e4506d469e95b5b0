import Atelier

/// The files and sizes of the photographs, and the handles of the people.
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
  /// The photographs' files, by name.
  private(set) var files: [String: String] = [:]
  private(set) var people: [String] = []

  /// Reads `file width height` of a photograph, or `handle` of a person, a line from standard input.
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

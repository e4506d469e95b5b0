/// A model of a terminal's pictures by kitty's protocol, in the least favourable form: after
/// scrolling, the positions of pictures are forgotten.
public struct KittyModel: Equatable, Sendable {
  /// A complete image.
  public struct Image: Hashable, Sendable {
    /// The image's width in pixels.
    public let width: Int
    /// The image's height in pixels.
    public let height: Int
    /// The image's pixels, three bytes each.
    public let pixels: [UInt8]
  }

  /// A part of an image that is shown in cells.
  public struct Placement: Hashable, Sendable {
    /// The image that is shown.
    public let image: Image
    /// The shown part of the image in pixels: x, y, width, height.
    public let source: [Int]
    /// The number of columns and rows in which the part is shown.
    public let cells: [Int]
    /// The row and column of the placement, from 0; nil after scrolling.
    public var position: [Int]?
  }

  private struct Name: Hashable {
    let image: Int
    let placement: Int
  }

  /// The violations of the protocol so far.
  public private(set) var complaints: [String] = []
  private var images: [Int: Image] = [:]
  private var placements: [Name: Placement] = [:]
  private var virtual: [Int: [Int]] = [:]
  /// The further frames of images, besides their first.
  private var frames: [Int: [Image]] = [:]
  /// The numbers of the images that the terminal plays.
  public private(set) var played: Set<Int> = []
  private var upload: (keys: [String: String], data: [UInt8])?

  public init() {}

  /// The number of images that the terminal stores.
  public var imageCount: Int { images.count }
  /// The numbers of the images that the terminal stores.
  public var imageNumbers: [Int] { images.keys.sorted() }
  /// Returns the number of an image's frames.
  public func frameCount(of image: Int) -> Int {
    images[image] == nil ? 0 : 1 + (frames[image]?.count ?? 0)
  }
  /// The visible placements of images.
  public var visible: Set<Placement> { Set(placements.values) }
  /// Returns the cells of the placed pictures: row, column, rows, columns.
  public var areas: [[Int]] {
    placements.values.compactMap { picture in
      picture.position.map { [$0[0], $0[1], picture.cells[1], picture.cells[0]] }
    }
  }
  /// The image for placeholders with a number, and the columns and rows into which it is
  /// scaled; nil without one.
  public func placeholder(_ number: Int) -> (image: Image, cells: [Int])? {
    guard let image = images[number], let cells = virtual[number] else { return nil }
    return (image, cells)
  }

  /// Returns true if two models show the same, whatever the images' numbers.
  public static func == (left: KittyModel, right: KittyModel) -> Bool {
    left.visible == right.visible
  }

  /// Records that the terminal scrolled rows.
  public mutating func scroll() {
    for name in placements.keys { placements[name]?.position = nil }
  }

  /// Executes a command, without the `G` before it, given with the cursor at a row and column.
  public mutating func take(_ command: [UInt8], cursor: [Int]) {
    let parts = command.split(
      separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    let pairs = String(decoding: parts[0], as: UTF8.self).split(separator: ",").map {
      $0.split(separator: "=", maxSplits: 1).map(String.init)
    }
    let keys = Dictionary(
      pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }, uniquingKeysWith: { $1 })
    let data = parts.count > 1 ? Base64Text.decode(parts[1]) : []
    guard upload == nil else {
      goOn(keys, data)
      return
    }
    switch keys["a"] {
    case "t", "f": begin(keys, data)
    case "a": control(keys)
    case "p": place(keys, cursor)
    case "d": delete(keys)
    case "q": break
    default: complaints.append("an action \(keys["a"] ?? "without name")")
    }
  }

  private mutating func begin(_ keys: [String: String], _ data: [UInt8]) {
    if keys["f"] != "24" { complaints.append("a format \(keys["f"] ?? "unknown")") }
    upload = (keys, data)
    if keys["m"] != "1" { finish() }
  }

  private mutating func goOn(_ keys: [String: String], _ data: [UInt8]) {
    // Chunks of a frame say so, each of them.
    let isFrame = upload?.keys["a"] == "f"
    if keys.keys.contains(where: { !["m", "q"].contains($0) && !(isFrame && $0 == "a") })
      || isFrame != (keys["a"] == "f")
    {
      complaints.append("another command while an image is on its way")
    }
    upload?.data += data
    if keys["m"] != "1" { finish() }
  }

  private mutating func finish() {
    guard let (keys, data) = upload else { return }
    upload = nil
    let (width, height) = (number(keys["s"]), number(keys["v"]))
    // One that was given up is thrown away.
    guard data.count == 3 * width * height else { return }
    let (name, image) = (number(keys["i"]), Image(width: width, height: height, pixels: data))
    guard keys["a"] == "f" else {
      images[name] = image
      frames[name] = nil
      return
    }
    if images[name] == nil { complaints.append("a frame of image \(name), which was never sent") }
    frames[name, default: []].append(image)
  }

  private mutating func control(_ keys: [String: String]) {
    let name = number(keys["i"])
    if images[name] == nil { complaints.append("image \(name) is played, but was never sent") }
    switch keys["s"] {
    case "3": played.insert(name)
    case "1": played.remove(name)
    default: break
    }
  }

  private mutating func place(_ keys: [String: String], _ cursor: [Int]) {
    let name = number(keys["i"])
    guard let image = images[name] else {
      complaints.append("image \(name) is shown, but was never sent")
      return
    }
    let cells = [number(keys["c"]), number(keys["r"])]
    if keys["U"] == "1" {
      virtual[name] = cells
      return
    }
    if keys["C"] != "1" { complaints.append("a picture that moves the cursor") }
    let source = ["x", "y", "w", "h"].map { number(keys[$0]) }
    if source[0] + source[2] > image.width || source[1] + source[3] > image.height {
      complaints.append("a part beyond the image")
    }
    placements[Name(image: name, placement: number(keys["p"]))] = Placement(
      image: image, source: source, cells: cells, position: cursor)
  }

  private mutating func delete(_ keys: [String: String]) {
    let image = number(keys["i"])
    let placement = keys["p"].flatMap { Int($0) }
    placements = placements.filter {
      $0.key.image != image || (placement != nil && $0.key.placement != placement)
    }
    guard keys["d"] == "I" else { return }
    images[image] = nil
    frames[image] = nil
    played.remove(image)
    virtual[image] = nil
  }

  private func number(_ text: String?) -> Int { text.flatMap { Int($0) } ?? 0 }
}

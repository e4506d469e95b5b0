/// A terminal's memory of pictures as kitty's protocol describes it, at its least helpful: whatever
/// it scrolls, it forgets where the pictures were.
public struct KittyModel: Equatable, Sendable {
  /// An image, whole.
  public struct Image: Hashable, Sendable {
    /// Its size in pixels.
    public let width: Int
    /// Its size in pixels.
    public let height: Int
    /// Its pixels, three bytes each.
    public let pixels: [UInt8]
  }

  /// Part of an image, shown in cells.
  public struct Placement: Hashable, Sendable {
    /// What is shown.
    public let image: Image
    /// Which of its pixels: x, y, width, height.
    public let source: [Int]
    /// In which cells: columns and rows.
    public let cells: [Int]
    /// Where: row and column, from 0; nil after scrolling.
    public var position: [Int]?
  }

  private struct Name: Hashable {
    let image: Int
    let placement: Int
  }

  /// What was said against the protocol.
  public private(set) var complaints: [String] = []
  private var images: [Int: Image] = [:]
  private var placements: [Name: Placement] = [:]
  private var virtual: [Int: [Int]] = [:]
  /// The frames that images have besides their first, and the images that are played.
  private var frames: [Int: [Image]] = [:]
  /// The images that it plays by itself.
  public private(set) var played: Set<Int> = []
  private var upload: (keys: [String: String], data: [UInt8])?

  /// A terminal without pictures.
  public init() {}

  /// How many images it holds.
  public var imageCount: Int { images.count }
  /// Their numbers.
  public var imageNumbers: [Int] { images.keys.sorted() }
  /// How many frames an image has.
  public func frameCount(of image: Int) -> Int {
    images[image] == nil ? 0 : 1 + (frames[image]?.count ?? 0)
  }
  /// What can be seen of pictures that were placed.
  public var visible: Set<Placement> { Set(placements.values) }
  /// The image for placeholders with that number, and into how many columns and rows it is put.
  public func placeholder(_ number: Int) -> (image: Image, cells: [Int])? {
    guard let image = images[number], let cells = virtual[number] else { return nil }
    return (image, cells)
  }

  /// What was told apart only by numbers is the same.
  public static func == (left: KittyModel, right: KittyModel) -> Bool {
    left.visible == right.visible
  }

  /// The terminal has moved rows.
  public mutating func scroll() {
    for name in placements.keys { placements[name]?.position = nil }
  }

  /// Takes a command, without the `G` before it, given with the cursor at that row and column.
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

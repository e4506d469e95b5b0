extension Painting {
  /// A function that paints one photograph.
  typealias Scene = @Sendable (inout Painting) -> Void

  /// The functions that paint the photographs, keyed by name.
  static let scenes: [String: Scene] = [
    hanoi, kyoto, taipei, jaipur, istanbul, marrakesh, lisbon, berlin, reykjavik, nairobi, oaxaca,
    valparaiso,
  ].reduce(into: [:]) {
    $0.merge($1) { first, _ in first }
  }

  package static var names: [String] { scenes.keys.sorted() }

  /// Creates the painting of a photograph by its name, in a size; nil for an unknown name.
  package init?(of name: String, width: Int, height: Int) {
    guard let scene = Self.scenes[name] else { return nil }
    self.init(name, width: width, height: height)
    scene(&self)
  }

  /// Creates the painting of a small square emoji; nil for an unknown name.
  package init?(emoji name: String) {
    self.init("emoji \(name)", width: 1, height: 1)
    finish = Finish(vignette: 0, grain: 0)
    switch name {
    case "tram": smallTram()
    case "sheep": smallSheep()
    default: return nil
    }
  }

  private mutating func smallTram() {
    wash { _ in ink(0x2E4A6E) }
    line([Point(0.5, 0.04), Point(0.5, 0.2)], 0.05, 0x141A22)
    fill(.roundedRectangle(0.16, 0.18, 0.68, 0.66, 0.12), 0xF2C230)
    fill(.roundedRectangle(0.24, 0.28, 0.52, 0.26, 0.05), 0xCFE8F4)
    for side in [Float(0.32), 0.68] {
      fill(.circle(Point(side, 0.68), 0.07), 0xFFF6D0)
      line([Point(side, 0.86), Point(side, 1)], 0.07, 0x141A22)
    }
  }

  private mutating func smallSheep() {
    wash { _ in ink(0x5FA050) }
    for side in [Float(0.38), 0.66] {
      line([Point(side, 0.68), Point(side, 0.94)], 0.09, 0x2A2622)
    }
    for place in [
      Point(0.34, 0.5), Point(0.5, 0.38), Point(0.68, 0.46), Point(0.74, 0.6), Point(0.54, 0.64),
      Point(0.36, 0.64),
    ] {
      fill(.circle(place, 0.19), 0xFAF6EC)
    }
    fill(.ellipse(Point(0.26, 0.42), 0.13, 0.17), 0x2A2622)
    fill(.circle(Point(0.22, 0.38), 0.035), 0xFFFFFF)
  }

  private static let grounds: [(UInt32, UInt32)] = [
    (0xBFD8E8, 0x6E9CC0), (0xF2D8A8, 0xD89A5A), (0xCFE0C0, 0x7FA878), (0xE8C8D0, 0xB8788C),
    (0xD8D0E8, 0x8C7CB4), (0xE8DCC8, 0xA8927A), (0xB8DCD8, 0x4F9A98), (0xF0C8B4, 0xC86A5A),
  ]
  private static let skins: [UInt32] = [0xF2D0B4, 0xE4B48C, 0xC68A5E, 0x9A6440, 0x6E442C, 0xD8A27A]
  private static let manes: [UInt32] = [
    0x241A14, 0x3E2818, 0x6E4424, 0xA87840, 0xD8B470, 0x8C8C90, 0xE4E0DC, 0x8A3A1E,
  ]
  private static let cloths: [UInt32] = [
    0x2E4A6E, 0x8A2E3A, 0x3E6A4A, 0xC8963A, 0x4A3E5E, 0xE0DCD4, 0x22262E, 0x2E7C86,
  ]

  /// Creates the painting of a square portrait, always the same for the same name.
  package init(portraitOf name: String) {
    self.init("portrait of \(name)", width: 1, height: 1)
    let ground = dice.pick(Self.grounds)
    let (skin, mane, cloth) = (
      dice.pick(Self.skins), dice.pick(Self.manes), dice.pick(Self.cloths)
    )
    let isLong = dice() < 0.4
    wash { [gradient = Gradient(ground.0, ground.1)] in gradient($0.y) }
    glow(Point(dice(0.1, 0.4), 0.16), 0.5, ink(0xFFFFFF, 0.25))
    if isLong { fill(.ellipse(Point(0.5, 0.53), 0.27, 0.35), ink(mane).lit(0.8)) }
    fill(.ellipse(Point(0.5, 1.08), dice(0.36, 0.43), 0.36), down: Gradient(cloth, cloth))
    fill(.roundedRectangle(0.43, 0.56, 0.14, 0.2, 0.06), ink(skin).lit(0.8))
    fill(.ellipse(Point(0.5, 0.45), dice(0.185, 0.205), 0.24), skin)
    addHair(mane, isLong: isLong)
    addFace(skin)
    if dice() < 0.25 { addGlasses() }
  }

  private mutating func addHair(_ mane: UInt32, isLong: Bool) {
    // A few people have no hair.
    guard isLong || dice() < 0.85 else { return }
    let brow = dice(0.27, 0.34)
    let part = dice(0.38, 0.62)
    fill(
      .smooth([
        0.27, 0.47, 0.26, 0.32, 0.36, 0.19, 0.5, 0.16, 0.64, 0.19, 0.74, 0.32, 0.73, 0.47,
        0.68, 0.4, 0.66, brow + 0.04, part, brow, 0.34, brow + 0.04, 0.32, 0.4,
      ]), mane)
  }

  private mutating func addFace(_ skin: UInt32) {
    for side in [Float(-1), 1] {
      let eye = Point(0.5 + side * 0.078, 0.455)
      fill(.ellipse(eye, 0.02, 0.024), 0x201814)
      line([eye + Point(-0.035, -0.055), eye + Point(0.035, -0.058)], 0.014, 0x2A1E16, 0.7)
    }
    fill(.ellipse(Point(0.5, 0.52), 0.022, 0.03), ink(skin).lit(0.78))
    let smile = dice(0.005, 0.03)
    line(
      Path.smoothLine([
        Point(0.435, 0.585), Point(0.5, 0.585 + smile), Point(0.565, 0.585),
      ]), 0.018, 0x7A2E2A)
  }

  private mutating func addGlasses() {
    for side in [Float(-1), 1] {
      let centre = Point(0.5 + side * 0.085, 0.46)
      fill(Path.circle(centre, 0.064).without(.circle(centre, 0.052)), 0x1A1A1E)
    }
    line([Point(0.475, 0.455), Point(0.525, 0.455)], 0.012, 0x1A1A1E)
  }
}

extension Painting {
  static let kyoto: [String: Scene] = [
    "kyoto-bench": { $0.bench() }, "kyoto-plane": { $0.handPlane() },
    "kyoto-tram": { $0.greenTram() },
    "kyoto-maple": { $0.maple() }, "kyoto-joint": { $0.joint() },
    "kyoto-rain-gate": { $0.rainGate() },
    "kyoto-cat-shop": { $0.catShop() }, "kyoto-river-steps": { $0.riverSteps() },
  ]

  private mutating func bench() {
    wash(Surface.wood(0x2A1A10, 0x6A4426, plank: 0.34))
    let drawer = Path.polygon([at(0.3, 0.22), at(0.74, 0.3), at(0.68, 0.74), at(0.22, 0.64)])
    shadow(at(0.5, 0.54), 0.5, 0.4, 0.8)
    fill(drawer, Surface.wood(0xB07A44, 0xE8BE82, plank: 0.5))
    let inside = Path.polygon([at(0.335, 0.28), at(0.7, 0.345), at(0.65, 0.68), at(0.262, 0.595)])
    fill(inside, Surface.wood(0x6A4422, 0x9A6A38, plank: 0.6, seed: 8))
    for step in 0..<6 {
      let start = mix2(at(0.3, 0.22), at(0.22, 0.64), (Float(step) + 0.3) / 6)
      line([start, start + Point(0.028, 0.012)], 0.03, 0x5A3418)
    }
    for index in 0..<34 {
      let middle = at(dice(0.05, 0.98), dice(0.06, 0.96))
      curl(middle, dice(0.03, 0.075), dice(0, turn), index % 3 == 0 ? 0xD98E5A : 0xF0C88E)
    }
    line([at(0.8, 0.75), at(0.95, 0.5)], 0.035, 0xB98A4A)
    line([at(0.95, 0.5), at(0.985, 0.44)], 0.05, 0xC9CED2)
    glow(at(0.1, 0.02), 0.8, ink(0xFFE2B0, 0.3))
    finish.vignette = 0.38
  }

  /// Paints a curled wood shaving.
  private mutating func curl(_ middle: Point, _ size: Float, _ spin: Float, _ colour: UInt32) {
    shadow(middle + Point(0.012, 0.018), size, size * 0.7, 0.45)
    let points = (0...30).map { step -> Point in
      let part = Float(step) / 30
      let angle = spin + part * 11
      return middle + Point(cosine(angle), sine(angle) * 0.72) * (size * (0.2 + 0.8 * part))
    }
    fill(.taper(points, size * 0.16, size * 0.34), ink(colour).lit(0.75))
    fill(
      .taper(points.map { $0 - Point(0, size * 0.05) }, size * 0.06, size * 0.2),
      ink(colour).lit(1.15))
  }

  private mutating func handPlane() {
    let panes = Gradient(0xE9F0EA, 0xC4D6CC, 0x8FA894)
    wash { panes($0.y / 0.9).alpha(1) }
    for _ in 0..<16 {
      let place = Point(dice(0, width), dice(0, 0.7))
      glow(
        place, dice(0.06, 0.16), ink(dice.pick([0x7FA070, 0xDCE8B0, 0x5E8A60] as [UInt32]), 0.16))
    }
    for x in [Float(0.02), 0.47, 0.94] { fill(.rectangle(width * x, 0, 0.045, 0.86), 0x2E241C) }
    for y in [Float(0), 0.4, 0.82] { fill(.rectangle(0, y, width, 0.04), 0x33281F) }
    fill(.rectangle(0, 0.98, width, 0.6), Surface.wood(0x3A2416, 0x7A5230, plank: 0.26))
    fill(
      .polygon([at(0, 0.7), at(1, 0.74), at(1, 0.8), at(0, 0.76)]),
      Surface.wood(0xC79A62, 0xEFD0A0, plank: 0.4, seed: 2))
    let shaving = Path.smoothLine([
      at(0.5, 0.69), at(0.44, 0.56), at(0.53, 0.4), at(0.4, 0.28), at(0.22, 0.3), at(0.2, 0.42),
      at(0.32, 0.44),
    ])
    fill(.taper(shaving, 0.13, 0.2), ink(0xF6D9A4, 0.52))
    fill(.taper(shaving.map { $0 + Point(0.05, 0) }, 0.02, 0.03), ink(0xFFF2D8, 0.55))
    let body = Path.polygon([at(0.2, 0.655), at(0.88, 0.685), at(0.88, 0.735), at(0.2, 0.705)])
    shadow(at(0.54, 0.75), 0.4, 0.03, 0.6)
    fill(body, Surface.wood(0x6A3E20, 0xA8703C, plank: 0.5, seed: 5))
    fill(
      .polygon([at(0.44, 0.68), at(0.58, 0.56), at(0.64, 0.565), at(0.52, 0.69)]),
      across: Gradient(0x6E757A, 0xDDE3E6, 0x565C60))
    hand(at(0.9, 0.655), 0.24, 0xC89670, turned: 0.06, flipped: true, sleeve: 0x2E3E54)
    finish.vignette = 0.25
  }

  private mutating func greenTram() {
    sky(Gradient(0xD8E4E4, 0xF2EBDC), to: 0.5)
    hills(2, from: 0.42, to: 0.5, tall: 0.16, 0xA9BCB0, 0x7A9480, seed: 4)
    for side in [Float(-1), 1] {
      for index in 0..<6 {
        let near = Float(index + 1) / 6
        let inner = width / 2 + side * mix(0.1, 0.4, near)
        let outer = width / 2 + side * mix(0.34, 0.86, near)
        let left = min(inner, outer)
        let ground = mix(0.6, 0.95, near)
        let tall = mix(0.16, 0.5, near)
        gable(
          left, ground, abs(outer - inner), tall,
          dice.pick([0x8A6A4A, 0xB8A58A, 0x6A5442, 0xCFC4AE] as [UInt32]),
          roof: lighter(0x4A5258, 0.5 + 0.5 * near), windows: 2, lit: 0.4)
      }
    }
    ground(0.74, 0x8C8676, 0x5E584C, rough: 0.3, grain: 9)
    for side in [Float(-1), 1] {
      let rail = [Point(width / 2 + side * 0.1, 0.74), Point(width / 2 + side * 0.34, 1)]
      fill(.taper(rail, 0.008, 0.022), 0xC9CDCB)
    }
    line([Point(width / 2, 0), Point(width / 2, 0.25)], 0.004, 0x2A2C2C)
    tram(width / 2, 0.86, 0.62, 0x3E7A54, lamps: true)
    for side in [Float(-1), 1] {
      fill(
        .polygon([
          Point(width / 2 + side * 0.29, 0.4), Point(width / 2 + side * 0.9, 0.28),
          Point(width / 2 + side * 0.9, 0.36), Point(width / 2 + side * 0.28, 0.43),
        ]), 0x3C444A)
      foliage(
        Point(width / 2 + side * 0.56, 0.9), 0.2, 0.1, 0x28442A, 0x86A85A, leaves: 120, leaf: 0.022)
    }
  }

  private mutating func maple() {
    sky(Gradient(0xDDE4DA, 0xF0E6C8), to: 0.7)
    for index in 0..<7 {
      tree(
        Point(width * Float(index) / 6, 0.78), tall: dice(0.35, 0.55), 0x48604A, 0x8FA870,
        leaves: 90)
    }
    ground(0.76, 0x6E8A3A, 0x3E5A24, rough: 0.5, grain: 9)
    for index in 0..<5 { shadow(at(0.2 * Float(index), 0.8), 0.3, 0.05, 0.3) }
    let trunk = Path.smoothLine([at(0.72, 0.78), at(0.66, 0.55), at(0.74, 0.34), at(0.6, 0.12)])
    fill(.taper(trunk, 0.11, 0.035), 0x2C1E18)
    for tip in [at(0.12, 0.26), at(0.3, 0.08), at(0.96, 0.16), at(0.42, 0.42), at(0.98, 0.38)] {
      fill(
        .taper(
          Path.smoothLine([at(0.68, 0.5), mix2(at(0.7, 0.4), tip, 0.5) - Point(0, 0.05), tip]),
          0.04, 0.008), 0x2C1E18)
    }
    for (x, y, size) in [
      (0.25, 0.2, 0.3), (0.6, 0.1, 0.34), (0.88, 0.25, 0.28), (0.45, 0.36, 0.25), (0.75, 0.4, 0.2),
      (0.1, 0.36, 0.16),
    ] as [(Float, Float, Float)] {
      for index in 0..<150 {
        let angle = dice(0, turn)
        let reach = dice().squareRoot() * size
        let order = Float(index) / 150
        let place = at(x, y) + Point(cosine(angle) * reach, sine(angle) * reach * 0.62)
        let colour = mix(
          ink(0x7A1A14), ink(dice.pick([0xE8402A, 0xF2642E, 0xD92A2A] as [UInt32])), order)
        fill(mapleLeaf.placed(at: place, dice(0.022, 0.042), turned: dice(0, turn)), colour)
      }
    }
    for _ in 0..<90 {
      fill(
        mapleLeaf.placed(
          at: at(dice(), dice(0.78, 0.99)), dice(0.01, 0.024), turned: dice(0, turn)),
        ink(0xC9352A).lit(dice(0.6, 1.1)))
    }
    shadow(at(0.27, 0.9), 0.04, 0.012, 0.5)
    fill(mapleLeaf.placed(at: at(0.26, 0.62), 0.075, turned: 0.6), 0xF04A2A)
    glow(at(0.1, 0.1), 0.7, ink(0xFFE8B0, 0.22))
  }

  private var mapleLeaf: Path {
    var points: [Point] = []
    for tip in 0..<7 {
      let angle = -Float.pi / 2 + (Float(tip) - 3) * 0.72
      let long: Float =
        tip == 3 ? 1 : tip == 2 || tip == 4 ? 0.92 : tip == 1 || tip == 5 ? 0.75 : 0.45
      points.append(Point(cosine(angle - 0.3), sine(angle - 0.3)) * 0.38)
      points.append(Point(cosine(angle), sine(angle)) * long)
    }
    points.append(Point(0, 0.3))
    return .polygon(points)
  }

  private mutating func joint() {
    wash(Surface.plaster(0x54483C))
    let upright = Path.polygon([at(0.28, -0.1), at(0.62, -0.1), at(0.62, 0.62), at(0.28, 0.62)])
    shadow(at(0.5, 0.85), 0.7, 0.2, 0.7)
    fill(upright, Surface.wood(0xC9A878, 0xF2DDB8, plank: 0.9, upright: true))
    let beam = Path.polygon([at(0.28, 0.5), at(1.1, 0.42), at(1.1, 0.7), at(0.28, 0.78)])
    fill(beam, Surface.wood(0xBE9A68, 0xEBD2A6, plank: 0.9, seed: 4))
    let steps = [
      at(0.28, 0.5), at(0.4, 0.49), at(0.4, 0.57), at(0.5, 0.56), at(0.5, 0.48), at(0.62, 0.468),
      at(0.62, 0.62), at(0.52, 0.63), at(0.52, 0.7), at(0.4, 0.71), at(0.4, 0.77),
    ]
    line(steps, 0.005, 0x6A4A2A)
    line(steps.map { $0 + Point(0.004, 0.005) }, 0.002, 0xFFF0D0, 0.7)
    fill(.polygon([at(0.28, 0.78), at(1.1, 0.7), at(1.1, 0.76), at(0.28, 0.84)]), 0x8A6A44)
    fill(.polygon([at(0.62, -0.1), at(0.68, -0.1), at(0.68, 0.462), at(0.62, 0.468)]), 0x8A6C48)
    glow(at(0.1, 0.2), 0.6, ink(0xFFF0D0, 0.2))
    finish.vignette = 0.3
  }

  private mutating func rainGate() {
    sky(Gradient(0x9AA29F, 0xC4C8C0, 0xD8D6CB), to: height * 0.8)
    for index in 0..<7 {
      tree(
        Point(width * Float(index) / 6, 2.55), tall: dice(1.0, 1.6), 0x4E5C52, 0x84917F,
        bark: 0x4A443E, leaves: 150)
    }
    fog(2.1, 0.35, 0xD4D6CE, 0.75)
    ground(2.5, 0x8F8D84, 0x55534D, rough: 0.5, grain: 5)
    let wood: UInt32 = 0x4A3A30
    for x in [Float(0.14), 0.32, 0.68, 0.86] {
      fill(
        .rectangle(width * x - 0.04, 1.15, 0.08, 1.4),
        across: Gradient(lighter(wood, 1.3), wood, lighter(wood, 0.5)))
      fill(.rectangle(width * x - 0.055, 2.5, 0.11, 0.06), 0x6A665E)
    }
    for y in [Float(1.2), 1.5] { fill(.rectangle(0.04, y, width - 0.08, 0.07), wood) }
    for (y, reach) in [(0.62, 0.5), (1.12, 0.56)] as [(Float, Float)] {
      let roof = Path.smooth([
        0.5 - reach * 1.06, y + 0.02, 0.2, y - 0.12, 0.5, y - 0.26, 0.8, y - 0.12,
        0.5 + reach * 1.06, y + 0.02, 0.5, y + 0.08,
      ])
      fill(roof, down: Gradient(0x6C7276, 0x3C4246, 0x24282B))
      for index in -12...12 {
        let x = 0.5 + Float(index) * 0.04
        line(
          [Point(0.5 + Float(index) * 0.018, y - 0.2), Point(x, y + 0.03)], 0.006, 0x2A2E31, 0.6)
      }
    }
    fill(.rectangle(0.18, 0.68, 0.64, 0.36), wood)
    for index in 0..<9 { fill(.rectangle(0.2 + Float(index) * 0.07, 0.72, 0.04, 0.28), 0x8A4A38) }
    fill(.roundedRectangle(0.42, 0.7, 0.16, 0.26, 0.01), 0x20301F)
    line([Point(0.5, 0.74), Point(0.5, 0.92)], 0.02, 0xD9B45A)
    let walker = Point(0.5, 2.72)
    fill(.rectangle(0.44, 2.72, 0.12, 0.2), ink(0xB8382E, 0.16))
    person(walker, tall: 0.26, 0x3A4450)
    umbrella(walker - Point(0, 0.36), 0.27, 0xC4352B)
    rain(1400, slant: 0.06, 0.26)
  }

  private mutating func catShop() {
    wash(Surface.wood(0x3A2618, 0x6A4A2E, plank: 0.12, upright: true))
    fill(.rectangle(0.07, 0.05, 0.86, 0.82), down: Gradient(0xF6DFA8, 0xD9A860, 0x8A5A30))
    glow(Point(0.5, 0.16), 0.5, ink(0xFFE0A0, 0.5))
    for shelf in [Float(0.24), 0.42] {
      fill(.rectangle(0.07, shelf, 0.86, 0.016), 0x5A3A22)
      var x: Float = 0.09
      while x < 0.88 {
        let wide = dice(0.02, 0.045)
        let tall = dice(0.09, 0.13)
        fill(
          .rectangle(x, shelf - tall, wide, tall),
          ink(dice.pick([0xA8443A, 0x3E5E7A, 0xE0C088, 0x5E7A54, 0xC9824A, 0xEDE0C4] as [UInt32]))
            .lit(0.85))
        x += wide + 0.003
      }
    }
    let papers: [UInt32] = [0x3E6A8A, 0xE8D8B8, 0xB8483A, 0x6A8A5E, 0xE0A848, 0xD9C8E0, 0x44506A]
    for (index, paper) in papers.enumerated() {
      let y = 0.83 - Float(index) * 0.042
      let shift = dice(-0.02, 0.02)
      shadow(Point(0.5 + shift, y + 0.04), 0.34, 0.012, 0.5)
      fill(
        .roundedRectangle(0.2 + shift, y, 0.6, 0.04, 0.006),
        across: Gradient(lighter(paper, 1.2), paper, lighter(paper, 0.6)))
      fill(.rectangle(0.205 + shift, y + 0.012, 0.59, 0.018), ink(0xF4ECD8, 0.75))
    }
    curledCat(Point(0.5, 0.5), 0.5, 0xB8844E)
    wash(
      { point in ink(0xFFFFFF, 0.11 * ramp(0.02, 0.05, 0.09 - abs(point.x + point.y * 0.6 - 0.75)))
      }, .add)
    for bar in [Float(0.035), 0.93] { fill(.rectangle(bar, 0, 0.035, 1), 0x2E4A42) }
    for bar in [Float(0.02), 0.87] { fill(.rectangle(0, bar, 1, 0.04), 0x2E4A42) }
    finish.vignette = 0.3
  }

  private mutating func riverSteps() {
    let banks = Gradient(0xA8BCA0, 0x7A967A)
    wash(from: 0, to: 0.4) { banks($0.y / 0.4).alpha(1) }
    for index in 0..<12 {
      tree(
        Point(width * Float(index) / 11, 0.36), tall: dice(0.28, 0.46), 0x3E5A3A, 0xA8C070,
        leaves: 120)
    }
    fill(.rectangle(0, 0.34, width, 0.06), Surface.stone(0x9A968A, 0x6E7A58))
    water(
      0.39, Gradient([(0, 0x9FB8AC), (0.4, 0x7A9A94), (1, 0x4E7476)]), lightAt: width * 0.3,
      0xFFFFFF, calm: 1.4, 0.35)
    let path: [Point] = (0..<7).map {
      Point(width * (0.12 + 0.13 * Float($0)), 0.56 + 0.06 * Float($0))
    }
    for (index, stone) in path.enumerated() {
      let size = 0.1 + 0.014 * Float(index)
      turtle(stone, size)
    }
    for (index, jump) in [(1, 0.14), (3, 0.22), (5, 0.1)].enumerated() {
      let between = mix2(path[jump.0], path[jump.0 + 1], 0.5)
      shadow(between + Point(0, 0.05), 0.08, 0.02, 0.45)
      let size = 0.24 + 0.03 * Float(index)
      child(between - Point(0, Float(jump.1) * 0.7), size, [0xE0B428, 0xD9483A, 0x3E6EB0][index])
    }
  }

  private mutating func turtle(_ middle: Point, _ size: Float) {
    shadow(middle + Point(0, size * 0.35), size * 1.2, size * 0.35, 0.7)
    for (x, y) in [(-0.8, 0.3), (0.75, 0.32), (-0.65, -0.25), (0.6, -0.25)] as [(Float, Float)] {
      fill(.ellipse(middle + Point(x, y) * size, size * 0.26, size * 0.14), 0x7E7C72)
    }
    fill(.ellipse(middle + Point(1.08, -0.06) * size, size * 0.24, size * 0.17), 0x8E8C80)
    fill(.ellipse(middle, size, size * 0.46), Surface.stone(0xA4A295, 0x7C8468, covered: 0.25))
    fill(
      .ellipse(middle - Point(0, size * 0.1), size * 0.86, size * 0.36),
      Surface.stone(0xC6C3B4, 0x98A07C, covered: 0.2))
    for x in [Float(-0.3), 0.3] {
      let top = middle + Point(x, -0.4) * size
      line([top, top + Point(-x * 0.3, 0.56) * size], size * 0.03, 0x7A786C)
    }
  }

  private mutating func child(_ hip: Point, _ size: Float, _ hat: UInt32) {
    let limbs: [([Point], UInt32, Float)] = [
      ([Point(0, 0), Point(0.24, 0.12), Point(0.36, 0.34)], 0x2B3448, 0.1),
      ([Point(0, 0), Point(-0.22, 0.14), Point(-0.4, 0.12)], 0x232B3C, 0.1),
      ([Point(0.02, -0.32), Point(0.22, -0.48), Point(0.3, -0.62)], 0xE4B894, 0.06),
      ([Point(-0.02, -0.32), Point(-0.24, -0.38), Point(-0.36, -0.52)], 0xD4A884, 0.06),
    ]
    for limb in limbs { fill(Path.line(limb.0, limb.2).placed(at: hip, size), limb.1) }
    fill(Path.taper([Point(0, 0), Point(0.03, -0.34)], 0.2, 0.24).placed(at: hip, size), 0xF4F2EC)
    fill(Path.roundedRectangle(-0.2, -0.38, 0.16, 0.28, 0.05).placed(at: hip, size), 0xA8352E)
    fill(.circle(hip + Point(0.05, -0.58) * size, size * 0.13), 0xE4B894)
    fill(.ellipse(hip + Point(0.04, -0.66) * size, size * 0.16, size * 0.09), hat)
  }
}

/// Returns a mixture of two points.
func mix2(_ from: Point, _ to: Point, _ part: Float) -> Point { from + (to - from) * part }

extension Painting {
  static let nairobi: [String: Scene] = [
    "nairobi-ibis": { $0.ibis() }, "nairobi-sunbird": { $0.sunbird() },
    "nairobi-marabou": { $0.marabou() },
    "nairobi-skyline": { $0.giraffes() }, "nairobi-jacaranda": { $0.jacaranda() },
    "nairobi-feeder": { $0.feeder() }, "nairobi-library": { $0.readingRoom() },
  ]

  /// Paints leaves and lights, out of focus.
  private mutating func blur(_ colours: [UInt32], _ count: Int, to bottom: Float) {
    for _ in 0..<count {
      glow(Point(dice(0, width), dice(0, bottom)), dice(0.05, 0.15), ink(dice.pick(colours), 0.2))
    }
  }

  private mutating func ibis() {
    let back = Gradient(0xA8B890, 0x7A9468, 0x4E6A48)
    wash { back($0.y / 1.34).alpha(1) }
    blur([0xE4ECB8, 0x88A868, 0x3E5E3A], 40, to: height)
    let rope = Path.smoothLine([Point(-0.05, 0.62), Point(0.5, 0.68), Point(1.05, 0.6)])
    for (x, tone) in [(0.19, 0x3E6EB8), (0.83, 0x5A8ACC)] as [(Float, UInt32)] {
      let shirt = Path.polygon([
        Point(x - 0.1, 0.66), Point(x - 0.2, 0.76), Point(x - 0.15, 0.84), Point(x - 0.11, 0.8),
        Point(x - 0.12, 1.12), Point(x + 0.12, 1.12), Point(x + 0.11, 0.8), Point(x + 0.15, 0.84),
        Point(x + 0.2, 0.76), Point(x + 0.1, 0.66),
      ])
      fill(shirt, Surface.cloth(tone, fold: 0.12))
      fill(.ellipse(Point(x, 0.665), 0.045, 0.018), lighter(tone, 0.5))
      for y in [Float(0.76), 0.86, 0.96] { fill(.circle(Point(x, y), 0.007), 0xF0F0EC) }
      for side in [Float(-0.08), 0.08] {
        fill(.rectangle(x + side - 0.008, 0.64, 0.016, 0.05), 0xE8B848)
      }
    }
    line(rope, 0.009, 0xE8E2D0)
    wader(Point(0.5, 0.68), tall: 0.52, 0x6A6A5E, bill: 0x3A3A38, legs: 0x5A4A44, hooked: 0.11)
    fill(
      Path.smooth([-0.22, -0.44, -0.05, -0.53, 0.1, -0.5, -0.02, -0.42]).placed(
        at: Point(0.5, 0.68), 0.52), across: Gradient(0x2E6A54, 0x7A4E8A, 0x4A8A6A))
    finish.vignette = 0.25
  }

  private mutating func sunbird() {
    let back = Gradient(0xB8CC6A, 0x6E9440, 0x3A5E30)
    wash { back($0.y / 1.25).alpha(1) }
    blur([0xF0F4A8, 0x9CBC50, 0xF0B868], 34, to: height)
    fill(
      .taper(Path.smoothLine([Point(0.74, 1.3), Point(0.7, 0.9), Point(0.72, 0.3)]), 0.05, 0.025),
      0x6A7A3A)
    for index in 0..<34 {
      let part = Float(index) / 34
      let side: Float = index % 2 == 0 ? -1 : 1
      let root = Point(0.715, mix(0.24, 0.86, part))
      let long = mix(0.05, 0.19, part)
      let tip = root + Point(side * long * 0.75, long * 0.75)
      fill(
        .taper([root, mix2(root, tip, 0.6), tip], 0.022, 0.036), ink(side < 0 ? 0xF2602A : 0xC83A1A)
      )
      fill(.circle(tip, 0.015), 0xF8C850)
    }
    let body = Point(0.36, 0.68)
    fill(.taper([body + Point(-0.08, 0.1), body + Point(-0.24, 0.36)], 0.07, 0.05), 0x2A2E30)
    let round = Path.smooth([
      0.16, -0.2, 0.07, -0.16, -0.05, -0.02, -0.13, 0.14, -0.08, 0.2, 0.06, 0.14, 0.16, 0.02, 0.23,
      -0.12,
    ])
    fill(round.placed(at: body), down: Gradient(0x2E5E34, 0xC8C04A, 0xE8DC80))
    let noise = Noise(9)
    fill(.ellipse(body + Point(0.16, -0.13), 0.088, 0.085)) { point in
      let hue = noise.layered(point.x * 9, point.y * 9, 3) + (point.y - body.y) * 5 + 0.6
      let tone = mix(
        mix(ink(0x18A88A), ink(0x3A5AE0), ramp(0, 0.4, hue)), ink(0xC838B0), ramp(0.4, 0.8, hue))
      let scale = 0.8 + 0.6 * scatter(Int(point.x * 260), Int(point.y * 260))
      return tone.lit(scale * 1.2).alpha(1)
    }
    fill(
      Path.smooth([0.03, -0.1, -0.12, 0.06, -0.26, 0.3, -0.1, 0.2, 0.06, 0.02]).placed(at: body),
      down: Gradient(0x4A5A34, 0x20261E))
    fill(.circle(body + Point(0.185, -0.155), 0.015), 0x0C0C0C)
    fill(.circle(body + Point(0.19, -0.16), 0.004), 0xFFFFFF)
    fill(
      .taper(
        Path.smoothLine([
          body + Point(0.23, -0.14), body + Point(0.31, -0.15), body + Point(0.37, -0.1),
        ]), 0.02, 0.006), 0x14140F)
    for x in [Float(0), 0.04] {
      line([body + Point(x, 0.14), body + Point(x + 0.05, 0.26)], 0.012, 0x2A2620)
    }
    fill(.taper([body + Point(-0.25, 0.3), body + Point(0.36, 0.2)], 0.02, 0.016), 0x7A8A44)
  }

  private mutating func marabou() {
    let back = Gradient(0xB8BEB8, 0xCCCCC0, 0x9A9484)
    wash { back($0.y / 1.5).alpha(1) }
    for index in 0..<6 {
      building(
        0.18 * Float(index) - 0.05, dice(0.5, 0.8), 0.16, 1.2, 0xB0B4B0, columns: 3, rows: 8,
        lit: 0, pane: 0x9AA0A0, shade: 0.1)
    }
    fog(1.0, 0.2, 0xD0D0C6, 0.7)
    ground(1.16, 0xA89C84, 0x74684E, rough: 0.35)
    let foot = Point(0.46, 1.36)
    shadow(foot, 0.32, 0.04, 0.6)
    for x in [Float(-0.05), 0.07] {
      line(
        [foot + Point(x, -0.5), foot + Point(x + 0.02, -0.25), foot + Point(x, 0)], 0.024, 0xD8D4C8)
    }
    fill(
      .taper(
        Path.smoothLine([
          foot + Point(0.1, -0.86), foot + Point(0.17, -1.02), foot + Point(0.12, -1.14),
        ]), 0.13, 0.09), 0xC89080)
    fill(
      .smooth([
        foot.x - 0.26, 0.9, foot.x - 0.2, 0.62, foot.x, 0.46, foot.x + 0.18, 0.47, foot.x + 0.22,
        0.62, foot.x + 0.1, 0.84, foot.x - 0.1, 0.96,
      ]), across: Gradient(0x1E2226, 0x4E565C, 0x2A2E32))
    fill(
      .smooth([
        foot.x + 0.06, 0.52, foot.x + 0.2, 0.48, foot.x + 0.22, 0.66, foot.x + 0.08, 0.88,
        foot.x + 0.02, 0.8,
      ]), 0xF0EEE6)
    fill(.ellipse(foot + Point(0.21, -0.84), 0.06, 0.05), 0xE8E4D8)
    fill(.ellipse(foot + Point(0.14, -1.17), 0.075, 0.062), 0xC8806E)
    fill(.circle(foot + Point(0.165, -1.18), 0.012), 0x14100C)
    fill(.taper([foot + Point(0.19, -1.16), foot + Point(0.46, -1.0)], 0.085, 0.012), 0xB8A890)
    line([foot + Point(0.18, -1.14), foot + Point(0.44, -0.995)], 0.005, 0x4A4034)
    let fish = foot + Point(0.43, -0.86)
    line([fish + Point(0, -0.14), fish + Point(0.02, 0.14)], 0.009, 0xE8E4D8)
    for rib in -4...4 {
      line(
        [
          fish + Point(-0.035, 0.028 * Float(rib) + 0.012), fish + Point(0.01, 0.028 * Float(rib)),
          fish + Point(0.045, 0.028 * Float(rib) + 0.012),
        ], 0.005, 0xE8E4D8)
    }
    fill(
      .polygon([fish + Point(-0.03, -0.13), fish + Point(0, -0.22), fish + Point(0.04, -0.13)]),
      0xB8B8A8)
    fill(
      .polygon([fish + Point(0.02, 0.13), fish + Point(-0.04, 0.22), fish + Point(0.08, 0.22)]),
      0xB8B8A8)
  }

  private mutating func giraffes() {
    sky(
      Gradient([(0, 0x8AB0D0), (0.6, 0xE4DCC8), (1, 0xF2D4A0)]), to: 0.66, glowAt: at(0.7, 0.6),
      ink(0xFFD890, 0.4))
    clouds(from: 0.02, to: 0.4, lit: 0xFFFCF4, dark: 0xC4CCD0, amount: 0.38, size: 0.8, seed: 19)
    skyline(0.66, tall: 0.36, count: 24, 0x7A8694, haze: 0xE0D4BC, far: 0.5, lit: 0.08)
    fog(0.64, 0.06, 0xEEDDBA, 0.8)
    for index in 0..<7 {
      let foot = Point(width * (0.04 + 0.16 * Float(index)), 0.68 + 0.02 * Float(index % 2))
      fill(.taper([foot, foot - Point(0.02, 0.13)], 0.02, 0.012), 0x54462E)
      fill(.ellipse(foot - Point(0.02, 0.15), 0.15, 0.035), 0x5E6A3A)
      fill(.ellipse(foot - Point(0.04, 0.17), 0.1, 0.025), 0x7E8A4A)
    }
    ground(0.67, 0xD8B870, 0xA8803E, rough: 0.35, grain: 10)
    for (x, size, flip) in [
      (0.2, 0.5, false), (0.42, 0.62, true), (0.62, 0.46, false), (0.84, 0.7, true),
    ] as [(Float, Float, Bool)] {
      giraffe(Point(width * x, 0.84 + size * 0.12), size, flip)
    }
    grass(0.82, 1.06, count: 1500, tall: 0.15, 0x9A7430, 0xECD08A)
  }

  private mutating func giraffe(_ foot: Point, _ size: Float, _ flipped: Bool) {
    let noise = Noise(27)
    let hide: Shade = { point in
      let x = (point.x - foot.x) / size * 15
      let y = (point.y - foot.y) / size * 15
      let seam = abs(noise(x, y)) + 0.35 * abs(noise(x * 2.1, y * 2.1))
      let light = 1 - 0.25 * (point.y - foot.y + size) / size
      return mix(ink(0xECCF94), ink(0x9A5A26), ramp(0.12, 0.24, seam)).lit(light).alpha(1)
    }
    for x in [Float(-0.17), -0.1, 0.13, 0.2] {
      fill(
        Path.taper([Point(x, -0.46), Point(x + 0.01, -0.22), Point(x, 0)], 0.06, 0.026).placed(
          at: foot, size, flipped: flipped), hide)
    }
    fill(
      Path.smooth([-0.24, -0.5, -0.16, -0.6, 0.14, -0.68, 0.26, -0.6, 0.2, -0.42, -0.14, -0.4])
        .placed(at: foot, size, flipped: flipped), hide)
    fill(
      Path.taper(
        Path.smoothLine([Point(0.17, -0.56), Point(0.26, -0.8), Point(0.37, -1.08)]), 0.17, 0.07
      ).placed(at: foot, size, flipped: flipped), hide)
    fill(
      Path.taper([Point(0.36, -1.1), Point(0.5, -1.04)], 0.085, 0.045).placed(
        at: foot, size, flipped: flipped), hide)
    for x in [Float(0.35), 0.385] {
      fill(
        Path.line([Point(x, -1.13), Point(x - 0.006, -1.19)], 0.015).placed(
          at: foot, size, flipped: flipped), 0x4A3020)
    }
    fill(
      Path.ellipse(Point(0.31, -1.1), 0.035, 0.015, turned: 0.4).placed(
        at: foot, size, flipped: flipped), 0xC89A5A)
    fill(
      Path.taper([Point(-0.23, -0.52), Point(-0.27, -0.28)], 0.018, 0.014).placed(
        at: foot, size, flipped: flipped), 0x5A3A20)
    fill(Path.circle(Point(0.41, -1.1), 0.009).placed(at: foot, size, flipped: flipped), 0x100C08)
  }

  private mutating func jacaranda() {
    sky(Gradient(0xA8CCE8, 0xF0ECF0), to: 0.5)
    ground(0.5, 0x9A8AA8, 0x564A66, rough: 0.2, grain: 7)
    fill(
      .polygon([at(0.48, 0.5), at(0.52, 0.5), at(0.8, 1), at(0.2, 1)]),
      Surface.stone(0x6E6680, 0x8A78B4, covered: 0.45))
    for index in 0..<9 {
      fill(
        .rectangle(
          width / 2 - 0.003 - 0.012 * Float(index) / 9, 0.53 + 0.055 * Float(index),
          0.006 + 0.02 * Float(index) / 9, 0.028), ink(0xF4F0F8, 0.8))
    }
    for index in 0..<6 {
      let near = Float(index + 1) / 6
      for side in [Float(-1), 1] {
        let foot = Point(width / 2 + side * mix(0.05, 0.62, near), mix(0.52, 0.9, near))
        let crown = Point(width / 2 + side * mix(0.03, 0.38, near), mix(0.42, 0.1, near))
        fill(
          .taper(
            Path.smoothLine([foot, mix2(foot, crown, 0.5) + Point(side * 0.02, 0), crown]),
            mix(0.008, 0.1, near), mix(0.004, 0.035, near)), 0x2E2430)
        foliage(
          crown, mix(0.1, 0.5, near), mix(0.06, 0.24, near), 0x5A3A9A, 0xC8A8F4, leaves: 190,
          leaf: mix(0.008, 0.034, near))
      }
    }
    for _ in 0..<420 {
      let near = power(dice(), 0.6)
      fill(
        .ellipse(
          Point(width / 2 + dice(-0.75, 0.75) * width * near, mix(0.52, 1, near)), 0.011 * near,
          0.005 * near), ink(dice.pick([0xB090EC, 0x8A68CC, 0xD0B8F8] as [UInt32])))
    }
    building(width * 0.485, 0.44, 0.05, 0.52, 0xD8D0DC, columns: 3, rows: 3, lit: 0)
    person(at(0.45, 0.72), tall: 0.14, 0xE0B030)
    glow(at(0.5, 0.46), 0.3, ink(0xFFF0F0, 0.4))
  }

  private mutating func feeder() {
    let back = Gradient(0xC8D490, 0x8AA860, 0x5A7A48)
    wash { back($0.y).alpha(1) }
    blur([0xF4F4B8, 0xA8C878, 0xE8D890], 32, to: 1)
    fill(
      .taper(
        Path.smoothLine([Point(-0.05, 0.14), Point(0.4, 0.1), Point(1.05, 0.2)]), 0.045, 0.035),
      0x6A5238)
    for x in [Float(-0.15), 0.15] {
      line([Point(0.46, 0.13), Point(0.46 + x, 0.6)], 0.006, 0xC8B48A)
    }
    shadow(Point(0.46, 0.74), 0.2, 0.06, 0.3)
    let noise = Noise(4)
    fill(Path([Path.ellipse(Point(0.46, 0.6), 0.2, 0.19).contours[0].filter { $0.y >= 0.6 }])) {
      point in
      let hair = noise.layered(point.x * 60, point.y * 12, 3)
      return ink(0x7A5230).lit(1.2 - (point.x - 0.3) * 2 + 0.5 * hair).alpha(1)
    }
    fill(.ellipse(Point(0.46, 0.6), 0.2, 0.045), 0xF8F2E4)
    fill(.ellipse(Point(0.46, 0.605), 0.17, 0.033), 0xC8A060)
    for _ in 0..<50 {
      fill(
        .ellipse(Point(0.46 + dice(-0.15, 0.15), 0.605 + dice(-0.025, 0.025)), 0.008, 0.005),
        dice.pick([0xE8C880, 0x8A6434, 0xF4E0B0] as [UInt32]))
    }
    weaver(Point(0.34, 0.56), 0.085, false)
    weaver(Point(0.58, 0.56), 0.085, true)
    for index in 0..<6 {
      weaver(
        Point(0.06 + 0.155 * Float(index) + (index > 2 ? 0.06 : 0), 0.082 + 0.012 * Float(index)),
        0.07, index > 2)
    }
  }

  private mutating func weaver(_ foot: Point, _ size: Float, _ flipped: Bool) {
    fill(
      Path.taper([Point(-0.4, -0.3), Point(-1.1, 0.1)], 0.3, 0.22).placed(
        at: foot, size, flipped: flipped), 0x5A5A2A)
    fill(
      Path.ellipse(Point(0, -0.42), 0.62, 0.42, turned: -0.4).placed(
        at: foot, size, flipped: flipped), down: Gradient(0xF8DC3A, 0xE0B020))
    fill(
      Path.ellipse(Point(-0.18, -0.42), 0.44, 0.22, turned: -0.1).placed(
        at: foot, size, flipped: flipped), 0x6A6A2E)
    fill(Path.circle(Point(0.46, -0.82), 0.31).placed(at: foot, size, flipped: flipped), 0xF2CC28)
    fill(
      Path.ellipse(Point(0.56, -0.8), 0.21, 0.24).placed(at: foot, size, flipped: flipped), 0x1A1814
    )
    fill(
      Path.polygon([Point(0.7, -0.9), Point(1.02, -0.76), Point(0.7, -0.68)]).placed(
        at: foot, size, flipped: flipped), 0x2A2A28)
    fill(Path.circle(Point(0.56, -0.88), 0.06).placed(at: foot, size, flipped: flipped), 0xE8402A)
  }

  private mutating func readingRoom() {
    wash(Surface.wood(0x4A3220, 0x7A5638, plank: 0.3, upright: true))
    for index in 0..<4 {
      let x = width * (0.1 + 0.23 * Float(index))
      let window = Path.roundedRectangle(x, 0.04, 0.24, 0.56, 0.1)
      fill(Path.roundedRectangle(x - 0.02, 0.02, 0.28, 0.6, 0.12), 0xC8B498)
      fill(window, down: Gradient(0x7A8A98, 0xA4B0B4, 0x6A7A78))
      for _ in 0..<90 {
        let drop = Point(x + dice(0.005, 0.235), dice(0.08, 0.58))
        line([drop, drop + Point(dice(-0.002, 0.002), dice(0.01, 0.04))], 0.0022, 0xE8F0F4, 0.6)
      }
      fill(.rectangle(x + 0.114, 0.04, 0.012, 0.56), 0xC8B498)
      for y in [Float(0.2), 0.4] { fill(.rectangle(x, y, 0.24, 0.01), 0xC8B498) }
    }
    for row in 0..<4 {
      let near = Float(row) / 3
      let y = mix(0.66, 0.98, near)
      fill(
        .rectangle(0, y, width, mix(0.03, 0.08, near)),
        Surface.wood(0x5A3820, 0xA06C3C, plank: 0.5, seed: UInt32(row)))
      fill(.rectangle(0, y, width, 0.006), 0xD09A5A)
      let count = 8 - row
      for index in 0..<count {
        let x = width * (Float(index) + 0.5) / Float(count)
        let size = mix(0.5, 1.1, near)
        if (index + row) % 3 != 1 {
          person(
            Point(x + 0.1 * size, y + 0.15 * size), tall: 0.28 * size,
            dice.pick([0x3A4A5E, 0x6A3A34, 0x4A5A3E, 0x8A7A5A] as [UInt32]))
        }
        fill(
          .polygon([
            Point(x - 0.02 * size, y), Point(x + 0.04 * size, y - 0.014 * size),
            Point(x + 0.1 * size, y), Point(x + 0.04 * size, y + 0.008),
          ]), 0xF8F2E2)
        let lamp = Point(x - 0.06 * size, y - 0.09 * size)
        line([lamp, Point(lamp.x, y)], 0.008 * size, 0xC8A048)
        fill(.ellipse(Point(lamp.x, y), 0.024 * size, 0.007 * size), 0xC8A048)
        fill(
          .smooth([
            lamp.x - 0.055 * size, lamp.y + 0.012 * size, lamp.x - 0.035 * size,
            lamp.y - 0.026 * size, lamp.x + 0.035 * size, lamp.y - 0.026 * size,
            lamp.x + 0.055 * size, lamp.y + 0.012 * size,
          ]), down: Gradient(0x6EDC94, 0x1E8A4A, 0x8AF0A8))
        glow(lamp + Point(0, 0.05 * size), 0.07 * size, ink(0xFFE8A0, 0.5))
      }
    }
    finish.vignette = 0.35
  }
}

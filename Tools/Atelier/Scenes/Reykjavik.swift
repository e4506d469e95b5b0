extension Painting {
  static let reykjavik: [String: Scene] = [
    "reykjavik-aurora": { $0.aurora() }, "reykjavik-lava": { $0.lava() },
    "reykjavik-moss": { $0.mossField() },
    "reykjavik-seismo": { $0.seismograph() }, "reykjavik-milkyway": { $0.milkyWay() },
    "reykjavik-telescope": { $0.telescope() }, "reykjavik-lighthouse": { $0.lighthouse() },
    "reykjavik-sheep": { $0.sheep() },
  ]

  private mutating func aurora() {
    let horizon: Float = 0.62
    sky(Gradient([(0, 0x060B1E), (0.7, 0x0E2238), (1, 0x1E4450)]), to: horizon)
    stars(900, to: horizon)
    let (noise, wide) = (Noise(12), width)
    let curtain: Shade = { point in
      var light = Ink(repeating: 0)
      for band in 0..<3 {
        let shift = Float(band) * 2.7
        let fold = noise.layered(point.x * 0.9 + shift, 0.4 + shift, 3)
        let base = 0.5 - 0.1 * Float(band) + 0.2 * fold
        let above = base - point.y
        let ray =
          0.45 + 0.75 * noise.layered(point.x * 7 + fold * 5 + shift, point.y * 0.25 + shift, 3)
        let glow = above > 0 ? exponential(-above * 4.6) : bell(above / 0.03)
        let tone = mix(ink(0x38F08A), ink(0x8A3AD0), unit(above * 2.4))
        let edge = 0.5 + 0.5 * noise(point.x * 0.8 + shift * 2, 7)
        light += tone * max(0, glow * ray * edge * (0.8 - 0.16 * Float(band)))
      }
      return (light * (0.9 + 0.2 * point.x / wide)).alpha(1)
    }
    wash(from: 0, to: horizon, curtain, .add)
    let crest = ridge(0.58, 0.2, rough: 1, seed: 7, down: horizon)
    fill(crest, 0x04060A)
    wash(from: horizon, to: 1) { point in
      let ripple = noise.layered(point.x * 3, 2 / (point.y - horizon + 0.06) * 0.6, 2) * 0.02
      let mirrored = Point(point.x + ripple, max(0, 2 * horizon - point.y + ripple * 2))
      let deep = ink(0x0A1828)
      return (deep + curtain(mirrored) * 0.62).lit(1 - 0.4 * (point.y - horizon) / 0.38).alpha(1)
    }
    fill(
      .polygon(crest.contours[0].map { Point($0.x, 2 * horizon - $0.y) }.reversed()),
      ink(0x020408, 0.86))
    fill(.rectangle(0, horizon - 0.003, width, 0.006), ink(0x48E09A, 0.25))
    finish.vignette = 0.3
  }

  private mutating func lava() {
    sky(Gradient(0x181420, 0x5A2A28, 0xB8502A), to: 0.36)
    steam(at(0.6, 0.4), tall: 0.5, wide: 0.6, lean: 0.2, 0x7A4A44, 0.7)
    fill(ridge(0.36, 0.1, seed: 13, down: 0.5), 0x120E12)
    let (noise, fine) = (Noise(7), Noise(8))
    wash(from: 0.36, to: 1) { point in
      let near = 0.12 + (point.y - 0.36)
      let x = (point.x - 0.66) / near * 0.5
      let y = 0.9 / near
      let bend = fine.layered(x * 1.4, y * 1.4, 3) * 0.5
      let crack = abs(noise.layered(x * 1.5 + bend, y * 1.5 - bend, 4))
      let heat = ramp(0.16, 0, crack)
      let crust = ink(0x1C1618).lit(0.6 + 0.7 * fine.layered(x * 9, y * 9, 4))
      let fire = mix(ink(0xB81E08), ink(0xFFD860), ramp(0.45, 1, heat)).lit(1 + heat)
      return mix(crust, fire, heat).alpha(1)
    }
    let river = Path.smoothLine([
      at(0.62, 0.37), at(0.56, 0.44), at(0.66, 0.52), at(0.48, 0.64), at(0.6, 0.8), at(0.36, 1.02),
    ])
    fill(.taper(river, 0.02, 0.34), ink(0xFF5A14).lit(1.3))
    fill(.taper(river, 0.01, 0.18), ink(0xFFC040).lit(1.6))
    for place in river where place.y < 1 { glow(place, 0.05 + place.y * 0.1, ink(0xFF5A18, 0.12)) }
    for _ in 0..<130 {
      fill(.circle(at(dice(0.2, 0.95), dice(0, 0.7)), dice(0.001, 0.0035)), ink(0xFFB050).lit(1.6))
    }
    person(at(0.2, 0.44), tall: 0.07, 0x08080A, hair: 0x08080A)
    finish.vignette = 0.3
  }

  private mutating func mossField() {
    sky(Gradient(0xA8B4BC, 0xDCDCD4), to: 0.24)
    hills(2, from: 0.22, to: 0.26, tall: 0.1, 0xA0ACB0, 0x7A8A80, seed: 40)
    let noise = Noise(5)
    wash { point in
      let (moss, deep) = (ink(0xB8C86A), ink(0x34461C))
      guard point.y > 0.24 else { return ink0 }
      let near = 0.07 + (point.y - 0.24)
      let x = (point.x - 0.5) / near * 0.7
      let y = 0.55 / near
      let cushion = noise.layered(x * 2.2, y * 2.2, 3)
      let higher = noise.layered(x * 2.2 - 0.12, y * 2.2 + 0.2, 3)
      let tuft = noise.layered(x * 20, y * 20, 3)
      let light = unit(0.5 + (cushion - higher) * 1.5 + cushion * 0.35 + tuft * 0.2)
      return mix(mix(deep, moss, light), ink(0xC0C4A8), ramp(0.16, 0, point.y - 0.24) * 0.7).alpha(
        1)
    }
    for _ in 0..<22 {
      fill(
        .ellipse(Point(dice(0, 1), dice(0.4, 0.98)), dice(0.01, 0.035), dice(0.006, 0.016)),
        ink(0x2A2826, 0.8))
    }
    fog(0.25, 0.04, 0xDCDED8, 0.7)
  }

  private mutating func seismograph() {
    wash { point in
      let line = (point.y * 26) - (point.y * 26).rounded(.down)
      let column = (point.x * 13) - (point.x * 13).rounded(.down)
      let rule: Float = line < 0.05 || column < 0.025 ? 0.5 : 0
      return mix(ink(0xF4F0DE), ink(0xC0A894), rule).alpha(1)
    }
    for row in 0..<12 {
      let y = 0.08 + 0.076 * Float(row)
      let isLoud = row == 7
      var points: [Point] = []
      let noise = Noise(UInt32(row) + 100)
      for step in 0...1800 {
        let x = width * Float(step) / 1800
        var swing = noise.layered(x * 46, 0.5, 3) * 0.006
        if isLoud {
          let since = x - width * 0.46
          let anger = since > 0 ? exponential(-since * 2.3) * ramp(0, 0.04, since) : 0
          swing += anger * sine(x * 210 + noise(x * 9, 2) * 8) * (0.24 + 0.1 * noise(x * 30, 5))
        }
        points.append(Point(x, y + swing))
      }
      fill(.line(points, 0.0042), ink(isLoud ? 0xB8201A : 0x1E2A44))
    }
    for index in 0..<30 {
      for y in [Float(0.02), 0.98] {
        fill(.circle(Point(width * (Float(index) + 0.5) / 30, y), 0.009), 0x6A6258)
      }
    }
    finish.vignette = 0.1
    finish.grain = 0.004
  }

  private mutating func milkyWay() {
    let down = Gradient([(0, 0x050A1A), (0.6, 0x14284A), (0.85, 0x3A5468), (1, 0x6A6A60)])
    let tall = height
    wash { down($0.y / tall / 0.88).alpha(1) }
    let (noise, dust) = (Noise(70), Noise(71))
    wash(
      { point in
        let along = point.y
        let axis = 0.56 + 0.1 * sine(along * 1.3) + 0.05 * noise.layered(0.3, along * 2, 2)
        let off = (point.x - axis) / 0.2
        let cloud = noise.layered(point.x * 4, along * 3, 6)
        let dark = ramp(
          0.05, 0.5, dust.layered(point.x * 5 + 3, along * 3.4, 5) + 0.35 * bell(off * 2.4))
        let body = bell(off * (0.9 - 0.5 * cloud)) * (0.5 + 0.7 * cloud + 0.4)
        let core = bell(off * 1.8) * bell((along - 0.9) / 0.4)
        let tone = mix(ink(0x8AA4E0), ink(0xFFD8B0), unit(core * 1.2))
        return tone.alpha(max(0, body * (0.34 + 0.5 * core) * (1 - 0.75 * dark)))
      }, .add)
    stars(2600, to: tall * 0.9)
    fill(ridge(tall * 0.9, 0.1, rough: 1.3, seed: 4), 0x05080E)
    ground(tall * 0.9, 0x070B12, 0x04060A, rough: 0.4)
    let church = Point(0.42, tall * 0.91)
    fill(.rectangle(church.x - 0.02, church.y - 0.13, 0.2, 0.14), 0x10151E)
    fill(
      .polygon([
        Point(church.x - 0.035, church.y - 0.13), Point(church.x + 0.03, church.y - 0.22),
        Point(church.x + 0.14, church.y - 0.22), Point(church.x + 0.2, church.y - 0.13),
      ]), 0x0A0E15)
    fill(.rectangle(church.x - 0.09, church.y - 0.22, 0.085, 0.23), 0x141A24)
    fill(
      .polygon([
        Point(church.x - 0.1, church.y - 0.22), Point(church.x - 0.048, church.y - 0.36),
        Point(church.x + 0.005, church.y - 0.22),
      ]), 0x0A0E15)
    line(
      [Point(church.x - 0.048, church.y - 0.4), Point(church.x - 0.048, church.y - 0.35)], 0.006,
      0x0A0E15)
    line(
      [Point(church.x - 0.063, church.y - 0.385), Point(church.x - 0.033, church.y - 0.385)], 0.005,
      0x0A0E15)
    let window = Point(church.x + 0.08, church.y - 0.07)
    fill(
      .roundedRectangle(window.x - 0.014, window.y - 0.025, 0.028, 0.055, 0.012),
      ink(0xFFC860).lit(1.8))
    glow(window, 0.07, ink(0xFFB050, 0.5))
    fill(
      .polygon([
        window + Point(-0.014, 0.07), window + Point(0.014, 0.07), window + Point(0.06, 0.16),
        window + Point(-0.06, 0.16),
      ]), ink(0xFFB860, 0.16), .add)
  }

  private mutating func telescope() {
    let dusk = Gradient(0x0C1430, 0x2A3A64, 0x8A6A7A, 0xD89A6A)
    wash { dusk($0.y / 1.15).alpha(1) }
    stars(300, to: 0.9)
    disc(Point(0.8, 0.2), 0.05, 0xFFF4D8, light: 1.6)
    fill(ridge(1.12, 0.1, seed: 9), 0x1A1E2C)
    ground(1.16, 0x2A2E38, 0x14161C, rough: 0.4, grain: 9)
    let mount = Point(0.44, 0.84)
    for x in [Float(-0.2), 0.02, 0.22] {
      fill(.taper([mount, Point(mount.x + x, 1.34)], 0.03, 0.022), 0x6A4A30)
    }
    fill(.circle(mount, 0.035), 0x3A3E44)
    let (back, front) = (mount + Point(-0.24, 0.15), mount + Point(0.28, -0.32))
    fill(.taper([back, front], 0.07, 0.13), 0xE4E6EA)
    fill(
      .taper(
        [mix2(back, front, 0.02) + Point(-0.018, -0.016), front + Point(-0.036, -0.03)], 0.02, 0.04),
      0xFFFFFF)
    fill(.taper([back + Point(-0.05, 0.045), back], 0.04, 0.05), 0x2A2C30)
    let knit = Noise(3)
    let hat = Path.smooth([
      -0.1, 0.06, -0.11, -0.04, -0.05, -0.15, 0.05, -0.15, 0.11, -0.04, 0.1, 0.06,
    ])
    let place = front + Point(0.015, -0.02)
    fill(hat.placed(at: place, 1.05, turned: 0.8)) { point in
      let way = (point - place).turned(-0.8)
      let stripe = sine(way.y * 88) > 0.2
      let loop = sine(way.x * 240) * 0.18 + knit(way.x * 60, way.y * 60) * 0.15
      return (stripe ? ink(0xC8302E) : ink(0xF2EEE4)).lit(0.95 + loop - way.x * 1.6).alpha(1)
    }
    ball(place + Point(0, -0.19).turned(0.8), 0.05, 0xF2EEE4, shine: 0.1)
    let flask = Point(0.8, 1.36)
    shadow(flask, 0.13, 0.025, 0.7)
    fill(
      .roundedRectangle(flask.x - 0.085, flask.y - 0.42, 0.17, 0.42, 0.03),
      across: Gradient(0x2E6A54, 0x6EB894, 0x1E4A3A))
    fill(
      .roundedRectangle(flask.x - 0.07, flask.y - 0.51, 0.14, 0.1, 0.02),
      across: Gradient(0x9AA0A4, 0xECEEF0, 0x6A7074))
    fill(.rectangle(flask.x - 0.085, flask.y - 0.1, 0.17, 0.02), 0xE8D8A8)
    steam(flask - Point(0, 0.5), tall: 0.3, wide: 0.1, 0xFFFFFF, 0.3)
  }

  private mutating func lighthouse() {
    sky(Gradient([(0, 0x54708E), (0.6, 0xA4B4C0), (1, 0xE4D4C4)]), to: 0.62)
    clouds(
      from: 0, to: 0.55, lit: 0xF4ECE8, dark: 0x5E7088, amount: 0.55, size: 0.7, flat: 2.2, seed: 17
    )
    water(
      0.6, Gradient([(0, 0x9AB0BC), (0.4, 0x4E7080), (1, 0x24424E)]), lightAt: width * 0.2,
      0xFFFFFF, calm: 2.2, 0.5)
    let base: Float = 0.66
    for index in 0..<34 {
      let x = width * 0.38 + Float(index) * 0.029
      let from = Float(index) / 33
      let top = base - 0.02 + 0.09 * abs(from - 0.5) + dice(-0.02, 0.03)
      fill(
        .polygon([
          Point(x, top), Point(x + 0.015, top - 0.01), Point(x + 0.031, top),
          Point(x + 0.031, 1.05), Point(x, 1.05),
        ]), across: Gradient(0x5A5E64, 0x3A3E44, 0x1A1D22))
      fill(
        .polygon([
          Point(x, top), Point(x + 0.015, top - 0.01), Point(x + 0.031, top),
          Point(x + 0.015, top + 0.01),
        ]), 0x7A8086)
    }
    let x = width * 0.7
    fill(
      .polygon([
        Point(x - 0.085, base), Point(x - 0.055, 0.24), Point(x + 0.055, 0.24),
        Point(x + 0.085, base),
      ]), across: Gradient(0xF28A3A, 0xE0581E, 0x8A2A10))
    for y in [Float(0.34), 0.5] {
      fill(.rectangle(x - 0.078, y, 0.156, 0.03), across: Gradient(0xFFFFFF, 0xE0DCD4, 0x8A8884))
    }
    fill(.rectangle(x - 0.085, 0.225, 0.17, 0.022), 0x26282C)
    fill(.rectangle(x - 0.042, 0.145, 0.084, 0.08), ink(0xFFF0B8).lit(1.6))
    for bar in [Float(-0.042), -0.016, 0.01, 0.034] {
      fill(.rectangle(x + bar, 0.145, 0.008, 0.08), 0x26282C)
    }
    fill(.smooth([x - 0.055, 0.15, x, 0.085, x + 0.055, 0.15, x, 0.155]), 0xB8401E)
    glow(Point(x, 0.185), 0.16, ink(0xFFE8A0, 0.6))
    fill(
      .polygon([Point(x, 0.18), Point(-0.1, 0.02), Point(-0.1, 0.22)]), ink(0xFFF4D0, 0.14), .add)
    for burst in 0..<5 {
      let foot = Point(width * 0.4 + 0.09 * Float(burst), 0.86)
      steam(
        foot, tall: burst == 2 || burst == 3 ? 0.84 : 0.5, wide: 0.17, lean: 0.05, 0xFFFFFF, 0.85,
        seed: UInt32(burst) + 60)
    }
    for _ in 0..<300 {
      fill(
        .circle(
          Point(dice(width * 0.34, width * 0.72), 0.95 - 0.85 * dice() * dice(0.4, 1)),
          dice(0.001, 0.005)), ink(0xFFFFFF, 0.8))
    }
    fog(0.95, 0.06, 0xF4F8FA, 0.75)
  }

  private mutating func sheep() {
    sky(Gradient(0x8AB0CC, 0xE4E8E0), to: 0.4)
    clouds(from: 0, to: 0.34, lit: 0xFFFFFF, dark: 0xA8BCC8, amount: 0.48, seed: 18)
    hills(3, from: 0.36, to: 0.46, tall: 0.24, 0xA4B8B8, 0x6E8E58, seed: 61)
    ground(0.44, 0x8CA45A, 0x5E7E3A, rough: 0.35, grain: 8)
    fill(
      .polygon([at(0.48, 0.44), at(0.52, 0.44), at(0.86, 1), at(0.14, 1)]),
      Surface.stone(0x8A8884, 0x74726C))
    var flock: [Point] = (0..<64).map { _ in
      let near = power(dice(), 0.9)
      return Point(width / 2 + dice(-1, 1) * width * mix(0.02, 0.4, near), mix(0.45, 0.86, near))
    }
    flock.sort { $0.y < $1.y }
    for (index, foot) in flock.enumerated() {
      let near = (foot.y - 0.44) / 0.42
      beast(
        foot, mix(0.03, 0.22, near), index % 11 == 3 ? 0x4A4440 : 0xEAE4D6, neck: 0.06,
        flipped: index % 3 == 0, woolly: near > 0.25, legs: 0x2E2A28, tail: 0.02)
    }
    beast(at(0.5, 0.97), 0.2, 0x1E1C1C, neck: 0.16, flipped: true, tail: 0.2)
    fill(.ellipse(at(0.47, 0.9), 0.03, 0.02), 0xF4F0E8)
    glow(at(0.1, 0), 0.7, ink(0xFFF4D8, 0.25))
  }
}

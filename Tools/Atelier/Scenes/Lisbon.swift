extension Painting {
  static let lisbon: [String: Scene] = [
    "lisbon-tiles": { $0.tiles() }, "lisbon-tram": { $0.yellowTram() },
    "lisbon-roofs": { $0.redRoofs() },
    "lisbon-brush": { $0.tilePainter() }, "lisbon-stairs-light": { $0.steepAlley() },
    "lisbon-kiosk": { $0.kiosk() }, "lisbon-sardines": { $0.sardines() },
    "lisbon-bridge-fog": { $0.bridgeInFog() },
  ]

  private mutating func tiles() {
    wash { _ in ink(0xD4D0C4) }
    let count = 5
    let size = 1 / Float(count)
    for row in 0..<count {
      for column in 0..<count {
        let middle = Point((Float(column) + 0.5) * size, (Float(row) + 0.5) * size)
        let half = size * 0.485
        let glaze = 0.95 + 0.08 * scatter(row, column)
        fill(.rectangle(middle.x - half, middle.y - half, half * 2, half * 2)) { point in
          let gloss = 1.04 - 0.12 * ((point.y - middle.y) / half)
          return ink(0xF2EFE4).lit(glaze * gloss).alpha(1)
        }
        tile(middle, half, isOdd: row == 3 && column == 1)
      }
    }
    wash({ ink(0xFFFFFF, 0.1 * bell(($0.x - $0.y + 0.2) / 0.22)) }, .add)
    finish.grain = 0.004
  }

  /// Paints one tile with a small crown that points up; on the odd tile, the crown points down.
  private mutating func tile(_ middle: Point, _ half: Float, isOdd: Bool) {
    let (blue, pale) = (ink(0x1E4E9A), ink(0x6E9AD0))
    for quarter in 0..<4 {
      let spin = turn * Float(quarter) / 4
      let corner =
        Path.circle(Point(half, half), half * 0.52).contours[0].filter {
          $0.x <= half && $0.y <= half
        } + [Point(half, half)]
      fill(Path.polygon(corner).placed(at: middle, turned: spin), blue)
      let inner =
        Path.circle(Point(half, half), half * 0.34).contours[0].filter {
          $0.x <= half && $0.y <= half
        } + [Point(half, half)]
      fill(Path.polygon(inner).placed(at: middle, turned: spin), 0xF2C84A)
      let petal = Path.smooth([0, -0.08, 0.17, -0.36, 0, -0.8, -0.17, -0.36])
      fill(petal.placed(at: middle, half, turned: spin), blue)
      fill(
        Path.smooth([0, -0.2, 0.07, -0.38, 0, -0.64, -0.07, -0.38]).placed(
          at: middle, half, turned: spin), pale)
      fill(
        Path.smooth([0.1, -0.1, 0.34, -0.2, 0.52, -0.52, 0.2, -0.34]).placed(
          at: middle, half, turned: spin), pale)
    }
    fill(.circle(middle, half * 0.14), 0xF2C84A)
    let up: Float = isOdd ? 1 : -1
    let crown = [Point(-0.3, 0.86), Point(-0.36, 1.0), Point(0.36, 1.0), Point(0.3, 0.86)].map {
      middle + Point($0.x, $0.y * up) * half * 0.98
    }
    fill(.polygon(up < 0 ? crown.reversed() : crown), 0xC8452E)
    if isOdd {
      fill(.rectangle(middle.x - half, middle.y - half, half * 2, half * 2), ink(0xE8B860, 0.22))
    }
  }

  private mutating func yellowTram() {
    sky(Gradient(0x8AB8DC, 0xF2EAD8), to: 0.5)
    for side in [Float(-1), 1] {
      for index in 0..<4 {
        let near = Float(index + 1) / 4
        let inner = width / 2 + side * mix(0.12, 0.46, near)
        let wide: Float = 0.36
        let left = side < 0 ? inner - wide : inner
        building(
          left, mix(0.26, -0.1, near), wide, mix(0.64, 1, near),
          dice.pick([0xE8D8B8, 0xD89A8A, 0xA8C4CC, 0xF0C878] as [UInt32]), columns: 3, rows: 6,
          lit: 0, pane: 0x3A4A54, shade: side < 0 ? 0.1 : 0.4)
      }
    }
    ground(0.66, 0xA89C8C, 0x6A6258, rough: 0.4, grain: 16)
    for shift in [Float(-0.16), 0.16] {
      fill(
        .taper(
          Path.smoothLine([
            Point(width * 0.4 + shift * 0.4, 0.66), Point(width * 0.44 + shift * 0.8, 0.8),
            Point(width * 0.6 + shift * 1.5, 1),
          ]), 0.008, 0.02), 0xD8DCDC)
    }
    line([Point(0, 0.12), Point(width * 0.5, 0.2), Point(width, 0.06)], 0.004, 0x2A2C30)
    line([Point(width * 0.46, 0.28), Point(width * 0.42, 0.18)], 0.008, 0x2A2C30)
    tram(width * 0.46, 0.9, 0.66, 0xE8B420, lamps: false)
    person(Point(width * 0.885, 0.9), tall: 0.4, 0xB8402E)
    fill(.taper([Point(width * 0.86, 0.6), Point(width * 0.8, 0.56)], 0.035, 0.025), 0xB8402E)
    fill(.taper([Point(width * 0.91, 0.6), Point(width * 0.96, 0.55)], 0.035, 0.025), 0xB8402E)
    fill(
      .polygon([Point(0, 0.6), Point(width * 0.2, 0.7), Point(width * 0.3, 1), Point(0, 1)]),
      ink(0x2A3048, 0.25))
  }

  private mutating func redRoofs() {
    sky(Gradient([(0, 0x8ABBE0), (1, 0xF4E8D8)]), to: 0.3)
    fill(ridge(0.3, 0.06, seed: 5, down: 0.36), 0x9FB0BC)
    water(0.32, Gradient(0xE8ECEC, 0xB8C8D0), to: 0.6, lightAt: width * 0.6, 0xFFFFFF, calm: 0.6)
    for x in [Float(0.2), 0.52, 0.8] {
      fill(.polygon([at(x, 0.4), at(x + 0.01, 0.36), at(x + 0.02, 0.4)]), 0xFFFFFF)
    }
    for row in 0..<11 {
      let near = Float(row) / 10
      var x = dice(-0.3, 0)
      while x < width {
        let size = mix(0.1, 0.34, near) * dice(0.8, 1.3)
        let slope = 0.12 * sine(x * 1.4 + 0.5)
        let y = mix(0.46, 1.1, near) + slope * (1 - near) - 0.04
        let tone = dice.pick([0xC86A48, 0xB85A3C, 0xD88058, 0xC47050] as [UInt32])
        let haze = (1 - near) * 0.35
        let wall = mix(
          ink(dice.pick([0xF4EEDF, 0xEAD8B8, 0xE4B8A0, 0xD8E0DC] as [UInt32])), ink(0xE8E4DC), haze)
        fill(.rectangle(x, y, size, 0.5), wall)
        fill(.rectangle(x + size * 0.72, y, size * 0.28, 0.5), wall.lit(0.72))
        for window in 0..<2 {
          fill(
            .rectangle(
              x + size * (0.14 + 0.3 * Float(window)), y + size * 0.16, size * 0.13, size * 0.2),
            mix(ink(0x3E5460), ink(0xB8BCBC), haze))
        }
        let roof = Path.polygon([
          Point(x - size * 0.06, y + size * 0.05), Point(x + size * 0.18, y - size * 0.3),
          Point(x + size * 0.82, y - size * 0.3), Point(x + size * 1.06, y + size * 0.05),
        ])
        let clay = mix(ink(tone), ink(0xE0C0AC), haze)
        fill(roof) { point in
          clay.lit(
            1 + 0.2 * sine((point.x - x) / size * 90) + 0.1 * sine((point.y - y) / size * 60)
          ).alpha(1)
        }
        if dice() < 0.5 {
          fill(.rectangle(x + size * 0.3, y - size * 0.42, size * 0.1, size * 0.2), wall.lit(0.85))
        }
        x += size * dice(0.9, 1.1)
      }
    }
    fill(.rectangle(width * 0.2, 0.24, 0.1, 0.4), 0xF6F2E8)
    fill(.circle(Point(width * 0.2 + 0.05, 0.24), 0.06), 0xEDE8DC)
    glow(at(0.9, 0.1), 0.8, ink(0xFFE8C8, 0.25))
  }

  private mutating func tilePainter() {
    wash(Surface.wood(0x6A4A30, 0xA07A50, plank: 0.25))
    for index in 0..<4 {
      bowl(
        Point(0.16 + 0.001 * Float(index), 0.16 + 0.22 * Float(index)), 0.085, rim: 0xE8E4DA,
        content: [0x1E4E9A, 0x3E7AC0, 0x8AB0DC, 0xF2C84A][index])
    }
    let middle = Point(0.72, 0.5)
    shadow(middle + Point(0.02, 0.03), 0.46, 0.46, 0.5)
    fill(
      .roundedRectangle(middle.x - 0.38, middle.y - 0.38, 0.76, 0.76, 0.012),
      down: Gradient(0xFDFBF4, 0xEAE6DA))
    fill(
      .rectangle(middle.x - 0.35, middle.y - 0.35, 0.7, 0.7).without(
        .rectangle(middle.x - 0.33, middle.y - 0.33, 0.66, 0.66)), 0x2E5EA8)
    for row in 0..<3 {
      line(
        Path.smoothLine(
          (0...12).map {
            Point(
              middle.x - 0.3 + 0.05 * Float($0),
              middle.y + 0.19 + 0.045 * Float(row) + ($0 % 2 == 0 ? 0.012 : -0.012))
          }), 0.009, 0x3E74BC)
    }
    let ship = middle + Point(-0.02, 0.16)
    fill(
      Path.smooth([-0.2, -0.08, -0.14, 0.02, 0.14, 0.02, 0.22, -0.1, 0.12, -0.04, -0.1, -0.04])
        .placed(at: ship), 0x1E4A94)
    for (x, tall) in [(-0.09, 0.3), (0.03, 0.38), (0.13, 0.26)] as [(Float, Float)] {
      line([ship + Point(x, -0.03), ship + Point(x, -tall)], 0.008, 0x1E4A94)
      fill(
        Path.smooth([0, -0.9, 0.22, -0.55, 0.18, -0.14, 0, -0.1, 0.05, -0.5]).placed(
          at: ship + Point(x, 0), tall), ink(0x5A90D0))
    }
    for corner in [Point(-0.29, -0.29), Point(0.29, -0.29), Point(-0.29, 0.29), Point(0.29, 0.29)] {
      flower(middle + corner, 0.04, 0x2E5EA8, heart: 0xF2C84A, petals: 6)
    }
    let tip = ship + Point(0.24, -0.2)
    fill(.taper([tip, tip + Point(0.05, 0.06)], 0.003, 0.024), 0x1E3A70)
    fill(.taper([tip + Point(0.05, 0.06), tip + Point(0.42, 0.42)], 0.02, 0.012), 0xC89048)
    hand(tip + Point(0.56, 0.34), 0.27, 0xD8A880, turned: 0.42, flipped: true, sleeve: 0x3A4A6A)
    glow(at(0.3, 0), 0.6, ink(0xFFF4E0, 0.2))
  }

  private mutating func steepAlley() {
    sky(Gradient(0x5E9CD8, 0xCFE4F0), to: 0.5)
    let vanish = Point(0.52, 0.34)
    for (colour, edge, light) in [
      (0xF4D8A0, Float(0), Float(1.15)), (0x8FA4C8, Float(1), Float(0.7)),
    ] as [(UInt32, Float, Float)] {
      let wall =
        edge == 0
        ? Path.polygon([Point(0, -0.1), Point(0.46, 0.1), Point(0.46, 0.42), Point(0, 1.34)])
        : Path.polygon([Point(0.58, 0.08), Point(1, -0.1), Point(1, 1.34), Point(0.58, 0.42)])
      fill(wall, Surface.plaster(lighter(colour, light)))
      for index in 0..<4 {
        let part = 0.14 + 0.24 * Float(index)
        let x = edge == 0 ? 0.44 * (1 - part) * 0.95 : 1 - 0.42 * (1 - part) * 0.95
        let size = 0.14 * part + 0.03
        for floor in 0..<2 {
          let y = mix(vanish.y, Float(floor) * 0.34 + 0.16, part + 0.1)
          fill(
            .rectangle(x - size * 0.3, y, size * 0.6, size * 1.2),
            lighter(edge == 0 ? 0x3E6A5A : 0x2E3E5A, 1))
        }
      }
    }
    let steps = 30
    for index in 0..<steps {
      let near = power(Float(index + 1) / Float(steps), 1.6)
      let y = mix(0.4, 1.36, near)
      let (left, right) = (mix(0.46, -0.02, near), mix(0.58, 1.02, near))
      let split = mix(0.5, 0.5 + 0.16 * sine(Float(index) * 0.7), near)
      let thick = mix(0.006, 0.075, near)
      for (from, to, top, face) in [
        (left, split, 0xFFE8B8, 0xD8B078), (split, right, 0x94A8CC, 0x586A94),
      ] as [(Float, Float, UInt32, UInt32)] {
        fill(.rectangle(from, y - thick, to - from, thick * 0.5), top)
        fill(.rectangle(from, y - thick * 0.5, to - from, thick * 0.52), face)
      }
    }
    line(Path.smoothLine([Point(0.2, 0.2), Point(0.5, 0.27), Point(0.82, 0.18)]), 0.004, 0x3A3A40)
    for index in 0..<6 {
      fill(
        .rectangle(0.25 + 0.09 * Float(index), 0.225 + 0.02 * sine(Float(index)), 0.055, 0.085),
        Surface.cloth(dice.pick([0xFFFFFF, 0xD8483A, 0x3E7AB8, 0xF0C04A] as [UInt32]), fold: 0.04))
    }
    person(Point(0.56, 0.66), tall: 0.19, 0x2E3A54)
    glow(Point(0.1, 0.1), 0.6, ink(0xFFE0A0, 0.25))
  }

  private mutating func kiosk() {
    sky(Gradient(0xC4D8E4, 0xF2E8E0), to: 0.8)
    for index in 0..<6 {
      building(
        0.2 * Float(index) - 0.1, dice(0.3, 0.45), 0.2, 0.9, 0xE4D4C4, columns: 3, rows: 5, lit: 0,
        pane: 0xA8B0B8, shade: 0.1)
    }
    ground(0.88, 0xC8BCB8, 0x948A8C, rough: 0.25, grain: 14)
    for x in [Float(0.12), 0.9] {
      fill(
        .taper(
          Path.smoothLine([Point(x, 1.0), Point(x + 0.03, 0.6), Point(x - 0.02, 0.2)]), 0.06, 0.03),
        0x4A3E3C)
    }
    fill(.rectangle(0.3, 0.5, 0.34, 0.5), across: Gradient(0x5E9A6A, 0x2E6A48, 0x1E4A34))
    for x in [Float(0.33), 0.44, 0.55] {
      fill(.roundedRectangle(x, 0.56, 0.07, 0.2, 0.02), 0xF4D89A)
    }
    fill(.rectangle(0.27, 0.78, 0.4, 0.03), 0x8AB890)
    fill(
      .smooth([0.2, 0.52, 0.3, 0.42, 0.47, 0.3, 0.64, 0.42, 0.74, 0.52, 0.47, 0.54]),
      down: Gradient(0x7AB48A, 0x2E6A48))
    fill(.circle(Point(0.47, 0.29), 0.022), 0xE0C050)
    for (x, coat) in [(0.74, 0x5A5048), (0.94, 0x3E4A5A)] as [(Float, UInt32)] {
      fill(.taper([Point(x, 1.02), Point(x, 0.9)], 0.11, 0.085), coat)
      fill(.circle(Point(x, 0.85), 0.038), 0xD8AC88)
      fill(.ellipse(Point(x, 0.825), 0.045, 0.02), lighter(coat, 0.6))
      fill(
        .taper([Point(x, 1.02), Point(x + (x < 0.8 ? 0.06 : -0.06), 1.1)], 0.05, 0.03), 0x2A2A30)
    }
    fill(.rectangle(0.79, 0.99, 0.1, 0.014), 0x8A5A34)
    fill(.rectangle(0.83, 1.0, 0.02, 0.13), 0x5A3A24)
    for index in 0..<6 {
      fill(
        .rectangle(0.797 + 0.015 * Float(index), 0.975, 0.007, 0.016),
        index % 2 == 0 ? 0xF4ECDC : 0x241C18)
    }
    for (x, y, size) in [
      (0.08, 0.16, 0.36), (0.42, 0.06, 0.36), (0.85, 0.16, 0.36), (0.65, 0.02, 0.3),
    ] as [(Float, Float, Float)] {
      foliage(Point(x, y), size, size * 0.5, 0x5A3E94, 0xB49AE4, leaves: 280, leaf: 0.022)
    }
    for _ in 0..<130 {
      fill(.ellipse(Point(dice(), dice(0.95, 1.25)), 0.01, 0.005), ink(0xA88AD8, 0.85))
    }
  }

  private mutating func sardines() {
    wash { _ in ink(0x140C0A) }
    for _ in 0..<240 {
      let place = Point(dice(), dice())
      let heat = power(dice(), 2)
      fill(
        .ellipse(place, dice(0.02, 0.045), dice(0.015, 0.035), turned: dice(0, 3)),
        mix(ink(0x2A2220), ink(0xFF5A18), heat))
      if heat > 0.6 { glow(place, 0.05, ink(0xFF6A20, 0.3)) }
    }
    for index in 0..<19 {
      fill(
        .rectangle(0, 0.02 + 0.054 * Float(index), 1, 0.011),
        across: Gradient(0x3A3A3C, 0x8A8C8E, 0x2E2E30))
    }
    for index in 0..<6 {
      let x = 0.1 + 0.16 * Float(index)
      let middle = Point(x, 0.5 + dice(-0.03, 0.03))
      let spin = dice(-0.06, 0.06)
      let done = Float(index) / 5
      let body = Path.smooth([
        0, -0.4, 0.05, -0.34, 0.066, -0.12, 0.05, 0.16, 0.02, 0.32, -0.02, 0.32, -0.05, 0.16,
        -0.066, -0.12, -0.05, -0.34,
      ])
      shadow(middle + Point(0.015, 0.02), 0.08, 0.4, 0.6)
      fill(
        Path.polygon([Point(0, 0.29), Point(0.07, 0.42), Point(0, 0.38), Point(-0.07, 0.42)])
          .placed(at: middle, turned: spin), mix(ink(0x6A7078), ink(0x6A3A1A), done))
      let noise = Noise(7)
      fill(body.placed(at: middle, turned: spin)) { point in
        let across = (point.x - middle.x) / 0.066
        let silver = mix(ink(0x2E3E54), ink(0xE8F0F4), ramp(-0.9, 0.5, across))
        let bronze = mix(ink(0x5A2A10), ink(0xE8A04A), ramp(-0.8, 0.6, across))
        let char = ramp(0.1, 0.5, noise.layered(point.x * 16, point.y * 12, 4))
        let scale = 1 + 0.12 * sine(point.y * 260) * sine(point.x * 300)
        return mix(mix(silver, bronze, done), ink(0x1A0E08), char * done * 0.8).lit(scale).alpha(1)
      }
      let eye = middle + Point(0.012, -0.33).turned(spin)
      fill(.circle(eye, 0.016), 0xE8E4D8)
      fill(.circle(eye, 0.009), 0x101010)
      line(
        [middle + Point(-0.04, -0.26).turned(spin), middle + Point(0.045, -0.24).turned(spin)],
        0.004, 0x3A3A3A, 0.7)
    }
    steam(Point(0.5, 1), tall: 0.9, wide: 0.5, 0xE8E0D8, 0.25)
    finish.vignette = 0.35
  }

  private mutating func bridgeInFog() {
    sky(
      Gradient([(0, 0x98A8B4), (0.7, 0xE0D8CC), (1, 0xF0E0CC)]), to: 0.8, glowAt: at(0.5, 0.5),
      ink(0xFFE4C0, 0.4))
    water(0.8, Gradient(0xDCD4C8, 0x7A8C94), lightAt: width * 0.5, 0xFFF4E0, calm: 0.7, 0.4)
    let red = ink(0xB8422A)
    let (left, right) = (width * 0.2, width * 0.8)
    for x in [left, right] {
      for shift in [Float(-0.025), 0.025] {
        fill(.rectangle(x + shift - 0.008, 0.12, 0.016, 0.7), red)
      }
      for y in [Float(0.14), 0.28, 0.42, 0.66] { fill(.rectangle(x - 0.03, y, 0.06, 0.016), red) }
      for y in [Float(0.16), 0.3] {
        line([Point(x - 0.025, y), Point(x + 0.025, y + 0.12)], 0.007, 0xA83A24)
        line([Point(x + 0.025, y), Point(x - 0.025, y + 0.12)], 0.007, 0xA83A24)
      }
      fill(.rectangle(x - 0.06, 0.79, 0.12, 0.05), 0x8A8478)
    }
    fill(.rectangle(0, 0.585, width, 0.014), red)
    fill(.rectangle(0, 0.615, width, 0.008), red)
    let span = right - left
    func cable(_ x: Float) -> Float {
      if x < left { return mix(0.58, 0.13, x / left) }
      if x > right { return mix(0.13, 0.58, (x - right) / (width - right)) }
      let part = (x - left) / span * 2 - 1
      return 0.54 - 0.41 * (1 - part * part) * 0 - 0.41 * part * part
    }
    fill(
      .line(
        (0...120).map { Point(width * Float($0) / 120, cable(width * Float($0) / 120)) }, 0.007),
      red)
    var hangers = Path()
    for index in 1..<90 {
      let x = width * Float(index) / 90
      hangers += .line([Point(x, cable(x)), Point(x, 0.59)], 0.0026)
      hangers += .line([Point(x, 0.59), Point(x + width / 90, 0.62)], 0.003)
    }
    fill(hangers, ink(0xB8422A, 0.9))
    let (noise, middle) = (Noise(19), width / 2)
    wash { point in
      let bend = noise.layered(point.x * 1.6, point.y * 2.6, 5)
      let veil = bell((point.x - middle + bend * 0.4) / 0.36)
      return ink(0xE6DED2).alpha(unit(veil * 1.15))
    }
    fog(0.76, 0.09, 0xEBE2D6, 0.85)
    for _ in 0..<7 { flyingBird(at(dice(0.05, 0.4), dice(0.2, 0.7)), 0.02, 0x4A4E54) }
  }
}

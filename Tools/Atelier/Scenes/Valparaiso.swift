extension Painting {
  static let valparaiso: [String: Scene] = [
    "valparaiso-mural": { $0.whaleWall() }, "valparaiso-stairs": { $0.pianoStairs() },
    "valparaiso-lift": { $0.funicular() }, "valparaiso-harbour": { $0.harbour() },
    "valparaiso-paint": { $0.paintTins() }, "valparaiso-dogs": { $0.streetDogs() },
  ]

  private static let paints: [UInt32] = [
    0xE05A4A, 0xF0B43A, 0x3E9AB0, 0x6AA85A, 0xE88AA0, 0x5A6AB0, 0xF0E4C8, 0xD87A3A, 0x8ACAC0,
  ]

  private mutating func whaleWall() {
    sky(Gradient(0x8AC0E4, 0xF0ECE0), to: 0.2)
    for index in 0..<14 {
      gable(
        width * Float(index) / 14, 0.2, 0.2, dice(0.06, 0.12), Self.paints[index % 9],
        roof: 0x6A5A54, windows: 2)
    }
    let noise = Noise(16)
    fill(.rectangle(0, 0.18, width, 0.68)) { point in
      let wave = sine(point.x * 5 + noise(point.x * 2, point.y * 3) * 3 + point.y * 26)
      let tone = mix(ink(0x2E86B8), ink(0x5EB8D4), unit(0.5 + 0.5 * wave) * 0.6 + point.y * 0.3)
      let grit = 1 + 0.12 * noise.layered(point.x * 9, point.y * 9, 4)
      return tone.lit(grit).alpha(1)
    }
    let whale = Path.smooth([
      0.1, 0.5, 0.3, 0.3, 0.8, 0.24, 1.5, 0.3, 2.1, 0.42, 2.5, 0.44, 2.72, 0.28, 2.94, 0.24, 2.84,
      0.42, 2.94, 0.6, 2.7, 0.58, 2.45, 0.54, 2.0, 0.64, 1.4, 0.76, 0.7, 0.77, 0.25, 0.68,
    ])
    fill(whale) { point in
      let rough = noise.layered(point.x * 4, point.y * 6, 4)
      return mix(ink(0x24344E), ink(0x54749A), unit(0.9 - point.y * 1.3 + rough * 0.4)).alpha(1)
    }
    let belly = Path.smooth([
      0.16, 0.56, 0.5, 0.62, 1.0, 0.63, 1.5, 0.66, 1.4, 0.74, 0.7, 0.755, 0.28, 0.67,
    ])
    fill(belly, ink(0xE4ECE8))
    for index in 0..<8 {
      line(
        Path.smoothLine([
          Point(0.24 + 0.02 * Float(index), 0.6 + 0.018 * Float(index)),
          Point(0.7, 0.63 + 0.016 * Float(index)), Point(1.34, 0.665 + 0.011 * Float(index)),
        ]), 0.005, 0x6A8498, 0.8)
    }
    fill(.smooth([0.9, 0.62, 1.15, 0.66, 1.3, 0.84, 1.1, 0.8, 0.94, 0.72]), 0x1E2C44)
    fill(.circle(Point(0.42, 0.53), 0.026), 0xF4F0E0)
    fill(.circle(Point(0.424, 0.53), 0.014), 0x101418)
    line(
      Path.smoothLine([Point(0.13, 0.53), Point(0.3, 0.575), Point(0.5, 0.58)]), 0.008, 0x14202E)
    for jet in -2...2 {
      fill(
        .taper(
          Path.smoothLine([
            Point(0.6, 0.26), Point(0.6 + 0.04 * Float(jet), 0.21),
            Point(0.6 + 0.1 * Float(jet), 0.24),
          ]), 0.012, 0.022), 0xE8F4F8)
    }
    for _ in 0..<46 {
      fill(.circle(Point(dice(0, width), dice(0.2, 0.84)), dice(0.004, 0.014)), ink(0xE8F8FC, 0.5))
    }
    fill(.rectangle(0, 0.86, width, 0.2), Surface.stone(0xA09A92, 0x827C74))
    fill(.rectangle(0, 0.855, width, 0.012), 0x54504C)
    for (x, coat) in [(0.3, 0xD8402E), (0.36, 0x2E3A4A), (0.72, 0xE8B83A)] as [(Float, UInt32)] {
      person(at(x, 0.94), tall: 0.19, coat)
    }
    fill(.rectangle(width * 0.56, 0.18, 0.012, 0.7), 0x4A4440)
  }

  private mutating func pianoStairs() {
    sky(Gradient(0x7AB8E8, 0xE8ECE8), to: 0.3)
    for side in [Float(-1), 1] {
      for index in 0..<5 {
        let near = Float(index + 1) / 5
        let inner = width / 2 + side * mix(0.16, 0.5, near)
        building(
          side < 0 ? inner - 0.4 : inner, mix(0.2, -0.2, near), 0.4, mix(0.4, 1.5, near),
          Self.paints[(index * 2 + (side < 0 ? 0 : 3)) % 9], columns: 3, rows: 5, lit: 0,
          pane: 0x2E3E4A, shade: 0.25)
      }
    }
    let steps = 22
    for index in 0..<steps {
      let near = power(Float(index + 1) / Float(steps), 1.4)
      let y = mix(0.34, 1.5, near)
      let half = mix(0.16, 0.5, near)
      let thick = mix(0.014, 0.095, near)
      fill(.rectangle(0.5 - half, y - thick, half * 2, thick * 0.42), 0xFFFFFF)
      fill(.rectangle(0.5 - half, y - thick * 0.58, half * 2, thick * 0.58), 0xECE8DC)
      let keys = index % 7
      if ![0, 3].contains(keys) {
        fill(.rectangle(0.5 - half, y - thick * 1.1, half * 1.2, thick * 0.4), 0x26262A)
        fill(.rectangle(0.5 - half, y - thick * 0.72, half * 1.2, thick * 0.34), 0x0E0E10)
      }
      fill(.rectangle(0.5 - half, y - 0.004, half * 2, 0.004), ink(0x6A665C))
    }
    curledCat(Point(0.6, 1.19), 0.24, 0xB0763E)
    fill(.taper([Point(0.7, 1.2), Point(0.76, 1.235)], 0.05, 0.036), 0xA06A36)
    for side in [Float(-1), 1] {
      line([Point(0.5 + side * 0.16, 0.28), Point(0.5 + side * 0.52, 1.2)], 0.012, 0x2A4A6A)
    }
  }

  private mutating func funicular() {
    sky(Gradient(0x8AC4EC, 0xF0EEE4), to: 0.6)
    clouds(from: 0, to: 0.4, lit: 0xFFFFFF, dark: 0xBCD0DC, amount: 0.4, seed: 24)
    foliage(Point(0.5, 0.6), 0.7, 0.4, 0x2E5A34, 0x8AB058, leaves: 260, leaf: 0.035)
    for index in 0..<26 {
      let side: Float = index % 2 == 0 ? -1 : 1
      let level = Float(index / 2) / 12
      let x = 0.5 + side * (0.21 + dice(0.08, 0.26))
      let y = mix(0.34, 1.34, level)
      let size = mix(0.16, 0.34, level)
      let tone = Self.paints[(index * 4) % 9]
      let left = x - size / 2
      fill(.rectangle(left, y - size * 0.8, size, size * 0.85)) { point in
        ink(tone).lit(0.86 + 0.2 * sine((point.x - left) * 300)).alpha(1)
      }
      fill(
        .polygon([
          Point(left - 0.01, y - size * 0.78), Point(left + size * 0.2, y - size * 1.05),
          Point(left + size * 0.8, y - size * 1.05), Point(left + size + 0.01, y - size * 0.78),
        ]), lighter(tone, 0.5))
      for window in 0..<2 {
        let corner = Point(left + size * (0.16 + 0.42 * Float(window)), y - size * 0.62)
        fill(
          .rectangle(corner.x - 0.006, corner.y - 0.006, size * 0.26 + 0.012, size * 0.32 + 0.012),
          0xF8F4E8)
        fill(.rectangle(corner.x, corner.y, size * 0.26, size * 0.32), 0x2E4454)
      }
    }
    fill(
      .polygon([Point(0.46, 0.2), Point(0.56, 0.2), Point(0.72, 1.36), Point(0.28, 1.36)]),
      Surface.stone(0x7A7064, 0x5A6A44))
    for index in 0..<28 {
      let near = power(Float(index) / 28, 1.4)
      let y = mix(0.22, 1.34, near)
      fill(
        .rectangle(0.51 - mix(0.04, 0.19, near), y, mix(0.08, 0.38, near), 0.008 + 0.016 * near),
        0x4A3A2C)
    }
    for side in [Float(-1), 1] {
      fill(
        .taper([Point(0.51 + side * 0.03, 0.2), Point(0.5 + side * 0.15, 1.36)], 0.006, 0.018),
        0xC8CCD0)
    }
    fill(.taper([Point(0.51, 0.2), Point(0.505, 0.62)], 0.003, 0.006), 0x2A2A2A)
    fill(
      .polygon([Point(0.36, 0.98), Point(0.65, 0.98), Point(0.65, 1.06), Point(0.36, 0.995)]),
      0x24262A)
    fill(
      .roundedRectangle(0.34, 0.62, 0.33, 0.36, 0.03),
      across: Gradient(0xF06A3A, 0xD8401E, 0x8A2410))
    fill(.rectangle(0.33, 0.6, 0.35, 0.035), 0xF0E4C8)
    for x in [Float(0.365), 0.465, 0.565] {
      fill(.rectangle(x, 0.67, 0.08, 0.13), down: Gradient(0xBCD8E4, 0x5A7A8A))
    }
    fill(.rectangle(0.34, 0.84, 0.33, 0.022), 0xF0C84A)
    fill(.circle(Point(0.49, 0.73), 0.022), 0x3A2A24)
  }

  private mutating func harbour() {
    let horizon: Float = 0.66
    sky(Gradient([(0, 0x122A5A), (0.5, 0x3A5E94), (0.85, 0x9A8AA4), (1, 0xE8A48A)]), to: horizon)
    stars(60, to: 0.25)
    clouds(
      from: 0.2, to: 0.6, lit: 0xD89AA0, dark: 0x3A4A78, amount: 0.36, size: 0.9, flat: 4, seed: 26)
    let yellows: [UInt32] = [0xFFD060, 0xFFB83A, 0xFFE8A0, 0xF8A028, 0xFFDC80, 0xFFC890, 0xF0B050]
    for layer in 0..<3 {
      let near = Float(layer) / 2
      let hill = ridge(
        mix(0.52, 0.64, near), 0.34, rough: 0.9, seed: 80 + UInt32(layer), down: horizon)
      fill(hill, mix(ink(0x3A4468), ink(0x141C30), near))
      let crest = hill.contours[0]
      for _ in 0..<260 {
        let place = crest[dice.below(crest.count - 2)]
        let y = mix(place.y + 0.012, horizon - 0.01, power(dice(), 0.8))
        guard y < horizon - 0.008 else { continue }
        let size = mix(0.004, 0.009, near)
        fill(.rectangle(place.x, y, size, size * 1.2), ink(dice.pick(yellows)).lit(dice(0.7, 1.6)))
        if dice() < 0.2 { glow(Point(place.x, y), 0.018, ink(0xFFC050, 0.4)) }
      }
    }
    water(
      horizon, Gradient([(0, 0x8A7A94), (0.3, 0x3A4E7A), (1, 0x0E1A34)]), lightAt: width * 0.5,
      0xFFB070, calm: 1, 0.25)
    for _ in 0..<110 {
      let x = dice(0, width)
      let long = dice(0.05, 0.26)
      let tone = ink(dice.pick(yellows))
      let top = horizon + 0.005
      layers.append(
        Layer(from: Point(x - 0.02, top), to: Point(x + 0.02, top + long), blend: .add) { point in
          let down = (point.y - top) / long
          let sway = sine(point.y * 190 + x * 40) * 0.004 * down
          return tone.alpha(0.6 * (1 - down) * bell((point.x - x + sway) / (0.003 + 0.005 * down)))
        })
    }
    for (x, tall, flip) in [
      (0.2, 0.46, false), (0.34, 0.4, true), (0.62, 0.5, false), (0.76, 0.44, true),
    ] as [(Float, Float, Bool)] {
      crane(at(x, 0.72), tall: tall, 0x0C1220, flipped: flip)
      fill(.circle(Point(width * x, 0.72 - tall), 0.005), ink(0xFF4A3A).lit(2))
      glow(Point(width * x, 0.72 - tall), 0.02, ink(0xFF4A3A, 0.7))
    }
    fill(.rectangle(0, 0.715, width * 0.86, 0.03), 0x0A1020)
    for index in 0..<24 {
      fill(
        .rectangle(
          width * 0.4 + 0.045 * Float(index), 0.69 - 0.026 * Float(index % 3), 0.042, 0.026),
        ink([0x8A3A2E, 0x2E5A7A, 0x8A7A34, 0x3A6A4A][index % 4]).lit(0.45))
    }
    finish.vignette = 0.28
  }

  private mutating func paintTins() {
    wash(Surface.stone(0x9A948C, 0x7A746C))
    fill(
      .polygon([Point(0, 0.74), Point(1, 0.7), Point(1, 0.78), Point(0, 0.82)]),
      Surface.stone(0xC8C2B8, 0xB0AAA0))
    fill(
      .polygon([Point(0, 0.82), Point(1, 0.78), Point(1, 1), Point(0, 1)]),
      Surface.stone(0x5A5650, 0x4A4640))
    let tones: [UInt32] = [
      0xE0352E, 0xF08A24, 0xF4CC30, 0x6AB84A, 0x2E9A8A, 0xE85A98, 0x2E74C8, 0x5A48A8, 0xF4F0E6,
      0x38B8D8, 0x8A3A7A,
    ]
    for (index, tone) in tones.enumerated() {
      let place =
        index < 4
        ? Point(0.14 + 0.24 * Float(index), 0.2)
        : index < 7
          ? Point(0.2 + 0.3 * Float(index - 4), 0.42) : Point(0.13 + 0.245 * Float(index - 7), 0.64)
      let radius: Float = 0.1
      shadow(place + Point(0.03, 0.05), 0.13, 0.12, 0.6)
      fill(
        .roundedRectangle(place.x - radius, place.y, radius * 2, 0.1, 0.03),
        across: Gradient(0xE4E8EA, 0x8A9094, 0xC4C8CA, 0x5A5E62))
      fill(.ellipse(place, radius, radius * 0.72), across: Gradient(0xF0F2F4, 0x9AA0A4))
      fill(.ellipse(place, radius * 0.88, radius * 0.62), lighter(tone, 0.55))
      fill(
        .ellipse(place + Point(0, 0.008), radius * 0.85, radius * 0.58),
        across: Gradient(lighter(tone, 1.25), tone, lighter(tone, 0.8)))
      fill(
        .ellipse(place + Point(-0.03, -0.02), radius * 0.3, radius * 0.1, turned: -0.4),
        ink(0xFFFFFF, 0.45))
      fill(
        .taper(
          Path.smoothLine([
            place + Point(0.05, 0.06), place + Point(0.056, 0.1), place + Point(0.052, 0.14),
          ]), 0.02, 0.012), tone)
      if tone == 0xE85A98 {
        let dark: UInt32 = 0x9A2E64
        fill(.ellipse(place + Point(0, 0.018), 0.028, 0.022), dark)
        for toe in 0..<4 {
          fill(
            .ellipse(
              place + Point(-0.034 + 0.0225 * Float(toe), toe % 3 == 0 ? -0.008 : -0.02), 0.0105,
              0.012), dark)
        }
      }
    }
    for index in 0..<5 {
      let lid = Point(0.12 + 0.19 * Float(index), 0.87 + 0.03 * Float(index % 2))
      shadow(lid + Point(0.01, 0.015), 0.08, 0.045, 0.5)
      fill(.ellipse(lid, 0.078, 0.045), across: Gradient(0xD8DCDE, 0x8A9094))
      fill(.ellipse(lid, 0.064, 0.035), tones[(index * 3 + 1) % 11])
    }
    for step in 0..<4 {
      let paw = Point(0.58 + 0.1 * Float(step), 0.5 + 0.075 * Float(step))
      fill(.ellipse(paw, 0.016, 0.013), ink(0xE85A98, 0.7))
      for toe in 0..<3 {
        fill(.circle(paw + Point(-0.014 + 0.014 * Float(toe), -0.02), 0.006), ink(0xE85A98, 0.7))
      }
    }
  }

  private mutating func streetDogs() {
    for index in 0..<8 {
      building(
        width * Float(index) / 8, -0.05, width / 8, 0.56, Self.paints[(index * 2 + 1) % 9],
        columns: 3, rows: 4, lit: 0, pane: 0x34444E, shade: 0.15)
    }
    fill(.rectangle(0, 0.54, width, 0.05), Surface.stone(0xC8C2B8, 0xA8A298))
    ground(0.585, 0x6A6864, 0x4A4846, rough: 0.2, grain: 12)
    for index in 0..<7 {
      let x = width * (0.02 + 0.155 * Float(index))
      fill(
        .polygon([
          Point(x + 0.07, 0.66), Point(x + 0.17, 0.66), Point(x + 0.06, 1.02),
          Point(x - 0.09, 1.02),
        ]), Surface.plaster(0xF0EEE6))
    }
    let streak = ink(0xE83A2E, 0.75)
    layers.append(
      Layer(from: Point(width * 0.5, 0.4), to: Point(width * 1.1, 0.64)) { [width] point in
        let along = (point.x - width * 0.5) / (width * 0.5)
        let body = bell((point.y - 0.52) / 0.085)
        return streak.alpha(0.85 * body * ramp(0, 0.7, along))
      })
    fill(
      .roundedRectangle(width * 0.82, 0.4, width * 0.3, 0.2, 0.05),
      across: Gradient(0xE83A2E, 0xA8201A))
    fill(.roundedRectangle(width * 0.85, 0.425, width * 0.2, 0.07, 0.02), 0x2A343C)
    for x in [Float(0.88), 1.02] { fill(.circle(Point(width * x, 0.6), 0.06), 0x1A1A1C) }
    line([Point(width * 0.06, 0.62), Point(width * 0.06, 0.06)], 0.024, 0x2E3236)
    fill(.roundedRectangle(width * 0.06 - 0.05, 0.05, 0.1, 0.19, 0.02), 0x1E2226)
    fill(.circle(Point(width * 0.06, 0.1), 0.032), ink(0xFF3A2A).lit(1.4))
    glow(Point(width * 0.06, 0.1), 0.08, ink(0xFF3A2A, 0.6))
    fill(.circle(Point(width * 0.06, 0.19), 0.032), 0x14301E)
    for (x, size, coat) in [(0.24, 0.34, 0xB88A54), (0.43, 0.4, 0x3A322E), (0.62, 0.3, 0xE4DCCC)]
      as [(Float, Float, UInt32)]
    {
      beast(at(x, 0.68 + size * 0.2), size, coat, neck: 0.17, tail: 0.16)
      fill(.circle(at(x, 0.68 + size * 0.2) + Point(0.58, -0.66) * size, size * 0.02), 0x0E0A08)
      fill(.circle(at(x, 0.68 + size * 0.2) + Point(0.48, -0.68) * size, size * 0.014), 0x0E0A08)
    }
    fill(
      .polygon([Point(0, 0.6), Point(width, 0.58), Point(width, 0.66), Point(0, 0.72)]),
      ink(0x101828, 0.18))
  }
}

extension Painting {
  static let oaxaca: [String: Scene] = [
    "oaxaca-corn": { $0.corn() }, "oaxaca-comal": { $0.comal() },
    "oaxaca-market": { $0.chillies() },
    "oaxaca-marigold": { $0.marigolds() }, "oaxaca-mole": { $0.mole() },
    "oaxaca-agave": { $0.agaves() },
    "oaxaca-loom": { $0.loom() },
  ]

  private mutating func corn() {
    wash(Surface.plaster(0xC8B48C, rough: 0.2))
    line(Path.smoothLine([at(-0.02, 0.12), at(0.5, 0.17), at(1.02, 0.1)]), 0.016, 0xA88454)
    let kinds: [UInt32] = [0xB8281E, 0x2E3E7A, 0xF2C23A, 0x241A24, 0xE8DCC0, 0x8A2A4A]
    for row in 0..<2 {
      for index in 0..<12 {
        let x = width * (Float(index) + 0.5 + 0.4 * Float(row)) / 12.4
        let top = Point(x, 0.16 + 0.37 * Float(row) + dice(-0.02, 0.02))
        let colour = kinds[(index * 5 + row * 2) % 6]
        let size = dice(0.3, 0.34)
        shadow(top + Point(0.03, size * 0.62), 0.06, size * 0.5, 0.4)
        for husk in -2...2 {
          fill(
            .taper(
              [top, top + Point(Float(husk) * 0.035, -0.09 + 0.012 * Float(husk * husk))], 0.036,
              0.008), ink(0xE4D2A0).lit(0.8 + 0.1 * Float(husk)))
        }
        let cob = Path.smooth([
          0, 0, 0.15, 0.08, 0.17, 0.4, 0.12, 0.8, 0, 1, -0.12, 0.8, -0.17, 0.4, -0.15, 0.08,
        ])
        let (base, other) = (ink(colour), ink(kinds[(index + 3) % 6]))
        fill(cob.placed(at: top, size)) { point in
          let across = (point.x - top.x) / (size * 0.17)
          let column = Float(Int((across + 1) * 4.5))
          let inside = Point((across + 1) * 4.5 - column, (point.y - top.y) * 62)
          let y = inside.y - inside.y.rounded(.down)
          let round = bell((inside.x - 0.5) * 1.5) * bell((y - 0.5) * 1.4)
          let isOther = scatter(Int(column), Int(inside.y), index) < 0.1
          let light = (1.15 - 0.7 * across * across) * (0.35 + 0.85 * round)
          return (isOther ? other : base).lit(light).alpha(1) + Ink(repeating: 0.05 * round)
            * Ink(1, 1, 1, 0)
        }
      }
    }
    glow(at(0.1, 0.1), 0.8, ink(0xFFE8B8, 0.25))
    finish.vignette = 0.3
  }

  private mutating func comal() {
    wash { ink(0x1E1612).lit(1.4 - $0.y * 0.5).alpha(1) }
    let middle = at(0.47, 0.56)
    for _ in 0..<50 {
      glow(middle + Point(dice(-0.75, 0.75), dice(0.2, 0.46)), 0.05, ink(0xFF5A18, 0.16))
    }
    shadow(middle + Point(0, 0.06), 0.74, 0.42, 0.8)
    fill(.ellipse(middle + Point(0, 0.02), 0.68, 0.41), 0x4A2C1C)
    fill(.ellipse(middle, 0.68, 0.4), Surface.stone(0x7A5236, 0x4A3426, covered: 0.4))
    let noise = Noise(3)
    for (x, y, size) in [
      (-0.34, -0.13, 0.17), (0.02, -0.2, 0.16), (0.36, -0.08, 0.17), (-0.2, 0.15, 0.19),
      (0.2, 0.18, 0.18),
    ] as [(Float, Float, Float)] {
      let place = middle + Point(x, y)
      shadow(place + Point(0.015, 0.035), size, size * 0.6, 0.6)
      fill(.ellipse(place + Point(0, 0.012), size, size * 0.62), 0xC89A5A)
      fill(.ellipse(place - Point(0, 0.014), size * 0.98, size * 0.6)) { point in
        let way = (point - place) / size
        let spot = ramp(0.26, 0.5, noise.layered(point.x * 13, point.y * 17, 4))
        let puff = 1.1 - 0.4 * way.y - 0.15 * way.x + 0.16 * noise.layered(way.x * 3, way.y * 3, 2)
        return mix(ink(0xF2DCA4), ink(0x7A4418), spot * 0.85).lit(puff).alpha(1)
      }
    }
    hand(middle + Point(0.74, -0.14), 0.3, 0xA06A44, turned: -0.16, flipped: true, sleeve: 0xC83A5A)
    for index in 0..<4 {
      steam(
        middle + Point(Float(index) * 0.24 - 0.36, 0), tall: 0.5, wide: 0.14, 0xF4E8D8, 0.35,
        seed: UInt32(index) + 8)
    }
    finish.vignette = 0.35
  }

  private mutating func chillies() {
    wash { ink(0x2A1A14).lit(0.6 + $0.y).alpha(1) }
    for index in 0..<11 {
      let x = width * (Float(index) + 0.5) / 11
      line([Point(x, 0), Point(x, 0.1)], 0.004, 0x100808)
      for strand in 0..<26 {
        fill(
          .ellipse(
            Point(x + dice(-0.035, 0.035), 0.08 + 0.012 * Float(strand)), 0.034, 0.013,
            turned: dice(-1, 1)),
          ink(dice.pick([0xA81E14, 0xC8341E, 0x6A1410] as [UInt32])).lit(dice(0.6, 1.2)))
      }
    }
    fill(
      .polygon([at(0.46, 0.34), at(0.54, 0.34), at(0.66, 1), at(0.34, 1)]),
      Surface.stone(0x6A5A4C, 0x4A3E34))
    glow(at(0.5, 0.34), 0.28, ink(0xFFE0A0, 0.7))
    person(at(0.5, 0.5), tall: 0.18, 0x2A2430)
    person(at(0.54, 0.46), tall: 0.13, 0x8A2A3A)
    let heat: [(UInt32, UInt32)] = [
      (0x1E1412, 0x4A3028), (0x3A1A14, 0x6A3020), (0x6A1E14, 0x9A3A20), (0xA8281A, 0xD84A24),
      (0xE0461A, 0xFF8A30),
    ]
    for row in 0..<4 {
      let near = Float(row + 1) / 4
      for side in [Float(-1), 1] {
        for place in 0..<2 {
          let order = min(4, side < 0 ? row : row + 1)
          let (dark, light) = heat[order]
          let size = mix(0.1, 0.29, near)
          let middle = Point(
            width / 2 + side * (mix(0.14, 0.4, near) + Float(place) * size * 2),
            mix(0.44, 0.86, near))
          fill(
            .roundedRectangle(
              middle.x - size * 0.86, middle.y, size * 1.72, size * 1.3, size * 0.3),
            Surface.cloth(0xC8AA7A, fold: 0.08))
          fill(.ellipse(middle, size * 0.95, size * 0.44), 0xDCC292)
          fill(.ellipse(middle - Point(0, size * 0.05), size * 0.84, size * 0.37), ink(dark))
          for index in 0..<80 {
            let spin = dice(0, turn)
            let reach = dice().squareRoot()
            let spot =
              middle
              + Point(
                cosine(spin) * size * 0.78 * reach,
                sine(spin) * size * 0.32 * reach - size * 0.26 * (1 - reach))
            fill(
              .ellipse(spot, size * 0.17, size * 0.055, turned: dice(0, 3)),
              mix(ink(dark), ink(light), dice()).lit(0.7 + 0.5 * Float(index) / 80))
          }
        }
      }
    }
    finish.vignette = 0.3
  }

  private mutating func marigolds() {
    wash(Surface.plaster(0x3E6A8A, rough: 0.24))
    fill(
      .roundedRectangle(0.24, 0.3, 0.52, 1.2, 0.24), down: Gradient(0x1A0E0A, 0x3A1E10, 0x7A3E14))
    glow(Point(0.5, 1.0), 0.4, ink(0xFF9A3A, 0.5))
    fill(.rectangle(0.08, 1.12, 0.84, 0.08), Surface.stone(0xB0A088, 0x8A7C68))
    fill(.rectangle(0, 1.19, 1, 0.2), Surface.stone(0x8E8070, 0x6E6254))
    for index in 0..<330 {
      let part = Float(index % 110) / 110
      let angle = Float.pi * (1 + part)
      let leg = part < 0.2 || part > 0.8
      let along = leg ? (part < 0.2 ? part / 0.2 : (1 - part) / 0.2) : 0
      let arch = Point(
        0.5 + cosine(Float.pi + (part - 0.2) / 0.6 * Float.pi) * 0.33, 0.52 + sine(angle) * 0)
      let bow = Point(arch.x, 0.52 - sine((part - 0.2) / 0.6 * Float.pi) * 0.3)
      let place = leg ? Point(part < 0.2 ? 0.17 : 0.83, mix(1.12, 0.52, along)) : bow
      let spot = place + Point(dice(-0.055, 0.055), dice(-0.055, 0.055))
      let size = dice(0.03, 0.05)
      let tone = dice.pick([0xF28A14, 0xF8B41E, 0xE8640E] as [UInt32])
      fill(.circle(spot, size), lighter(tone, 0.6))
      flower(spot, size, tone, heart: lighter(tone, 0.75), petals: 9)
      fill(.circle(spot, size * 0.3), lighter(tone, 1.1))
    }
    for index in 0..<9 {
      candle(
        Point(0.16 + 0.085 * Float(index), 1.12 + 0.01 * Float(index % 3)), tall: dice(0.06, 0.13))
    }
    for _ in 0..<150 {
      fill(
        .ellipse(Point(dice(), dice(1.14, 1.34)), 0.014, 0.008, turned: dice(0, 3)),
        ink(0xF29A1E).lit(dice(0.6, 1.2)))
    }
    finish.vignette = 0.36
  }

  private mutating func mole() {
    wash(Surface.wood(0x7A4A2A, 0xB0784A, plank: 0.2))
    let middle = Point(0.5, 0.52)
    for side in [Float(-1), 1] {
      fill(
        .circle(middle + Point(side * 0.44, 0), 0.07).without(
          .circle(middle + Point(side * 0.44, 0), 0.036)), 0x8A4A2A)
    }
    bowl(middle, 0.42, rim: 0xA85A34, content: 0x1E0E0A)
    for index in 0..<3 {
      let radius = 0.12 + 0.08 * Float(index)
      let swirl = (0...40).map { step -> Point in
        let angle = Float(step) / 40 * 5 + Float(index)
        return middle + Point(cosine(angle), sine(angle)) * (radius + 0.012 * Float(step) / 10)
      }
      fill(.taper(swirl, 0.006, 0.026), ink(0x5A3424, 0.5))
    }
    let window = middle + Point(-0.13, -0.15)
    fill(
      .polygon([
        window + Point(-0.09, -0.08), window + Point(0.09, -0.11), window + Point(0.1, 0.08),
        window + Point(-0.075, 0.09),
      ]), ink(0xE8F0F4, 0.85))
    line([window + Point(0, -0.1), window + Point(0.012, 0.09)], 0.012, 0x2A1610)
    line([window + Point(-0.085, 0), window + Point(0.1, -0.015)], 0.012, 0x2A1610)
    fill(
      .polygon([
        window + Point(-0.08, 0.06), window + Point(-0.03, 0.02), window + Point(0.02, 0.06),
        window + Point(0.012, 0.085),
      ]), ink(0x5A7A4A, 0.8))
    fill(.ellipse(middle + Point(0.14, 0.18), 0.17, 0.03, turned: -0.5), ink(0xA87A5A, 0.35))
    for _ in 0..<46 {
      fill(
        .ellipse(middle + Point(dice(-0.1, 0.26), dice(0, 0.24)), 0.009, 0.005, turned: dice(0, 3)),
        0xF0DCA8)
    }
    fill(
      .taper([middle + Point(0.1, 0.06), middle + Point(0.46, -0.42)], 0.07, 0.034),
      Surface.wood(0x8A5A30, 0xC89A5E, plank: 0.3))
    finish.vignette = 0.32
  }

  private mutating func agaves() {
    sky(Gradient([(0, 0x5E9CD4), (1, 0xF0E4CC)]), to: 0.46)
    clouds(from: 0, to: 0.36, lit: 0xFFFFFF, dark: 0xB4C8D8, amount: 0.42, size: 0.6, seed: 22)
    hills(4, from: 0.4, to: 0.48, tall: 0.3, 0xC8B4A8, 0xA87A54, seed: 71, rough: 1)
    ground(0.47, 0xC08A5A, 0x8A5430, rough: 0.3, grain: 9)
    for row in 0..<13 {
      let near = power(Float(row + 1) / 13, 2)
      let y = mix(0.49, 1.06, near)
      let size = mix(0.02, 0.3, near)
      let gap = size * 1.75
      let count = Int(width / gap) + 2
      for index in 0..<count {
        let middle = Point(width / 2 + (Float(index) - Float(count) / 2 + 0.5) * gap, y)
        shadow(middle + Point(0.1 * size, 0.02 * size), size * 0.8, size * 0.2, 0.5)
        let leaves = row < 6 ? 11 : 19
        for leaf in 0..<leaves {
          let spread = (Float(leaf) / Float(leaves - 1) - 0.5) * 2
          let order = leaf % 2 == 0 ? Float(1) : 0.8
          let tip = middle + Point(spread * 0.86, -1 + abs(spread) * 0.72) * (size * order)
          let light = 0.75 + 0.45 * (0.5 - spread * 0.5) + 0.1 * scatter(leaf, index)
          fill(
            .taper(
              [middle - Point(0, size * 0.05), mix2(middle, tip, 0.45), tip], size * 0.17,
              size * 0.012), mix(ink(0xB4C4B0), ink(0x5E9A94), near).lit(light))
        }
      }
    }
    glow(at(0.85, 0.05), 0.8, ink(0xFFECC0, 0.3))
  }

  private mutating func loom() {
    wash(Surface.plaster(0x8A6A50, rough: 0.24))
    fill(.rectangle(0.16, 0.08, 0.68, 0.05), Surface.wood(0x5A3420, 0x8A5A34, plank: 0.1))
    for x in [Float(0.13), 0.82] {
      fill(
        .rectangle(x, 0.04, 0.05, 1.2), Surface.wood(0x4A2C1A, 0x7A5030, plank: 0.1, upright: true))
    }
    for index in 0..<64 {
      fill(
        .rectangle(0.2 + 0.0095 * Float(index), 0.12, 0.0032, 0.62),
        ink(0xF0E4CC).lit(0.7 + 0.3 * scatter(index, 4)))
    }
    let (red, dark, gold, white, blue) = (
      ink(0xB82A3A), ink(0x3A1420), ink(0xE8B03A), ink(0xF0E6D0), ink(0x2E5A8A)
    )
    fill(.polygon([Point(0.19, 0.44), Point(0.81, 0.44), Point(0.86, 1.25), Point(0.14, 1.25)])) {
      point in
      let y = Int(((point.y - 0.44) * 90).rounded(.down))
      let x = Int(((point.x - 0.5) * 90 + 900).rounded(.down))
      let across = abs((x - 900) % 24 - (x < 900 ? -12 : 12))
      let down = abs(y % 24 - 12)
      let ring = across + down
      let tone =
        y % 48 > 43
        ? blue
        : ring < 4
          ? gold
          : ring < 7
            ? dark : ring < 10 ? white : ring < 13 ? red.lit(1.5) : y % 24 == 0 ? gold : red
      let thread = 0.86 + 0.22 * sine(point.x * 560) * sine(point.y * 560)
      return tone.lit(thread).alpha(1)
    }
    fill(.rectangle(0.12, 0.42, 0.76, 0.026), Surface.wood(0x7A5030, 0xB88A58, plank: 0.1))
    let weaver = Point(0.42, 0.9)
    fill(
      .smooth([
        weaver.x - 0.2, 1.25, weaver.x - 0.17, 0.84, weaver.x - 0.07, 0.72, weaver.x + 0.07, 0.72,
        weaver.x + 0.17, 0.84, weaver.x + 0.2, 1.25,
      ]), Surface.cloth(0xF2ECE0, fold: 0.1))
    for y in [Float(0.8), 0.83] { fill(.rectangle(weaver.x - 0.1, y, 0.2, 0.012), 0xC83A6A) }
    fill(.ellipse(Point(weaver.x, 0.62), 0.078, 0.09), 0x1E1512)
    for side in [Float(-1), 1] {
      line(
        Path.smoothLine([
          Point(weaver.x + side * 0.05, 0.67), Point(weaver.x + side * 0.1, 0.85),
          Point(weaver.x + side * 0.07, 1.03),
        ]), 0.036, 0x1E1512)
      fill(.circle(Point(weaver.x + side * 0.07, 1.03), 0.02), 0xD83A6A)
      fill(
        .taper(
          Path.smoothLine([
            Point(weaver.x + side * 0.15, 0.84), Point(weaver.x + side * 0.2, 0.66),
            Point(weaver.x + side * 0.14, 0.47),
          ]), 0.07, 0.04), 0xF2ECE0)
      fill(.circle(Point(weaver.x + side * 0.14, 0.46), 0.028), 0xA06844)
    }
    finish.vignette = 0.3
  }
}

extension Painting {
  static let istanbul: [String: Scene] = [
    "istanbul-ferry": { $0.ferry() }, "istanbul-tea": { $0.tulipGlass() },
    "istanbul-pixel-chair": { $0.catOnChair() }, "istanbul-pixel-box": { $0.catInBox() },
    "istanbul-galata-fog": { $0.towerInFog() }, "istanbul-anglers": { $0.anglers() },
    "istanbul-simit": { $0.simit() }, "istanbul-stairs": { $0.rainbowStairs() },
  ]

  /// Paints a mosque with domes and minarets on a hill.
  private mutating func mosque(_ foot: Point, _ size: Float, _ colour: UInt32) {
    fill(.rectangle(foot.x - size * 0.4, foot.y - size * 0.3, size * 0.8, size * 0.3), colour)
    for (x, y, radius) in [
      (0, -0.3, 0.26), (-0.3, -0.26, 0.13), (0.3, -0.26, 0.13), (-0.14, -0.2, 0.12),
      (0.14, -0.2, 0.12),
    ] as [(Float, Float, Float)] {
      fill(.circle(foot + Point(x, y) * size, radius * size), colour)
    }
    for x in [Float(-0.52), -0.4, 0.4, 0.52] {
      let top = foot + Point(x, abs(x) > 0.45 ? -0.8 : -0.95) * size
      fill(.taper([foot + Point(x, 0) * size, top], size * 0.045, size * 0.035), colour)
      fill(
        .polygon([
          top + Point(-0.03, 0) * size, top - Point(0, 0.14) * size, top + Point(0.03, 0) * size,
        ]), colour)
      fill(.rectangle(top.x - size * 0.04, top.y + size * 0.12, size * 0.08, size * 0.02), colour)
    }
  }

  private mutating func ferry() {
    sky(
      Gradient([(0, 0x3E5A86), (0.5, 0x8C90AA), (0.8, 0xE8A882), (1, 0xF4C08A)]), to: 0.56,
      glowAt: at(0.2, 0.52), ink(0xFFB070, 0.8))
    clouds(
      from: 0.08, to: 0.48, lit: 0xFFC0A0, dark: 0x6A6A8A, amount: 0.45, size: 0.6, flat: 3.4,
      seed: 11)
    fill(ridge(0.555, 0.07, seed: 3, down: 0.58), 0x5A5A74)
    mosque(at(0.22, 0.54), 0.2, 0x4E4E6A)
    mosque(at(0.84, 0.55), 0.13, 0x5E5E78)
    water(
      0.56, Gradient([(0, 0xE0A890), (0.3, 0x8A8CA4), (1, 0x2E4660)]), lightAt: width * 0.2,
      0xFFC890, calm: 1.2)
    let bow = at(0.3, 0.66)
    let hull = Path.smooth([
      0, 0, 0.02, -0.07, 0.35, -0.09, 0.9, -0.085, 0.96, -0.02, 0.9, 0.045, 0.08, 0.05,
    ])
    shadow(bow + Point(0.45, 0.07), 0.5, 0.03, 0.7)
    fill(hull.placed(at: bow), down: Gradient(0xF4EEE2, 0xEDE4D4, 0x23303E))
    for (deck, wide) in [(0, 0.72), (1, 0.56), (2, 0.2)] as [(Int, Float)] {
      let y = bow.y - 0.15 - 0.065 * Float(deck)
      let x = bow.x + 0.48 - wide / 2
      fill(.roundedRectangle(x, y, wide, 0.075, 0.01), down: Gradient(0xFFF6E8, 0xD8D0C8))
      let windows = Int(wide * 26)
      for index in 0..<windows {
        let lit = dice() < 0.75
        let corner = Point(x + wide * (Float(index) + 0.25) / Float(windows), y + 0.022)
        fill(
          .rectangle(corner.x, corner.y, wide / Float(windows) * 0.55, 0.026),
          lit ? ink(0xFFCE7A).lit(1.3) : ink(0x3A4656))
      }
    }
    let funnel = bow + Point(0.5, -0.28)
    fill(
      .polygon([
        funnel, funnel + Point(0.075, 0), funnel + Point(0.085, -0.1), funnel + Point(0.01, -0.1),
      ]), across: Gradient(0xE8B43A, 0xB07A1A))
    fill(.rectangle(funnel.x + 0.012, funnel.y - 0.1, 0.075, 0.03), 0x1A1A20)
    steam(funnel + Point(0.05, -0.08), tall: 0.2, wide: 0.16, lean: 0.2, 0x6A6470, 0.7)
    for index in 0..<20 {
      fill(
        .ellipse(Point(bow.x + 0.9 + dice(0, 0.5), 0.7 + dice(0, 0.06)), dice(0.02, 0.06), 0.004),
        ink(0xFFE8DC, 0.35))
      flyingBird(
        Point(bow.x - 0.1 + 0.055 * Float(index), 0.4 + dice(-0.12, 0.1)), dice(0.018, 0.04),
        index % 3 == 0 ? 0x5A5A6A : 0xF8F2EC)
    }
    fill(.rectangle(0, 0.9, width * 0.3, 0.1), Surface.stone(0x3A3A40, 0x4A4A44))
    for x in [Float(0.08), 0.24] { fill(.roundedRectangle(x, 0.83, 0.05, 0.09, 0.02), 0x1A1C20) }
  }

  private mutating func tulipGlass() {
    let back = Gradient([
      (0, 0xBFD4E4), (0.36, 0xE8E4DC), (0.4, 0x8FA8B8), (0.72, 0x5E8098), (1, 0x4A6A80),
    ])
    wash { back($0.y / 0.8).alpha(1) }
    fill(ridge(0.34, 0.08, seed: 6, down: 0.36), 0x8A98A8)
    mosque(Point(0.22, 0.34), 0.14, 0x76859A)
    fill(.rectangle(0, 0.72, 1, 0.3), Surface.wood(0x6A4628, 0xA87C4C, plank: 0.11))
    fill(.rectangle(0, 0.7, 1, 0.024), 0x3E2A1A)
    let foot = Point(0.52, 0.86)
    shadow(foot + Point(0.05, 0.03), 0.26, 0.05, 0.7)
    fill(.ellipse(foot + Point(0, 0.012), 0.24, 0.06), down: Gradient(0xF4F0EC, 0xB8B4B0))
    fill(.ellipse(foot, 0.15, 0.035), ink(0xB8342A))
    let glass = Path.smooth([
      -0.17, -0.6, -0.15, -0.44, -0.1, -0.32, -0.13, -0.16, -0.1, -0.02, 0.1, -0.02, 0.13, -0.16,
      0.1, -0.32, 0.15, -0.44, 0.17, -0.6,
    ])
    fill(glass.placed(at: foot, 1), ink(0xDCE8EE, 0.45))
    let tea = Path.smooth([
      -0.147, -0.5, -0.13, -0.41, -0.092, -0.32, -0.118, -0.16, -0.09, -0.03, 0.09, -0.03, 0.118,
      -0.16, 0.092, -0.32, 0.13, -0.41, 0.147, -0.5,
    ])
    fill(tea.placed(at: foot, 1)) { point in
      let way = point - foot
      let edge = abs(way.x) / 0.15
      return mix(ink(0xE8642A), ink(0x7A1A0C), unit(edge * edge + 0.5 + way.y * 0.5)).alpha(0.96)
    }
    let shore = Path.smooth([
      -0.1, -0.2, -0.02, -0.225, 0.06, -0.215, 0.105, -0.18, 0.09, -0.14, 0, -0.13, -0.09, -0.145,
    ])
    fill(shore.placed(at: foot), ink(0xFFD0A0, 0.5))
    fill(
      Path.smooth([-0.07, -0.15, 0, -0.1, 0.07, -0.15, 0, -0.135]).placed(at: foot),
      ink(0x54202A, 0.6))
    fill(.ellipse(foot - Point(0, 0.5), 0.147, 0.03), 0xD8542A)
    fill(
      .ellipse(foot - Point(0, 0.595), 0.168, 0.034).without(
        .ellipse(foot - Point(0, 0.595), 0.156, 0.027)), ink(0xFFFFFF, 0.85))
    fill(
      .taper(
        [foot + Point(-0.13, -0.54), foot + Point(-0.075, -0.33), foot + Point(-0.1, -0.15)], 0.022,
        0.012), ink(0xFFFFFF, 0.6))
    line([foot + Point(0.2, 0.02), foot + Point(-0.22, 0.05)], 0.014, 0xD0D4D8)
    steam(foot - Point(0, 0.52), tall: 0.34, wide: 0.14, lean: 0.06, 0xFFFFFF, 0.35)
    for index in 0..<5 {
      flyingBird(Point(0.62 + 0.07 * Float(index), 0.12 + dice(0, 0.08)), 0.022, 0xF6F4F0)
    }
  }

  private mutating func catOnChair() {
    wash(Surface.plaster(0xC9BCA8))
    fill(.rectangle(0, 1.06, width, 0.3), Surface.wood(0x6A4A32, 0xA07850, plank: 0.09))
    fill(.rectangle(0, 1.04, width, 0.03), 0xEBE4D8)
    let middle = width * 0.5
    shadow(Point(middle, 1.24), 0.42, 0.06, 0.6)
    for x in [Float(-0.29), 0.25] {
      fill(.rectangle(middle + x, 0.8, 0.045, 0.45), across: Gradient(0x8A4A2A, 0x4A2414))
    }
    for x in [Float(-0.24), 0.21] { fill(.rectangle(middle + x, 0.76, 0.035, 0.38), 0x4A2818) }
    fill(
      .roundedRectangle(middle - 0.3, 0.2, 0.6, 0.6, 0.12).without(
        .roundedRectangle(middle - 0.22, 0.29, 0.44, 0.44, 0.08)),
      Surface.wood(0x5A2E18, 0x9A5A30, plank: 0.3, upright: true))
    for x in [Float(-0.1), 0, 0.1] {
      fill(.rectangle(middle + x - 0.018, 0.27, 0.036, 0.5), 0x7A4424)
    }
    fill(
      .roundedRectangle(middle - 0.34, 0.76, 0.68, 0.09, 0.03), down: Gradient(0xD9483A, 0x8A2420))
    sittingCat(Point(middle + 0.01, 0.79), 0.5, 0x8E9094)
    fill(.polygon([at(0.4, 0.66), at(0.6, 0.66), at(0.6, 0.71), at(0.4, 0.71)]), 0xF8F4E8)
    for y in [Float(0.675), 0.692] {
      fill(.rectangle(width * 0.42, height * y, width * (y < 0.68 ? 0.16 : 0.1), 0.008), 0x6A5A4A)
    }
    windowLight(0x6A)
  }

  /// Paints light on a wall that comes through a window.
  private mutating func windowLight(_ seed: Int) {
    for column in 0..<2 {
      for row in 0..<2 {
        let corner = Point(
          0.06 + 0.2 * Float(column), 0.1 + 0.26 * Float(row) + 0.05 * Float(column))
        fill(
          .polygon([
            corner, corner + Point(0.17, 0.04), corner + Point(0.17, 0.26), corner + Point(0, 0.22),
          ]), ink(0xFFE8B8, 0.22), .add)
      }
    }
  }

  private mutating func catInBox() {
    wash(Surface.plaster(0xB8C0C0))
    fill(.rectangle(0, 0.86, width, 0.4), Surface.wood(0x8A6844, 0xC09A6A, plank: 0.12))
    let box = Point(0.5, 1.06)
    shadow(box + Point(0, 0.02), 0.4, 0.06, 0.7)
    fill(
      .polygon([
        box + Point(-0.27, -0.36), box + Point(-0.42, -0.26), box + Point(-0.4, -0.23),
        box + Point(-0.27, -0.3),
      ]), 0xB08A58)
    fill(
      .polygon([
        box + Point(0.27, -0.36), box + Point(0.42, -0.28), box + Point(0.4, -0.24),
        box + Point(0.27, -0.3),
      ]), 0x9A7648)
    fill(.ellipse(box + Point(0, -0.36), 0.38, 0.22), Surface.cloth(0x85878C, fold: 0.05))
    sittingCat(box + Point(-0.02, -0.2), 0.74, 0x909298)
    fill(
      .polygon([
        box + Point(-0.27, -0.32), box + Point(0.27, -0.32), box + Point(0.25, 0.02),
        box + Point(-0.25, 0.02),
      ]), across: Gradient(0xD8B078, 0xC49A62, 0x94703F))
    fill(.ellipse(box + Point(-0.28, -0.31), 0.09, 0.06), Surface.cloth(0x8A8C92, fold: 0.04))
    fill(.ellipse(box + Point(0.28, -0.3), 0.09, 0.07), Surface.cloth(0x7A7C82, fold: 0.04))
    fill(.rectangle(box.x - 0.04, box.y - 0.32, 0.08, 0.12), ink(0xE8CFA0, 0.7))
    fill(.roundedRectangle(box.x + 0.07, box.y - 0.13, 0.13, 0.1, 0.01), 0xF2EADC)
    for row in 0..<3 {
      fill(
        .rectangle(box.x + 0.085, box.y - 0.115 + 0.028 * Float(row), row == 2 ? 0.06 : 0.1, 0.01),
        0x5A5048)
    }
    windowLight(2)
  }

  private mutating func towerInFog() {
    let air = Gradient([(0, 0x8A949C), (0.5, 0xB4BBBE), (1, 0xD8D8D2)])
    wash { air($0.y / 1.5).alpha(1) }
    let noise = Noise(6)
    for (rank, tone) in [(0, 0xB4BABC), (1, 0x959C9F), (2, 0x6A7074)] as [(Int, UInt32)] {
      if rank == 2 {
        let (top, foot) = (ink(0x7E868C), ink(0xB9BDBD))
        let body = Path.polygon([at(0.33, 0.36), at(0.67, 0.36), at(0.68, 0.86), at(0.32, 0.86)])
        let gallery = Path.roundedRectangle(width * 0.29, height * 0.33, width * 0.42, 0.06, 0.01)
        let upper = Path.rectangle(width * 0.36, height * 0.25, width * 0.28, height * 0.09)
        let cone = Path.polygon([at(0.32, 0.255), at(0.5, 0.1), at(0.68, 0.255)])
        let (wide, tall) = (width, height)
        for part in [body, gallery, upper, cone] {
          fill(part) { point in
            let course = Int(point.y * 30)
            let shift: Float = course % 2 == 0 ? 0 : 0.5
            let stone = scatter(Int(point.x * 26 + shift), course) - 0.5
            let round = 1.08 - 0.8 * abs(point.x / wide - 0.44)
            return mix(top, foot, ramp(tall * 0.3, tall * 0.86, point.y)).lit(
              round * (1 + 0.1 * stone)
            ).alpha(1)
          }
        }
        for index in 0..<5 {
          fill(
            .roundedRectangle(
              width * (0.375 + 0.055 * Float(index)), height * 0.275, width * 0.03, 0.06, 0.014),
            0x54595E)
        }
        for row in 0..<3 {
          fill(
            .roundedRectangle(width * 0.47, height * (0.44 + 0.12 * Float(row)), 0.05, 0.09, 0.024),
            0x6A7074)
        }
        line([at(0.5, 0.1), at(0.5, 0.06)], 0.006, 0x6A7074)
      }
      var x: Float = -0.05
      while x < width {
        let wide = dice(0.16, 0.28)
        let top = height * (0.62 + 0.1 * Float(rank)) + dice(0, 0.1)
        building(
          x, top, wide, height, tone, columns: 4, rows: 7, lit: rank == 2 ? 0.16 : 0.05,
          lights: [0xFFD9A0], pane: lighter(tone, 0.6), shade: 0.12)
        fill(
          .polygon([
            Point(x - 0.01, top), Point(x + wide / 2, top - 0.05), Point(x + wide + 0.01, top),
          ]), lighter(tone, 0.8))
        x += wide + dice(0, 0.02)
      }
      fog(height * (0.66 + 0.09 * Float(rank)), 0.24, 0xD0D3D2, 0.75, seed: UInt32(rank) + 40)
    }
    wash { point in ink(0xCDD1D1, 0.18 + 0.16 * noise.layered(point.x * 2, point.y * 3, 4)) }
    for _ in 0..<9 {
      flyingBird(at(dice(0.05, 0.95), dice(0.05, 0.4)), dice(0.02, 0.035), 0x5E666C)
    }
  }

  private mutating func anglers() {
    sky(Gradient([(0, 0x86A0B8), (0.7, 0xD4D4D0), (1, 0xE8D8C4)]), to: 0.62)
    clouds(from: 0.02, to: 0.5, lit: 0xF8F2EA, dark: 0x98A6B4, amount: 0.5, size: 0.8, seed: 8)
    fill(ridge(0.62, 0.08, seed: 31, down: 0.66), 0x8A96A6)
    for (x, size) in [(0.2, 0.24), (0.55, 0.16), (0.88, 0.2)] as [(Float, Float)] {
      mosque(at(x, 0.62), size, 0x76849A)
    }
    water(
      0.64, Gradient([(0, 0xC4CCCC), (0.3, 0x8AA0AE), (1, 0x40607A)]), lightAt: width * 0.5,
      0xFFF4E0, calm: 1.3, 0.5)
    fill(.rectangle(0, 0.56, width, 0.075), down: Gradient(0x6A7480, 0x3E4650))
    for index in 0..<13 {
      fill(
        .rectangle(width * Float(index) / 12 - 0.03, 0.63, 0.06, 0.2),
        across: Gradient(0x5E6874, 0x343C46))
    }
    fill(.rectangle(0, 0.5, width, 0.008), 0x2E363E)
    for index in 0..<150 {
      fill(.rectangle(width * Float(index) / 150, 0.5, 0.004, 0.065), 0x363E48)
    }
    for index in 0..<46 {
      let x = width * (Float(index) + dice(0.2, 0.8)) / 46
      person(
        Point(x, 0.565), tall: dice(0.115, 0.14),
        dice.pick([0x2A3A54, 0x5A3A34, 0x3E4A3A, 0x6A5A44, 0x8A3A34, 0x24282E] as [UInt32]))
      let tip = Point(x + dice(-0.1, 0.04), dice(0.12, 0.28))
      fill(.taper([Point(x, 0.48), tip], 0.007, 0.0018), ink(0x20242A))
      line(
        Path.smoothLine([tip, tip + Point(-0.02, 0.3), tip + Point(-0.03, 0.62)]), 0.0012, 0xF2F4F4,
        0.6)
    }
    for _ in 0..<24 {
      flyingBird(Point(dice(0, width), dice(0.06, 0.46)), dice(0.014, 0.03), 0xF6F4F0)
    }
  }

  private mutating func simit() {
    let street = Gradient([(0, 0xD8C8A8), (0.55, 0xB89C7A), (1, 0x6A5846)])
    wash { street($0.y / 1.25).alpha(1) }
    for _ in 0..<22 {
      glow(
        Point(dice(0, width), dice(0, 0.6)), dice(0.05, 0.13),
        ink(dice.pick([0xFFE0A0, 0xE8A870, 0xA8B8C0] as [UInt32]), 0.2))
    }
    person(Point(0.82, 1.24), tall: 0.98, 0x3E5468, hair: 0x2A2420)
    fill(.taper([Point(0.72, 0.56), Point(0.64, 0.68), Point(0.56, 0.66)], 0.085, 0.05), 0xC49A78)
    for place in [Point(0.55, 0.645), Point(0.58, 0.66), Point(0.56, 0.67)] {
      fill(.ellipse(place, 0.02, 0.012), 0xD8C060)
    }
    fill(.roundedRectangle(0.04, 0.78, 0.62, 0.3, 0.03), down: Gradient(0xD9302A, 0x9A1A18))
    fill(.rectangle(0.04, 0.84, 0.62, 0.018), 0xF2C84A)
    fill(.rectangle(0.04, 0.98, 0.62, 0.018), 0xF2C84A)
    for x in [Float(0.17), 0.53] { wheel(Point(x, 1.1), 0.1, 0x1A1A1C, rim: 0xC9A83A, spokes: 12) }
    for level in 0..<15 {
      let y = 0.77 - 0.045 * Float(level)
      for side in 0..<3 where level < 11 || side == 1 {
        let middle = Point(0.17 + 0.18 * Float(side) + dice(-0.008, 0.008), y)
        fill(.ellipse(middle, 0.088, 0.034), down: Gradient(0xE8A850, 0xB86A20, 0x6A3410))
        fill(.ellipse(middle - Point(0, 0.008), 0.04, 0.011), 0x5A2E10)
        for _ in 0..<9 {
          fill(
            .ellipse(
              middle + Point(dice(-0.075, 0.075), dice(-0.024, 0.018)), 0.005, 0.003,
              turned: dice(0, 3)), 0xF8E4B4)
        }
      }
    }
    finish.vignette = 0.26
  }

  private mutating func rainbowStairs() {
    wash(Surface.plaster(0xC8C0B4))
    foliage(Point(0.1, 0.24), 0.24, 0.2, 0x2E4A2A, 0x8AAA58, leaves: 170, leaf: 0.03)
    foliage(Point(0.92, 0.2), 0.22, 0.2, 0x2E4A2A, 0x8AAA58, leaves: 170, leaf: 0.03)
    let colours: [UInt32] = [0xD9302E, 0xEE7A22, 0xF2C428, 0x4AAA4A, 0x2E9AB8, 0x2E56B0, 0x7A3EA8]
    let steps = 21
    for index in 0..<steps {
      let near = power(Float(index + 1) / Float(steps), 1.35)
      let y = mix(0.14, 1.04, near)
      let half = mix(0.15, 0.5, near)
      let thick = mix(0.012, 0.07, near)
      let colour = colours[index % 7]
      fill(
        .polygon([
          Point(0.5 - half, y), Point(0.5 + half, y), Point(0.5 + half, y - thick * 0.62),
          Point(0.5 - half, y - thick * 0.62),
        ]), Surface.plaster(colour, seed: UInt32(index), rough: 0.2))
      fill(.rectangle(0.5 - half, y - thick, half * 2, thick * 0.4), ink(lighter(colour, 1.5)))
    }
    for side in [Float(-1), 1] {
      fill(
        .polygon([
          Point(0.5 + side * 0.15, 0.13), Point(0.5 + side * 0.5, 1.04),
          Point(0.5 + side * 0.62, 1.04), Point(0.5 + side * 0.2, 0.05),
        ]), Surface.stone(0x8A8478, 0x6A7458))
      line([Point(0.5 + side * 0.15, 0.06), Point(0.5 + side * 0.47, 0.8)], 0.014, 0x2A3034)
    }
    person(Point(0.44, 0.44), tall: 0.17, 0xF4F0E8)
    person(Point(0.55, 0.36), tall: 0.13, 0x2A2E3A)
    glow(Point(0.5, 0.05), 0.4, ink(0xFFF2D0, 0.4))
  }
}

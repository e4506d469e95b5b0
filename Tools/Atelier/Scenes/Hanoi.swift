extension Painting {
  static let hanoi: [String: Scene] = [
    "hanoi-oven": { $0.oven() }, "hanoi-train-street": { $0.trainStreet() },
    "hanoi-lake-fog": { $0.lakeInFog() }, "hanoi-flower-bike": { $0.flowerBike() },
    "hanoi-wall-fern": { $0.wallFern() }, "hanoi-moss-step": { $0.mossStep() },
    "hanoi-pho-steam": { $0.phoSteam() }, "hanoi-rain-ponchos": { $0.rainPonchos() },
  ]

  private mutating func oven() {
    wash(Surface.bricks(0x6E3A28, 0x3A2A22, tall: 0.075))
    let mouth = Path([Path.ellipse(at(0.5, 0.72), 0.58, 0.6).contours[0].filter { $0.y <= 0.78 }])
    fill(.ellipse(at(0.5, 0.72), 0.63, 0.65), Surface.bricks(0x8A4A30, 0x2A1C16, tall: 0.05))
    let heat = Gradient([(0, 0x120806), (0.45, 0x5A1E0A), (0.8, 0xD96A1C), (1, 0xFFB84A)])
    let noise = Noise(4)
    fill(mouth) { point in
      let flicker = noise.layered(point.x * 3, point.y * 3, 4)
      return heat(point.y * 0.95 + flicker * 0.18 - 0.1).alpha(1)
    }
    glow(at(0.5, 0.5), 0.42, ink(0xFF7A22, 0.55))
    fill(.rectangle(0, 0.77, width, 0.3), Surface.stone(0x5C4638, 0x2C2320, covered: 0.2))
    for row in 0..<3 {
      let depth = Float(row) / 2
      let count = 10
      for index in 0..<count {
        let across = (Float(index) + 0.5) / Float(count) - 0.5
        let spread = 0.98 + 0.16 * depth
        let place = Point(width / 2 + across * spread, 0.58 + 0.13 * depth)
        let crust = row == 2 ? lighter(0xE0A045, 1.0 + 0.25 * scatter(index, row)) : 0xE9D2A2
        shadow(place + Point(0, 0.04), 0.055, 0.02, 0.6)
        let base = ink(crust).lit(0.55 + 0.3 * depth)
        fill(.ellipse(place, 0.046 + 0.01 * depth, 0.032 + 0.014 * depth)) { point in
          let way = (point - place) / 0.045
          return base.lit(1.1 - 0.55 * way.y - 0.2 * way.x).alpha(1)
        }
        line([place + Point(-0.02, -0.012), place + Point(0.022, -0.018)], 0.006, 0x8A5420, 0.8)
      }
    }
    glow(at(0.5, 0.72), 0.5, ink(0xFF8A30, 0.22))
    finish.vignette = 0.4
  }

  private mutating func trainStreet() {
    sky(Gradient(0xC9D3D8, 0xF1E6CF), to: 0.75)
    let vanish = Point(width * 0.5, height * 0.42)
    for side in [Float(-1), 1] {
      for index in (0..<9).reversed() {
        let near = 1 - Float(index) / 9
        let edge = width / 2 * (0.16 + 0.95 * near * near)
        let x = vanish.x + side * edge
        let next = vanish.x + side * (edge + width * 0.6)
        let tall = height * (0.12 + 0.5 * near) * (0.85 + 0.3 * scatter(index, 7))
        let wall = dice.pick(
          [0xC9A85A, 0x8FA58C, 0xB98E6A, 0xD7CBB0, 0x9FB0B4, 0xC4785A] as [UInt32])
        let haze = ink(0xEADFC8)
        let base = mix(ink(wall), haze, (1 - near) * 0.6)
        let floor = vanish.y + height * 0.56 * near
        fill(.rectangle(min(x, next), floor - tall - 0.1, abs(next - x), tall + 0.6)) { point in
          base.lit(0.55 + 0.5 * unit(1 - (point.y - floor + tall) / tall)).alpha(1)
        }
        for floorNumber in 0..<3 {
          let top = floor - tall * (0.85 - 0.28 * Float(floorNumber))
          let size = 0.11 * near
          let left = side < 0 ? x - size * 1.6 : x + size * 0.5
          fill(.rectangle(left, top, size, size * 1.5), lighter(0x3A3A38, 0.8))
          fill(.rectangle(left, top, size * 0.5, size * 1.5), 0x4F6B58)
        }
        glow(Point(x, floor - tall * 0.5), 0.05 * near, ink(0xFFC070, 0.25))
      }
    }
    let floor = Path.polygon([
      vanish, vanish + Point(0.03, 0), Point(width * 1.05, height), Point(-width * 0.05, height),
      vanish - Point(0.03, 0),
    ])
    fill(floor, Surface.stone(0x6E645A, 0x4A443E, covered: 0.3))
    for index in 0..<26 {
      let depth = power(Float(index + 1) / 26, 2.4)
      let y = vanish.y + (height - vanish.y) * depth
      let half = width * 0.3 * depth
      fill(.rectangle(vanish.x - half, y, half * 2, 0.028 * depth + 0.001), 0x3E332B)
    }
    for side in [Float(-1), 1] {
      let rail = [vanish + Point(side * 0.004, 0), Point(vanish.x + side * width * 0.21, height)]
      fill(.taper(rail, 0.002, 0.034), 0x4A4644)
      fill(.taper(rail, 0.001, 0.014), 0xD9DDE0)
    }
    for rope in 0..<4 {
      let y = height * (0.2 + 0.07 * Float(rope))
      let half = width * (0.48 - 0.09 * Float(rope))
      let points = Path.smoothLine([
        Point(vanish.x - half, y), Point(vanish.x, y + 0.05), Point(vanish.x + half, y),
      ])
      line(points, 0.003, 0x2A2A2A)
      for cloth in 0..<8 {
        let part = (Float(cloth) + 0.5) / 8
        let size = (0.085 - 0.015 * Float(rope)) * dice(0.8, 1.2)
        let x = mix(vanish.x - half, vanish.x + half, part)
        let drop = y + 0.05 * sine(part * .pi)
        let colour = dice.pick(
          [0xF2EEE4, 0xC4453A, 0x3E6E9E, 0xE0B84A, 0x5E8C6A, 0xE9A0A8] as [UInt32])
        fill(.rectangle(x - size / 2, drop, size, size * 1.35), Surface.cloth(colour, fold: 0.04))
      }
    }
    glow(vanish, 0.32, ink(0xFFE6B8, 0.35))
  }

  private mutating func lakeInFog() {
    let horizon: Float = 0.52
    let dawn = Gradient([(0, 0x8FA3AE), (0.5, 0xC2CCCB), (0.85, 0xE6DCCB), (1, 0xEBD9C4)])
    sky(dawn, to: horizon, glowAt: at(0.72, 0.5), ink(0xFFD9A8, 0.45))
    hills(3, from: 0.5, to: 0.52, tall: 0.16, 0xBFCACB, 0x93A4A6, seed: 8, rough: 1.4)
    water(
      horizon, Gradient([(0, 0xDAD5CB), (0.4, 0xB2BFC1), (1, 0x6E828A)]), lightAt: width * 0.72,
      0xFFE9CC, calm: 0.6, 0.35)
    fog(0.52, 0.08, 0xE4E2DC, 0.95)
    let (left, right) = (width * 0.12, width * 0.62)
    for mirrored in [true, false] {
      func place(_ x: Float, _ y: Float) -> Point { Point(x, mirrored ? 1.18 - y : y) }
      let colour = ink(0xA82A1E, mirrored ? 0.3 : 0.95)
      let arch = Path.smoothLine(
        (0...10).map { step in
          let part = Float(step) / 10
          return place(mix(left, right, part), 0.56 - 0.12 * sine(part * .pi))
        })
      fill(.line(arch, 0.022), colour)
      fill(.line(arch.map { $0 - Point(0, mirrored ? -0.055 : 0.055) }, 0.009), colour)
      var posts = Path()
      for step in 0...22 {
        let part = Float(step) / 22
        let top = 0.56 - 0.12 * sine(part * .pi)
        posts += .line(
          [place(mix(left, right, part), top - 0.06), place(mix(left, right, part), top)], 0.006)
        if step % 3 == 0 {
          posts += .line(
            [place(mix(left, right, part), top), place(mix(left, right, part), 0.6)], 0.009)
        }
      }
      fill(posts, colour)
    }
    let (veil, wide) = (ink(0xDEDEDA), width)
    let noise = Noise(66)
    wash { point in
      let part = ramp(
        wide * 0.28, wide * 0.6, point.x + noise.layered(point.x * 2, point.y * 4, 4) * 0.25)
      return veil.alpha(part * 0.82 * bell((point.y - 0.52) / 0.24))
    }
    fog(0.64, 0.05, 0xE0E0DC, 0.5, seed: 5)
    for index in 0..<7 {
      let place = Point(width * 0.86 + 0.06 * Float(index), 0.2 + 0.02 * Float(index % 3))
      flyingBird(place, 0.016, 0x5A666C)
    }
    foliage(Point(0.05, 0.12), 0.36, 0.1, 0x3E4A46, 0x66756C, leaves: 260, leaf: 0.018)
  }

  private mutating func flowerBike() {
    wash(Surface.plaster(0xD9B45A))
    fill(.rectangle(0, height * 0.8, width, height * 0.2), Surface.stone(0x7C746A, 0x5A544C))
    fill(
      .rectangle(width * 0.62, height * 0.1, width * 0.3, height * 0.7),
      Surface.wood(0x2E4A44, 0x4C7066, plank: 0.05, upright: true))
    let middle = Point(width * 0.5, height * 0.79)
    for side in [Float(-1), 1] {
      wheel(middle + Point(side * 0.25, 0.02), 0.15, 0x1B1B1D, rim: 0xA8ABAE, spokes: 26)
      shadow(middle + Point(side * 0.25, 0.18), 0.18, 0.02, 0.6)
    }
    line([middle + Point(-0.25, 0.02), middle + Point(0.25, 0.02)], 0.016, 0x32484A)
    shadow(middle + Point(0.02, -0.1), 0.5, 0.2, 0.5)
    let heap = Point(width * 0.5, height * 0.47)
    foliage(heap, 0.42, 0.42, 0x1F3A22, 0x5E8C44, leaves: 380, leaf: 0.036)
    for index in 0..<230 {
      let angle = dice(0, turn)
      let reach = dice().squareRoot()
      let place = heap + Point(cosine(angle) * 0.42 * reach, sine(angle) * 0.43 * reach)
      let isLotus = index % 4 == 0
      let colour =
        isLotus ? 0xF0A8BC : dice.pick([0x8A5AB8, 0xB48AD8, 0xF4F0F8, 0xE0679A] as [UInt32])
      flower(
        place, isLotus ? dice(0.05, 0.075) : dice(0.022, 0.036), colour, heart: 0xE9C24A,
        petals: isLotus ? 8 : 11)
    }
    glow(at(0.2, 0.1), 0.7, ink(0xFFE6B0, 0.22))
  }

  private mutating func wallFern() {
    wash(Surface.plaster(0xD8A93E, rough: 0.22))
    let crack = Path.smoothLine([
      at(0.44, 0), at(0.5, 0.2), at(0.43, 0.38), at(0.52, 0.58), at(0.47, 0.8), at(0.55, 1),
    ])
    fill(.taper(crack, 0.012, 0.03), 0x4A3818)
    fill(.line(crack.map { $0 + Point(0.012, 0.004) }, 0.004), ink(0xF2D27A, 0.6))
    let root = at(0.5, 0.6)
    for index in 0..<15 {
      let angle = -Float.pi / 2 + (Float(index) - 7) * 0.3 + dice(-0.08, 0.08)
      let long = dice(0.26, 0.44)
      let reach = Point(cosine(angle), sine(angle)) * long
      let tip = root + reach + Point(0, long * 0.42)
      let spine = Path.smoothLine([root, root + reach * 0.62, tip])
      let tone = dice(0.7, 1.35)
      fill(.taper(spine, 0.009, 0.002), ink(0x32501E))
      for (step, place) in spine.enumerated() where step > 1 && step + 1 < spine.count {
        let along = spine[step + 1] - place
        let way = heading(along)
        let size = 0.052 * (1 - Float(step) / Float(spine.count)) + 0.01
        for side in [Float(-1), 1] {
          let lean = way + side * 1.15
          let leaf = place + Point(cosine(lean), sine(lean)) * size * 0.6
          let light: UInt32 = side < 0 ? 0x7FA84A : 0x4E7A32
          fill(.ellipse(leaf, size * 0.72, size * 0.2, turned: lean), ink(light).lit(tone))
        }
      }
    }
    wash({ ink(0xFFFFFF).lit(0.72 + 0.4 * ramp(1.5, 0.2, $0.x + $0.y)).alpha(1) }, .multiply)
  }

  private mutating func mossStep() {
    wash(Surface.stone(0x4A5240, 0x3E5A2C, covered: 0.5))
    let noise = Noise(17)
    for step in 0..<3 {
      let top = [Float(-0.1), 0.2, 0.8][step]
      let bottom = [Float(0.2), 0.8, 1.1][step]
      let light: Float = [0.55, 1, 0.7][step]
      let (moss, sun) = (ink(0x33551F), ink(0xA6BE5A))
      wash(from: max(0, top), to: min(1, bottom)) { point in
        let depth = (point.y - top) / (bottom - top)
        let tuft = noise.layered(point.x * 18, point.y * 22, 5)
        let patch = noise.layered(point.x * 3, point.y * 4, 4)
        let face = ramp(0.94, 1, depth)
        let lit = light * (0.75 + 0.5 * (1 - depth) + 0.35 * tuft) * (1 - 0.6 * face)
        return mix(moss, sun, unit(0.4 + 0.6 * patch + 0.35 * tuft)).lit(lit).alpha(1)
      }
      wash(from: max(0, bottom - 0.02), to: min(1, bottom + 0.09)) { point in
        ink(0x0A0F08).alpha(0.7 * (1 - unit((point.y - bottom) / 0.09)))
      }
    }
    let heel = at(0.54, 0.6)
    let sole = Path.smooth([
      0, -0.22, 0.09, -0.18, 0.1, -0.06, 0.06, 0.04, 0.07, 0.15, 0, 0.19, -0.07, 0.14, -0.05, 0.03,
      -0.09, -0.06, -0.08, -0.18,
    ])
    fill(sole.placed(at: heel + Point(0.006, 0.01), 1.05, turned: 0.2), ink(0xC0D070, 0.5))
    fill(
      sole.placed(at: heel, 1, turned: 0.2),
      Surface.stone(0x6B6659, 0x4C493F, covered: 0.25, seed: 3))
    for bar in -4...4 {
      let across = Point(0.06, 0.045 * Float(bar)).turned(0.2)
      let other = Point(-0.06, 0.045 * Float(bar)).turned(0.2)
      line([heel + across, heel + other], 0.01, 0x38362E, 0.5)
    }
    glow(at(0.2, 0.2), 0.5, ink(0xF4F0A8, 0.16))
    finish.vignette = 0.3
  }

  private mutating func phoSteam() {
    let noise = Noise(6)
    let bulb = at(0.5, 0.2)
    wash { point in
      let way = (point - bulb).length
      let smoke = noise.layered(point.x * 2, point.y * 2, 4)
      return mix(ink(0xE0A25A), ink(0x1C120C), unit(way * 1.25 + smoke * 0.2)).alpha(1)
    }
    fill(.rectangle(0, 0.86, width, 0.2), Surface.wood(0x2A1A10, 0x5A3A22, plank: 0.3))
    let pot = at(0.5, 0.82)
    fill(
      .roundedRectangle(pot.x - 0.4, 0.6, 0.8, 0.34, 0.08),
      across: Gradient(0x14110F, 0x8A8580, 0x3A3633, 0xB5ADA0, 0x1A1614))
    fill(.ellipse(Point(pot.x, 0.61), 0.41, 0.075), 0x9C948A)
    fill(.ellipse(Point(pot.x, 0.615), 0.375, 0.058), 0x6A4420)
    for _ in 0..<26 {
      let place = Point(pot.x + dice(-0.3, 0.3), 0.615 + dice(-0.035, 0.035))
      fill(
        .ellipse(place, dice(0.008, 0.026), dice(0.004, 0.01)),
        dice.pick([0xC99A4A, 0x5E8A3A, 0xE8D2A0] as [UInt32]), 0.9)
    }
    for side in [Float(-1), 1] {
      line(
        [
          Point(pot.x + side * 0.4, 0.7), Point(pot.x + side * 0.47, 0.7),
          Point(pot.x + side * 0.47, 0.76),
        ], 0.02, 0x4A4642)
    }
    line([Point(bulb.x, 0), bulb], 0.006, 0x120C08)
    disc(bulb, 0.035, 0xFFE2A8, light: 3)
    glow(bulb, 0.42, ink(0xFFB45A, 0.5))
    for index in 0..<5 {
      let foot = Point(pot.x + (Float(index) - 2) * 0.13, 0.61)
      steam(
        foot, tall: 0.6, wide: 0.17, lean: (Float(index) - 2) * 0.05, 0xFFE9C8, 0.62,
        seed: UInt32(index) * 3 + 1)
    }
    finish.vignette = 0.35
  }

  private mutating func rainPonchos() {
    sky(Gradient(0x8C9BAC, 0xB9C2C6), to: 0.5)
    skyline(0.52, tall: 0.5, count: 26, 0x5C6674, haze: 0xA9B4BE, far: 0.55, lit: 0.25)
    for index in 0..<14 {
      let place = Point(dice(0, width), dice(0.25, 0.5))
      glow(place, 0.05, ink(dice.pick([0xFF5A48, 0x49E0C0, 0xFFB84A, 0xE066C8] as [UInt32]), 0.55))
      fill(
        .rectangle(place.x - 0.012, place.y - 0.03, 0.024, 0.06),
        dice.pick([0xD9382E, 0x2E9E8C, 0xE0A030] as [UInt32]), index % 2 == 0 ? 1 : 0.7)
    }
    ground(0.5, 0x9BA7B2, 0x39424E, rough: 0.4, grain: 5)
    for index in 0..<12 {
      let part = Float(index) / 12
      fill(
        .polygon([
          Point(width * (0.05 + part * 0.9), 0.62), Point(width * (0.09 + part * 0.9), 0.62),
          Point(width * (0.06 + part * 1.0 - 0.03), 0.66),
          Point(width * (0.01 + part * 1.0 - 0.03), 0.66),
        ]), 0xDDE2E4, 0.35)
    }
    let colours: [UInt32] = [
      0xE8402E, 0xF2B428, 0x2E8CD8, 0x3EB86A, 0xE85A9C, 0x8A5AD0, 0xF27A2A, 0x22B0B0,
    ]
    var riders: [(Float, Float)] = (0..<44).map { _ in (dice(0, width), power(dice(), 1.3)) }
    riders.sort { $0.1 < $1.1 }
    for (index, rider) in riders.enumerated() {
      let size = 0.06 + 0.2 * rider.1
      let foot = Point(rider.0, 0.56 + 0.4 * rider.1)
      let colour = colours[index % colours.count]
      glow(foot + Point(0, size * 0.25), size * 0.35, ink(colour, 0.22), squeezed: 0.8)
      shadow(foot, size * 0.4, size * 0.08, 0.6)
      fill(.ellipse(foot - Point(0, size * 0.16), size * 0.1, size * 0.2), 0x17181C)
      let poncho = Path.smooth([
        0, -1.02, 0.16, -0.95, 0.3, -0.55, 0.36, -0.22, 0.16, -0.26, 0, -0.2, -0.16, -0.26, -0.36,
        -0.22, -0.3, -0.55, -0.16, -0.95,
      ])
      fill(
        poncho.placed(at: foot, size),
        across: Gradient(lighter(colour, 1.4), colour, lighter(colour, 0.45)))
      fill(
        .ellipse(foot - Point(0, size * 1.0), size * 0.13, size * 0.14),
        lighter(colours[(index + 3) % 8], 0.8))
      let lamp = foot - Point(0, size * 0.34)
      fill(.circle(lamp, size * 0.05), ink(0xFFF4D8).lit(2))
      glow(lamp, size * 0.22, ink(0xFFE8B8, 0.6))
    }
    rain(900)
    fog(0.5, 0.06, 0xC2CAD0, 0.4)
  }
}

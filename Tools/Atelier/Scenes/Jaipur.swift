extension Painting {
  static let jaipur: [String: Scene] = [
    "jaipur-blocks": { $0.printingBlocks() }, "jaipur-indigo": { $0.indigo() },
    "jaipur-kites": { $0.kites() }, "jaipur-chai": { $0.chai() },
    "jaipur-window": { $0.latticeWindow() }, "jaipur-hands": { $0.blockPrinting() },
    "jaipur-stepwell": { $0.stepwell() },
  ]

  private mutating func printingBlocks() {
    wash(Surface.plaster(0x5A4236))
    let stains: [UInt32] = [0xB8322E, 0x2E4A8A, 0xE0A030, 0x2E7A5A, 0x7A2E5A, 0xD96A2A, 0x26303A]
    for row in 0..<4 {
      let floor = 0.25 * Float(row + 1) - 0.02
      fill(.rectangle(0, floor, width, 0.03), Surface.wood(0x2E1C12, 0x5A3A22, plank: 0.1))
      var x: Float = 0.02
      while x < width - 0.06 {
        let wide = dice(0.09, 0.17)
        let tall = dice(0.11, 0.19)
        let stain = dice.pick(stains)
        shadow(Point(x + wide / 2 + 0.01, floor), wide * 0.6, 0.02, 0.6)
        fill(
          .roundedRectangle(x, floor - tall, wide, tall, 0.008),
          Surface.wood(0x5A3A24, 0x9A6A40, plank: 0.3))
        let face = Point(x + wide / 2, floor - tall * 0.5)
        fill(
          .roundedRectangle(x + wide * 0.08, floor - tall * 0.94, wide * 0.84, tall * 0.88, 0.006),
          ink(stain, 0.82))
        flower(
          face, min(wide, tall) * 0.36, lighter(stain, 1.9), heart: stain, petals: 5 + dice.below(5)
        )
        for corner in [Point(-1, -1), Point(1, -1), Point(-1, 1), Point(1, 1)] {
          fill(.circle(face + corner * Point(wide, tall) * 0.36, 0.008), ink(lighter(stain, 1.9)))
        }
        x += wide + dice(0.006, 0.02)
      }
      wash(
        from: floor + 0.03, to: min(1, floor + 0.1),
        { ink(0x0A0604, 0.6 * (1 - ramp(floor + 0.03, floor + 0.1, $0.y))) })
    }
    glow(at(0.1, 0.1), 0.8, ink(0xFFD8A0, 0.25))
    finish.vignette = 0.35
  }

  private mutating func indigo() {
    sky(Gradient(0x8FB8DC, 0xE4E8E4), to: 0.4)
    wash(from: 0.12, to: height, Surface.plaster(0xD8A890, rough: 0.2))
    for index in 0..<6 {
      let x = width * (0.06 + 0.17 * Float(index))
      fill(.roundedRectangle(x, 0.3, 0.08, 0.16, 0.035), 0x4A3430)
      fill(.roundedRectangle(x, 0.66, 0.08, 0.16, 0.035), 0x54403A)
    }
    fill(.rectangle(0, 0.1, width, 0.04), 0xE8C4AC)
    for index in 0..<9 {
      let x = width * (0.02 + 0.108 * Float(index))
      let wide = width * dice(0.075, 0.1)
      let bottom = dice(0.9, 1.22)
      let sway = dice(-0.03, 0.03)
      let colour = dice.pick([0x1E2E6A, 0x2A4A9A, 0x3E6AB8, 0x16204A, 0x5A8AC8] as [UInt32])
      let left = Path.smoothLine([Point(x, 0.09), Point(x + sway, 0.5), Point(x - sway, bottom)])
      let right = Path.smoothLine([
        Point(x + wide - sway * 0.4, bottom + 0.01), Point(x + wide + sway, 0.5),
        Point(x + wide, 0.09),
      ])
      shadow(Point(x + wide, 0.6), 0.06, 0.4, 0.3)
      let (base, noise, seed) = (ink(colour), Noise(5), Float(index) * 3)
      fill(.polygon(left + right)) { point in
        let fold = noise(point.x * 26 + seed, point.y * 1.2 + seed)
        let dots = index % 3 == 1 && sine(point.x * 90) * sine(point.y * 90) > 0.72
        return mix(base.lit(1 + 0.6 * fold), ink(0xE8EEF8), dots ? 0.8 : 0).alpha(1)
      }
    }
    ground(1.22, 0xC9A98C, 0x8A6A54)
    person(at(0.3, 0.985), tall: 0.2, 0xE0A02A)
    person(at(0.72, 0.99), tall: 0.22, 0xF2EEE6)
    glow(at(0.9, 0.05), 0.7, ink(0xFFE8C0, 0.3))
  }

  private mutating func kites() {
    sky(
      Gradient([(0, 0x3E6AA0), (0.45, 0x8FA8C4), (0.75, 0xF0C090), (1, 0xF08A5A)]), to: 0.95,
      glowAt: at(0.3, 0.88), ink(0xFFC070, 0.7))
    clouds(
      from: 0.4, to: 0.85, lit: 0xFFD0A0, dark: 0xA07A90, amount: 0.4, size: 0.8, flat: 4, seed: 3)
    for _ in 0..<70 {
      let near = power(dice(), 2.2)
      let place = Point(dice(0, width), dice(0.03, 0.8))
      let size = mix(0.012, 0.07, near)
      let colour = dice.pick(
        [0xE8402A, 0xF2B428, 0x2E9E6A, 0xE85A9C, 0xF4EEE0, 0x7A3EB0, 0x18B0C0] as [UInt32])
      let spin = dice(-0.7, 0.7)
      let far = mix(ink(0xB0A0A8), ink(colour), 0.35 + 0.65 * near)
      let kite = Path.polygon([Point(0, -1), Point(0.85, 0), Point(0, 1), Point(-0.85, 0)])
      fill(kite.placed(at: place, size, turned: spin), far)
      fill(
        Path.polygon([Point(0, -1), Point(0.85, 0), Point(0, 1)]).placed(
          at: place, size, turned: spin), far.lit(0.7))
      fill(
        Path.polygon([Point(0, 1), Point(0.22, 1.3), Point(-0.22, 1.3)]).placed(
          at: place, size, turned: spin), far)
      if near > 0.12 {
        let end = Point(place.x + dice(-0.4, 0.4), 0.95)
        line(
          Path.smoothLine([place, mix2(place, end, 0.5) + Point(0.03, 0.06), end]), 0.0016,
          0x3A2A34, 0.5)
      }
    }
    for _ in 0..<12 {
      flyingBird(Point(dice(0, width), dice(0.1, 0.6)), dice(0.01, 0.02), 0x3A3040)
    }
    for index in 0..<26 {
      let x = width * (Float(index) / 25) - 0.04
      let tall = dice(0.05, 0.16)
      building(
        x, 0.98 - tall, dice(0.07, 0.12), 1, 0x4A2E38, columns: 3, rows: 3, lit: 0.25, shade: 0.2)
      if index % 4 == 0 { person(Point(x + 0.04, 0.98 - tall), tall: 0.05, 0x1E1420) }
      if index == 9 { fill(.ellipse(Point(x, 0.86), 0.06, 0.07), 0x40283A) }
    }
  }

  private mutating func chai() {
    wash(Surface.cloth(0x8A4A2A, fold: 0.4))
    shadow(Point(0.52, 0.58), 0.5, 0.45, 0.7)
    fill(.circle(Point(0.5, 0.53), 0.43), across: Gradient(0xD8DCDE, 0x7A8084, 0xC4C9CC, 0x6A7074))
    fill(.circle(Point(0.5, 0.53), 0.4), across: Gradient(0x868C90, 0xB8BEC2, 0x8A9094))
    for index in 0..<6 {
      let place =
        index == 0
        ? Point(0.5, 0.53) : Point(0.5, 0.53) + Point(0, -0.25).turned(turn * Float(index - 1) / 5)
      bowl(place, 0.112, rim: 0xB8623A, content: 0xC08A54)
      fill(.circle(place, 0.104).without(.circle(place, 0.094)), ink(0x7A3A1E, 0.6))
    }
    for index in 0..<6 {
      let place =
        index == 0
        ? Point(0.5, 0.53) : Point(0.5, 0.53) + Point(0, -0.25).turned(turn * Float(index - 1) / 5)
      steam(place, tall: 0.4, wide: 0.09, lean: -0.16, 0xFFF4E4, 0.6, seed: UInt32(index) + 9)
    }
    finish.vignette = 0.3
  }

  private mutating func latticeWindow() {
    wash(Surface.plaster(0xD88A78, rough: 0.2))
    for y in [Float(0.06), 1.34] {
      fill(.rectangle(0.06, y, 0.88, 0.06), Surface.plaster(0xEBA890))
    }
    let arch = Path.smooth([
      0.14, 1.34, 0.14, 0.55, 0.2, 0.36, 0.34, 0.27, 0.5, 0.14, 0.66, 0.27, 0.8, 0.36, 0.86, 0.55,
      0.86, 1.34,
    ])
    shadow(Point(0.5, 0.8), 0.5, 0.75, 0.35)
    fill(arch, Surface.plaster(0xE8B09C))
    let opening = Path.smooth([
      0.21, 1.27, 0.21, 0.58, 0.27, 0.43, 0.38, 0.36, 0.5, 0.25, 0.62, 0.36, 0.73, 0.43, 0.79, 0.58,
      0.79, 1.27,
    ])
    fill(opening, Surface.plaster(0xB86A58))
    for row in 0..<9 {
      for column in 0..<5 {
        let middle = Point(0.5 + (Float(column) - 2) * 0.115, 0.46 + Float(row) * 0.092)
        guard row > 0 || abs(column - 2) < 2 else { continue }
        let star = Path.polygon(
          (0..<16).map { step in
            let radius: Float = step % 2 == 0 ? 0.05 : 0.031
            return middle + Point(0, -radius).turned(turn * Float(step) / 16)
          })
        fill(star, down: Gradient(0x24161C, 0x3E2630, 0x6A4A44))
        fill(star.placed(at: Point(0.004, 0.005)).without(star), ink(0xFFD8C4, 0.7))
      }
    }
    let pigeon = Point(0.5 + 0.115, 0.46 + 4 * 0.092)
    fill(.ellipse(pigeon + Point(0, 0.018), 0.034, 0.024, turned: -0.35), 0x8A94A4)
    fill(.ellipse(pigeon + Point(0.022, -0.008), 0.015, 0.015), 0x4E7A74)
    fill(.ellipse(pigeon + Point(-0.03, 0.03), 0.026, 0.008, turned: -0.4), 0x5A6474)
    fill(.circle(pigeon + Point(0.026, -0.011), 0.003), 0xE8702A)
    wash(
      { point in ink(0xFFFFFF).lit(point.x * 0.5 + 0.35 > point.y * 0.62 ? 1.06 : 0.76).alpha(1) },
      .multiply)
  }

  private mutating func blockPrinting() {
    wash(Surface.cloth(0xEFE9DC, fold: 0.5))
    for row in 0..<3 {
      for column in 0..<(row == 2 ? 5 : 11) {
        let place = Point(0.09 + 0.15 * Float(column), 0.13 + 0.2 * Float(row))
        flower(place, 0.06, 0xC0302A, heart: 0xE8B040, petals: 8)
        fill(.ellipse(place + Point(-0.035, 0.075), 0.028, 0.012, turned: -0.6), 0x3E7A4A)
        fill(.ellipse(place + Point(0.035, 0.075), 0.028, 0.012, turned: 0.6), 0x3E7A4A)
      }
    }
    let block = Point(0.84, 0.53)
    shadow(block + Point(0.02, 0.09), 0.16, 0.1, 0.7)
    fill(
      .roundedRectangle(block.x - 0.1, block.y - 0.09, 0.2, 0.18, 0.015),
      Surface.wood(0x5A3420, 0x9A6438, plank: 0.5))
    hand(block + Point(-0.28, 0.22), 0.3, 0x8A5A3A, turned: -0.62, sleeve: 0xE0A02A)
    hand(block + Point(0.3, 0.2), 0.3, 0x95623F, turned: 0.58, flipped: true, sleeve: 0xE0A02A)
    fill(.rectangle(0, 0.9, width, 0.1), Surface.wood(0x4A2E1C, 0x7A5030, plank: 0.2))
    glow(at(0.2, 0), 0.8, ink(0xFFF0D0, 0.2))
  }

  private mutating func stepwell() {
    wash(Surface.stone(0xC0A070, 0xA88858, covered: 0.3))
    let rows = 13
    for row in 0..<rows {
      let depth = Float(row) / Float(rows)
      let top = 0.04 + 0.072 * Float(row)
      let inset = width * 0.033 * Float(row)
      let light = 1.15 - 0.6 * depth
      fill(.rectangle(inset, top, width - 2 * inset, 0.072), ink(0xD8B880).lit(light))
      fill(.rectangle(inset, top, width - 2 * inset, 0.014), ink(0xF4DCA8).lit(light))
      let count = 19 - row
      let cell = (width - 2 * inset) / Float(count)
      for index in 0..<count {
        let left = inset + cell * Float(index)
        let middle = left + cell / 2
        fill(
          .polygon([
            Point(left, top + 0.072), Point(middle, top + 0.01), Point(middle, top + 0.072),
          ]), ink(0x5A4028).lit(light))
        fill(
          .polygon([
            Point(middle, top + 0.01), Point(left + cell, top + 0.072), Point(middle, top + 0.072),
          ]), ink(0xEBCB94).lit(light))
        for step in 1..<5 {
          let part = Float(step) / 5
          line(
            [
              Point(middle - cell / 2 * part, top + 0.01 + 0.062 * part),
              Point(middle + cell / 2 * part, top + 0.01 + 0.062 * part),
            ], 0.003, 0x3A2818, 0.55)
        }
      }
    }
    let pool = Path.polygon([
      Point(width * 0.43, 0.975), Point(width * 0.57, 0.975), Point(width * 0.58, 1),
      Point(width * 0.42, 1),
    ])
    fill(pool, across: Gradient(0x2E5A44, 0x7AA884, 0x2E5A44))
    person(at(0.7, 0.47), tall: 0.06, 0xD9302A)
    person(at(0.34, 0.62), tall: 0.055, 0x2A5AA8)
    wash(
      { ink(0xFFFFFF).lit(mix(0.72, 1.12, $0.y < 1 ? ramp(0, 1.4, $0.x) : 1)).alpha(1) }, .multiply)
  }
}

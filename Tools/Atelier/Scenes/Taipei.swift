extension Painting {
  static let taipei: [String: Scene] = [
    "taipei-ridge": { $0.ridgeAboveCloud() }, "taipei-stairs": { $0.bambooStairs() },
    "taipei-night-market": { $0.nightMarket() }, "taipei-wheel": { $0.truingStand() },
    "taipei-tea-hill": { $0.teaHill() }, "taipei-egret": { $0.egret() },
    "taipei-noodles": { $0.noodles() },
  ]

  private mutating func ridgeAboveCloud() {
    sky(
      Gradient([(0, 0x6FA3CC), (0.6, 0xBFD8E2), (1, 0xF6E9D4)]), to: 0.62, glowAt: at(0.82, 0.5),
      ink(0xFFE6B8, 0.6))
    clouds(from: 0, to: 0.34, lit: 0xFFFFFF, dark: 0xB8CAD6, amount: 0.36, size: 0.7, seed: 6)
    hills(2, from: 0.5, to: 0.56, tall: 0.18, 0xB4CAD0, 0x86A6AC, seed: 3, haze: 0xDDE6E2)
    fog(0.62, 0.1, 0xFFFFFF, 0.95, seed: 4)
    let tower = Point(width * 0.3, 0.74)
    building(tower.x, 0.44, 0.085, 0.8, 0x9AA4A4, columns: 5, rows: 16, lit: 0.04, pane: 0x5A6A72)
    line([Point(tower.x + 0.04, 0.44), Point(tower.x + 0.04, 0.37)], 0.005, 0x7A8484)
    let green = ridge(0.6, 0.34, rough: 1.1, seed: 22)
    let noise = Noise(8)
    let wide = width
    fill(green) { point in
      let trees = noise.layered(point.x * 16, point.y * 20, 5)
      let sun = ramp(wide * 0.2, wide * 0.9, point.x)
      let tone = mix(ink(0x2E5A38), ink(0x8CB05A), unit(0.35 + 0.5 * trees + 0.2 * sun))
      return mix(tone, ink(0xDCE8E4), ramp(0.42, 0.78, point.y)).alpha(1)
    }
    cloudSea(0.66, seed: 30)
    building(tower.x, 0.5, 0.085, 0.62, 0x9AA4A4, columns: 5, rows: 6, lit: 0.04, pane: 0x5A6A72)
    cloudSea(0.74, seed: 40)
  }

  private mutating func cloudSea(_ top: Float, seed: UInt32) {
    let noise = Noise(seed)
    wash(from: top - 0.2, to: 1) { point in
      let near = 0.3 + (point.y - top + 0.2)
      let form = noise.layered(point.x * 1.5 / near, 2.2 / near, 5)
      let higher = noise.layered(point.x * 1.5 / near + 0.1, 2.2 / near - 0.14, 4)
      let light = unit(0.62 + (form - higher) * 1.6)
      let cover = ramp(-0.06, 0.14, point.y - top + form * 0.16)
      return mix(ink(0xA9BDCC), ink(0xFFFDF8), light).alpha(cover)
    }
  }

  private mutating func bambooStairs() {
    let air = Gradient([(0, 0xEAF2C0), (0.4, 0xB9CC84), (1, 0x3E5A34)])
    wash { air($0.y / 1.5).alpha(1) }
    glow(at(0.5, 0.22), 0.4, ink(0xF8FFD0, 0.6))
    for layer in 0..<3 {
      let near = Float(layer) / 2
      let count = 30 - layer * 7
      for _ in 0..<count {
        let side: Float = dice() < 0.5 ? -1 : 1
        let gap = mix(0.05, 0.3, near)
        let foot = Point(width / 2 + side * (gap + dice(0, 0.5)), mix(0.6, 1.6, near))
        let wide = mix(0.012, 0.05, near) * dice(0.7, 1.1)
        let tone = mix(
          ink(0xA4BC74), ink(dice.pick([0x3E6A2E, 0x5A8A3A, 0x2E5228] as [UInt32])), near)
        let lean = dice(-0.05, 0.05)
        fill(.taper([foot, Point(foot.x + lean, -0.1)], wide, wide * 0.7), tone)
        fill(
          .taper(
            [foot - Point(wide * 0.22, 0), Point(foot.x + lean - wide * 0.15, -0.1)], wide * 0.16,
            wide * 0.1), tone.lit(1.7))
        var y = foot.y
        while y > 0 {
          let x = foot.x + lean * (foot.y - y) / (foot.y + 0.1)
          line([Point(x - wide * 0.5, y), Point(x + wide * 0.5, y)], wide * 0.1, 0x2A4420, 0.6)
          y -= wide * 5
        }
      }
      for _ in 0..<90 {
        let place = Point(dice(0, width), dice(0, mix(0.5, 0.35, near)))
        let leaf = mix(0.03, 0.075, near)
        fill(
          .ellipse(place, leaf, leaf * 0.16, turned: dice(0.3, 2.4)),
          mix(ink(0xC9DC8A), ink(0x4A7A34), near).alpha(0.85))
      }
    }
    let steps = 34
    for index in 0..<steps {
      let near = power(Float(index + 1) / Float(steps), 1.7)
      let y = mix(0.32, height, near)
      let half = mix(0.035, width * 0.42, near)
      let thick = mix(0.006, 0.07, near)
      let stone = ink(0x8C9080).lit(0.55 + 0.45 * scatter(index, 2))
      fill(
        .rectangle(width / 2 - half, y - thick, half * 2, thick * 0.5),
        mix(ink(0xD8E0B0), stone.lit(1.25), near))
      fill(
        .rectangle(width / 2 - half, y - thick * 0.5, half * 2, thick * 0.55),
        mix(ink(0xA9B88A), stone.lit(0.5), near))
    }
    let light = Noise(12)
    wash(
      { point in
        let spot = light.layered(point.x * 4, point.y * 3, 3)
        return ink(0xF4FFB0, 0.3 * ramp(0.2, 0.5, spot))
      }, .add)
    finish.vignette = 0.32
  }

  private mutating func nightMarket() {
    wash { _ in ink(0x14101A) }
    for _ in 0..<40 {
      let place = Point(dice(0, width), dice(0, 0.5))
      glow(
        place, dice(0.02, 0.07),
        ink(dice.pick([0xFF4A3A, 0xFFB030, 0x30C8E0, 0xFF5AA8, 0x58E070] as [UInt32]), 0.4))
    }
    let roof = Path.polygon([at(0.06, 0.2), at(0.94, 0.2), at(1, 0.3), at(0, 0.3)])
    fill(
      .rectangle(width * 0.08, 0.26, width * 0.84, 0.5),
      down: Gradient(0xFFD890, 0xC9803A, 0x5A2A14))
    for stripe in 0..<16 {
      let x = width * (Float(stripe) / 16)
      fill(
        .polygon([
          Point(width * 0.06 + x * 0.88, 0.2), Point(width * 0.06 + (x + width / 16) * 0.88, 0.2),
          Point(x + width / 16, 0.3), Point(x, 0.3),
        ]), stripe % 2 == 0 ? 0xC4352B : 0xF2E4C4)
      fill(.circle(Point(x + width / 32, 0.3), width / 32), stripe % 2 == 0 ? 0xB02E26 : 0xE4D4B0)
    }
    fill(roof, ink(0x000000, 0.12))
    for column in 0..<6 {
      let x = width * (0.15 + 0.14 * Float(column))
      for level in 0..<(column % 2 == 0 ? 6 : 5) {
        let y = 0.72 - 0.066 * Float(level)
        fill(
          .roundedRectangle(x - 0.085, y - 0.06, 0.17, 0.06, 0.01),
          across: Gradient(0xE8B870, 0xB07838, 0x6A3E1A))
        line([Point(x - 0.085, y - 0.03), Point(x + 0.085, y - 0.03)], 0.004, 0x6A3E1A, 0.8)
        for bun in -1...1 {
          ball(Point(x + Float(bun) * 0.05, y - 0.068), 0.026, 0xF8EBD4, shine: 0.2)
        }
      }
    }
    for index in 0..<7 {
      let lantern = Point(width * (0.08 + 0.14 * Float(index)), 0.13 + 0.03 * Float(index % 2))
      line([Point(lantern.x, 0), lantern], 0.004, 0x0A0808)
      fill(.ellipse(lantern, 0.05, 0.06), down: Gradient(0xFF8A4A, 0xE0301E, 0x8A140E))
      glow(lantern, 0.12, ink(0xFF5A2A, 0.45))
      for rib in -1...1 {
        line(
          [lantern + Point(Float(rib) * 0.022, -0.05), lantern + Point(Float(rib) * 0.026, 0.05)],
          0.002, 0x6A100A, 0.6)
      }
    }
    fill(.rectangle(0, 0.74, width, 0.3), Surface.wood(0x3A1C10, 0x8A4A24, plank: 0.1))
    for index in 0..<6 {
      steam(
        Point(width * (0.15 + 0.14 * Float(index)), 0.52), tall: 0.5, wide: 0.18,
        lean: dice(-0.1, 0.1), 0xFFE4BC, 0.6, seed: UInt32(index) + 50)
    }
    for (x, coat) in [(0.1, 0x1A2030), (0.3, 0x2A1A20), (0.86, 0x182428)] as [(Float, UInt32)] {
      person(at(x, 1.2), tall: 0.72, coat, hair: 0x0C0808)
    }
    finish.vignette = 0.35
  }

  private mutating func truingStand() {
    wash(Surface.plaster(0x4A4E54))
    fill(.rectangle(0, 0.9, width, 0.1), Surface.wood(0x4A3424, 0x80603E))
    for index in 0..<7 {
      let x = width * 0.06 + Float(index) * 0.09
      line([Point(x, 0.1), Point(x, 0.1 + dice(0.1, 0.24))], 0.018, 0x8E9499)
      fill(.circle(Point(x, 0.09), 0.02), 0xA8352E)
    }
    let hub = at(0.56, 0.48)
    for side in [Float(-1), 1] {
      fill(
        .taper([hub + Point(side * 0.05, 0), Point(hub.x + side * 0.2, 0.9)], 0.035, 0.05), 0x2A4A7A
      )
    }
    shadow(hub + Point(0.08, 0.05), 0.46, 0.46, 0.35)
    wheel(hub, 0.4, 0x17181A, rim: 0xC9CED2, spokes: 36)
    fill(.rectangle(hub.x - 0.24, 0.88, 0.48, 0.05), 0x24406A)
    fill(.rectangle(hub.x - 0.46, 0.46, 0.07, 0.025), 0xD9A83A)
    hand(Point(hub.x - 0.72, 0.72), 0.24, 0xD0A078, turned: -0.32, sleeve: 0x7A3A34)
    fill(
      .circle(Point(hub.x - 0.38, 0.62), 0.045).without(.circle(Point(hub.x - 0.38, 0.62), 0.02)),
      0xD9402E)
    glow(at(0.2, 0), 0.7, ink(0xFFF0D0, 0.25))
  }

  private mutating func teaHill() {
    sky(Gradient(0x9CC4DA, 0xE4EEE4), to: 0.36)
    clouds(from: 0.02, to: 0.3, lit: 0xFFFFFF, dark: 0xC8D8DE, amount: 0.42, seed: 9)
    hills(3, from: 0.34, to: 0.42, tall: 0.2, 0xB4CCC8, 0x6E9474, seed: 12)
    let noise = Noise(14)
    let (first, second) = (at(0.36, 0.72), at(0.86, 0.86))
    let hill = ridge(0.5, 0.2, rough: 0.5, seed: 5)
    fill(hill) { point in
      let warp = noise.layered(point.x * 1.6, point.y * 2, 3) * 0.1
      let one = ((point - first) / Point(1, 0.52)).length
      let two = ((point - second) / Point(1, 0.52)).length
      let ring = (min(one, two * 0.92) + warp) * 19
      let inside = ring - ring.rounded(.down)
      let row = bell((inside - 0.5) / 0.34)
      let leaf = noise.layered(point.x * 60, point.y * 60, 3)
      let lit = 0.65 + 0.5 * ramp(0.2, 0.8, inside) + 0.35 * leaf
      return mix(ink(0x5A4A2A), mix(ink(0x2E5A24), ink(0x9CC04A), unit(lit - 0.4)), row).lit(
        0.75 + 0.4 * row
      ).alpha(1)
    }
    fill(.rectangle(width * 0.64, 0.5, 0.1, 0.06), 0xE8E2D4)
    fill(
      .polygon([
        Point(width * 0.64 - 0.012, 0.5), Point(width * 0.64 + 0.05, 0.46),
        Point(width * 0.64 + 0.112, 0.5),
      ]), 0xA8503A)
    for place in [at(0.3, 0.62), at(0.34, 0.64), at(0.7, 0.78)] {
      person(place, tall: 0.06, 0xC4453A)
      fill(.ellipse(place - Point(0, 0.058), 0.016, 0.006), 0xE8D8A8)
    }
    glow(at(0.15, 0.2), 0.8, ink(0xFFF2C0, 0.2))
  }

  private mutating func egret() {
    let back = Gradient(0xA8B4B0, 0xC4CCC4, 0x8E9890)
    wash { back($0.y / 1.25).alpha(1) }
    for _ in 0..<26 {
      glow(
        Point(dice(0, width), dice(0, 0.7)), dice(0.04, 0.12),
        ink(dice.pick([0xE8E4C8, 0x8AA88A, 0xF0D8A8] as [UInt32]), 0.16))
    }
    ground(0.98, 0x8A8E8A, 0x5E625E, rough: 0.2)
    fill(.rectangle(0, 1.06, width, 0.02), 0xE4E2D8)
    let post = at(0.5, 0.9)
    shadow(Point(post.x, 1.14), 0.2, 0.03, 0.6)
    fill(
      .roundedRectangle(post.x - 0.1, 0.74, 0.2, 0.4, 0.05),
      across: Gradient(0xF2D24A, 0xE0B42A, 0x8A6A14))
    for y in [Float(0.84), 0.96] { fill(.rectangle(post.x - 0.1, y, 0.2, 0.06), 0x26282A) }
    fill(.ellipse(Point(post.x, 0.745), 0.1, 0.025), 0xF8E27A)
    wader(Point(post.x, 0.745), tall: 0.6, 0xF8F8F2, bill: 0xE0A82E, legs: 0x2A2A28, oneLeg: true)
    fill(
      Path.line([Point(0, -0.38), Point(0.05, -0.27), Point(-0.04, -0.3)], 0.016).placed(
        at: Point(post.x, 0.745), 0.6), 0x2A2A28)
  }

  private mutating func noodles() {
    wash(Surface.wood(0x5A3420, 0x9A6236, plank: 0.25))
    let middle = Point(0.5, 0.52)
    bowl(middle, 0.4, rim: 0xE9E4D8, content: 0x8A3A14)
    for index in 0..<46 {
      let start = middle + Point(dice(-0.24, 0.24), dice(-0.2, 0.24))
      let bend = start + Point(dice(-0.12, 0.12), dice(-0.1, 0.1))
      let end = bend + Point(dice(-0.12, 0.12), dice(-0.1, 0.1))
      let path = Path.smoothLine([start, bend, end].map { inside($0, middle, 0.31) })
      line(path, 0.017, 0x8A5A20, 0.6)
      fill(
        .line(path.map { $0 - Point(0.002, 0.003) }, 0.012),
        ink(0xF2D590).lit(0.75 + 0.35 * scatter(index, 1)))
    }
    for index in 0..<6 {
      let place = middle + Point(0.15, 0).turned(Float(index) * 0.95 - 2.6)
      fill(
        .roundedRectangle(place.x - 0.055, place.y - 0.035, 0.11, 0.075, 0.02),
        Surface.stone(0x6E3A20, 0xA86A40, covered: 0.4))
    }
    for _ in 0..<60 {
      let place = inside(middle + Point(dice(-0.32, 0.32), dice(-0.32, 0.32)), middle, 0.33)
      fill(
        .circle(place, 0.012).without(.circle(place, 0.006)),
        ink(dice.pick([0x6AA83A, 0x8CC050, 0x4A8A2E] as [UInt32])))
    }
    fill(.ellipse(middle + Point(-0.16, 0.14), 0.1, 0.05, turned: 0.6), 0x3E7A30)
    fill(.ellipse(middle + Point(-0.12, 0.17), 0.09, 0.04, turned: 0.3), 0x5A9A40)
    for shift in [Float(0), 0.05] {
      let ends = [Point(0.08 + shift, 0.9 + shift * 0.3), Point(0.86 + shift, 0.16 + shift)]
      fill(.taper(ends.map { $0 + Point(0.012, 0.02) }, 0.022, 0.014), ink(0x1A0C06, 0.5))
      fill(.taper(ends, 0.02, 0.012), 0xA82E20)
      fill(.taper(ends.map { $0 - Point(0.002, 0.004) }, 0.005, 0.003), 0xF08A6A)
    }
    steam(Point(0.5, 0.5), tall: 0.5, wide: 0.26, 0xFFF4E0, 0.26)
    finish.vignette = 0.32
  }

  /// Returns the point, or the nearest point within a circle.
  private func inside(_ point: Point, _ middle: Point, _ radius: Float) -> Point {
    let way = point - middle
    return way.length < radius ? point : middle + way * (radius / way.length)
  }
}

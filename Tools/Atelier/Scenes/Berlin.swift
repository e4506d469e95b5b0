extension Painting {
  static let berlin: [String: Scene] = [
    "berlin-canal": { $0.canal() }, "berlin-map-desk": { $0.mapDesk() },
    "berlin-bike": { $0.courierBike() },
    "berlin-allotment": { $0.allotment() }, "berlin-bees": { $0.bees() },
    "berlin-snow-tram": { $0.snowTram() }, "berlin-drum": { $0.drum() },
    "berlin-signal-box": { $0.signalBox() },
  ]

  private mutating func canal() {
    sky(Gradient(0xA8C4D8, 0xF0E8D0), to: 0.5, glowAt: at(0.5, 0.4), ink(0xFFE8B8, 0.4))
    for index in 0..<5 {
      building(
        width * 0.2 * Float(index), dice(0.26, 0.36), width * 0.19, 0.56, 0xD8CCB4, columns: 5,
        rows: 4, lit: 0, pane: 0x94A0A4, shade: 0.15)
    }
    water(
      0.54, Gradient([(0, 0xC8D0B0), (0.4, 0x7A8C5A), (1, 0x3A4E38)]), lightAt: width * 0.5,
      0xFFF6D0, calm: 0.9, 0.4)
    for index in 0..<5 {
      let near = Float(index + 1) / 5
      for side in [Float(-1), 1] {
        tree(
          Point(width / 2 + side * mix(0.2, 0.72, near), mix(0.55, 0.74, near)),
          tall: mix(0.26, 0.7, near), 0x24401E, 0x94B04A, leaves: 260)
      }
    }
    fill(
      .polygon([at(0.5, 0.55), at(1, 0.7), at(1, 1), at(0.72, 1)]),
      Surface.stone(0xB0A488, 0x8A8A60))
    line([at(0.5, 0.55), at(0.72, 1)], 0.018, 0xD0C6AC)
    let swan = at(0.83, 0.87)
    shadow(swan + Point(0, 0.045), 0.15, 0.03, 0.6)
    fill(.ellipse(swan, 0.13, 0.06), down: Gradient(0xFFFFFF, 0xE8ECEC, 0xA8B0B4))
    fill(
      .smooth([
        swan.x - 0.13, swan.y, swan.x - 0.02, swan.y - 0.07, swan.x + 0.08, swan.y - 0.02, swan.x,
        swan.y + 0.02,
      ]), 0xF6F8F8)
    fill(
      .taper(
        Path.smoothLine([
          swan + Point(0.1, -0.01), swan + Point(0.13, -0.07), swan + Point(0.05, -0.085),
          swan + Point(0, -0.045),
        ]), 0.035, 0.03), 0xFFFFFF)
    fill(
      .taper([swan + Point(-0.005, -0.045), swan + Point(-0.04, -0.03)], 0.018, 0.008), 0xE8822A)
    for _ in 0..<50 {
      fill(
        .ellipse(Point(dice(0, width * 0.7), dice(0.6, 0.98)), dice(0.006, 0.012), 0.004),
        ink(0xD8C05A, 0.8))
    }
  }

  private mutating func mapDesk() {
    wash(Surface.wood(0x5A4028, 0x9A7448, plank: 0.3))
    let sheet = Path.polygon([at(0.08, 0.07), at(0.93, 0.1), at(0.91, 0.93), at(0.06, 0.9)])
    shadow(at(0.5, 0.52), 0.7, 0.52, 0.5)
    let (noise, wide) = (Noise(33), width)
    fill(sheet) { point in
      let form =
        noise.layered(point.x * 2.1, point.y * 2.1, 6) + 0.5 - 0.75 * ramp(0.2, 0.8, point.x / wide)
      let shore = abs(form)
      let line = (form * 26) - (form * 26).rounded(.down)
      if shore < 0.006 { return ink(0x2A3A5A) }
      if form > 0 {
        let contour = line < 0.09 ? Float(0.82) : 1
        return mix(ink(0xE8DFC0), ink(0xC8B880), unit(form * 2)).lit(contour).alpha(1)
      }
      let wave = shore < 0.14 && line < 0.16
      return wave ? ink(0x8AB0C4) : ink(0xDCE4DC)
    }
    for index in 1..<8 {
      line(
        [at(0.07 + 0.11 * Float(index), 0.08), at(0.06 + 0.11 * Float(index), 0.91)], 0.0015,
        0x7A6A50, 0.4)
    }
    for index in 1..<6 {
      line(
        [at(0.07, 0.08 + 0.14 * Float(index)), at(0.92, 0.1 + 0.14 * Float(index))], 0.0015,
        0x7A6A50, 0.4)
    }
    for (x, y) in [(0.8, 0.76), (0.84, 0.66), (0.74, 0.84)] as [(Float, Float)] {
      fill(.circle(at(x, y), 0.075).without(.circle(at(x + 0.003, y), 0.068)), ink(0x7A4A20, 0.5))
    }
    let rose = at(0.8, 0.28)
    for index in 0..<8 {
      let long: Float = index % 2 == 0 ? 0.11 : 0.06
      fill(
        Path.polygon([Point(0, -long), Point(0.016, -0.016), Point(0, 0)]).placed(
          at: rose, turned: turn * Float(index) / 8), 0xA83A2A)
      fill(
        Path.polygon([Point(0, -long), Point(0, 0), Point(-0.016, -0.016)]).placed(
          at: rose, turned: turn * Float(index) / 8), 0x2A3A5A)
    }
    bowl(at(0.94, 0.8), 0.09, rim: 0xF2EEE4, content: 0x3A1E10)
    for (shift, colour) in [(0, 0xE0B02A), (0.06, 0xB83A2A)] as [(Float, UInt32)] {
      fill(.taper([at(0.3 + shift, 0.98), at(0.52 + shift, 0.7)], 0.022, 0.02), colour)
      fill(.taper([at(0.52 + shift, 0.7), at(0.545 + shift, 0.668)], 0.02, 0.002), 0xE8C898)
    }
    finish.vignette = 0.3
  }

  private mutating func courierBike() {
    wash(Surface.bricks(0x8A4030, 0xB8A890, tall: 0.045))
    fill(.rectangle(0, height * 0.86, width, 0.3), Surface.stone(0x7C7870, 0x5E5C54))
    fill(.rectangle(0, height * 0.85, width, 0.016), ink(0x2A2420, 0.6))
    bicycle(at(0.5, 0.73), 0.66, 0x2E2A28)
    let rack = at(0.5, 0.73) + Point(0.24, -0.38)
    fill(
      .roundedRectangle(rack.x - 0.02, rack.y - 0.06, 0.26, 0.17, 0.012),
      across: Gradient(0xA86A34, 0x7A4420))
    line([rack + Point(-0.02, 0.02), rack + Point(0.24, 0.02)], 0.01, 0x4A2814)
    fill(
      .polygon([Point(0, 0), Point(1, 0), Point(1, 0.3), Point(0, 0.9)]), ink(0xFFE8C0, 0.07), .add)
    finish.vignette = 0.32
  }

  private mutating func allotment() {
    sky(Gradient(0x7AB4E0, 0xE8F0EC), to: 0.7)
    clouds(from: 0, to: 0.5, lit: 0xFFFFFF, dark: 0xB8CCD8, amount: 0.42, seed: 15)
    for index in 0..<8 {
      tree(at(Float(index) / 7, 0.72), tall: dice(0.25, 0.4), 0x3A5E34, 0x8AB064, leaves: 110)
    }
    gable(width * 0.52, 0.78, 0.42, 0.26, 0x9A4A38, roof: 0x4A4240, windows: 2)
    ground(0.74, 0x7A9A4A, 0x5A4630, rough: 0.4, grain: 8)
    for index in 0..<9 {
      let x = width * (0.1 + 0.055 * Float(index))
      line([Point(x - 0.03, 0.95), Point(x + 0.05, 0.06)], 0.009, 0x8A6A44)
      line([Point(x + 0.07, 0.95), Point(x, 0.06)], 0.009, 0x7A5A38)
      foliage(Point(x + 0.02, 0.5), 0.06, 0.42, 0x24501E, 0x8CC450, leaves: 130, leaf: 0.024)
      for _ in 0..<7 {
        let place = Point(x + dice(-0.06, 0.09), dice(0.12, 0.88))
        if index % 2 == 0 {
          fill(.circle(place, 0.012), 0xE8402A)
        } else {
          line(
            Path.smoothLine([place, place + Point(0.008, 0.04), place + Point(-0.004, 0.075)]),
            0.009, 0xA8D060)
        }
      }
    }
    for _ in 0..<60 {
      foliage(
        Point(dice(width * 0.5, width), dice(0.84, 0.99)), 0.05, 0.03, 0x2E5A24, 0xA0C85A,
        leaves: 14, leaf: 0.018)
    }
    glow(at(0.95, 0), 0.6, ink(0xFFF0B8, 0.4))
  }

  private mutating func bees() {
    let back = Gradient(0xA8C48A, 0x6E9A54, 0x3E6A3A)
    wash { back($0.y / 1.25).alpha(1) }
    for _ in 0..<40 {
      glow(
        Point(dice(), dice(0, 1.2)), dice(0.03, 0.1),
        ink(dice.pick([0xE8F0A0, 0xB8E080, 0xF4D8E8] as [UInt32]), 0.22))
    }
    shadow(Point(0.5, 1.1), 0.42, 0.06, 0.6)
    fill(.rectangle(0.14, 0.22, 0.72, 0.84), Surface.wood(0xD89A24, 0xF6C850, plank: 0.14))
    fill(.rectangle(0.08, 0.14, 0.84, 0.1), across: Gradient(0xC8CCD0, 0x8A9096))
    fill(.rectangle(0.14, 0.62, 0.72, 0.014), 0x8A5A14)
    line([Point(0.37, 0.36), Point(0.43, 0.31), Point(0.43, 0.55)], 0.04, 0xFDF8E8)
    line([Point(0.6, 0.31), Point(0.53, 0.46), Point(0.67, 0.46)], 0.036, 0xFDF8E8)
    line([Point(0.62, 0.4), Point(0.62, 0.55)], 0.036, 0xFDF8E8)
    fill(.roundedRectangle(0.28, 0.9, 0.44, 0.035, 0.015), 0x1A1008)
    fill(
      .polygon([Point(0.18, 0.97), Point(0.82, 0.97), Point(0.9, 1.04), Point(0.1, 1.04)]),
      Surface.wood(0xA8742A, 0xE0B050, plank: 0.2))
    for index in 0..<34 {
      let isLanded = index < 14
      let place =
        isLanded
        ? Point(dice(0.24, 0.76), dice(0.9, 1.02)) : Point(dice(0.02, 0.98), dice(0.5, 1.14))
      let size = isLanded ? dice(0.018, 0.024) : dice(0.014, 0.032)
      for wing in [Float(-0.7), 0.7] {
        fill(
          .ellipse(place + Point(-0.2 * size, wing * size), size * 0.8, size * 0.35, turned: wing),
          ink(0xF4FAFF, 0.65))
      }
      fill(.ellipse(place, size, size * 0.56), 0xE8A41E)
      for stripe in [Float(-0.45), 0.05, 0.5] {
        fill(.ellipse(place + Point(stripe * size, 0), size * 0.13, size * 0.5), 0x241A10)
      }
      fill(.circle(place + Point(size, 0), size * 0.36), 0x1C140C)
    }
    grass(1.14, 1.25, count: 260, tall: 0.12, 0x24501E, 0x9ACC5A)
  }

  private mutating func snowTram() {
    sky(Gradient(0x8A98AC, 0xC4CCD6), to: 0.6)
    for side in [Float(-1), 1] {
      for index in 0..<5 {
        let near = Float(index + 1) / 5
        let inner = width / 2 + side * mix(0.16, 0.72, near)
        building(
          side < 0 ? inner - 0.34 : inner, mix(0.3, -0.05, near), 0.34, mix(0.64, 0.86, near),
          lighter(0xA0A4B0, 1 - 0.4 * near), columns: 4, rows: 7, lit: 0.12, lights: [0xE8C890],
          pane: 0x5A6272, shade: 0.2)
      }
    }
    ground(0.64, 0xD4DAE4, 0xF2F4FA, rough: 0.12, grain: 5)
    for shift in [Float(-0.2), 0.2] {
      fill(
        .taper(
          [Point(width / 2 + shift * 0.4, 0.66), Point(width / 2 + shift * 1.7, 1)], 0.012, 0.035),
        0xA8B2C4)
    }
    tram(width / 2, 0.88, 0.62, 0xE0A81E, lamps: true)
    fill(.roundedRectangle(width / 2 - 0.27, 0.165, 0.54, 0.04, 0.02), 0xF6F8FC)
    for side in [Float(-1), 1] {
      tree(
        Point(width / 2 + side * 0.62, 0.9), tall: 0.5, 0x9AA4B4, 0xFFFFFF, bark: 0x3A3438,
        leaves: 170)
      person(Point(width / 2 + side * 0.82, 0.94), tall: 0.24, side < 0 ? 0x3A4458 : 0x5A3038)
    }
    fog(0.6, 0.12, 0xDCE2EA, 0.45)
    snowfall(900)
  }

  private mutating func drum() {
    wash(Surface.wood(0x2E2420, 0x5A463A, plank: 0.16))
    let middle = Point(0.5, 0.5)
    shadow(middle + Point(0.02, 0.03), 0.48, 0.48, 0.8)
    fill(.circle(middle, 0.43), across: Gradient(0xE8ECEE, 0x6A7074, 0xD8DCDE, 0x54585C))
    fill(.circle(middle, 0.4), 0x6A1A1E)
    for index in 0..<8 {
      let place = middle + Point(0, -0.415).turned(turn * (Float(index) + 0.5) / 8)
      fill(.circle(place, 0.03), 0xB8BCC0)
      fill(.circle(place, 0.015), 0x4A4E52)
    }
    let noise = Noise(45)
    fill(.circle(middle, 0.385)) { point in
      let way = point - middle
      let smile = Point(way.x, way.y + 0.1)
      let along = abs(heading(Point(smile.y, smile.x)))
      let band = bell((smile.length - 0.27) / 0.06) * (1 - ramp(0.9, 1.25, along))
      let stain = noise.layered(point.x * 6, point.y * 6, 5)
      let strokes = noise(point.x * 60 + point.y * 30, point.y * 9)
      let dirt = unit(band * (0.8 + 0.7 * stain) + 0.1 * stain + 0.06 * strokes)
      let light = 1.06 - 0.3 * way.x - 0.35 * way.y
      return mix(ink(0xF4EFE4), ink(0x5A4C40), dirt * 0.85).lit(light).alpha(1)
    }
    for (from, to) in [(Point(0.06, 0.8), Point(0.62, 0.5)), (Point(0.16, 0.94), Point(0.7, 0.6))] {
      fill(
        .taper([from + Point(0.012, 0.025), to + Point(0.012, 0.025)], 0.03, 0.018),
        ink(0x000000, 0.4))
      fill(.taper([from, to], 0.03, 0.016), 0xD8AC70)
      fill(.ellipse(to, 0.02, 0.014, turned: -0.5), 0xE8C48C)
    }
    finish.vignette = 0.35
  }

  private mutating func signalBox() {
    wash(Surface.wood(0x4A3828, 0x7A6044, plank: 0.1, upright: true))
    fill(.rectangle(0.05, 0.14, 0.9, 0.42), down: Gradient(0xC8DCE8, 0xE8ECD8, 0x9AAA7A))
    for x in [Float(0.05), 0.34, 0.63, 0.92] { fill(.rectangle(x, 0.12, 0.03, 0.46), 0xE8E0CC) }
    for y in [Float(0.12), 0.34, 0.55] { fill(.rectangle(0.05, y, 0.9, 0.022), 0xE8E0CC) }
    line([Point(0.5, 0.52), Point(0.42, 0.42)], 0.01, 0x5A5A5A)
    fill(.rectangle(0.12, 0.6, 0.76, 0.1), Surface.wood(0x6A4A2E, 0x9A744A, plank: 0.2))
    for index in 0..<7 {
      fill(
        .roundedRectangle(0.15 + 0.105 * Float(index), 0.615, 0.07, 0.06, 0.008),
        across: Gradient(0xC8A860, 0x7A5A24))
    }
    fill(
      .polygon([Point(0, 1.12), Point(1, 1.12), Point(1, 1.5), Point(0, 1.5)]),
      Surface.wood(0x5A4632, 0x8A6C4C, plank: 0.12))
    fill(.rectangle(0, 1.16, width, 0.08), across: Gradient(0x2A2C2E, 0x6A6E72, 0x2A2C2E))
    let colours: [UInt32] = [0xC03028, 0x2A4E9A, 0xE8B82A, 0x1E1E20, 0xECE8DC]
    for index in 0..<40 {
      let foot = Point(0.02 + 0.0245 * Float(index), 1.2)
      let lean: Float = index % 9 == 4 ? 0.16 : 0
      let top = foot + Point(0.004, -0.38 + lean)
      fill(.taper([foot, top + Point(0, 0.08)], 0.016, 0.012), ink(colours[(index * 7 / 5) % 5]))
      fill(.taper([top + Point(0, 0.09), top], 0.011, 0.013), ink(0xE4E8EA))
      fill(.circle(top, 0.009), 0xFFFFFF)
    }
    let cloth = Point(0.02 + 0.0245 * 23, 0.82)
    fill(
      .smooth([
        cloth.x - 0.03, cloth.y + 0.02, cloth.x, cloth.y - 0.025, cloth.x + 0.035, cloth.y + 0.02,
        cloth.x + 0.045, cloth.y + 0.15, cloth.x + 0.005, cloth.y + 0.12, cloth.x - 0.035,
        cloth.y + 0.16,
      ]), Surface.cloth(0xD0241E, fold: 0.03))
    fill(
      .polygon([Point(0.05, 0.14), Point(0.95, 0.14), Point(0.7, 1.5), Point(0.05, 1.5)]),
      ink(0xFFF0D0, 0.08), .add)
    finish.vignette = 0.3
  }
}

extension Painting {
  static let marrakesh: [String: Scene] = [
    "marrakesh-garden": { $0.walledGarden() }, "marrakesh-roofs": { $0.flatRoofs() },
    "marrakesh-door": { $0.blueDoor() }, "marrakesh-mint": { $0.mint() },
    "marrakesh-cats": { $0.sevenCats() }, "marrakesh-books": { $0.bookshop() },
    "marrakesh-lantern": { $0.lantern() }, "marrakesh-atlas": { $0.atlasRange() },
  ]

  private mutating func walledGarden() {
    sky(Gradient(0x6FA8D8, 0xE4E8DC), to: 0.3)
    fill(.rectangle(0, 0.2, width, 0.34), Surface.plaster(0xD88A68, rough: 0.24))
    fill(.roundedRectangle(width * 0.44, 0.26, width * 0.12, 0.4, 0.07), 0x3A2420)
    ground(0.5, 0xC8A480, 0xA87C58, rough: 0.3, grain: 9)
    fill(
      .polygon([at(0.475, 0.52), at(0.525, 0.52), at(0.6, 1), at(0.4, 1)]),
      Surface.stone(0xE4DACA, 0xC8B8A0))
    fill(
      .polygon([at(0.487, 0.53), at(0.513, 0.53), at(0.55, 1), at(0.45, 1)]),
      down: Gradient(0xB8DCE8, 0x3E8A9E, 0x1E5A70))
    for row in 0..<4 {
      let near = 0.3 + 0.7 * Float(row) / 3
      for side in [Float(-1), 1] {
        let foot = Point(width / 2 + side * (0.14 + 0.34 * near), 0.52 + 0.42 * (near - 0.3))
        shadow(foot, 0.16 * near, 0.03, 0.5)
        tree(foot, tall: 0.56 * near, 0x1E4424, 0x6EA048, leaves: 210)
        for _ in 0..<26 {
          let spot = foot + Point(dice(-0.19, 0.19) * near, dice(-0.56, -0.24) * near)
          ball(spot, 0.0135 * near + 0.003, 0xF28A1E, shine: 0.3)
        }
      }
    }
    sittingCat(Point(width * 0.53, 0.545), 0.05, 0x2A2624, eyes: false)
    sittingCat(Point(width * 0.64, 0.97), 0.17, 0xD08A4A, flipped: true)
    glow(at(0.8, 0), 0.7, ink(0xFFE8B0, 0.3))
  }

  private mutating func flatRoofs() {
    sky(
      Gradient([(0, 0x5A6A9E), (0.5, 0xE0A098), (1, 0xFFC078)]), to: 0.5, glowAt: at(0.78, 0.46),
      ink(0xFFA050, 0.8))
    fill(ridge(0.48, 0.2, rough: 1.6, seed: 8, sharp: true, down: 0.6), 0x9A86A4)
    fill(.rectangle(width * 0.3, 0.2, 0.09, 0.4), across: Gradient(0x8A5A4A, 0xE09A68))
    fill(.rectangle(width * 0.3 + 0.02, 0.13, 0.05, 0.08), across: Gradient(0x8A5A4A, 0xE09A68))
    disc(at(0.78, 0.47), 0.05, 0xFFE0A0)
    for row in 0..<6 {
      let near = Float(row) / 5
      let y = mix(0.5, 0.92, near)
      var x: Float = -0.1
      while x < width {
        let wide = mix(0.12, 0.42, near) * dice(0.6, 1.3)
        let top = y - mix(0.03, 0.12, near) * dice(0.5, 1.4)
        let tone = mix(
          ink(0xD89A80), ink(dice.pick([0xC4744E, 0xB0664A, 0xD08A60] as [UInt32])), near)
        fill(.rectangle(x, top, wide, 0.5)) { point in
          tone.lit(1.1 - 1.1 * unit((point.y - top) * 2.2)).alpha(1)
        }
        fill(.rectangle(x, top, wide, 0.01 + 0.012 * near), ink(0xFFC890))
        fill(.rectangle(x + wide * 0.94, top, wide * 0.06, 0.4), ink(0xF8B078))
        if dice() < 0.7 {
          let dish = Point(x + wide * dice(0.2, 0.8), top - 0.016 - 0.022 * near)
          let size = mix(0.01, 0.038, near)
          line([dish, Point(dish.x, top + 0.01)], size * 0.2, 0x3A2E34)
          fill(.ellipse(dish, size * 0.62, size, turned: 0.5), across: Gradient(0x8A8084, 0xFFE8D0))
          line([dish, dish + Point(size * 1.1, -size * 0.6)], size * 0.13, 0x3A2E34)
        }
        if dice() < 0.3 {
          fill(.rectangle(x + wide * 0.3, top + 0.05, wide * 0.12, wide * 0.16), 0x3A2428)
        }
        x += wide
      }
    }
  }

  private mutating func blueDoor() {
    wash(Surface.plaster(0xE0B898, rough: 0.22))
    let frame = Path.smooth([
      0.16, 1.4, 0.16, 0.62, 0.12, 0.44, 0.3, 0.26, 0.5, 0.2, 0.7, 0.26, 0.88, 0.44, 0.84, 0.62,
      0.84, 1.4,
    ])
    fill(frame, Surface.stone(0xC8B090, 0xE0D0B4, covered: 0.3))
    fill(.roundedRectangle(0.22, 0.32, 0.56, 1.3, 0.26), 0x141216)
    let leaf = Path([
      Path.roundedRectangle(0.22, 0.32, 0.56, 1.4, 0.26).contours[0].map {
        $0.x > 0.6 ? Point(0.6 + ($0.x - 0.6) * 0.35, $0.y) : $0
      }
    ])
    fill(leaf, Surface.wood(0x1E4A80, 0x4A86BC, plank: 0.1, upright: true))
    for row in 0..<13 {
      for column in 0..<5 where row > 1 || column > 0 {
        ball(
          Point(0.27 + 0.085 * Float(column), 0.42 + 0.082 * Float(row)), 0.014, 0xD8A83A,
          shine: 0.9)
      }
    }
    for y in [Float(0.62), 1.0] { fill(.rectangle(0.225, y, 0.43, 0.012), 0xB08A2E) }
    fill(.circle(Point(0.58, 0.86), 0.05).without(.circle(Point(0.58, 0.86), 0.034)), 0xE4B848)
    fill(.rectangle(0, 1.38, width, 0.2), Surface.stone(0x9A8470, 0x7A6654))
    fill(
      .polygon([Point(0, 0), Point(0.9, 0), Point(0.1, 1.5), Point(0, 1.5)]), ink(0xFFE8C0, 0.13),
      .add)
    finish.vignette = 0.25
  }

  private mutating func mint() {
    wash(Surface.cloth(0x6A8AA0, fold: 0.3))
    for bundle in 0..<5 {
      let middle = Point(0.17 + 0.2 * Float(bundle), bundle == 3 ? 0.36 : 0.56)
      shadow(middle + Point(0.02, 0.02), 0.12, 0.3, 0.6)
      for _ in 0..<12 {
        line(
          [middle + Point(dice(-0.02, 0.02), 0.1), middle + Point(dice(-0.05, 0.05), 0.4)], 0.009,
          dice.pick([0x7A9A54, 0x5E7A44, 0x8A6A5A] as [UInt32]))
      }
      for index in 0..<110 {
        let place = middle + Point(dice(-1, 1) * 0.1, -dice(-0.4, 1) * 0.26)
        let spin = dice(0, turn)
        let tone = ink(dice.pick([0x2E6A2A, 0x4A8C34, 0x6EB048, 0x8CC85E] as [UInt32])).lit(
          0.5 + 0.6 * Float(index) / 110)
        fill(.ellipse(place, 0.034, 0.02, turned: spin), tone)
        let way = Point(0.03, 0).turned(spin)
        line([place - way, place + way], 0.0025, 0xB8DC90, 0.5)
      }
      fill(.roundedRectangle(middle.x - 0.045, middle.y + 0.1, 0.09, 0.03, 0.01), 0xC8A060)
    }
    for _ in 0..<160 { ball(Point(dice(), dice()), dice(0.002, 0.007), 0xA8C4D0, shine: 1.6) }
    hand(Point(0.98, 0.12), 0.28, 0x9A6A48, turned: -0.55, flipped: true, sleeve: 0xE4DCC8)
  }

  private mutating func sevenCats() {
    sky(Gradient(0x7AB0D8, 0xDCE8E8), to: 0.6)
    clouds(from: 0, to: 0.5, lit: 0xFFFFFF, dark: 0xC0D0DA, amount: 0.34, seed: 12)
    foliage(at(0.92, 0.5), 0.3, 0.24, 0x2E5A34, 0x8AB860, leaves: 240, leaf: 0.03)
    fill(.rectangle(0, 0.66, width, 0.4), Surface.plaster(0xD89070, rough: 0.26))
    fill(.rectangle(0, 0.64, width, 0.035), Surface.plaster(0xECB090))
    let coats: [UInt32] = [0x8A5A34, 0x2A2826, 0xC88A4E, 0x8E9092, 0xE8DCC4, 0x6A4A34, 0xD89A54]
    for index in 0..<7 {
      let size = 0.42 - 0.047 * Float(index)
      let x = width * (0.11 + 0.135 * Float(index)) - 0.012 * Float(index * index) * 0.3
      sittingCat(Point(x, 0.65), size, coats[index], flipped: index == 6 ? false : true, eyes: true)
    }
  }

  private mutating func bookshop() {
    wash { ink(0x1A120C).lit(0.5 + $0.y).alpha(1) }
    let spines: [UInt32] = [
      0x7A2A22, 0x2A4A5A, 0x8A6A2A, 0x4A3A5A, 0x3A5A3A, 0xB89A6A, 0x6A4030, 0xC8B48A,
    ]
    for side in [Float(0), 1] {
      for shelf in 0..<15 {
        let y = 0.02 + 0.09 * Float(shelf)
        let light = ramp(-0.1, 1.1, y) * 1.1
        let left = side == 0 ? Float(0) : 0.64
        fill(.rectangle(left, y + 0.08, 0.36, 0.012), ink(0x5A3A22).lit(light))
        var x = left
        while x < left + 0.35 {
          let wide = dice(0.012, 0.03)
          let tall = dice(0.055, 0.077)
          fill(
            .rectangle(x, y + 0.08 - tall, wide * 0.92, tall),
            ink(dice.pick(spines)).lit(light * dice(0.7, 1.3)))
          fill(
            .rectangle(x + wide * 0.2, y + 0.08 - tall * 0.8, wide * 0.5, 0.004),
            ink(0xD8B060).lit(light))
          x += wide
        }
      }
    }
    fill(
      .polygon([Point(0.36, 0), Point(0.64, 0), Point(0.64, 1.34), Point(0.36, 1.34)]),
      down: Gradient(0x080605, 0x1E140E, 0x4A301C))
    fill(
      .polygon([Point(0.36, 1.1), Point(0.64, 1.1), Point(0.9, 1.34), Point(0.1, 1.34)]),
      Surface.wood(0x4A3020, 0x8A6240, plank: 0.08, upright: true))
    for x in [Float(0.3), 0.42] {
      fill(.taper([Point(x, 1.28), Point(x + 0.17, 0.06)], 0.022, 0.014), 0xA8784A)
    }
    for rung in 0..<13 {
      let part = Float(rung) / 13
      let left = mix2(Point(0.3, 1.25), Point(0.47, 0.08), part)
      line([left, left + Point(0.12, 0)], 0.012, 0x8A6038)
    }
    let lamp = Point(0.54, 0.72)
    line([Point(lamp.x, 0), lamp], 0.004, 0x2A1C14)
    fill(
      .polygon([
        lamp + Point(-0.06, 0.03), lamp + Point(-0.02, -0.04), lamp + Point(0.02, -0.04),
        lamp + Point(0.06, 0.03),
      ]), 0x2E5A44)
    disc(lamp + Point(0, 0.035), 0.022, 0xFFE0A0, light: 2.5)
    glow(lamp, 0.45, ink(0xFFB860, 0.35))
    finish.vignette = 0.4
  }

  private mutating func lantern() {
    wash(Surface.plaster(0x3A2018, rough: 0.3))
    let heart = Point(0.5, 0.5)
    for index in 0..<150 {
      let angle = dice(0, turn)
      let reach = dice(0.3, 1.1)
      let place = heart + Point(cosine(angle), sine(angle)) * reach
      guard place.y < 1.02 else { continue }
      let size = 0.012 + 0.02 * reach
      let star = Path.polygon(
        (0..<10).map { step in Point(0, step % 2 == 0 ? -1 : -0.45).turned(turn * Float(step) / 10)
        })
      fill(star.placed(at: place, size, turned: angle), ink(0xFFC870, 0.5 / (0.6 + reach)), .add)
      if index % 7 == 0 { glow(place, size * 2, ink(0xFFA040, 0.12)) }
    }
    fill(.rectangle(0, 1.04, 1, 0.5), Surface.wood(0x3A2014, 0x7A4A28, plank: 0.2))
    let page = Path.smooth([
      0.06, 1.24, 0.26, 1.17, 0.49, 1.22, 0.51, 1.22, 0.74, 1.17, 0.94, 1.24, 0.99, 1.44, 0.75,
      1.36, 0.5, 1.42, 0.25, 1.36, 0.01, 1.44,
    ])
    shadow(Point(0.5, 1.36), 0.5, 0.1, 0.7)
    fill(page, across: Gradient(0xE8CFA0, 0xFFE9C4, 0x9A7A50, 0xFFE9C4, 0xE0C594))
    for side in [Float(0.1), 0.56] {
      for row in 0..<8 {
        line(
          [Point(side, 1.24 + 0.018 * Float(row)), Point(side + 0.32, 1.225 + 0.018 * Float(row))],
          0.004, 0x4A3424, 0.7)
      }
    }
    for _ in 0..<12 {
      fill(.circle(Point(dice(0.08, 0.92), dice(1.22, 1.38)), 0.018), ink(0xFFD080, 0.5), .add)
    }
    glow(heart, 0.5, ink(0xFF9A3A, 0.5))
    line([Point(0.5, 0), Point(0.5, 0.25)], 0.008, 0x1A100A)
    let body = Path.smooth([
      -0.03, -0.27, 0.03, -0.27, 0.09, -0.2, 0.2, -0.06, 0.19, 0.1, 0.1, 0.22, -0.1, 0.22, -0.19,
      0.1, -0.2, -0.06, -0.09, -0.2,
    ])
    fill(body.placed(at: heart), across: Gradient(0x5A3410, 0xE0A040, 0x8A5A1E, 0x3A2008))
    for row in 0..<9 {
      let y = -0.16 + 0.044 * Float(row)
      let wide = 0.19 * (1 - (y - 0.02) * (y - 0.02) * 22)
      for column in -4...4 where wide > 0.05 {
        let place =
          heart + Point(wide * 0.95 * sine(Float(column) * 0.36 + (row % 2 == 0 ? 0 : 0.18)), y)
        fill(
          .polygon([
            place + Point(0, -0.016), place + Point(0.009, 0), place + Point(0, 0.016),
            place + Point(-0.009, 0),
          ]), ink(0xFFE8A0).lit(2.2))
      }
    }
    finish.vignette = 0.4
  }

  private mutating func atlasRange() {
    sky(Gradient([(0, 0x5A94CC), (1, 0xE8E4D8)]), to: 0.6)
    let range = ridge(0.56, 0.42, rough: 1.5, seed: 44, sharp: true)
    let noise = Noise(44)
    fill(range) { point in
      let rough = noise.ridged(point.x * 5, point.y * 7, 5)
      let side = noise.layered(point.x * 3.2 + 0.3, point.y * 3, 4)
      let snow = ramp(0.52, 0.3, point.y + rough * 0.06)
      let rock = ink(0x8494AC).lit(0.8 + 0.3 * rough)
      let white = ink(0xF8FAFF).lit(0.78 + 0.32 * unit(0.5 + side * 1.6))
      return mix(mix(rock, white, snow), ink(0xDCD6CC), ramp(0.36, 0.62, point.y)).alpha(1)
    }
    hills(2, from: 0.6, to: 0.66, tall: 0.1, 0xC8B8A4, 0xB08A6A, seed: 9)
    fog(0.62, 0.07, 0xEADFCB, 0.8)
    ground(0.68, 0xC89A70, 0x8A5E3C, rough: 0.3)
    for index in 0..<42 {
      let near = Float(index) / 42
      let foot = Point(dice(0, width), mix(0.68, 0.96, near * near))
      palm(
        foot, tall: mix(0.12, 0.5, near * near) * dice(0.8, 1.1), near < 0.6 ? 0x4E6A4E : 0x2E4A2A,
        lean: dice(-0.1, 0.1))
    }
  }
}

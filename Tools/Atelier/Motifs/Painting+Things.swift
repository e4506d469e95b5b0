extension Painting {
  /// Paints a bicycle, seen from the side; `size` is the distance of its wheels.
  @inline(never)
  mutating func bicycle(_ middle: Point, _ size: Float, _ frame: UInt32, tyres: UInt32 = 0x1B1B1D) {
    let (rear, front) = (middle - Point(size * 0.5, 0), middle + Point(size * 0.5, 0))
    let radius = size * 0.33
    for hub in [rear, front] {
      wheel(hub, radius, tyres, rim: 0xA8ABAE, spokes: 28)
      shadow(hub + Point(0, radius), radius * 0.9, size * 0.03, 0.5)
    }
    let seat = middle + Point(-0.2, -0.46) * size
    let crank = middle + Point(-0.08, 0.02) * size
    let head = middle + Point(0.35, -0.45) * size
    let bars: [[Point]] = [
      [rear, crank, seat, rear], [crank, head], [seat + Point(0.03, 0.1) * size, head],
      [head - Point(0.02, 0.12) * size, head, front],
    ]
    for bar in bars { line(bar, size * 0.03, frame) }
    line(
      [head, head - Point(0.03, 0.1) * size, head + Point(0.1, -0.12) * size], size * 0.024,
      0x888C90)
    fill(.ellipse(seat - Point(0, 0.05 * size), size * 0.13, size * 0.03), 0x3A241A)
    fill(.circle(crank, size * 0.07), 0x77797C)
    line([crank, crank + Point(0.06, 0.12) * size], size * 0.018, 0x55585C)
  }

  @inline(never)
  mutating func wheel(_ hub: Point, _ radius: Float, _ tyre: UInt32, rim: UInt32, spokes: Int) {
    fill(.circle(hub, radius * 1.06).without(.circle(hub, radius * 0.94)), tyre)
    fill(.circle(hub, radius * 0.95).without(.circle(hub, radius * 0.89)), rim)
    var wires = Path()
    for index in 0..<spokes {
      let angle = turn * Float(index) / Float(spokes)
      let start = hub + Point(cosine(angle + 0.5), sine(angle + 0.5)) * (radius * 0.08)
      let end = hub + Point(cosine(angle), sine(angle)) * (radius * 0.9)
      wires += .line([start, end], radius * 0.012)
    }
    fill(wires, ink(0xC9CDD0, 0.9))
    fill(.circle(hub, radius * 0.1), 0x60646A)
  }

  /// Paints a bowl or a pot with its contents, seen from above.
  @inline(never)
  mutating func bowl(
    _ middle: Point, _ radius: Float, rim: UInt32, content: UInt32, squeezed: Float = 1
  ) {
    shadow(middle + Point(0.05, 0.1) * radius, radius * 1.18, radius * 1.15 * squeezed, 0.75)
    let (glaze, soup, noise) = (ink(rim), ink(content), Noise(131))
    fill(.ellipse(middle, radius, radius * squeezed)) { point in
      let way = (point - middle) / radius
      return glaze.lit(1.05 - 0.3 * way.x - 0.4 * way.y).alpha(1)
    }
    fill(.ellipse(middle, radius * 0.93, radius * 0.93 * squeezed), ink(lighter(rim, 0.5)))
    fill(.ellipse(middle + Point(0, 0.015 * radius), radius * 0.88, radius * 0.88 * squeezed)) {
      point in
      let way = (point - middle) / radius
      let swirl = noise.layered(way.x * 5, way.y * 5, 4)
      let depth = 1 - 0.45 * way.length
      return soup.lit(depth * (1.25 + 0.3 * swirl - 0.3 * way.x - 0.3 * way.y)).alpha(1)
    }
  }

  @inline(never)
  mutating func flower(
    _ middle: Point, _ size: Float, _ colour: UInt32, heart: UInt32, petals: Int = 7
  ) {
    let spin = dice(0, turn)
    for index in 0..<petals {
      let angle = spin + turn * Float(index) / Float(petals)
      let place = middle + Point(cosine(angle), sine(angle)) * size * 0.5
      let light = 0.75 + 0.5 * unit(0.5 - 0.5 * sine(angle + 0.7))
      fill(.ellipse(place, size * 0.5, size * 0.27, turned: angle), ink(colour).lit(light))
    }
    fill(.circle(middle, size * 0.24), heart)
  }

  /// Paints a ball that is lit from above on the left.
  @inline(never)
  mutating func ball(_ middle: Point, _ radius: Float, _ colour: UInt32, shine: Float = 0.5) {
    let base = ink(colour)
    fill(.circle(middle, radius)) { point in
      let way = (point - middle) / radius
      let facing = unit(0.62 - 0.42 * way.x - 0.5 * way.y)
      let gloss = bell(((way + Point(0.36, 0.42)).length) / 0.24) * shine
      return (base.lit(0.35 + 1.1 * facing) + Ink(repeating: gloss)).alpha(1)
    }
  }

  @inline(never)
  mutating func candle(_ foot: Point, tall: Float, wax: UInt32 = 0xEADFC4) {
    let wide = tall * 0.26
    fill(
      .rectangle(foot.x - wide / 2, foot.y - tall, wide, tall),
      across: Gradient(lighter(wax, 1.1), wax, lighter(wax, 0.5)))
    let flame = foot - Point(0, tall * 1.16)
    glow(flame, tall * 1.5, ink(0xFF9A3C, 0.35))
    glow(flame, tall * 0.4, ink(0xFFC060, 0.8))
    fill(.ellipse(flame, tall * 0.06, tall * 0.16), ink(0xFFF0C0).lit(2))
  }

  /// Paints a hand from the wrist, pointing to the right.
  @inline(never)
  mutating func hand(
    _ wrist: Point, _ size: Float, _ skin: UInt32, turned: Float = 0, flipped: Bool = false,
    sleeve: UInt32 = 0x4A5560
  ) {
    let shape = Gradient(lighter(skin, 1.25), skin, lighter(skin, 0.6))
    let arm = [Point(-1.6, 0.05), Point(-0.1, 0)]
    fill(
      Path.taper(arm, 0.5, 0.34).placed(at: wrist, size, turned: turned, flipped: flipped),
      ink(lighter(skin, 0.85)))
    fill(
      Path.taper([Point(-2.6, 0.05), Point(-0.9, 0.02)], 0.72, 0.6).placed(
        at: wrist, size, turned: turned, flipped: flipped), sleeve)
    for finger in 0..<4 {
      let start = Point(0.4, -0.17 + 0.115 * Float(finger))
      let long: Float = finger == 0 || finger == 2 ? 0.44 : finger == 1 ? 0.5 : 0.34
      let bend = [
        start, start + Point(long * 0.6, -0.02 + 0.02 * Float(finger)),
        start + Point(long, 0.03 + 0.02 * Float(finger)),
      ]
      let path = Path.taper(bend, 0.12, 0.085).placed(
        at: wrist, size, turned: turned, flipped: flipped)
      fill(path, down: Gradient(lighter(skin, 1.2), skin, lighter(skin, 0.65)))
    }
    let palm = Path.smooth([
      -0.12, -0.18, 0.2, -0.26, 0.48, -0.22, 0.52, 0.18, 0.25, 0.26, -0.12, 0.17,
    ])
    fill(palm.placed(at: wrist, size, turned: turned, flipped: flipped), down: shape)
    let thumb = [Point(0.05, -0.16), Point(0.3, -0.36), Point(0.52, -0.38)]
    fill(
      Path.taper(thumb, 0.15, 0.1).placed(at: wrist, size, turned: turned, flipped: flipped),
      ink(lighter(skin, 1.12)))
  }

  @inline(never)
  mutating func crane(_ foot: Point, tall: Float, _ colour: UInt32, flipped: Bool = false) {
    let thin = tall * 0.022
    let bars: [[Point]] = [
      [Point(-0.14, 0), Point(-0.08, -0.62)], [Point(0.14, 0), Point(0.08, -0.62)],
      [Point(-0.12, -0.2), Point(0.1, -0.45)], [Point(0.12, -0.2), Point(-0.1, -0.45)],
      [Point(-0.4, -0.66), Point(0.85, -0.66)], [Point(0, -0.62), Point(0, -1)],
      [Point(0, -1), Point(0.82, -0.67)], [Point(0, -1), Point(-0.38, -0.67)],
      [Point(0.62, -0.66), Point(0.62, -0.3)],
    ]
    for bar in bars {
      fill(Path.line(bar.map { $0 * tall }, thin).placed(at: foot, 1, flipped: flipped), colour)
    }
  }
}

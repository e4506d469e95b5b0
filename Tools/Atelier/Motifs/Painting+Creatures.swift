extension Painting {
  /// Paints a standing person, seen from behind, in the colours of coat and trousers.
  @inline(never)
  mutating func person(
    _ foot: Point, tall: Float, _ coat: UInt32, _ legs: UInt32 = 0x23242A, hair: UInt32 = 0x241A16
  ) {
    shadow(foot, tall * 0.22, tall * 0.035, 0.5)
    for side in [Float(-1), 1] {
      let hip = foot + Point(side * tall * 0.045, -tall * 0.46)
      fill(.taper([hip, foot + Point(side * tall * 0.06, 0)], tall * 0.1, tall * 0.06), legs)
    }
    let coatPath = Path.smooth([
      -0.08, -0.85, 0.08, -0.85, 0.15, -0.74, 0.14, -0.5, 0.15, -0.38, -0.15, -0.38, -0.14, -0.5,
      -0.15, -0.74,
    ])
    fill(
      coatPath.placed(at: foot, tall),
      across: Gradient(lighter(coat, 1.25), coat, lighter(coat, 0.55)))
    fill(.circle(foot - Point(0, tall * 0.92), tall * 0.075), hair)
  }

  @inline(never)
  mutating func umbrella(_ top: Point, _ size: Float, _ colour: UInt32) {
    line([top, top + Point(0, size * 0.75)], size * 0.025, 0x2A2420)
    var rim: [Point] = []
    for step in 0...16 {
      let angle = Float.pi * (1 + Float(step) / 16)
      rim.append(top + Point(cosine(angle) * size * 0.6, sine(angle) * size * 0.36 + size * 0.3))
    }
    for step in 0..<4 {
      let right = top + Point(size * (0.6 - 0.3 * Float(step)), size * 0.3)
      rim.append(right - Point(size * 0.15, size * 0.05))
      rim.append(right - Point(size * 0.3, 0))
    }
    let base = ink(colour)
    fill(.polygon(rim)) { point in
      let side = (point.x - top.x) / size
      return base.lit(1.15 - 0.7 * abs(side + 0.2)).alpha(1)
    }
  }

  /// Paints a sitting cat, seen from the side.
  @inline(never)
  mutating func sittingCat(
    _ foot: Point, _ size: Float, _ colour: UInt32, flipped: Bool = false, eyes: Bool = true
  ) {
    shadow(foot, size * 0.4, size * 0.06, 0.45)
    let side: Float = flipped ? -1 : 1
    let tail = Path.smoothLine([
      Point(-0.26, -0.05), Point(-0.45, -0.03), Point(-0.55, -0.14), Point(-0.5, -0.28),
    ])
    let body = Path.smooth([
      -0.3, 0, -0.36, -0.2, -0.22, -0.46, 0.02, -0.62, 0.2, -0.6, 0.24, -0.4, 0.2, -0.2, 0.26,
      -0.03,
      0.24, 0,
    ])
    let head = Path.smooth([
      0, -0.78, 0.06, -0.92, 0.2, -0.96, 0.34, -0.9, 0.4, -0.76, 0.32, -0.64, 0.14, -0.62,
    ])
    let ears =
      Path.polygon([Point(0.03, -0.84), Point(0.03, -1.08), Point(0.17, -0.93)])
      + .polygon([Point(0.22, -0.94), Point(0.35, -1.08), Point(0.37, -0.84)])
    let fur = furred(colour, foot, size, side)
    fill(.taper(tail, 0.1, 0.06).placed(at: foot, size, flipped: flipped), fur)
    fill(body.placed(at: foot, size, flipped: flipped), fur)
    fill(ears.placed(at: foot, size, flipped: flipped), fur)
    fill(head.placed(at: foot, size, flipped: flipped), fur)
    guard eyes else { return }
    for x in [Float(0.15), 0.3] {
      let eye = foot + Point(side * x, -0.8) * size
      fill(.ellipse(eye, size * 0.034, size * 0.026), 0xC8B24A)
      fill(.ellipse(eye, size * 0.012, size * 0.026), 0x101010)
    }
    let nose = foot + Point(side * 0.23, -0.73) * size
    fill(.ellipse(nose, size * 0.022, size * 0.015), 0x8A5048)
  }

  /// Paints a cat or a dog, asleep and curled up.
  @inline(never)
  mutating func curledCat(_ middle: Point, _ size: Float, _ colour: UInt32, flipped: Bool = false) {
    shadow(middle + Point(0, size * 0.26), size * 0.62, size * 0.08, 0.6)
    let side: Float = flipped ? -1 : 1
    let fur = furred(colour, middle + Point(0, size * 0.3), size, side)
    fill(.ellipse(middle, size * 0.55, size * 0.3), fur)
    let tail = Path.smoothLine([
      Point(-0.48, 0.08), Point(-0.3, 0.3), Point(0.1, 0.32), Point(0.34, 0.24),
    ])
    fill(
      .taper(tail, 0.12, 0.07).placed(at: middle, size, flipped: flipped),
      ink(lighter(colour, 0.75)))
    let head = middle + Point(side * 0.36, 0.1) * size
    let ears =
      Path.polygon([Point(-0.16, -0.08), Point(-0.15, -0.28), Point(0, -0.16)])
      + .polygon([Point(0.03, -0.16), Point(0.17, -0.26), Point(0.18, -0.04)])
    fill(ears.placed(at: head, size, flipped: flipped), ink(lighter(colour, 0.8)))
    fill(.ellipse(head, size * 0.19, size * 0.16), furred(lighter(colour, 1.12), head, size, side))
    for x in [Float(-0.07), 0.08] {
      let eye = head + Point(x * size, 0.01 * size)
      line(
        [eye - Point(0.03 * size, 0), eye + Point(0, 0.012 * size), eye + Point(0.03 * size, 0)],
        size * 0.012, 0x1A1210)
    }
  }

  /// Paints a flying bird in the distance.
  @inline(never)
  mutating func flyingBird(_ place: Point, _ size: Float, _ colour: UInt32, lift: Float = 0.35) {
    let wings = Path.smooth([
      -1, -lift, -0.45, -lift * 0.9, 0, 0.02, 0.45, -lift * 0.9, 1, -lift, 0.5, -lift * 0.5, 0,
      0.22, -0.5,
      -lift * 0.5,
    ])
    fill(wings.placed(at: place, size, turned: dice(-0.2, 0.2)), colour)
  }

  /// Paints a wading bird with long legs, long neck and bill.
  @inline(never)
  mutating func wader(
    _ foot: Point, tall: Float, _ body: UInt32, bill: UInt32, legs: UInt32, oneLeg: Bool = false,
    flipped: Bool = false, stocky: Float = 1, hooked: Float = 0
  ) {
    let dark = lighter(body, 0.55)
    let hips: [Float] = oneLeg ? [0] : [-0.05, 0.05]
    for hip in hips {
      let leg = [Point(hip, -0.4), Point(hip + 0.015, -0.2), Point(hip, 0)]
      fill(.line(leg, 0.016).placed(at: foot, tall, flipped: flipped), legs)
      let toes = [Point(hip - 0.05, 0.005), Point(hip + 0.07, 0.005)]
      fill(.line(toes, 0.012).placed(at: foot, tall, flipped: flipped), legs)
    }
    let trunk = Path.smooth([
      -0.3, -0.36, -0.2, -0.5, 0, -0.58, 0.13, -0.6, 0.19, -0.5, 0.12, -0.4, 0,
      -0.34 - 0.02 * stocky,
      -0.16, -0.33,
    ])
    let neck = Path.smoothLine([
      Point(0.1, -0.5), Point(0.2, -0.62), Point(0.12, -0.76), Point(0.16, -0.88),
      Point(0.22, -0.92),
    ])
    fill(
      .taper(neck, 0.12 * stocky, 0.06 * stocky).placed(at: foot, tall, flipped: flipped),
      lighter(body, 0.95))
    fill(
      trunk.placed(at: foot, tall, flipped: flipped), down: Gradient(lighter(body, 1.2), body, dark)
    )
    fill(
      Path.ellipse(Point(0.22, -0.93), 0.055, 0.042).placed(at: foot, tall, flipped: flipped), body)
    let beak = Path.smoothLine([Point(0.25, -0.93), Point(0.38, -0.9), Point(0.48, -0.87 + hooked)])
    fill(.taper(beak, 0.035 * stocky, 0.008).placed(at: foot, tall, flipped: flipped), bill)
    fill(Path.circle(Point(0.235, -0.94), 0.009).placed(at: foot, tall, flipped: flipped), 0x15120C)
  }

  /// Paints a four-legged animal, seen from the side.
  @inline(never)
  mutating func beast(
    _ foot: Point, _ size: Float, _ colour: UInt32, neck: Float = 0.25, flipped: Bool = false,
    woolly: Bool = false, legs: UInt32? = nil, tail: Float = 0.15
  ) {
    shadow(foot, size * 0.45, size * 0.05, 0.4)
    let limbs = legs ?? lighter(colour, 0.7)
    for x in [Float(-0.27), -0.2, 0.2, 0.28] {
      let leg = [Point(x, -0.34), Point(x + 0.01, -0.16), Point(x - 0.01, 0)]
      fill(.taper(leg, 0.085, 0.045).placed(at: foot, size, flipped: flipped), limbs)
    }
    let back = Path.smoothLine([
      Point(-0.32, -0.52), Point(-0.42, -0.46), Point(-0.42 - tail, -0.5 - tail),
    ])
    fill(.taper(back, 0.05, 0.025).placed(at: foot, size, flipped: flipped), lighter(colour, 0.85))
    let head = Point(0.36 + neck * 0.55, -0.5 - neck)
    fill(
      .taper([Point(0.24, -0.46), head], 0.2, 0.1).placed(at: foot, size, flipped: flipped),
      woolly ? limbs : colour)
    let trunk = Path.smooth([
      -0.36, -0.46, -0.3, -0.58, 0, -0.57, 0.28, -0.6, 0.38, -0.48, 0.32, -0.3, 0, -0.27, -0.3,
      -0.29,
    ])
    fill(
      trunk.placed(at: foot, size, flipped: flipped),
      down: Gradient(lighter(colour, 1.2), colour, lighter(colour, 0.6)))
    if woolly {
      let middle = foot + Point(0, -0.44 * size)
      foliage(
        middle, size * 0.38, size * 0.2, lighter(colour, 0.7), lighter(colour, 1.15), leaves: 60,
        leaf: size * 0.07)
    }
    fill(
      Path.ellipse(head + Point(0.09, 0.03), 0.13, 0.065, turned: 0.35).placed(
        at: foot, size, flipped: flipped), woolly ? limbs : colour)
    fill(
      Path.polygon([
        head + Point(-0.06, -0.02), head + Point(-0.1, -0.14), head + Point(0.03, -0.05),
      ]).placed(at: foot, size, flipped: flipped), lighter(colour, 0.65))
  }

  /// Returns the colours of fur, lit from above, with a few stripes.
  private func furred(_ colour: UInt32, _ foot: Point, _ size: Float, _ side: Float) -> Shade {
    let (base, noise) = (ink(colour), Noise(111))
    return { point in
      let way = (point - foot) / size
      let hair = noise.layered(way.x * 26 * side + way.y * 9, way.y * 16, 3)
      let stripe = noise(way.x * 3 * side + 7, way.y * 11)
      let light = 0.72 - 0.42 * way.y - 0.3 * abs(way.x * side - 0.05)
      return base.lit(light * (1 + 0.2 * hair + 0.14 * stripe)).alpha(1)
    }
  }
}

func lighter(_ colour: UInt32, _ light: Float) -> UInt32 { hexadecimal(ink(colour).lit(light)) }

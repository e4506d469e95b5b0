extension Painting {
  /// Paints a sky down to the horizon, lighter around a point.
  @inline(never)
  mutating func sky(
    _ gradient: Gradient, to horizon: Float, glowAt light: Point? = nil, _ glow: Ink = ink(0, 0)
  ) {
    let noise = Noise(3)
    wash(from: 0, to: horizon + 0.01) { point in
      let wave = noise.layered(point.x * 0.8, point.y * 2.4, 2) * 0.03
      var colour = gradient(point.y / horizon + wave)
      if let light {
        let way = (point - light).length
        colour = (colour + glow * glow.w * exponential(-2.6 * way)).alpha(1)
      }
      return colour
    }
  }

  /// Paints clouds between two heights, lit from below or above; a larger amount covers more of the
  /// sky.
  @inline(never)
  mutating func clouds(
    from top: Float, to bottom: Float, lit: UInt32, dark: UInt32, amount: Float = 0.5,
    size: Float = 0.5, flat: Float = 2.6, seed: UInt32 = 1, fromBelow: Bool = true
  ) {
    let (bright, shade) = (ink(lit), ink(dark))
    let (noise, fine) = (Noise(seed), Noise(seed &+ 9))
    let middle = (top + bottom) / 2
    let half = (bottom - top) / 2
    wash(from: max(0, top), to: bottom) { point in
      let x = point.x / size
      let y = point.y / size * flat
      let bend = fine(x * 0.7, y * 0.7) * 0.5
      let thick = noise.layered(x + bend, y - bend, 5)
      let edge = 1 - abs(point.y - middle) / half
      let cover = ramp(0.42 - amount, 0.95 - amount, thick + 0.25 * (edge - 0.5))
      guard cover > 0.01 else { return ink0 }
      let higher = noise.layered(x + bend + 0.06, y - bend + (fromBelow ? 0.22 : -0.22), 3)
      let light = unit(0.55 + (thick - higher) * 1.5)
      return mix(shade, bright, light).alpha(cover * 0.92 * ramp(0, 0.35, edge))
    }
  }

  /// Paints the sun or the moon, with light around it.
  @inline(never)
  mutating func disc(_ centre: Point, _ radius: Float, _ colour: UInt32, light: Float = 2) {
    glow(centre, radius * 5, ink(colour, 0.28))
    glow(centre, radius * 2, ink(colour, 0.5))
    fill(.circle(centre, radius), ink(colour).lit(light))
  }

  /// Paints stars down to a height, a few of them bright.
  @inline(never)
  mutating func stars(_ count: Int, to bottom: Float) {
    var faint = Path()
    for _ in 0..<count {
      let point = Point(dice(0, width), dice(0, bottom))
      let size = power(dice(), 16)
      if size < 0.35 {
        faint += .rectangle(point.x, point.y, 0.0009 + size * 0.004, 0.0009 + size * 0.004)
      } else {
        let tint = dice.pick([ink(0xDDE6FF), ink(0xFFF2DC), ink(0xFFFFFF)])
        fill(.circle(point, 0.0008 + 0.0014 * size), tint.lit(1.4))
        glow(point, 0.004 + 0.006 * size, tint.alpha(0.3))
      }
    }
    fill(faint, ink(0xC8D4F4, 0.8))
  }

  /// Paints a veil of fog around a height.
  @inline(never)
  mutating func fog(
    _ middle: Float, _ reach: Float, _ colour: UInt32, _ strength: Float = 0.9, seed: UInt32 = 21
  ) {
    let (veil, noise) = (ink(colour), Noise(seed))
    wash(from: middle - reach * 1.8, to: middle + reach * 1.8) { point in
      let bend = noise.layered(point.x * 1.6, point.y * 5, 4)
      let depth = bell((point.y - middle + bend * reach * 0.7) / reach)
      return veil.alpha(unit(strength * depth * (1 + bend * 0.5)))
    }
  }

  @inline(never)
  mutating func rain(_ count: Int, slant: Float = 0.12, _ alpha: Float = 0.22) {
    var near = Path()
    for _ in 0..<count {
      let start = Point(dice(-0.1, width), dice(-0.1, height))
      let long = dice(0.02, 0.09)
      let end = start + Point(-slant * long, long)
      let thin = long * 0.018
      near += .polygon([start, start + Point(thin, 0), end + Point(thin, 0), end])
    }
    fill(near, ink(0xE6EEF6, alpha))
  }

  @inline(never)
  mutating func snowfall(_ count: Int) {
    for _ in 0..<count {
      let size = 0.002 + 0.007 * power(dice(), 3)
      let place = Point(dice(0, width), dice(0, height))
      fill(.ellipse(place, size, size * 0.9), ink(0xFFFFFF, dice(0.35, 0.85)))
    }
  }

  @inline(never)
  mutating func steam(
    _ foot: Point, tall: Float, wide: Float, lean: Float = 0, _ colour: UInt32 = 0xF6F0E6,
    _ strength: Float = 0.6, seed: UInt32 = 5
  ) {
    let (veil, noise) = (ink(colour), Noise(seed))
    layers.append(
      Layer(
        from: Point(foot.x - wide - abs(lean), foot.y - tall),
        to: Point(foot.x + wide + abs(lean), foot.y)
      ) { point in
        let rise = unit((foot.y - point.y) / tall)
        let sway = noise(rise * 2.5, 4.2) * 0.25 * wide + lean * rise
        let across = (point.x - foot.x - sway) / (wide * (0.25 + 0.6 * rise))
        let x = point.x * 6 / wide * 0.25
        let wisp = noise.layered(x + rise, point.y * 1.8 / wide * 0.4 + rise * 1.4, 4)
        let fade = ramp(0, 0.12, rise) * (1 - ramp(0.45, 1, rise))
        return veil.alpha(unit(bell(across) * fade * strength * (1.1 + wisp * 1.6)))
      })
  }
}

let ink0 = Ink(repeating: 0)

extension Painting {
  /// Returns the outline of hills from side to side, down to the bottom.
  func ridge(
    _ base: Float, _ tall: Float, rough: Float = 1, seed: UInt32, sharp: Bool = false,
    down bottom: Float? = nil
  ) -> Path {
    let noise = Noise(seed)
    let steps = Int(420 * width)
    let line = (0...steps).map { step -> Point in
      let x = width * Float(step) / Float(steps)
      let place = x * rough
      let rise = sharp ? noise.ridged(place, 0.5, 6) * 0.9 : 0.35 + noise.layered(place, 0.5, 5)
      return Point(x, base - tall * rise)
    }
    let foot = bottom ?? height
    return .polygon(line + [Point(width, foot), Point(0, foot)])
  }

  /// Paints rows of hills, paler the farther they are.
  @inline(never)
  mutating func hills(
    _ count: Int, from far: Float, to near: Float, tall: Float, _ farthest: UInt32,
    _ nearest: UInt32, seed: UInt32, rough: Float = 1.2, haze: UInt32? = nil
  ) {
    let (pale, dark) = (ink(farthest), ink(nearest))
    for index in 0..<count {
      let part = Float(index) / Float(max(1, count - 1))
      let colour = mix(pale, dark, power(part, 1.25))
      let base = mix(far, near, part)
      let path = ridge(
        base, tall * (0.7 + 0.5 * part), rough: rough * (1.3 - 0.5 * part),
        seed: seed &+ UInt32(index) * 7)
      let veil = haze.map { ink($0) } ?? pale
      let noise = Noise(seed &+ 90)
      let depth = tall * 1.6
      let top = path.bounds.from.y
      fill(path) { point in
        let rough = 1 + 0.16 * noise.layered(point.x * 14, point.y * 22, 3)
        let down = ramp(top, top + depth, point.y)
        return mix(colour.lit(rough), veil, down * 0.55 * (1 - part)).alpha(1)
      }
    }
  }

  /// Paints water below a horizon, which reflects the sky and scatters the light from a position.
  @inline(never)
  mutating func water(
    _ horizon: Float, _ gradient: Gradient, to bottom: Float? = nil, lightAt sun: Float? = nil,
    _ glint: UInt32 = 0xFFF0D0, calm: Float = 1, _ strength: Float = 0.9
  ) {
    let end = bottom ?? height
    let (noise, spark) = (Noise(41), ink(glint))
    wash(from: horizon, to: end) { point in
      let depth = (point.y - horizon) / (end - horizon)
      let near = 0.03 + depth
      let x = (point.x - 1) / near * 1.6
      let y = 2.2 / near
      let wave = noise.layered(x * 0.55, y * 6.5, 3)
      var colour = gradient(depth + wave * 0.16 * calm)
      if let sun {
        let wide = 0.05 + 0.22 * depth
        let path = bell((point.x - sun) / wide)
        let sparkle = ramp(0.02, 0.42, wave + 0.1 + 0.2 * path)
        colour += spark * (path * sparkle * strength)
      }
      return colour.alpha(1)
    }
  }

  /// Paints receding ground below a height.
  @inline(never)
  mutating func ground(
    _ horizon: Float, _ far: UInt32, _ near: UInt32, rough: Float = 0.25, grain: Float = 6,
    seed: UInt32 = 31
  ) {
    let (back, front, noise) = (ink(far), ink(near), Noise(seed))
    let end = height
    wash(from: horizon, to: end) { point in
      let depth = (point.y - horizon) / (end - horizon)
      let away = 0.08 + depth
      let x = (point.x - 1) / away
      let patch = noise.layered(x * grain * 0.4, grain / away * 0.7, 5)
      return mix(back, front, ramp(0, 0.9, depth)).lit(1 + rough * patch).alpha(1)
    }
  }

  /// Paints leaves around a point, darker below, as of a crown, a bush or moss.
  @inline(never)
  mutating func foliage(
    _ centre: Point, _ across: Float, _ down: Float, _ dark: UInt32, _ light: UInt32,
    leaves: Int = 260, leaf: Float = 0.02
  ) {
    let (shade, sun) = (ink(dark), ink(light))
    for index in 0..<leaves {
      let spin = dice(0, turn)
      let reach = dice().squareRoot()
      let place = Point(cosine(spin) * reach, sine(spin) * reach)
      let order = Float(index) / Float(leaves)
      let height = unit(0.5 - place.y * 0.45 - place.x * 0.15 + dice(-0.2, 0.2))
      let colour = mix(shade, sun, height * (0.35 + 0.65 * order))
      let size = leaf * dice(0.6, 1.25)
      let point = centre + place * Point(across, down)
      fill(.ellipse(point, size, size * 0.62, turned: dice(0, 3)), colour)
    }
  }

  @inline(never)
  mutating func tree(
    _ foot: Point, tall: Float, _ dark: UInt32 = 0x1E3320, _ light: UInt32 = 0x7FA04A,
    bark: UInt32 = 0x3A2C22, leaves: Int = 320
  ) {
    let crown = foot - Point(0, tall * 0.68)
    fill(.taper([foot, foot - Point(tall * 0.02, tall * 0.5)], tall * 0.075, tall * 0.04), bark)
    for side in [Float(-1), 1] {
      let joint = foot - Point(0, tall * 0.4)
      let branch = [joint, crown + Point(side * tall * 0.16, 0.02)]
      fill(.taper(branch, tall * 0.035, tall * 0.015), bark)
    }
    foliage(crown, tall * 0.36, tall * 0.31, dark, light, leaves: leaves, leaf: tall * 0.035)
  }

  @inline(never)
  mutating func palm(_ foot: Point, tall: Float, _ colour: UInt32, lean: Float = 0.05) {
    let top = foot + Point(lean * tall, -tall)
    let middle = foot + Point(lean * tall * 0.2, -tall * 0.5)
    fill(.taper(Path.smoothLine([foot, middle, top]), tall * 0.045, tall * 0.025), colour)
    for index in 0..<13 {
      let way = turn * (0.02 + Float(index) / 13)
      let long = tall * dice(0.26, 0.36)
      let reach = Point(cosine(way) * long, sine(way) * long * 0.55)
      let droop = Point(reach.x * 0.25, long * 0.42)
      let spine = Path.smoothLine([top, top + reach * 0.7, top + reach + droop])
      fill(.taper(spine, tall * 0.04, tall * 0.004), ink(colour).lit(dice(0.8, 1.6)))
    }
  }

  /// Paints blades of grass between two heights.
  @inline(never)
  mutating func grass(
    _ top: Float, _ bottom: Float, count: Int, tall: Float, _ dark: UInt32, _ light: UInt32
  ) {
    let (shade, sun) = (ink(dark), ink(light))
    for index in 0..<count {
      let part = Float(index) / Float(count)
      let size = tall * (0.4 + 0.6 * part) * dice(0.6, 1.2)
      let foot = Point(dice(-0.02, width + 0.02), mix(top, bottom, part) + dice(0, 0.02))
      let tip = foot + Point(dice(-0.35, 0.35) * size, -size)
      let colour = mix(shade, sun, dice())
      fill(.polygon([foot - Point(size * 0.05, 0), tip, foot + Point(size * 0.05, 0)]), colour)
    }
  }
}

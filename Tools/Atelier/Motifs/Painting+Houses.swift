extension Painting {
  /// Paints a house front with rows of windows, some of them lit.
  @inline(never)
  mutating func building(
    _ x: Float, _ top: Float, _ wide: Float, _ bottom: Float, _ wall: UInt32,
    columns: Int, rows: Int, lit: Float, lights: [UInt32] = [0xFFD58A, 0xFFB65C, 0xFFE9B8],
    pane: UInt32 = 0x10141C, shade: Float = 0.35
  ) {
    let base = ink(wall)
    fill(.rectangle(x, top, wide, bottom - top)) { point in
      let across = (point.x - x) / wide
      return base.lit(1 - shade * across + 0.05 * scatter(Int(point.x * 900), Int(point.y * 900)))
        .alpha(1)
    }
    let cell = Point(wide / Float(columns), (bottom - top) / Float(rows))
    var dark = Path()
    for row in 0..<rows {
      for column in 0..<columns {
        let corner = Point(x, top) + cell * Point(Float(column) + 0.24, Float(row) + 0.22)
        let window = Path.rectangle(corner.x, corner.y, cell.x * 0.52, cell.y * 0.56)
        if dice() < lit {
          fill(window, ink(dice.pick(lights)).lit(dice(0.7, 1.5)))
        } else {
          dark += window
        }
      }
    }
    fill(dark, pane)
  }

  /// Paints a skyline of towers from side to side.
  @inline(never)
  mutating func skyline(
    _ base: Float, tall: Float, count: Int, _ wall: UInt32, haze: UInt32, far: Float, lit: Float,
    lights: [UInt32] = [0xFFD58A, 0xFFB65C, 0xFFE9B8]
  ) {
    var walls: [UInt32] = []
    for part in [Float(0.85), 1, 1.2] {
      walls.append(hexadecimal(mix(ink(wall).lit(part), ink(haze), far)))
    }
    let pane = hexadecimal(mix(ink(0x10141C), ink(haze), far))
    for _ in 0..<count {
      let wide = dice(0.05, 0.13)
      let x = dice(-0.05, width)
      let rise = tall * (0.3 + 0.7 * power(dice(), 1.6))
      building(
        x, base - rise, wide, base, dice.pick(walls), columns: max(2, Int(wide * 60)),
        rows: max(3, Int(rise * 50)), lit: lit, lights: lights, pane: pane)
    }
  }

  /// Paints a gabled house with a roof of another colour.
  @inline(never)
  mutating func gable(
    _ x: Float, _ ground: Float, _ wide: Float, _ tall: Float, _ wall: UInt32, roof: UInt32,
    windows: Int = 2, lit: Float = 0
  ) {
    let eaves = ground - tall
    fill(.rectangle(x, eaves, wide, tall), Surface.plaster(wall, rough: 0.2))
    fill(
      .polygon([
        Point(x - wide * 0.07, eaves), Point(x + wide / 2, eaves - wide * 0.42),
        Point(x + wide * 1.07, eaves),
      ]), roof)
    for index in 0..<windows {
      let part = (Float(index) + 0.5) / Float(windows)
      let size = min(wide / Float(windows) * 0.42, tall * 0.5)
      let colour = dice() < lit ? ink(0xFFCB78).lit(1.4) : ink(0x26303A)
      let corner = Point(x + wide * part - size / 2, eaves + tall * 0.28)
      fill(
        .rectangle(corner.x - size * 0.08, corner.y - size * 0.08, size * 1.16, size * 1.36),
        0xEFE8DA)
      fill(.rectangle(corner.x, corner.y, size, size * 1.2), colour)
      fill(.rectangle(corner.x + size * 0.46, corner.y, size * 0.08, size * 1.2), 0xEFE8DA)
    }
  }

  /// Paints a tram, seen from the front.
  @inline(never)
  mutating func tram(_ middle: Float, _ ground: Float, _ size: Float, _ colour: UInt32, lamps: Bool)
  {
    let left = middle - size * 0.42
    let top = ground - size * 1.12
    shadow(Point(middle, ground), size * 0.5, size * 0.08, 0.7)
    fill(.rectangle(middle - size * 0.32, ground - size * 0.14, size * 0.64, size * 0.13), 0x17181B)
    let body = ink(colour)
    fill(.roundedRectangle(left, top, size * 0.84, size * 1.02, size * 0.12)) { point in
      let across = (point.x - left) / (size * 0.84)
      return body.lit(1.12 - 0.45 * abs(across - 0.35)).alpha(1)
    }
    fill(.rectangle(left, ground - size * 0.52, size * 0.84, size * 0.05), 0xF2EDE0)
    fill(
      .roundedRectangle(
        left + size * 0.06, top + size * 0.2, size * 0.72, size * 0.36, 0.03 * size), 0x1B222B)
    for part in [Float(0.09), 0.31, 0.57] {
      let wide = part == 0.31 ? size * 0.24 : size * 0.18
      fill(.rectangle(left + size * part, top + size * 0.23, wide, size * 0.3)) { point in
        let slant = ramp(0, 1, (point.x - left) / size + (point.y - top) / size * 0.8)
        return mix(ink(0x9FB4BE), ink(0x35424C), slant)
      }
    }
    fill(
      .roundedRectangle(
        middle - size * 0.2, top + size * 0.05, size * 0.4, size * 0.11, 0.02 * size), 0x14171A)
    fill(
      .rectangle(middle - size * 0.13, top + size * 0.085, size * 0.26, size * 0.04),
      lamps ? 0xFFC766 : 0xD9C79A)
    for side in [Float(-1), 1] {
      let lamp = Point(middle + side * size * 0.26, ground - size * 0.34)
      fill(.circle(lamp, size * 0.055), 0x2A2C2E)
      fill(.circle(lamp, size * 0.042), lamps ? ink(0xFFF0C4).lit(2.4) : ink(0xCFD3CF))
      if lamps {
        glow(lamp, size * 0.2, ink(0xFFD48A, 0.9))
        glow(lamp + Point(0, size * 0.45), size * 0.3, ink(0xFFC070, 0.35), squeezed: 0.5)
      }
    }
  }
}

/// Returns a colour as 0xRRGGBB.
func hexadecimal(_ colour: Ink) -> UInt32 {
  [colour.x, colour.y, colour.z].reduce(0) { number, channel in
    let light = unit(channel)
    let value = light <= 0.0031308 ? light * 12.92 : 1.055 * power(light, 1 / 2.4) - 0.055
    return number << 8 | UInt32(value * 255 + 0.5)
  }
}

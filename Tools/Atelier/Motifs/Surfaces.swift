/// A namespace for materials, as colours for each point.
enum Surface {
  /// Returns the colours of a plaster wall, lit from one side.
  static func plaster(_ colour: UInt32, seed: UInt32 = 51, rough: Float = 0.14) -> Shade {
    let (base, noise) = (ink(colour), Noise(seed))
    return { point in
      let stain = noise.layered(point.x * 2.2, point.y * 1.6, 5)
      let grit = noise(point.x * 90, point.y * 90)
      return base.lit(1 + rough * stain * 1.4 + 0.035 * grit).alpha(1)
    }
  }

  /// Returns the colours of wooden planks of a width, upright or lying.
  static func wood(
    _ dark: UInt32, _ light: UInt32, plank: Float = 0.2, upright: Bool = false, seed: UInt32 = 61
  ) -> Shade {
    let (shade, sun, noise) = (ink(dark), ink(light), Noise(seed))
    return { point in
      let along = upright ? point.y : point.x
      let across = upright ? point.x : point.y
      let number = Int((across / plank).rounded(.down))
      let inside = across / plank - Float(number)
      let shift = scatter(number, 3) * 9
      let wave = noise(along * 1.3 + shift, across * 3 / plank * 0.4 + shift) * 0.5
      let ring = noise.layered(along * 1.1 + shift, across * 34 + wave * 7, 3)
      let seam = ramp(0, 0.02, inside) * ramp(0, 0.02, 1 - inside)
      let tone = unit(0.5 + 0.55 * ring + 0.3 * (scatter(number, 8) - 0.5))
      return mix(shade, sun, tone).lit(0.35 + 0.65 * seam).alpha(1)
    }
  }

  static func bricks(_ brick: UInt32, _ mortar: UInt32, tall: Float = 0.05) -> Shade {
    let (clay, lime, noise) = (ink(brick), ink(mortar), Noise(71))
    return { point in
      let row = Int((point.y / tall).rounded(.down))
      let shifted = point.x / (tall * 2.6) + (row & 1 == 0 ? 0.5 : 0)
      let column = Int(shifted.rounded(.down))
      let inside = Point(shifted - Float(column), point.y / tall - Float(row))
      let edgeX = min(inside.x, 1 - inside.x) * 2.6
      let edgeY = min(inside.y, 1 - inside.y)
      let face = ramp(0.04, 0.12, min(edgeX, edgeY))
      let tone =
        0.72 + 0.5 * scatter(row, column) + 0.2 * noise.layered(point.x * 40, point.y * 40, 2)
      let stain = 1 + 0.25 * noise.layered(point.x * 1.4, point.y * 1.4, 3)
      return mix(lime, clay.lit(tone), face).lit(stain).alpha(1)
    }
  }

  /// Returns the colours of stone with moss or lichen.
  static func stone(_ colour: UInt32, _ spots: UInt32, covered: Float = 0.3, seed: UInt32 = 81)
    -> Shade
  {
    let (base, moss, noise) = (ink(colour), ink(spots), Noise(seed))
    return { point in
      let form = noise.layered(point.x * 4, point.y * 4, 6)
      let patch = noise.layered(point.x * 7 + 40, point.y * 7, 5)
      let cover = ramp(0.5 - covered, 0.75 - covered, patch)
      let grit = noise(point.x * 120, point.y * 120)
      let lit = 1 + 0.4 * form + 0.1 * grit
      return mix(base.lit(lit), moss.lit(lit * 1.1), cover).alpha(1)
    }
  }

  /// Returns the colours of woven cloth with soft folds.
  static func cloth(_ colour: UInt32, fold: Float = 0.2, seed: UInt32 = 91) -> Shade {
    let (base, noise) = (ink(colour), Noise(seed))
    return { point in
      let wave = noise.layered(point.x / fold, point.y / fold * 0.25, 3)
      let thread = sine(point.x * 900) * sine(point.y * 900) * 0.03
      return base.lit(1 + 0.5 * wave + thread).alpha(1)
    }
  }
}

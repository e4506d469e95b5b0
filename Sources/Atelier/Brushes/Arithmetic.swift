internal import Glibc

// The names differ from those of the C library, whose functions exist in several precisions.

/// The number raised to the exponent.
func power(_ base: Float, _ exponent: Float) -> Float { powf(base, exponent) }

/// The sine of an angle.
func sine(_ angle: Float) -> Float { sinf(angle) }

/// The cosine of an angle.
func cosine(_ angle: Float) -> Float { cosf(angle) }

/// A bell curve: 1 in the middle, and soon almost nothing.
func bell(_ distance: Float) -> Float { expf(-distance * distance) }

/// e raised to the exponent.
func exponential(_ exponent: Float) -> Float { expf(exponent) }

/// A whole turn.
let turn = Float.pi * 2

/// The angle at which a direction points.
func heading(_ way: Point) -> Float { atan2f(way.y, way.x) }

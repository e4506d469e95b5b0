internal import Glibc

// The names differ from those of the C library, whose functions exist in several precisions.

func power(_ base: Float, _ exponent: Float) -> Float { powf(base, exponent) }

func sine(_ angle: Float) -> Float { sinf(angle) }

func cosine(_ angle: Float) -> Float { cosf(angle) }

/// A bell curve: 1 in the middle, and soon almost nothing.
func bell(_ distance: Float) -> Float { expf(-distance * distance) }

func exponential(_ exponent: Float) -> Float { expf(exponent) }

let turn = Float.pi * 2

/// The angle at which a direction points.
func heading(_ way: Point) -> Float { atan2f(way.y, way.x) }

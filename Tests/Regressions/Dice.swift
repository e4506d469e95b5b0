/// Random numbers that are the same in every run.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 0x5851_f42d_4c95_7f2d &+ 0x1405_7b7e_f767_814f
    let mixed = (state ^ (state >> 33)) &* 0xff51_afd7_ed55_8ccd
    return mixed ^ (mixed >> 33)
  }
}

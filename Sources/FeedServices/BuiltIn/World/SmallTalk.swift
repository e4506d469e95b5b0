/// What people say once everything that was written for them is said.
struct SmallTalk {
  let line: Script.Line

  /// The line with that number: each part goes round at a pace of its own, so that the whole does
  /// not come again for a long time.
  init(seed: UInt64, _ index: Int) {
    var dice = SplitMix64(seed, 0x7A1C)
    func pick(_ texts: [String], _ stride: Int, _ dice: inout SplitMix64) -> String {
      texts[(dice.below(texts.count) + index * stride) % texts.count]
    }
    let handle = pick(SmallTalkTexts.handles, 5, &dice)
    let opening = pick(SmallTalkTexts.openings, 7, &dice)
    let middle = pick(SmallTalkTexts.middles, 11, &dice)
    let end = pick(SmallTalkTexts.ends, 13, &dice)
    line = Script.Line(handle: handle, text: "\(opening) \(middle) \(end)", depth: 0)
  }
}

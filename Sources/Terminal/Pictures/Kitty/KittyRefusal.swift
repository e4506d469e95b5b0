/// An answer of kitty's that is not "OK", as `i=31;ENOENT:no such image`.
struct KittyRefusal: Equatable {
  let number: KittyNumber

  init?(_ text: String) {
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1] != "OK",
      let key = parts[0].split(separator: ",").first(where: { $0.hasPrefix("i=") }),
      let value = UInt32(key.dropFirst(2))
    else { return nil }
    number = KittyNumber(value: value)
  }
}

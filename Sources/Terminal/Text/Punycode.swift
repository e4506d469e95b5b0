/// Names of hosts in letters that are not ASCII, as the name servers know them (RFC 3492).
enum Punycode {
  private static let base = 36
  private static let (lowest, highest, skew, damp) = (1, 26, 38, 700)

  /// The name in ASCII, with "xn--…" for each part that is not; nil where it has no such form.
  static func ascii(host: String) -> String? {
    guard !host.utf8.allSatisfy({ $0 < 0x80 }) else { return host.lowercased() }
    var labels: [String] = []
    // The full stops of other scripts separate parts, too.
    for label in host.lowercased().split(
      omittingEmptySubsequences: false, whereSeparator: { ".。．｡".contains($0) })
    {
      guard let ascii = ascii(label: label.unicodeScalars.map { Int($0.value) }) else { return nil }
      labels.append(ascii)
    }
    return labels.joined(separator: ".")
  }

  private static func ascii(label: [Int]) -> String? {
    let plain = label.filter { $0 < 0x80 }
    var text = plain.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar(UInt8($1))) }
    guard plain.count < label.count else { return text }
    guard label.count <= 63 else { return nil }
    if !plain.isEmpty { text += "-" }
    var (code, delta, bias, done) = (0x80, 0, 72, plain.count)
    while done < label.count {
      // There is one, since not all are written.
      guard let next = label.filter({ $0 >= code }).min() else { return nil }
      delta += (next - code) * (done + 1)
      code = next
      for letter in label {
        if letter < code { delta += 1 }
        guard letter == code else { continue }
        write(delta, bias, to: &text)
        bias = adapted(delta, count: done + 1, isFirst: done == plain.count)
        (delta, done) = (0, done + 1)
      }
      delta += 1
      code += 1
    }
    return "xn--" + text
  }

  private static func write(_ delta: Int, _ bias: Int, to text: inout String) {
    var rest = delta
    var place = base
    while true {
      let threshold = min(max(place - bias, lowest), highest)
      guard rest >= threshold else { break }
      append(threshold + (rest - threshold) % (base - threshold), to: &text)
      rest = (rest - threshold) / (base - threshold)
      place += base
    }
    append(rest, to: &text)
  }

  private static func append(_ digit: Int, to text: inout String) {
    let code = digit < 26 ? Int(UInt8(ascii: "a")) + digit : Int(UInt8(ascii: "0")) + digit - 26
    text.unicodeScalars.append(Unicode.Scalar(UInt8(code)))
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var steps = 0
    while delta > (base - lowest) * highest / 2 {
      delta /= base - lowest
      steps += base
    }
    return steps + (base - lowest + 1) * delta / (delta + skew)
  }
}

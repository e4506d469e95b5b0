/// A measured number with its unit, as the table prints it.
enum Quantity: Equatable {
  case time(Nanoseconds)
  case bytes(Int64)
  case kilobytes(Int64)
  case count(Int64)
  case share(percent: Int64)

  var text: String {
    switch self {
    case .time(let nanoseconds): "\(decimals(nanoseconds / 10_000)) ms"
    case .bytes(let bytes): "\(bytes) B"
    case .kilobytes(let kilobytes): "\(decimals(kilobytes * 100 / 1024)) MB"
    case .count(let count): "\(count)"
    case .share(let percent): "\(percent) %"
    }
  }
}

/// Hundredths as a decimal number.
private func decimals(_ hundredths: Int64) -> String {
  let fraction = String(hundredths % 100)
  return "\(hundredths / 100).\(fraction.count == 1 ? "0" : "")\(fraction)"
}

import Glibc

/// Checks an input of the fuzzer with the property in whose name the program is called; libFuzzer's
/// entry function. A finding ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Array(UnsafeBufferPointer(start: start, count: count))
  if isTiling, !input.isEmpty {
    input = Array(repeatElement(input, count: 1 + (1 << 16) / input.count).joined())
  }
  do throws(Finding) {
    try property.check(input)
  } catch {
    report("finding: \(error)\n")
    abort()
  }
  return 0
}

/// Prints the names of all properties and exits, if the environment variable FUZZ_LIST is set.
/// libFuzzer calls this function first.
@_cdecl("LLVMFuzzerInitialize")
public func prepare(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer
) -> CInt {
  guard getenv("FUZZ_LIST") != nil else { return 0 }
  for property in Property.all { print(property.name) }
  exit(0)
}

private let property: Property = {
  let name = CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? ""
  guard let property = Property.all.first(where: { $0.name == name }) else {
    report("There is no property \(name).\n")
    exit(2)
  }
  return property
}()

/// True if each input is repeated up to 64 kB, so that code that takes more than linear time is
/// found.
private let isTiling = getenv("FUZZ_TILE") != nil

private func report(_ text: String) {
  text.utf8.withContiguousStorageIfAvailable { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

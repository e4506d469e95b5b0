/// Where a store keeps its things.
package enum StoreLocation: Hashable, Sendable {
  /// In that file; its directory exists.
  case file(String)
  /// In memory, until the program ends.
  case memory
}

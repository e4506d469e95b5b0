/// Why standard input cannot be used.
package enum InputError: Error, Equatable {
  case tooLong
  case notUTF8
  case failed(String)
}

internal import Glibc

/// Says a line beside the table, on standard error output.
func remark(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

import Glibc

/// The error number of the last call of the C library; `errno` is a macro that Swift cannot import.
var errno: CInt { __errno_location().pointee }

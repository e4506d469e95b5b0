import Glibc

/// The error number of the last call of the C library: a macro, which Swift cannot import.
var errno: CInt { __errno_location().pointee }

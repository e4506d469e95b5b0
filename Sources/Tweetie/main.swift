import Glibc
import TweetieTUI

// Not `exit`: the libraries' own tidying up would meet threads that are still at work in them, and
// free what those free. Everything that has to be kept has been written by now.
_exit(Program(CommandLine.arguments, services: Services()).run())

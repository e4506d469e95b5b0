import Glibc
import Terminal
import Threads

let options = TerminalOptions(environment: [:], encoding: .utf8)
ProcessSupervisor.startChildProcess(restoration: TerminalRestoration(options)) { _ in "ended" }
guard LateValue.value == 42 else { exit(1) }
while !LateValue.answered.withLock({ $0 }) { sched_yield() }
print("Both have it.")

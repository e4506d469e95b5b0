#define _GNU_SOURCE
#include "samples.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static void open_file(void) { open("/etc/passwd", O_RDONLY); }
static void make_file(void) { open("/tmp/tweetie-escape", O_CREAT | O_WRONLY, 0600); }
static void make_socket(void) { socket(AF_INET, SOCK_STREAM, 0); }
static void make_local_socket(void) { socket(AF_UNIX, SOCK_STREAM, 0); }
static void run_program(void) { execl("/bin/true", "true", NULL); }
static void run_memory(void) { syscall(SYS_memfd_create, "x", 0); }
static void start_process(void) { syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }
static void trace_parent(void) { ptrace(PTRACE_ATTACH, getppid(), 0, 0); }
static void signal_parent(void) { kill(getppid(), 0); }
static void signal_parents_thread(void) { syscall(SYS_tgkill, getppid(), getppid(), 0); }
static void read_parent(void) { syscall(SYS_process_vm_readv, getppid(), 0, 0, 0, 0, 0); }
static void map_code(void) {
  mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
static void turn_into_code(void) {
  void *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(page, 4096, PROT_READ | PROT_EXEC);
}
static void remove_file(void) { unlink("/tmp/tweetie-escape"); }
static void change_limits(void) { syscall(SYS_prlimit64, 0, 0, 0, 0); }
static void queue_calls(void) { syscall(SYS_io_uring_setup, 1, 0); }

static const struct {
  const char *name;
  void (*attempt)(void);
} escapes[] = {
    {"open a file", open_file},
    {"make a file", make_file},
    {"make a socket", make_socket},
    {"make a local socket", make_local_socket},
    {"run a program", run_program},
    {"make a file in memory", run_memory},
    {"start a process", start_process},
    {"trace the parent", trace_parent},
    {"send the parent a signal", signal_parent},
    {"send the parent's thread a signal", signal_parents_thread},
    {"read the parent's memory", read_parent},
    {"map memory to execute", map_code},
    {"make memory executable", turn_into_code},
    {"remove a file", remove_file},
    {"change limits", change_limits},
    {"queue calls for the kernel", queue_calls},
};

int sample_escape_count(void) { return sizeof escapes / sizeof *escapes; }
const char *sample_escape_name(int number) { return escapes[number].name; }
void sample_escape(int number) { escapes[number].attempt(); }

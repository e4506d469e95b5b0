#include <stddef.h>
#include <sys/auxv.h>

/// Fills memory with random bytes, which seed hash tables. The bytes are those that the kernel
/// passes to each process at its start, since the sandbox allows no call for others. glibc before
/// 2.36 lacks this function.
void arc4random_buf(void *bytes, size_t count) {
  const unsigned char *random = (const unsigned char *)getauxval(AT_RANDOM);
  for (size_t index = 0; index < count; index++)
    ((unsigned char *)bytes)[index] = random != NULL ? random[index % 16] : 0;
}

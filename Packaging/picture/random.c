#include <stddef.h>
#include <sys/auxv.h>

/// Fills memory with random bytes for the seeds of hash tables. They come from the kernel with each
/// start of a program: the sandbox allows no call for others, and glibc has this function from 2.36.
void arc4random_buf(void *bytes, size_t count) {
  const unsigned char *random = (const unsigned char *)getauxval(AT_RANDOM);
  for (size_t index = 0; index < count; index++)
    ((unsigned char *)bytes)[index] = random != NULL ? random[index % 16] : 0;
}

// What the thread sanitizer is told, in every program that is built with it: where its reports go, and
// what Swift's Mutex does in the kernel.
//
// The sanitizer sees the atomic operations that are compiled into our code: by one of them a lock that
// is free is taken, and one for which nobody waits is given back. Where two threads meet, Mutex calls
// into libswiftSynchronization, which is not instrumented: there a futex hands the lock on, and the
// sanitizer takes what the lock guards for a race. The three functions below take the place of the
// library's, call them, and tell what they did. So nothing has to be suppressed, and what is really
// not guarded is found, in the closures of a Mutex, too.
//
// Their names are those of methods of Synchronization._MutexHandle, which are a part of its ABI. With
// a library that has others these are never called, and the false reports are back.

// Programs that a test starts do not have its environment.
const char *__tsan_default_options(void);

const char *__tsan_default_options(void) { return "log_path=" REPORTS; }

#if defined(__linux__)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// llvm.org: compiler-rt/include/sanitizer/tsan_interface.h
void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT void mutex_lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool mutex_try_lock(SELF) __asm__(TRY_LOCK);
SWIFT void mutex_unlock(SELF) __asm__(UNLOCK);

SWIFT void mutex_lock(uint32_t thread, SELF) {
  SWIFT void (*lock)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
  lock(thread, self);
  __tsan_acquire(self);
}

SWIFT bool mutex_try_lock(SELF) {
  SWIFT bool (*try_lock)(SELF) = dlsym(RTLD_NEXT, TRY_LOCK);
  bool is_locked = try_lock(self);
  if (is_locked) __tsan_acquire(self);
  return is_locked;
}

SWIFT void mutex_unlock(SELF) {
  SWIFT void (*unlock)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
  __tsan_release(self);
  unlock(self);
}
#endif

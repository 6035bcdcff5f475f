/* A machine on which one thing is broken, for LD_PRELOAD. The environment says which:

   NO_LOCKS=errno       flock fails
   NO_FOLDER_SYNC=errno fsync of a folder fails
   FULL_DISK=a:b        nothing can be written to files below these folders
   OTHER_GROUPS=folder  /proc/self/cgroup and /sys/fs/cgroup are those below this folder
   CLOCK=seconds        the time of day
   NO_THREADS=count     the most threads at a time beside the first */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int flock(int file, int operation) {
    const char *error = getenv("NO_LOCKS");
    if (error && !(operation & LOCK_UN)) {
        errno = atoi(error);
        return -1;
    }
    return NEXT(flock)(file, operation);
}

int fsync(int file) {
    const char *error = getenv("NO_FOLDER_SYNC");
    struct stat about;
    if (error && fstat(file, &about) == 0 && S_ISDIR(about.st_mode)) {
        errno = atoi(error);
        return -1;
    }
    return NEXT(fsync)(file);
}

static int is_full(int file) {
    const char *folders = getenv("FULL_DISK");
    char link[64], path[4096];
    if (!folders)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    while (*folders) {
        size_t end = strcspn(folders, ":");
        if (end && !strncmp(path, folders, end))
            return 1;
        folders += end + (folders[end] == ':');
    }
    return 0;
}

ssize_t write(int file, const void *bytes, size_t count) {
    if (is_full(file)) {
        errno = ENOSPC;
        return -1;
    }
    return NEXT(write)(file, bytes, count);
}

int open64(const char *path, int flags, ...) {
    char other[4096];
    const char *groups = getenv("OTHER_GROUPS");
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    va_end(more);
    if (groups && (!strncmp(path, "/sys/fs/cgroup", 14) || !strcmp(path, "/proc/self/cgroup"))) {
        snprintf(other, sizeof other, "%s%s", groups, path);
        path = other;
    }
    return NEXT(open64)(path, flags, mode);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    const char *seconds = getenv("CLOCK");
    if (seconds && clock == CLOCK_REALTIME) {
        time->tv_sec = atoll(seconds);
        time->tv_nsec = 0;
        return 0;
    }
    return NEXT(clock_gettime)(clock, time);
}

/* The threads that run, and what one of them does. */
static int running;
struct task {
    void *(*work)(void *);
    void *with;
};

static void *counted(void *task) {
    struct task own = *(struct task *)task;
    free(task);
    void *result = own.work(own.with);
    __sync_fetch_and_sub(&running, 1);
    return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*work)(void *), void *with) {
    const char *count = getenv("NO_THREADS");
    if (!count)
        return NEXT(pthread_create)(thread, how, work, with);
    struct task *task = malloc(sizeof *task);
    if (__sync_fetch_and_add(&running, 1) >= atoi(count) || !task) {
        __sync_fetch_and_sub(&running, 1);
        free(task);
        return EAGAIN;
    }
    *task = (struct task){work, with};
    return NEXT(pthread_create)(thread, how, counted, task);
}

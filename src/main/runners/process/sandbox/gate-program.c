/*
 * The first program in a sandbox: gate DESCRIPTOR MODE PROGRAM ARGUMENTS…
 * It tells the app that it is there and starts the program only when the app answers, so that nothing starts for an app
 * that is gone. In mode "l" it also listens on 127.0.0.1:3128 and hands the listening socket out: the app is the proxy.
 * Without any library, so that it runs where nothing of the system is to be seen. See gate-program.test.ts.
 */
#if defined(__x86_64__)
enum { READ = 0, SOCKET = 41, SENDMSG = 46, BIND = 49, LISTEN = 50, EXECVE = 59, EXIT = 231, CLOSE_RANGE = 436 };
__asm__(".globl _start\n_start: mov %rsp, %rdi\nand $-16, %rsp\ncall begin\n");
static long call(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return result;
}
#elif defined(__aarch64__)
enum { READ = 63, EXIT = 94, SOCKET = 198, BIND = 200, LISTEN = 201, SENDMSG = 211, EXECVE = 221, CLOSE_RANGE = 436 };
__asm__(".globl _start\n_start: mov x0, sp\nbl begin\n");
static long call(long number, long a, long b, long c) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
}
#endif

struct address { unsigned short family, port; unsigned int host; unsigned long zero; };
struct piece { const char *bytes; unsigned long length; };
struct rights { unsigned long length; int level, type, descriptor, padding; };
struct envelope {
  void *name; unsigned int name_length;
  struct piece *pieces; unsigned long count;
  struct rights *rights; unsigned long rights_length;
  int flags;
};

/* As Node reads them from the channel of a child. */
static const char SERVER[] = "{\"cmd\":\"NODE_HANDLE\",\"type\":\"net.Server\",\"msg\":\"gate\"}\n";
static const char READY[] = "\"gate\"\n";
static const char LOST[] = "\"lost\"\n";

static void end(long code) {
  for (;;) call(EXIT, code, 0, 0);
}

__attribute__((used, noreturn)) static void begin(long *stack) {
  long count = stack[0];
  char **arguments = (char **)(stack + 1);
  char **environment = arguments + count + 1;
  if (count < 4) end(125);
  long channel = arguments[1][0] - '0';
  int listens = arguments[2][0] == 'l';

  struct rights rights = { 20, 1, 1, 0, 0 };
  struct piece piece = { READY, sizeof READY - 1 };
  struct envelope envelope = { 0, 0, &piece, 1, 0, 0, 0 };
  if (listens) {
    /* 127.0.0.1:3128 as the network writes it. */
    struct address address = { 2, 0x380c, 0x0100007f, 0 };
    long door = call(SOCKET, 2, 1, 0);
    if (door < 0 || call(BIND, door, (long)&address, sizeof address) || call(LISTEN, door, 128, 0)) end(125);
    rights.descriptor = (int)door;
    piece = (struct piece){ SERVER, sizeof SERVER - 1 };
    envelope.rights = &rights;
    envelope.rights_length = sizeof rights;
  }
  if (call(SENDMSG, channel, (long)&envelope, 0x4000) != (long)piece.length) end(125);

  char letter = 0;
  while (letter != '\n')
    if (call(READ, channel, (long)&letter, 1) != 1) end(125);
  /* At the start of the program, which keeps 4 for its result: where it cannot be started, the app is told. */
  if (call(CLOSE_RANGE, 5, 0xffffffff, 4)) end(125);
  call(EXECVE, (long)arguments[3], (long)(arguments + 3), (long)environment);
  piece = (struct piece){ LOST, sizeof LOST - 1 };
  envelope.rights = 0;
  envelope.rights_length = 0;
  call(SENDMSG, channel, (long)&envelope, 0x4000);
  end(127);
  __builtin_unreachable();
}

#include "measure.h"

#include <malloc.h>
#include <stdio.h>

size_t memory_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void look_at(const void *value) { (void)value; }

void show_lines_at_once(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

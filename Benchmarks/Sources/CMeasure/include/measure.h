#ifndef MEASURE_H
#define MEASURE_H

#include <stddef.h>

// How many bytes the program has allocated and not freed (mallinfo2(3)); Swift does not see malloc.h.
size_t memory_in_use(void);

// Looks at nothing, which the compiler cannot know: what made the value is not optimised away.
void look_at(const void *value);

// Shows each line when it is printed, in a pipe too; Swift takes stdout for shared mutable state.
void show_lines_at_once(void);

#endif

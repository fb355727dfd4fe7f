#include <stdlib.h>
int plain_c(int n) {
    int *class = malloc(n * sizeof *class); /* C, not C++ */
    class[0] = n + 1;
    n = class[0];
    free(class);
    return n;
}

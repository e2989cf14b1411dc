// Prints whether QtGui says that somebody reads the app by its accessibility, then what it says in a fork. Without QtGui's
// header: the function alone is needed.
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

class QAccessible {
  public:
    static bool isActive();
};

int main() {
    // Twice, since the second answer may come another way.
    for (int i = 0; i < 2; ++i) std::puts(QAccessible::isActive() ? "yes" : "no");
    std::fflush(stdout);
    if (fork()) {
        wait(nullptr);
        return 0;
    }
    std::puts(QAccessible::isActive() ? "yes" : "no");
    std::fflush(stdout);
    _exit(0);
}

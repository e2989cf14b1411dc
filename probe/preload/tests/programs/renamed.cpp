// A Qt built under another name: with LIBRARY the library itself, otherwise a plugin that uses it.
class __attribute__((visibility("default"))) QCoreApplication {
  public:
    static int exec();
};

#ifdef LIBRARY
int QCoreApplication::exec() { return 42; }
#else
extern "C" int run() { return QCoreApplication::exec(); }
#endif

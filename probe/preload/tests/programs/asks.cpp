// A library that asks QtGui whether somebody reads the app by its accessibility. Without QtGui's header: the function
// alone is needed.
class QAccessible {
public:
    static bool isActive();
};

extern "C" bool asks() {
    // Stored, so that the question comes from here and is no jump on behalf of whoever called.
    const volatile bool is = QAccessible::isActive();
    return is;
}

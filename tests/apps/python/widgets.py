# A counter in Python and Qt Widgets, with whichever binding there is: PySide6 or PyQt5. Its own signal, slot and
# property are Python's. Leaving by the button ends it with 23.
import sys

try:
    from PySide6.QtCore import Property, Signal, Slot
    from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget
except ImportError:
    from PyQt5.QtCore import pyqtProperty as Property, pyqtSignal as Signal, pyqtSlot as Slot
    from PyQt5.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget


class Counter(QWidget):
    countChanged = Signal(int)

    def __init__(self):
        super().__init__()
        self._count = 0
        self.setObjectName("counter")
        self.setWindowTitle("Counter in Python")
        layout = QVBoxLayout(self)
        label = self.named(layout, QLabel("0"), "countLabel")
        self.countChanged.connect(lambda count: label.setText(str(count)))
        self.named(layout, QPushButton("Add one"), "addButton").clicked.connect(lambda: self.add(1))
        greeting = self.named(layout, QLabel(), "greetingLabel")
        name = self.named(layout, QLineEdit(), "nameEdit")
        name.textChanged.connect(lambda text: greeting.setText("Hello " + text))
        leave = self.named(layout, QPushButton("Leave"), "leaveButton")
        leave.clicked.connect(lambda: QApplication.exit(23))

    def named(self, layout, widget, name):
        widget.setObjectName(name)
        layout.addWidget(widget)
        return widget

    def read_count(self):
        return self._count

    def write_count(self, count):
        if count != self._count:
            self._count = count
            self.countChanged.emit(count)

    count = Property(int, read_count, write_count, notify=countChanged)

    @Slot(int, result=int)
    def add(self, amount):
        self.write_count(self._count + amount)
        return self._count


application = QApplication(sys.argv)
counter = Counter()
counter.show()
code = application.exec()
print("counted to", counter.read_count(), flush=True)
sys.exit(code)

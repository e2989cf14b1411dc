# A counter in Python and QML, with PySide6: the window is in quick.qml, and what it counts with is a Python object.
import sys
from pathlib import Path

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtQml import QQmlApplicationEngine


class Counter(QObject):
    countChanged = Signal(int)

    def __init__(self):
        super().__init__()
        self._count = 0
        self.setObjectName("counter")

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


application = QGuiApplication(sys.argv)
counter = Counter()
engine = QQmlApplicationEngine()
engine.rootContext().setContextProperty("counter", counter)
engine.load(str(Path(__file__).with_suffix(".qml")))
code = application.exec()
print("counted to", counter.read_count(), flush=True)
# The window must go before what its bindings read.
del engine
sys.exit(code)

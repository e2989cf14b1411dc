// What the gallery tells whoever started it: one line on stdout per event, flushed at once.
#pragma once

#include <QObject>
#include <QString>

// Prints one line; safe on any thread and without an application object.
void say(const QString &line);

// Gives an object its name where it is made.
template <class Object>
Object *named(Object *object, const char *name) {
    object->setObjectName(QString::fromLatin1(name));
    return object;
}

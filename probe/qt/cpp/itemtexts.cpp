// What stands on QML items, read from their properties and from the texts in them.

#include "itemtexts.h"

#include "elements.h"
#include "quick.h"

#include <QtCore/QUrl>
#include <QtGui/QTextDocument>
#include <QtGui/QTextDocumentFragment>
#include <QtQml/QQmlProperty>

#include <algorithm>

namespace qtmcp {

namespace {

// So many texts make a name; more are a page.
constexpr int mostTexts = 40;

class Texts {
public:
    enum Which { Plain, OfControls, All };

    Texts(Which which) : which(which) {}

    void collect(QQuickItem *item) {
        const QList<QQuickItem *> children = item->childItems();
        for (QQuickItem *child : children) {
            if (found.size() >= mostTexts)
                return;
            if (isShown(child))
                look(child);
        }
    }

    QStringList found;

private:
    void look(QQuickItem *item) {
        const Look look = lookAt(item);
        if (look.isInteractive) {
            if (which != Plain)
                add(nameOf(item, look));
        } else if (look.kind() == Kind::Text) {
            if (which != OfControls)
                add(nameOf(item, look));
        } else if (look.kind() != Kind::ToolTip) {
            if (which != OfControls && look.accessible && look.kind() == Kind::Image)
                add(nameOf(item, look));
            collect(item);
        }
    }

    void add(const QString &text) {
        const QString line = text.simplified();
        if (!line.isEmpty())
            found.append(line);
    }

    const Which which;
};

QString textProperty(const QObject *object, const char *name) {
    const QVariant value = object->property(name);
    return value.isValid() ? value.toString() : QString();
}

// What stands on a control of this kind.
QString captionOf(QQuickItem *item, Kind kind) {
    switch (kind) {
    case Kind::Text:
        return shownText(item);
    case Kind::Button:
    case Kind::CheckBox:
    case Kind::RadioButton:
    case Kind::Delegate:
    case Kind::MenuItem:
    case Kind::Tab:
    case Kind::DelayButton:
        return withoutMnemonics(textProperty(item, "text"));
    case Kind::Titled:
    case Kind::Page:
        return textProperty(item, "title");
    default:
        return QString();
    }
}

// What Qt's controls tell accessibility as their name by themselves: what stands on them, markup and all, and what is
// chosen in them.
constexpr const char *handedOn[] = {"text", "title", "displayText", "editText"};

bool isNamedByContent(const Look &look) {
    return look.isInteractive && look.inside == Inside::Controls && look.kind() != Kind::Text;
}

QString joined(const QStringList &texts) { return texts.join(QStringLiteral(", ")); }

}  // namespace

QString shownText(const QQuickItem *text) {
    const QString raw = textProperty(text, "text");
    const QVariant format = text->property("textFormat");
    // Markdown is a format of its own from Qt 5.14 on; its marks are kept, since they are readable as they are.
    const bool isRich = format.isValid() && (format.toInt() == Qt::RichText || format.toInt() == 4 /* StyledText */ ||
                                             (format.toInt() == Qt::AutoText && Qt::mightBeRichText(raw)));
    return isRich ? QTextDocumentFragment::fromHtml(raw).toPlainText() : raw;
}

QString nameOf(QQuickItem *item, const Look &look) {
    if (look.isIgnored)
        return QString();
    const QString caption = captionOf(item, look.kind());
    const QString said = look.accessible ? textProperty(look.accessible, "name") : QString();
    const bool isOwn = !said.isEmpty() && std::none_of(std::begin(handedOn), std::end(handedOn), [&](const char *name) {
        return said == textProperty(item, name);
    });
    if (isOwn)
        return said;
    if (!caption.isEmpty())
        return caption;
    return isNamedByContent(look) ? joined(textsIn(item)) : QString();
}

QString nameOfPopup(const QObject *popup) {
    const Kind kind = traitsOf(popup).kind;
    const QString name = textProperty(popup, kind == Kind::ToolTip ? "text" : "title");
    return kind == Kind::Menu ? withoutMnemonics(name) : name;
}

QStringList textsIn(QQuickItem *item) {
    Texts plain(Texts::Plain);
    plain.collect(item);
    if (!plain.found.isEmpty())
        return plain.found;
    Texts controls(Texts::OfControls);
    controls.collect(item);
    return controls.found;
}

QString rowName(QQuickItem *delegate) {
    const Look look = lookAt(delegate);
    const QString name = nameOf(delegate, look);
    if (!name.isEmpty())
        return name;
    return look.inside == Inside::Nothing ? QString() : joined(textsIn(delegate));
}

QString fingerprintOf(QQuickItem *delegate) {
    Texts texts(Texts::All);
    if (lookAt(delegate).inside != Inside::Nothing)
        texts.collect(delegate);
    texts.found.prepend(rowName(delegate).simplified());
    return texts.found.join(QLatin1Char('\n'));
}

QString toolTipOf(const QQuickItem *item) {
    const QObject *attached = childOfClass(item, "QQuickToolTipAttached");
    const QString text = attached ? textProperty(attached, "text") : QString();
    if (!text.isEmpty())
        return text;
    const QObjectList &children = item->children();
    for (const QObject *child : children) {
        if (child && child->inherits("QQuickToolTip"))
            return textProperty(child, "text");
    }
    return QString();
}

QString iconOf(QQuickItem *item) {
    const QString name = QQmlProperty::read(item, QStringLiteral("icon.name")).toString();
    if (!name.isEmpty())
        return name;
    const QVariant source = traitsOf(item).kind == Kind::Image
                                ? item->property("source")
                                : QQmlProperty::read(item, QStringLiteral("icon.source"));
    const QString file = source.toUrl().fileName();
    const int dot = int(file.lastIndexOf(QLatin1Char('.')));
    return dot > 0 ? file.left(dot) : file;
}

}  // namespace qtmcp

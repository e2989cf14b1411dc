// The page "Wizard": a QWizard of three steps that goes on only when its mandatory fields are filled.
#include "morepages.h"
#include "output.h"
#include "signallog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWizard>

namespace {

QWizardPage *makeIntro() {
    auto *step = named(new QWizardPage, "introStep");
    step->setTitle(QStringLiteral("Welcome"));
    auto *layout = new QVBoxLayout(step);
    layout->addWidget(named(new QLabel(QStringLiteral("Three steps to an account."), step), "introLabel"));
    return step;
}

// A page registers its fields by a protected function.
class DetailsStep : public QWizardPage {
public:
    DetailsStep() {
        setObjectName(QStringLiteral("detailsStep"));
        setTitle(QStringLiteral("Details"));
        setSubTitle(QStringLiteral("The name is needed, the mail address is not."));
        auto *name = named(new QLineEdit(this), "wizardNameEdit");
        auto *mail = named(new QLineEdit(this), "wizardMailEdit");
        auto *plan = named(new QComboBox(this), "wizardPlanCombo");
        plan->addItems({QStringLiteral("Free"), QStringLiteral("Team"), QStringLiteral("Company")});
        auto *form = new QFormLayout(this);
        form->addRow(QStringLiteral("Na&me:"), name);
        form->addRow(QStringLiteral("M&ail:"), mail);
        form->addRow(QStringLiteral("&Plan:"), plan);
        registerField(QStringLiteral("name*"), name);
        registerField(QStringLiteral("mail"), mail);
        registerField(QStringLiteral("plan"), plan, "currentText", "currentTextChanged");
    }
};

class ConfirmStep : public QWizardPage {
public:
    ConfirmStep() : m_summary(named(new QLabel(this), "summaryLabel")) {
        setObjectName(QStringLiteral("confirmStep"));
        setTitle(QStringLiteral("Confirm"));
        auto *confirm = named(new QCheckBox(QStringLiteral("All of this is &right"), this), "confirmCheck");
        auto *layout = new QVBoxLayout(this);
        layout->addWidget(m_summary);
        layout->addWidget(confirm);
        registerField(QStringLiteral("confirm*"), confirm);
    }

protected:
    void initializePage() override {
        m_summary->setText(
            QStringLiteral("%1, plan %2")
                .arg(field(QStringLiteral("name")).toString(), field(QStringLiteral("plan")).toString()));
    }

private:
    QLabel *m_summary;
};

void openWizard(QWidget *page, QLabel *result) {
    auto *wizard = named(new QWizard(page), "wizard");
    wizard->setAttribute(Qt::WA_DeleteOnClose);
    wizard->setWindowTitle(QStringLiteral("New account"));
    wizard->setWizardStyle(QWizard::ClassicStyle);
    wizard->addPage(makeIntro());
    wizard->addPage(new DetailsStep);
    wizard->addPage(new ConfirmStep);
    named(wizard->button(QWizard::BackButton), "wizardBack");
    named(wizard->button(QWizard::NextButton), "wizardNext");
    named(wizard->button(QWizard::FinishButton), "wizardFinish");
    named(wizard->button(QWizard::CancelButton), "wizardCancel");
    QObject::connect(wizard, &QWizard::currentIdChanged, wizard, [wizard](int id) {
        if (const QWizardPage *step = wizard->page(id))
            say(QStringLiteral("WIZARD step ") + step->title());
    });
    QObject::connect(wizard, &QDialog::finished, result, [wizard, result](int code) {
        const QString name = wizard->field(QStringLiteral("name")).toString();
        const QString plan = wizard->field(QStringLiteral("plan")).toString();
        report(result, code == QDialog::Accepted ? QStringLiteral("WIZARD accepted %1|%2").arg(name, plan)
                                                 : QStringLiteral("WIZARD rejected"));
    });
    logSignals(wizard);
    wizard->open();
}

}  // namespace

QWidget *makeWizardPage() {
    auto *page = named(new QWidget, "wizardPage");
    auto *result = named(new QLabel(QStringLiteral("No wizard ended yet"), page), "wizardResult");
    auto *open = named(new QPushButton(QStringLiteral("New account…"), page), "wizardButton");
    QObject::connect(open, &QPushButton::clicked, page, [page, result] { openWizard(page, result); });
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(open);
    layout->addStretch();
    layout->addWidget(result);
    page->resize(360, 200);
    return page;
}

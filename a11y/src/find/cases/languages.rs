//! What people ask for in apps that are not in English.

use super::Cases;

pub(super) const GERMAN: Cases = &[
    ("speichern", r#"button "Speichern""#),
    ("Speichern button", r#"button "Speichern""#),
    ("loschen", r#"button "Löschen""#),
    ("strasse", "textbox class=QLineEdit label=\"Straße\""),
    ("Ort field", "combobox class=QComboBox label=\"Ort\""),
    ("zurich", "combobox class=QComboBox label=\"Ort\""),
    ("Datei > Speichern unter", r#"menuitem "Speichern unter…""#),
    ("RÜCKGÄNGIG", r#"menuitem "Rückgängig""#),
    ("Mehrwertsteuer", r#"checkbox "Mehrwertsteuer ausweisen""#),
    ("Größe column", r#"columnheader "Größe""#),
    ("Waehrung dropdown", "combobox class=QComboBox label=\"Währung\""),
    ("Abbrechen Schaltfläche", r#"button "Abbrechen""#),
    ("Menü Ansicht", r#"menuitem "Ansicht""#),
    ("drucken", r#"menuitem "Drucken…""#),
];

pub(super) const FRENCH: Cases = &[
    ("prenom", "textbox class=QLineEdit label=\"Prénom\""),
    ("onglet Réseau", r#"tab "Réseau""#),
    ("enregistrer", r#"button "Enregistrer""#),
    ("creer un compte", r#"button "Créer un compte""#),
    ("luminosite slider", r#"slider "Luminosité""#),
    ("adresse electronique", "textbox class=QLineEdit label=\"Adresse électronique\""),
    ("se souvenir", r#"checkbox "Se souvenir de moi""#),
];

pub(super) const RUSSIAN: Cases = &[
    ("отправить", r#"button "Отправить""#),
    ("кнопка Удалить", r#"button "Удалить""#),
    ("поле Тема", "textbox class=QLineEdit label=\"Тема\""),
    ("кому", "textbox class=QLineEdit label=\"Кому\""),
    ("Файл > Выход", r#"menuitem "Выход""#),
    ("настройка", r#"menuitem "Настройки""#),
    ("счет", "textbox class=QLineEdit label=\"Тема\""),
    ("сохранить", r#"button "Сохранить черновик""#),
    ("меню Правка", r#"menuitem "Правка""#),
    ("УДАЛИТЬ", r#"button "Удалить""#),
];

pub(super) const JAPANESE: Cases = &[
    ("保存", r#"button "保存""#),
    ("削除ボタン", r#"button "削除""#),
    ("ユーザー名", "textbox class=QLineEdit label=\"ユーザー名\""),
    ("言語 dropdown", "combobox class=QComboBox label=\"言語\""),
    ("更新", r#"checkbox "自動的に更新する""#),
    ("ファイル > 開く", r#"menuitem "開く(O)…""#),
    ("キャンセル", r#"button "キャンセル""#),
    ("編集メニュー", r#"menuitem "編集(E)""#),
    ("名前を付けて保存", r#"menuitem "名前を付けて保存(A)…""#),
];

pub(super) const CHINESE: Cases = &[
    ("确定", r#"button "确定""#),
    ("取消按钮", r#"button "取消""#),
    ("搜索", "textbox class=QLineEdit placeholder=\"搜索文件\""),
    ("隐藏文件", r#"checkbox "显示隐藏文件""#),
    ("新建文件夹", r#"button "新建文件夹""#),
    ("编辑 menu", r#"menuitem "编辑(E)""#),
    ("下载", r#"listitem "下载""#),
];

pub(super) const ARABIC: Cases = &[
    ("حفظ", r#"button "حفظ""#),
    ("إلغاء button", r#"button "إلغاء""#),
    ("الغاء", r#"button "إلغاء""#),
    ("الاسم", "textbox class=QLineEdit label=\"الاسم\""),
    ("البريد الإلكتروني", "textbox class=QLineEdit label=\"البريد الإلكتروني\""),
];

pub(super) const KOREAN: Cases = &[
    ("설정", r#"button "설정""#),
    ("저장", r#"button "저장하기""#),
    ("음량 slider", r#"slider "음량""#),
    ("검색", "textbox class=QLineEdit placeholder=\"노래 검색\""),
    ("다음 곡", r#"button "다음 곡""#),
    ("파일 > 열기", r#"menuitem "열기""#),
    ("반복", r#"checkbox "반복 재생""#),
];

/// The words in the names of screenshots, in lower case.
///
/// Sources: the names that the systems write, as their documentation and the reports of other photo programs show them.
enum ScreenshotWords {
    /// The words with which a name begins.
    static let first: [String] = [
        // GNOME, KDE, Xfce, Cinnamon, macOS, Windows, ChromeOS, Android and iOS in English.
        "screenshot", "screen shot", "simulator screen shot", "simulator screenshot",
        // macOS, GNOME, KDE and Windows in other languages.
        "bildschirmfoto", "capture d'écran", "copie d'écran",
        "captura de pantalla", "captura de tela", "captura de ecrã", "captura de ecran", "captură de ecran",
        "schermata", "istantanea schermo", "cattura schermata", "schermafbeelding", "schermafdruk",
        "skärmavbild", "skärmbild", "skärmdump", "skærmbillede", "skjermbilde", "skjermdump", "näyttökuva",
        "kuvakaappaus",
        "zrzut ekranu", "snímek obrazovky", "snímka obrazovky", "képernyőfotó", "képernyőkép", "posnetek zaslona",
        "snimka zaslona", "snimak ekrana", "снимак екрана", "снимок экрана", "скриншот", "знімок екрана",
        "снимка на екрана", "екранна снимка", "στιγμιότυπο οθόνης", "στιγμιότυπο", "ekran resmi", "ekran görüntüsü",
        "ekran alıntısı", "ekrano kopija", "ekrānuzņēmums", "kuvatõmmis", "skjáskot",
        "スクリーンショット", "截屏", "屏幕快照", "屏幕截图", "螢幕快照", "截圖", "螢幕截圖", "螢幕擷取畫面", "스크린샷",
        "צילום מסך", "לקטת מסך", "لقطة شاشة", "لقطة الشاشة", "ภาพหน้าจอ", "ภาพถ่ายหน้าจอ", "ảnh màn hình",
        "ảnh chụp màn hình", "cuplikan layar", "tangkapan layar", "tangkapan skrin", "petikan skrin", "स्क्रीनशॉट",
        // LG, Windows Phone.
        "capture+", "wp ss",
        // Programs.
        "cleanshot", "greenshot", "ksnip", "swappy", "grimshot",
    ]

    /// The word with which the names of Apple's simulators of devices begin.
    static let simulator = "simulator"

    /// The words of programs with which a name ends after the clock.
    static let last: [String] = ["_scrot", "_grim", "_hyprshot", "_maim"]

    /// The marks of the second half of the day: the word before or behind the time.
    private static let afternoon = [
        "pm", "p.m.", "p. m.", "nachm.", "下午", "晚上", "午後", "오후", "م", "μ.μ.", "μμ", "ös", "ch", "du.", "e.m.", "ptg",
        "अपराह्न", "пп", "נ׳",
    ]
    /// The marks of the first half of the day.
    private static let morning = [
        "am", "a.m.", "a. m.", "vorm.", "上午", "凌晨", "早上", "午前", "오전", "ص", "π.μ.", "πμ", "öö", "sa", "de.", "f.m.",
        "pg",
        "पूर्वाह्न", "дп",
    ]

    /// Whether the texts around a time of day say that it is after noon; `nil` if they do not say it.
    static func isAfternoon(before: Substring, after: Substring) -> Bool? {
        for (marks, isAfternoon) in [(afternoon, true), (morning, false)] {
            if marks.contains(where: { isWord($0, at: after, before: before) }) { return isAfternoon }
        }
        return nil
    }

    /// Whether a mark follows the time of day as a word, or is before it.
    private static func isWord(_ mark: String, at after: Substring, before: Substring) -> Bool {
        let behind = after.drop { $0 == " " || $0 == "_" || $0 == "-" }
        if behind.hasPrefix(mark), behind.dropFirst(mark.count).first?.isLetter != true { return true }
        let words = before.split { $0 == " " || $0 == "_" || $0 == "," }
        return words.contains { $0 == mark }
    }
}

import PhotoModel
import SystemPackage
import Testing

@testable import PhotoInspection

/// Names that systems and programs write, from their documentation and from reports of other photo programs.
@Suite struct ScreenshotNameTests {
    private func name(_ text: String) -> ScreenshotName? { FilePath.Component(text).flatMap { ScreenshotName($0) } }

    @Test(
        "A full clock is the capture time",
        arguments: [
            // GNOME and gnome-screenshot.
            "Screenshot from 2024-05-17 10-30-07.png", "Screenshot from 2024-05-17 10:30:07.png",
            "Screenshot from 2024-05-17 10-30-07-1.png", "Bildschirmfoto vom 2024-05-17 10-30-07.png",
            "Capture d’écran du 2024-05-17 10-30-07.png", "Captura de pantalla de 2024-05-17 10-30-07.png",
            "Schermata da 2024-05-17 10-30-07.png", "Снимок экрана от 2024-05-17 10-30-07.png",
            "Schermafdruk van 2024-05-17 10-30-07.png", "Zrzut ekranu z 2024-05-17 10-30-07.png",
            // KDE Spectacle, Xfce, Cinnamon.
            "Screenshot_20240517_103007.png", "Bildschirmfoto_20240517_103007.png",
            "Screenshot_2024-05-17_10-30-07.png", "Screenshot at 2024-05-17 10-30-07.png",
            // macOS.
            "Screenshot 2024-05-17 at 10.30.07.png", "Screen Shot 2015-05-17 at 10.30.07 AM.png",
            "Screenshot 2024-05-17 at 10.30.07\u{202F}AM.png", "Screenshot 2024-05-17 at 10.30.07 (2).png",
            "Bildschirmfoto 2024-05-17 um 10.30.07.png", "Capture d'e\u{301}cran 2024-05-17 à 10.30.07.png",
            "Captura de pantalla 2024-05-17 a las 10.30.07.png", "Schermata 2024-05-17 alle 10.30.07.png",
            "Captura de Tela 2024-05-17 às 10.30.07.png", "Captura de ecrã 2024-05-17, às 10.30.07.png",
            "Schermafbeelding 2024-05-17 om 10.30.07.png", "Skärmavbild 2024-05-17 kl. 10.30.07.png",
            "Skærmbillede 2024-05-17 kl. 10.30.07.png", "Skjermbilde 2024-05-17 kl. 10.30.07.png",
            "Näyttökuva 2024-5-17 kello 10.30.07.png", "Zrzut ekranu 2024-05-17 o 10.30.07.png",
            "Снимок экрана 2024-05-17 в 10.30.07.png", "Знімок екрана 2024-05-17 о 10.30.07.png",
            "Snímek obrazovky 2024-05-17 v 10.30.07.png", "Snímka obrazovky 2024-05-17 o 10.30.07.png",
            "Képernyőfotó 2024-05-17 - 10.30.07.png", "Ekran Resmi 2024-05-17 10.30.07.png",
            "Στιγμιότυπο οθόνης 2024-05-17, 10.30.07 π.μ..png", "Snimka zaslona 2024-05-17 u 10.30.07.png",
            "スクリーンショット 2024-05-17 10.30.07.png", "截屏2024-05-17 10.30.07.png", "屏幕快照 2019-05-17 上午10.30.07.png",
            "截圖 2024-05-17 上午10.30.07.png", "스크린샷 2024-05-17 오전 10.30.07.png", "צילום מסך 2024-05-17 ב-10.30.07.png",
            "لقطة شاشة ٢٠٢٤-٠٥-١٧ في ١٠.٣٠.٠٧ ص.png", "ภาพถ่ายหน้าจอ 2567-05-17 เวลา 10.30.07.png",
            "Ảnh màn hình 2024-05-17 lúc 10.30.07.png", "Cuplikan Layar 2024-05-17 pukul 10.30.07.png",
            "CleanShot 2024-05-17 at 10.30.07@2x.png", "Simulator Screen Shot - iPhone 14 - 2024-05-17 at 10.30.07.png",
            // macOS through Slack and WordPress.
            "Screen_Shot_2024-05-17_at_10.30.07_AM.png", "Screen-Shot-2024-05-17-at-10.30.07-AM.png",
            // Windows 11, ChromeOS.
            "Screenshot 2024-05-17 103007.png", "Capture d’écran 2024-05-17 103007.png",
            "屏幕截图 2024-05-17 103007.png", "螢幕擷取畫面 2024-05-17 103007.png", "Képernyőkép 2024-05-17 103007.png",
            "Ekran görüntüsü 2024-05-17 103007.png", "Screenshot 2024-05-17 10.30.07.png",
            // Android: AOSP, Samsung, Xiaomi, Huawei, OPPO, LG; older versions.
            "Screenshot_20240517-103007.png", "Screenshot_20240517-103007~2.png",
            "Screenshot_20240517-103007_Chrome.jpg", "Screenshot_2024-05-17-10-30-07-123_com.android.chrome.jpg",
            "Screenshot_20240517_103007_com.android.chrome.jpg", "Screenshot_2015-05-17-10-30-07.png",
            "Screenshot_2024-05-17-10-30-07-12_0f1e2d.png", "Capture+_2019-05-17-10-30-07.png",
            "Screenshot_20240517-103007123.png",
            // Programs on Linux.
            "2024-05-17-103007_1920x1080_scrot.png", "20240517_10h30m07s_grim.png", "2024-05-17-103007_hyprshot.png",
            "swappy-20240517-103007.png", "ksnip_20240517-103007.png",
        ])
    func clocks(text: String) throws {
        let time = try #require(name(text)?.time, "\(text)")
        #expect(time.description.hasSuffix("-05-17T10:30:07"), "\(time)")
        #expect([2015, 2019, 2024].contains(time.year))
        #expect(time.offsetMinutes == nil)
    }

    @Test(
        "Twelve hours",
        arguments: [
            ("Screen Shot 2015-05-17 at 1.30.07 PM.png", 13), ("Screen Shot 2015-05-17 at 12.30.07 AM.png", 0),
            ("Screen Shot 2015-05-17 at 12.30.07 PM.png", 12), ("屏幕快照 2019-05-17 下午1.30.07.png", 13),
            ("스크린샷 2024-05-17 오후 10.30.07.png", 22), ("Captura de pantalla 2024-05-17 a la(s) 1.30.07 p. m..png", 13),
            ("لقطة شاشة ٢٠٢٤-٠٥-١٧ في ١.٣٠.٠٧ م.png", 13), ("Screenshot 2024-05-17 at 13.30.07 (2).png", 13),
        ])
    func halves(text: String, hour: Int) {
        #expect(name(text)?.time?.hour == hour, "\(text)")
    }

    @Test(
        "A screenshot without a full clock has no time",
        arguments: [
            "Screenshot.png", "Screenshot (12).png", "Screenshot_1.png", "screenshot-2.jpg", "Capture d’écran (12).png",
            "Captura de pantalla (3).png", "Screenshot 2024-05-17.png", "Screenshot_2024-05-17_10-30.png",
            "wp_ss_20150517_0001.png",
            "Screenshot 2024-05-17 at 25.30.07.png", "Screenshot 2024-05-17 at 10.30.07 xyz.png",
        ])
    func noClock(text: String) throws {
        let screenshot = try #require(name(text), "\(text)")
        #expect(screenshot.time == nil)
    }

    @Test(
        "Other names",
        arguments: [
            "IMG_0001.PNG", "IMG_20240517_103007.jpg", "20240517_103007.jpg", "2024-05-17 10.30.07.jpg",
            "screenshot of my desk.jpg", "screenshot of my desk 2024-05-17.jpg",
            "screenshot of IMG_20240517_103000.jpg", "screenshot 3 of the desk 2024-05-17.jpg", "Screenshots.png",
            "screenshotted 2024-05-17.png",
            "My Screenshot 2024-05-17.png",
            "Screencast from 2024-05-17 10-30-07.png", "IMG-20240517-WA0001.jpg", "scrot.png", "Schermatabelle.png",
            "PXL_20240517_103007123.jpg", ".png", "grim.png",
        ])
    func others(text: String) { #expect(name(text) == nil, "\(text)") }
}

import Foundation
import TestSupport

extension OwnersDesktop {
    private static let cells = "document.querySelectorAll('#photos-grid [role=gridcell]:not([hidden])')"

    /// The variables of an app of the library's owner, for whom the program `photos` shows pages on this desktop.
    func environment(of library: String) -> [String: String] {
        let path = [PhotosProcess.folder.path, environment["PATH"] ?? ""].joined(separator: ":")
        return environment.merging(["PHOTOS_LIBRARY": library, "PATH": path]) { $1 }
    }

    /// Has the app present its picker, selects or deselects photos by their place, and ends with a button.
    func pick(
        _ positions: [Int], of photos: Int, in app: SampleApp, by line: String = "present", selected: Int = 0,
        button: String = "add"
    ) throws {
        app.say(line)
        let browser = try Browser()
        try browser.open(try nextPage())
        try browser.wait(for: "\(Self.cells).length === \(photos)")
        if selected > 0 {
            try browser.wait(
                for: "document.querySelectorAll('#photos-grid [aria-selected=true]').length === \(selected)")
        }
        var chosen = selected
        for position in positions {
            let isSelected = "\(Self.cells)[\(position)].getAttribute('aria-selected') === 'true'"
            chosen += try browser.evaluate(isSelected) as? Bool == true ? -1 : 1
            try browser.click("\(Self.cells)[\(position)]")
            try browser.wait(for: "document.getElementById('chosen').textContent.startsWith('\(chosen)')")
        }
        try browser.click("document.getElementById('\(button)')")
        try browser.wait(for: "!document.getElementById('ended').hidden")
    }
}

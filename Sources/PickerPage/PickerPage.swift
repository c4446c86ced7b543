package import Foundation

/// The files of the picker's page, which are part of the program.
package enum PickerPage {
    /// A file of the page.
    package struct File: Sendable {
        package let name: String
        package let content: Data
    }

    /// The file with this name; the page itself for an empty name; `nil` if the page has no such file.
    package static func file(named name: String) -> File? {
        let name = name.isEmpty ? "picker.html" : name
        return files[name].map { File(name: name, content: Data($0)) }
    }

    private static let files: [String: [UInt8]] = [
        "albums.js": PackageResources.albums_js,
        "api.js": PackageResources.api_js,
        "authorization.js": PackageResources.authorization_js,
        "browse-actions.js": PackageResources.browse_actions_js,
        "chunk-cache.js": PackageResources.chunk_cache_js,
        "confirmation.js": PackageResources.confirmation_js,
        "details.js": PackageResources.details_js,
        "dom.js": PackageResources.dom_js,
        "footer.js": PackageResources.footer_js,
        "gestures.js": PackageResources.gestures_js,
        "gray-picture.js": PackageResources.gray_picture_js,
        "grid-keys.js": PackageResources.grid_keys_js,
        "grid-record.js": Array(GridRecord.script.utf8),
        "grid.js": PackageResources.grid_js,
        "identity.js": PackageResources.identity_js,
        "keyboard.js": PackageResources.keyboard_js,
        "lost-server.js": PackageResources.lost_server_js,
        "messages.js": PackageResources.messages_js,
        "months.js": PackageResources.months_js,
        "original-offer.js": PackageResources.original_offer_js,
        "photo-cell.js": PackageResources.photo_cell_js,
        "photo-grid.js": PackageResources.photo_grid_js,
        "photo-list.js": PackageResources.photo_list_js,
        "picker.css": PackageResources.picker_css,
        "picker.html": PackageResources.picker_html,
        "picker.js": PackageResources.picker_js,
        "purposes.js": PackageResources.purposes_js,
        "review.js": PackageResources.review_js,
        "scroll-map.js": PackageResources.scroll_map_js,
        "scroller.js": PackageResources.scroller_js,
        "scrubber.js": PackageResources.scrubber_js,
        "search.js": PackageResources.search_js,
        "selection.js": PackageResources.selection_js,
        "strip-drag.js": PackageResources.strip_drag_js,
        "strip.js": PackageResources.strip_js,
        "thumbnails.js": PackageResources.thumbnails_js,
        "views.js": PackageResources.views_js,
        "words.js": PackageResources.words_js,
    ]
}

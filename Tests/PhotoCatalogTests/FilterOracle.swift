import Foundation
import PhotoModel
import SystemPackage

// A second, simple implementation of queries, for values in memory.

/// Assets in the order in which they were added, and the albums with their members.
struct FilterOracle {
    let assets: [Asset]
    /// The members of each album, in its order.
    let albums: [String: [String]]

    /// The same values with these assets and albums only.
    func restricted(to visible: [Asset], albums names: Set<String>) -> FilterOracle {
        let identifiers = Set(visible.map(\.localIdentifier))
        return FilterOracle(
            assets: visible,
            albums: albums.filter { names.contains($0.key) }.mapValues { $0.filter(identifiers.contains) })
    }

    func fetch(_ query: AssetQuery) -> [String] {
        var found = assets.filter { asset in
            let isInScope =
                switch query.scope {
                case .library: asset.deletedDate == nil
                case .recentlyDeleted: asset.deletedDate != nil
                case .everything: true
                }
            return isInScope && (query.includesHidden || !asset.isHidden)
                && (query.includesAllBurstAssets || stands(asset))
                && (query.album.map { albums[$0, default: []].contains(asset.localIdentifier) } ?? true)
                && fits(query.filter, asset)
        }
        if query.sort.isEmpty, let album = query.album {
            let order = albums[album, default: []]
            found.sort {
                (order.firstIndex(of: $0.localIdentifier) ?? 0) < (order.firstIndex(of: $1.localIdentifier) ?? 0)
            }
        } else {
            let sort = query.sort.isEmpty ? [AssetSort(.captureDate)] : query.sort
            if sort.last?.isAscending == false { found.reverse() }
            // The standard library's sort is stable.
            for key in sort.reversed() { found.sort { precedes($0, $1, key) } }
        }
        let rest = found.dropFirst(max(0, query.offset))
        return rest.prefix(query.limit.map { max(0, $0) } ?? rest.count).map(\.localIdentifier)
    }

    /// Whether the asset is not in a burst, or represents its burst.
    private func stands(_ asset: Asset) -> Bool {
        guard let burst = asset.burstIdentifier, asset.deletedDate == nil else { return true }
        let frames = assets.filter {
            $0.burstIdentifier == burst && $0.deletedDate == nil && $0.isHidden == asset.isHidden
        }
        let favorites = frames.filter(\.isFavorite)
        let representative = (favorites.isEmpty ? frames : favorites).enumerated().min {
            ($0.element.captureText ?? "~", $0.offset) < ($1.element.captureText ?? "~", $1.offset)
        }
        return representative?.element.localIdentifier == asset.localIdentifier
    }

    private func fits(_ filter: AssetFilter, _ asset: Asset) -> Bool {
        switch filter {
        case .all: true
        case .mediaType(let type): asset.mediaType == type
        case .subtypes(let subtypes): !asset.mediaSubtypes.isDisjoint(with: subtypes)
        case .hasFormat(let format):
            asset.resources.contains { [.original, .alternatePhoto].contains($0.kind) && $0.format == format }
        case .isFavorite: asset.isFavorite
        case .isHidden: asset.isHidden
        case .captured(let from, let before):
            (from == nil && before == nil) || isWithin(asset.captureText, from: from, before: before)
        case .capturedWithin(let first, let last):
            asset.captureText.map { first.description <= $0 && $0 <= last.description } ?? false
        case .created(let from, let before): isWithin(asset.creationDate, from: from, before: before)
        case .added(let from, let before): isWithin(asset.addedDate, from: from, before: before)
        case .modified(let from, let before): isWithin(asset.modificationDate, from: from, before: before)
        case .duration(let range): asset.metadata.duration.map(range.contains) ?? false
        case .width(let range): asset.size.map { range.contains($0.width) } ?? false
        case .height(let range): asset.size.map { range.contains($0.height) } ?? false
        case .hasLocation: asset.location != nil
        case .near(let center, let metres): asset.location.map { center.metres(to: $0) <= metres } ?? false
        case .isInBurst: asset.burstIdentifier != nil
        case .burst(let identifier): asset.burstIdentifier == identifier
        case .album(let identifier): albums[identifier, default: []].contains(asset.localIdentifier)
        case .search(let text):
            asset.words.contains { Self.plain($0).contains(Self.plain(text)) } || text.isEmpty
        case .localIdentifiers(let identifiers): identifiers.contains(asset.localIdentifier)
        case .hasAdjustments: asset.hasAdjustments
        case .rating(let range): range.contains(asset.metadata.rating ?? 0)
        case .condition(let conditions): conditions.contains(asset.condition)
        case .and(let filters): filters.allSatisfy { fits($0, asset) }
        case .or(let filters): filters.contains { fits($0, asset) }
        case .not(let filter): !fits(filter, asset)
        }
    }

    private static func plain(_ text: String) -> String { text.lowercased().replacing("_", with: " ") }

    private func isWithin<Value: Comparable>(_ value: Value?, from: Value?, before: Value?) -> Bool {
        guard let value else { return false }
        return (from.map { $0 <= value } ?? true) && (before.map { value < $0 } ?? true)
    }

    /// Whether the first asset precedes the second by this sort key.
    ///
    /// Assets without a value come last.
    private func precedes(_ first: Asset, _ second: Asset, _ sort: AssetSort) -> Bool {
        func compare<Value: Comparable>(_ value: (Asset) -> Value?) -> Bool {
            switch (value(first), value(second)) {
            case (let first?, let second?): sort.isAscending ? first < second : first > second
            case (_?, nil): true
            case (nil, _): false
            }
        }
        return switch sort.key {
        case .captureDate: compare(\.captureText)
        case .captureInstant: compare { $0.captureTime?.instant }
        case .addedDate: compare(\.addedDate)
        case .modificationDate: compare(\.modificationDate)
        case .deletedDate: compare(\.deletedDate)
        case .filename: compare { $0.original?.originalFilename?.string }
        case .size: compare { $0.original?.bytes }
        case .duration: compare(\.metadata.duration)
        case .width: compare { $0.size?.width }
        case .height: compare { $0.size?.height }
        case .isFavorite: compare { $0.isFavorite ? 1 : 0 }
        case .mediaType: compare { [.unknown, .image, .video].firstIndex(of: $0.mediaType) }
        case .localIdentifier: compare(\.localIdentifier)
        }
    }
}

extension CaptureTime {
    /// The seconds from 1970, by the stated offset, otherwise by UTC.
    var instant: Double { Double(wallSeconds - (offsetMinutes ?? 0) * 60) + Double(nanosecond ?? 0) / 1e9 }
}

extension Asset {
    fileprivate var captureText: String? { captureTime?.description }

    fileprivate var words: [String] {
        let files = resources.filter { [.original, .alternate, .alternatePhoto].contains($0.kind) }
        return files.compactMap { $0.originalFilename?.string } + metadata.keywords
            + [metadata.make, metadata.model, metadata.lens, metadata.title, metadata.caption].compactMap { $0 }
    }
}
